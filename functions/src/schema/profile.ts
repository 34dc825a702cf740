import {
  integer,
  nullable,
  number,
  object,
  string,
  text,
  untrusted,
  anyObject,
  array,
  literal,
  optional,
} from "./build";
import { Transaction } from "./call";
import { Address, Bytes32, ContractName, TaskId } from "./common";
import { Distribution } from "./rating";
import { PosterRecordShown, WorkerRecordShown, Average, ByRaters, Raters } from "./records";

export const DisplayName = string({
  minLength: 1,
  maxLength: 160,
  description:
    "1 to 40 characters of one script: letters, digits, spaces and the characters ' . _ -; stored in NFKC. Not an address, not a domain name, and no word " +
    "reserved for the platform.",
  examples: ["Ana Lima"],
});

export const AvatarSeed = string({
  pattern: "^[A-Za-z0-9._:@+/=-]{1,64}$",
  description: "1 to 64 characters from which an avatar is drawn.",
  examples: ["ana-7"],
});

export const LegalName = text(200, { description: "The name on the wallet's own PDFs; private." });

const identity = {
  address: Address,
  displayName: untrusted({
    ...nullable(string()),
    description:
      "Null if the wallet has not set one. No two wallets have names that look alike, but only the address is an identity.",
  }),
  avatarSeed: untrusted(nullable(string())),
};

export const ProfileView = object(identity, { title: "Profile" });

const Count = (description: string) => integer({ minimum: 0, description });

/** A wallet's profile with its reputation from final tasks. */
export const ProfileSummaryView = object(
  {
    ...identity,
    ratings: object(
      {
        average: Average,
        count: Count("How many there are."),
        distribution: Distribution,
        asPoster: object({ average: ByRaters, raters: Raters, count: Count("Given by workers.") }),
        asWorker: object({ average: ByRaters, raters: Raters, count: Count("Given by posters.") }),
      },
      { description: "The ratings that it received on the chain, in final blocks." },
    ),
    asPoster: object({
      posted: Count("Tasks that it created."),
      completed: Count("Of these, those whose work was approved, by it or by timeout."),
      rejected: Count("Those whose work it rejected, regardless of the outcome."),
      rejectionsOverturned: Count(
        "Of the rejections, those after which the arbiter ruled more than half of the reward to the worker.",
      ),
      cancelled: Count("Those that it cancelled before a worker started."),
      medianReviewHours: nullable(
        number({
          minimum: 0,
          description:
            "The median time from submitted work to its answer (approval, rejection or change request), accurate to 1/64. After a missed deadline, the length of " +
            "the review window counts. Null before the first answer.",
        }),
      ),
    }),
    asWorker: object({
      started: Count("Tasks that it started."),
      completed: Count("Of these, those whose work was approved."),
      rejected: Count("Those whose work was rejected, regardless of the outcome."),
      rejectionsOverturned: Count("Of these, those after which the arbiter ruled more than half of the reward to it."),
    }),
    posterRecord: PosterRecordShown,
    workerRecord: WorkerRecordShown,
    silentDeadlines: object(
      {
        workBy: Count("As worker: submitted nothing."),
        reviewBy: Count("As poster: did not review work."),
        resubmitBy: Count("As worker: did not answer a change request."),
        contestBy: Count("As worker: did not contest a rejection."),
        ruleBy: Count("As arbiter: did not rule."),
        rateBy: Count("As worker: did not rate the poster."),
      },
      { description: "How often it missed this deadline." },
    ),
  },
  { title: "ProfileSummary" },
);

const AgentId = integer({ minimum: 0, maximum: 999_999_999, description: "The agent's id in the identity registry." });
const Points = integer({ minimum: 0, maximum: 100 });
const Text = string({ maxLength: 300 });

/** Whom the feedback is on: the other side of a task, or this service by a receipt. */
export const FeedbackRequest = object({
  wallet: Address,
  contract: optional(ContractName),
  taskId: optional(TaskId),
  agentId: optional({ ...AgentId, description: "By default this service's, with a receipt." }),
  value: optional({ ...Points, description: "By default 20 times the wallet's rating on the chain." }),
  receipt: optional(string({ maxLength: 4096, description: "PAYMENT-RESPONSE of the answer, base64 or JSON." })),
});

/** The transaction for ERC-8004's reputation registry, and the file that it cites. */
export const AgentFeedback = object(
  {
    ok: literal(true),
    transactions: array(Transaction),
    feedback: object({
      agentId: string({ description: "Decimal." }),
      value: Points,
      valueDecimals: literal(0),
      tag1: literal("starred"),
      tag2: Text,
      endpoint: Text,
      feedbackURI: string({ description: "A data: URI with the file." }),
      feedbackHash: { ...Bytes32, description: "keccak256 of the file." },
    }),
    file: anyObject({ description: "The file as ERC-8004 describes it." }),
  },
  { title: "AgentFeedback" },
);
