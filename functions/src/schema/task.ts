import { Unsafe } from "@sinclair/typebox";
import { REPUTATION_PATH } from "../domain/agentFeedback";
import { INTEREST_STATUSES, MAX_INTERESTS_COUNTED } from "../domain/interest";
import { MODES } from "../domain/task/events";
import { ACTORS } from "../domain/task/nextAction";
import { WORKFLOW_STATUSES } from "../domain/task/status";
import { EDGES } from "../domain/workflow/edges";
import { DEADLINE_NAMES, STATE_NAMES, WINDOW_NAMES } from "../domain/workflow/states";
import { AcceptanceShown, MetadataShown, Samples } from "./content";
import {
  anyObject,
  array,
  boolean,
  each,
  integer,
  literal,
  nullable,
  object,
  oneOf,
  optional,
  string,
  untrusted,
  type Static,
} from "./build";
import { Address, Bytes32, Deployment, Time, TxHash, Usdc, ContractName, TaskId } from "./common";
import { PosterRecordShown, WorkerRecordShown, WorkerRecord } from "./records";

/** The status of a task for the requesting wallet. */
export const WorkflowStatus = oneOf(...WORKFLOW_STATUSES);

/** Who must act next, with which call, by when, and what happens otherwise. */
export const NextAction = object(
  {
    actor: oneOf(...ACTORS),
    action: string({ description: "The action, in one word.", examples: ["submit"] }),
    endpoint: string({ description: "The call to make.", examples: ["/agentSubmitWork"] }),
    method: oneOf("GET", "POST"),
    deadline: optional(Time),
    onSilence: optional(string({ description: "What happens if no one acts in time." })),
    reason: string({ description: "Why, in one sentence." }),
    body: optional(anyObject({ description: "The minimum body of the call; complete unless add names more." })),
    add: optional(
      array(string(), {
        description: "The fields to add to body, which only the caller knows, such as its signature.",
        examples: [["txHash"]],
      }),
    ),
  },
  { title: "NextAction" },
);

/** The identifying fields of the deployment and the task in every answer about a task. */
export const TaskNames = {
  taskId: string({ pattern: "^[1-9][0-9]*$", description: "The task's id on its contract.", examples: ["12"] }),
  contract: Deployment,
  contractAddress: Address,
};

/** What both sides agreed to, and the cost of missing a deadline. */
export const TaskTerms = object(
  {
    windows: object(each(WINDOW_NAMES, integer({ minimum: 1 })), {
      description: "The length of each window in seconds.",
    }),
    maxChangeRounds: integer({ minimum: 0, description: "How often the poster may request changes." }),
    platformFeeBps: integer({ minimum: 0, description: "The platform's share of the reward, in basis points." }),
    arbiter: Address,
    judge: {
      ...nullable(Address),
      description: "Who may approve submitted work besides the poster, but not reject it; null for no one.",
    },
    onSilence: array(
      object({
        deadline: oneOf(...DEADLINE_NAMES),
        silent: oneOf("poster", "worker", "arbiter"),
        posterGetsUsdc: Usdc,
        workerGetsUsdc: Usdc,
        outcome: string(),
      }),
      {
        description:
          "What each side receives from the escrow if the party that must act misses the deadline and anyone calls the timeout.",
      },
    ),
    termsHash: {
      ...Bytes32,
      description:
        "The hash of these terms, an argument of stakeAndStart; the contract refuses a start on different terms.",
    },
  },
  {
    title: "TaskTerms",
    description:
      "The terms of the task. They never change, except that the poster may raise the reward while the task is open.",
  },
);

/** The rating flags of the workflow; published comments are at /mkt/ratings. */
const RatingFlags = {
  buyerRatedWorker: boolean({ description: "Whether the poster has rated the task's worker on the chain." }),
  workerRatedPoster: boolean({ description: "Whether the task's worker has rated the poster on the chain." }),
};

