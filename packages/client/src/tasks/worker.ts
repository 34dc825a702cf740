import { agreedTerms } from "./calls";
import { MktError } from "../errors";
import { id } from "../hashing";
import type { components } from "../generated/openapi";
import type { Requests } from "../service/requests";
import type { Prepared } from "./step";
import type { Confirmed, StepOptions, Steps } from "./steps";
import { usdcUnits } from "../money";
import { keyOf, type NextAction, type Task, type TaskKey } from "./taskKey";
import { salted, wordsHash, type Words, type Work } from "./texts";
import { resubmission } from "../signing/typedData";
import type { AgentWallet } from "../signing/wallet";

interface WorkerParts {
  steps: Steps;
  requests: Requests;
  wallet: () => AgentWallet;
  chainId: number;
  readTask: (key: TaskKey) => Promise<Task>;
  readStatus: (key: TaskKey) => Promise<{ resubmit: { round: number; deadline: string } | null }>;
  newSalt: () => string;
}

type InterestAnswer = {
  interest: components["schemas"]["Interest"];
  workflowStatus: Task["workflowStatus"];
  _nextAction: NextAction | null;
};

/** What a worker tells the poster of a task. */
export interface Proposal {
  message?: string;
  /** How long the worker expects to need; at most the task's work window. */
  etaSeconds?: number;
  /** At most five https links to example work. */
  samples?: readonly string[];
}

/** The side of a task that does it. */
export class Worker {
  constructor(private readonly parts: WorkerParts) {}

  /** Registers an interest in an open task; a string is the proposal's message. */
  async interest(key: TaskKey, proposal: string | Proposal = {}): Promise<InterestAnswer> {
    const given = typeof proposal === "string" ? { message: proposal } : proposal;
    return this.parts.requests.signed("/mkt/interest", { ...keyOf(key), ...given });
  }

  /** Withdraws the interest. */
  async withdraw(key: TaskKey): Promise<InterestAnswer> {
    return this.parts.requests.signed("/mkt/interest", { ...keyOf(key), action: "withdraw" });
  }

  /**
   * Deposits the stake and starts, on the terms of the given task as the caller read it, or of the task as it is shown now.
   * The contract refuses the start if the task has other terms.
   */
  async stake(key: TaskKey | Task, options?: StepOptions): Promise<Confirmed> {
    const task = "terms" in key ? key : await this.parts.readTask(key);
    const takesUsdcUnits = usdcUnits(task.stakeUsdc);
    const termsHash = agreedTerms(task);
    const call = { function: "stakeAndStart", arguments: { taskId: key.taskId, agreedTerms: termsHash } };
    const step = {
      path: "/agentStakeAndConfirm",
      verb: "Stake and start",
      fields: { termsHash },
      calls: [call] as const,
      takesUsdcUnits,
    };
    return this.parts.steps.ofTask(key, step, options);
  }

  /** Submits the work, with its output if the task has a schema for it. */
  async submit(key: TaskKey, words: Work, options?: StepOptions): Promise<Confirmed> {
    return this.handIn(key, "submitWork", "submissionHash", words, options);
  }

  /**
   * Answers a change request with new work, by signature and without gas. It counts once it is on the chain: if no keeper
   * runs, submit it with `anchor` by the deadline of `_nextAction`.
   */
  async resubmit(
    key: TaskKey,
    words: Work,
  ): Promise<{ submissionHash: string; task: Task; _nextAction: NextAction | null }> {
    const { requests, wallet, chainId, readStatus, newSalt } = this.parts;
    const { resubmit } = await readStatus(key);
    if (!resubmit) throw new MktError("no_change_request", `Task ${key.taskId} has no open change request.`);
    const work = salted(words, newSalt());
    const deadline = Math.floor(Date.parse(resubmit.deadline) / 1000);
    const message = { taskId: key.taskId, round: resubmit.round, submissionHash: wordsHash(work), deadline };
    const typedData = resubmission({ chainId, escrow: await requests.escrow(key.contract) }, message);
    const resubmissionSignature = await wallet().signTypedData(typedData, `Submit new work for task ${key.taskId}`);
    return requests.open("/agentSubmitWork", {
      wallet: await wallet().address(),
      ...keyOf(key),
      ...work,
      view: "full",
      ...(words.force && { force: true }),
      submissionHash: message.submissionHash,
      resubmissionDeadline: deadline,
      resubmissionSignature,
    });
  }

  /** Submits a signed resubmission to the chain, where it counts; anyone may. */
  async anchor(key: TaskKey, options?: StepOptions): Promise<Confirmed> {
    const call = { function: "resubmitWork", arguments: { taskId: key.taskId } };
    const step = {
      path: "/agentSubmitWork",
      verb: "Submit to the chain the new work of",
      fields: { action: "anchor" },
      calls: [call] as const,
    };
    return this.parts.steps.ofTask(key, step, options);
  }

  /** Contests a rejection before the arbiter. */
  async contest(key: TaskKey, evidence: Words, options?: StepOptions): Promise<Confirmed> {
    return this.handIn(key, "contest", "evidenceHash", evidence, options);
  }

  /** Accepts a rejection and takes the stake back. */
  async concede(key: TaskKey, options?: StepOptions): Promise<Confirmed> {
    const call = { function: "finalizeRejection", arguments: { taskId: key.taskId } };
    return this.parts.steps.ofTask(
      key,
      { path: "/agentSubmitWork", verb: "Concede", fields: { action: "concede" }, calls: [call] },
      options,
    );
  }

  /** Rates the poster and takes the stake back. */
  async rateAndClaim(
    key: TaskKey,
    { rating, comment }: { rating: number; comment: string },
    options?: StepOptions,
  ): Promise<Confirmed> {
    const call = { function: "rateAndClaimStake", arguments: { taskId: key.taskId, rating, commentHash: id(comment) } };
    const step = {
      path: "/agentRateAndClaimStake",
      verb: "Rate the poster and claim the stake of",
      fields: { rating, comment },
      calls: [call] as const,
    };
    return this.parts.steps.ofTask(key, step, options);
  }

  private async handIn(
    key: TaskKey,
    name: "submitWork" | "contest",
    hashName: string,
    { text, links = [], output, force }: Work,
    options?: StepOptions,
  ): Promise<Confirmed> {
    const { steps, requests, wallet, newSalt } = this.parts;
    const path = "/agentSubmitWork";
    const words = salted({ text, links, ...(output && { output }) }, newSalt());
    const named = { wallet: await wallet().address(), ...keyOf(key) };
    const action = name === "contest" ? { action: "contest" } : {};
    return steps.take(
      {
        path,
        contract: key.contract,
        about: { ...keyOf(key), [name]: { text, links, ...(output && { output }) } },
        purpose: `${name === "contest" ? "Contest the rejection of" : "Submit the work of"} task ${key.taskId} on ${key.contract}`,
        prepare: () => requests.open<Prepared>(path, { ...named, ...action, ...words, ...(force && { force }) }),
        calls: () => [{ function: name, arguments: { taskId: key.taskId, [hashName]: wordsHash(words) } }],
        confirmWith: () => named,
      },
      options,
    );
  }
}