const Stars = integer({ minimum: 1, maximum: 5 });

/** How a dispute ended. */
const Ruling = object(
  {
    workerShareBps: integer({
      minimum: 0,
      maximum: 10_000,
      description: "The worker's share of the reward, in basis points.",
    }),
    forfeitStake: boolean({ description: "Whether the stake went to the poster, not back to the worker." }),
    byDefault: boolean({ description: "Whether the arbiter missed ruleBy, so that anyone ended the dispute." }),
    posterGotUsdc: Usdc,
    workerGotUsdc: Usdc,
    rulingHash: { ...nullable(Bytes32), description: "keccak256 of the reason, on the chain; null if it has none." },
    reason: untrusted(nullable(string({ description: "The arbiter's reason; null until it is stored." }))),
  },
  { title: "Ruling" },
);

/** Offered to both sides of a task whose worker was paid. */
const FeedbackOffer = object(
  {
    endpoint: literal(REPUTATION_PATH),
    body: object({ contract: TaskNames.contract, taskId: TaskNames.taskId }),
  },
  { title: "FeedbackOffer" },
);

/** The poster's record in two numbers, also in lists. */
const PosterUsually = {
  ...nullable(
    object(
      { decisionSeconds: integer({ minimum: 0 }), approvedPercent: integer({ minimum: 0, maximum: 100 }) },
      { title: "PosterUsually" },
    ),
  ),
  description:
    "The poster's median time to a decision, rounded up, and of a hundred works those it approved itself, rounded down. Null with too few works; posterRecord has more.",
};

/** The fields of the public view. */
export const TaskFields = {
  ...TaskNames,
  state: oneOf(...STATE_NAMES),
  mode: oneOf(...MODES),
  ...MetadataShown,
  acceptance: AcceptanceShown,
  poster: Address,
  posterUsually: PosterUsually,
  worker: nullable(Address),
  rewardUsdc: Usdc,
  stakeUsdc: Usdc,
  metadataHash: Bytes32,
  terms: TaskTerms,
  deadlines: object(each(DEADLINE_NAMES, nullable(Time))),
  changeRounds: integer({ minimum: 0, description: "How many change requests were made." }),
  interestCount: integer({
    minimum: 0,
    description: `How many workers have registered an interest, at most ${MAX_INTERESTS_COUNTED}. Lists may be a minute behind.`,
  }),
  ...RatingFlags,
  ratings: object(
    { ofWorker: nullable(Stars), ofPoster: nullable(Stars) },
    { title: "TaskRatings", description: "What each party received on the chain, 1 to 5; null without a rating." },
  ),
  ruling: { ...nullable(Ruling), description: "How the task's dispute ended; null without one." },
  feedback: {
    ...nullable(FeedbackOffer),
    description:
      "Once settled with a payment to the worker: the call that prepares feedback for either side, with wallet and agentId. Optional.",
  },
  txHashes: anyObject({ description: "The transaction of each completed step, by the step's name." }),
  history: optional(
    array(object({ step: oneOf(...EDGES.map(({ id }) => id)), at: Time, txHash: TxHash }, { title: "TakenStep" }), {
      description: "Every step that was taken on the chain, oldest first. Not in lists.",
    }),
  ),
  posterRecord: optional({
    ...PosterRecordShown,
    description: "What to expect of the poster. Only from /mkt/task; GET /mkt/profiles has it of any wallet.",
  }),
  createdAt: Time,
  updatedAt: Time,
  chainBlock: integer({ minimum: 0, description: "The block of the latest event in this view." }),
  workflowStatus: WorkflowStatus,
  _nextAction: nullable(NextAction),
};

/** The public view of a task. */
export const TaskView = object(TaskFields, { title: "Task" });

const Voucher = object(
  {
    deadline: integer({ description: "Unix seconds." }),
    signature: string({ description: "The poster's EIP-712 Selection signature." }),
  },
  { title: "Voucher", description: "The poster's signed selection of this worker, which the contract verifies." },
);

const InterestFields = {
  ...TaskNames,
  worker: Address,
  status: oneOf(...INTEREST_STATUSES),
  voucher: nullable(Voucher),
  createdAt: Time,
  decidedAt: nullable(Time),
  ...RatingFlags,
};

const { status, createdAt, ...Given } = InterestFields;

/** An interest without its message, for anyone; status and createdAt are null if the wallet has not registered one. */
export const PublicInterest = object({ ...Given, status: nullable(status), createdAt: nullable(createdAt) });

/** What the worker proposes, private to it and the poster. */
const ProposalFields = {
  message: untrusted(
    nullable(string({ description: "The worker's message to the poster; only these two can read it." })),
  ),
  etaSeconds: nullable(integer({ minimum: 1, description: "How long the worker expects to need." })),
  samples: untrusted(Samples),
  record: {
    ...nullable(WorkerRecord),
    description: "The worker's record when it registered; GET /mkt/profiles has today's.",
  },
  workerRecord: {
    ...nullable(WorkerRecordShown),
    description: "What to expect of the worker, as of its registration. Null in an invitation.",
  },
};

/** An interest as its worker and its poster see it. */
export const Interest = object({ ...InterestFields, ...ProposalFields }, { title: "Interest" });

/** The change request that the worker may answer. */
export const OpenChangeRequest = object(
  {
    round: integer({ minimum: 1 }),
    deadline: Time,
    reasonHash: {
      ...nullable(Bytes32),
      description: "The hash of the reason; the parties read its text with /mkt/task (POST).",
    },
  },
  { title: "OpenChangeRequest", description: "The open change request, if any." },
);

/** Asks for whole tasks; without it, an answer has what its reader needs for the next step. */
export const View = optional({
  ...literal("full"),
  description: "Answers with the whole task, as GET /mkt/task does, not only with what is needed to go on.",
});

const SummaryFields = {
  taskId: TaskNames.taskId,
  contract: TaskNames.contract,
  state: TaskFields.state,
  mode: TaskFields.mode,
  title: TaskFields.title,
  category: TaskFields.category,
  rewardUsdc: Usdc,
  stakeUsdc: Usdc,
  openUntil: nullable(Time),
  termsHash: { ...Bytes32, description: "As in terms; /agentStakeAndConfirm takes it." },
  ...RatingFlags,
};

/** A list's item: a summary, or with `view` the whole task. */
export const listed = <T extends typeof TaskSummary | typeof OwnTaskSummary>(summary: T) =>
  Unsafe<Static<T> | Static<typeof TaskView>>({ anyOf: [summary, TaskView] });

/** A task in a list. */
export const TaskSummary = object(SummaryFields, { title: "TaskSummary" });

/** A task in a wallet's list. */
export const OwnTaskSummary = object(
  { ...SummaryFields, workflowStatus: WorkflowStatus, _nextAction: nullable(NextAction) },
  { title: "OwnTaskSummary" },
);

/** Fields of a signed step: which task, and how much of it is answered. */
export const StepFields = { contract: optional(ContractName), taskId: TaskId, view: View };

/** What the answer to a confirmed step has of its task without `view`. */
export const ConfirmedFields = {
  taskId: optional(TaskNames.taskId),
  contract: optional(Deployment),
  state: optional({ ...TaskFields.state, description: "Confirmed: the task's state on the chain now." }),
  workflowStatus: optional(WorkflowStatus),
  buyerRatedWorker: optional(RatingFlags.buyerRatedWorker),
  workerRatedPoster: optional(RatingFlags.workerRatedPoster),
  txHash: optional({ ...TxHash, description: "Confirmed: the transaction of the step." }),
  task: optional({ ...TaskView, description: "Confirmed, with view=full: the task as it is on the chain now." }),
};
