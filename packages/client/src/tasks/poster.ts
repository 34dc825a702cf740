import { NO_JUDGE } from "./calls";
import { decisionStep, type Judgement } from "./decision";
import { UntrustedError } from "../errors";
import type { components } from "../generated/openapi";
import { getAddress, id } from "../hashing";
import { usdcUnits } from "../money";
import type { Requests } from "../service/requests";
import type { Prepared } from "./step";
import type { Confirmed, StepOptions, Steps } from "./steps";
import { keyOf, type Task, type TaskKey } from "./taskKey";
import { metadataHash, salted, wordsHash, type PublicWords, type Words } from "./texts";
import type { ContractName } from "../signing/trust";
import { selection } from "../signing/typedData";
import type { AgentWallet } from "../signing/wallet";

/** The length of each window in seconds. */
type Windows = Partial<Record<"open" | "work" | "review" | "resubmit" | "contest" | "rule" | "rate", number>>;

/** The terms of a new task. */
export interface NewTask extends Omit<PublicWords, "reservedFor"> {
  contract?: ContractName;
  rewardUsdc: string;
  stakeUsdc: string;
  /** `instant`: the first worker who stakes starts. `selection`: only the worker whom the poster chooses. */
  mode?: "instant" | "selection";
  /** To hire this worker: only it can start. */
  worker?: string;
  maxChangeRounds?: number;
  /** A wallet that may approve the work besides you; `schema`: the service does, once output meets `outputSchema`. */
  judge?: string;
  windows?: Windows;
  /** For the worker who staked. */
  privateDetails?: Words;
}

interface PosterParts {
  steps: Steps;
  requests: Requests;
  wallet: () => AgentWallet;
  chainId: number;
  readTask: (key: TaskKey) => Promise<Task>;
  newSalt: () => string;
}

/** The side of a task that pays for it. */
export class Poster {
  constructor(private readonly parts: PosterParts) {}

  /** Puts the reward into escrow, with the task's texts. */
  async create(task: NewTask, options?: StepOptions): Promise<Confirmed> {
    const { steps, requests, wallet, newSalt } = this.parts;
    const {
      contract = "human",
      rewardUsdc,
      stakeUsdc,
      worker,
      mode = worker === undefined ? "instant" : "selection",
      maxChangeRounds,
      judge,
      windows,
      privateDetails,
      ...given
    } = task;
    const words = { ...given, ...(worker !== undefined && { reservedFor: getAddress(worker) }) };
    const details = privateDetails ? salted(privateDetails, newSalt()) : null;
    const path = "/agentCreateTaskSimple";
    const address = await wallet().address();
    const named = judge === "schema" ? await requests.judge() : judge;
    const body = { ...task, contract, mode, wallet: address, ...(details && { privateDetails: details }) };
    const hashOf = (prepared: Prepared & { metadata?: unknown }) => metadataHash(prepared.metadata, words, details);
    const created = await steps.take<Prepared & { metadata?: unknown }>(
      {
        path,
        contract,
        about: { create: task },
        purpose: `Create the task “${task.title}” for ${rewardUsdc} USDC`,
        takesUsdcUnits: usdcUnits(rewardUsdc),
        prepare: (more) => requests.open(path, { ...body, ...more }),
        calls: (prepared) => {
          const fixed = {
            reward: usdcUnits(rewardUsdc),
            stake: usdcUnits(stakeUsdc),
            metadataHash: hashOf(prepared),
            mode: mode === "instant" ? 0 : 1,
            judge: getAddress(named ?? NO_JUDGE),
          };
          return [
            { function: "createTask", arguments: { terms: { ...fixed, maxChangeRounds, windows: { ...windows } } } },
          ];
        },
        confirmWith: (prepared) => ({ wallet: address, contract, metadataHash: hashOf(prepared) }),
      },
      options,
    );
    return worker === undefined ? created : this.sealed(created, getAddress(worker));
  }

  /** Signs the selection of the worker that an open task is reserved for; `task` was read for this wallet. */
  async hire(task: Task): Promise<Confirmed> {
    return this.sealed({ task, _nextAction: task._nextAction }, getAddress(task.reservedFor ?? ""));
  }

  private async sealed(created: Confirmed, worker: string): Promise<Confirmed> {
    const { task, _nextAction: next } = created;
    if (next?.action !== "hire") return created;
    const voucher = await this.voucher(task, worker, secondsOf(task.deadlines.openUntil));
    return this.parts.requests.open<Confirmed>(next.endpoint, { view: "full", ...next.body, ...voucher });
  }

  /**
   * Raises the reward of an open task to `rewardUsdc` in total, lets workers start until `openUntil` (unix seconds), or
   * both. What is not given stays as the task shows it now.
   */
  async fundMore(
    key: TaskKey,
    { rewardUsdc, openUntil }: { rewardUsdc?: string; openUntil?: number },
    options?: StepOptions,
  ): Promise<Confirmed> {
    const task = await this.parts.readTask(key);
    const [reward, current] = [usdcUnits(rewardUsdc ?? task.rewardUsdc), usdcUnits(task.rewardUsdc)];
    const fields = {
      rewardUsdc: rewardUsdc ?? task.rewardUsdc,
      openUntil: openUntil ?? secondsOf(task.deadlines.openUntil),
    };
    const call = { function: "fundMore", arguments: { taskId: key.taskId, reward, openUntil: fields.openUntil } };
    const step = {
      path: "/agentFundMore",
      verb: "Add to",
      fields,
      calls: [call] as const,
      takesUsdcUnits: reward > current ? reward - current : 0n,
    };
    return this.parts.steps.ofTask(key, step, options);
  }

  /** Takes the reward of an open task back, less the cancel fee. */
  async cancel(key: TaskKey, options?: StepOptions): Promise<Confirmed> {
    const call = { function: "cancelTask", arguments: { taskId: key.taskId } };
    return this.parts.steps.ofTask(key, { path: "/agentCancelTask", verb: "Cancel", calls: [call] }, options);
  }

  /**
   * Selects a worker: signs the contract's Selection, valid until the task closes or the given deadline (unix seconds).
   */
  async select(key: TaskKey, worker: string, deadline?: number): Promise<InterestAnswer> {
    const { requests, readTask } = this.parts;
    const task = await readTask(key);
    const voucher = await this.voucher(task, worker, deadline ?? secondsOf(task.deadlines.openUntil));
    return requests.signed("/mkt/interest/resolve", { ...keyOf(key), worker, decision: "approve", ...voucher });
  }

  /** The signed selection of a worker, as requests take it. */
  private async voucher({ contract, taskId, metadataHash }: Task, worker: string, voucherDeadline: number) {
    const { requests, wallet, chainId } = this.parts;
    const escrow = await requests.escrow(contract);
    const message = { taskId, metadataHash, worker, deadline: voucherDeadline };
    const typedData = selection({ chainId, escrow }, message);
    const voucherSignature = await wallet().signTypedData(typedData, `Select ${worker} for task ${taskId}`);
    return { voucherDeadline, voucherSignature };
  }

  /** Declines a worker. */
  async decline(key: TaskKey, worker: string): Promise<InterestAnswer> {
    return this.parts.requests.signed("/mkt/interest/resolve", { ...keyOf(key), worker, decision: "reject" });
  }

  /** Asks for changes to exactly this work: the reason for the worker, its hash for the chain. */
  async requestChanges(
    key: TaskKey,
    { text, links = [], submissionHash }: Words & Pick<Judgement, "submissionHash">,
    options?: StepOptions,
  ): Promise<Confirmed> {
    const { steps, requests, wallet, newSalt } = this.parts;
    const path = "/agentDecide";
    const reason = salted({ text, links }, newSalt());
    const named = { wallet: await wallet().address(), ...keyOf(key) };
    return steps.take(
      {
        path,
        contract: key.contract,
        about: { ...keyOf(key), changes: { text, links, submissionHash } },
        purpose: `Request changes to the work of task ${key.taskId}`,
        prepare: () => requests.open<Prepared>(path, { ...named, action: "changes", submissionHash, ...reason }),
        calls: () => [
          {
            function: "requestChanges",
            arguments: { taskId: key.taskId, submissionHash, reasonHash: wordsHash(reason) },
          },
        ],
        confirmWith: () => named,
      },
      options,
    );
  }

  /** Approves exactly this work; the worker is paid. */
  async approve(key: TaskKey, judgement: Judgement, options?: StepOptions): Promise<Confirmed> {
    return this.parts.steps.ofTask(key, decisionStep(key, "approve", judgement), options);
  }

  /** Rates work that the task's judge approved: once, by `deadlines.rateBy`, and without money. */
  async rateWork(
    key: TaskKey,
    { rating, comment }: Omit<Judgement, "submissionHash">,
    options?: StepOptions,
  ): Promise<Confirmed> {
    const call = { function: "rateWork", arguments: { taskId: key.taskId, rating, commentHash: id(comment) } };
    const decision = "approve";
    const step = {
      path: "/agentDecide",
      verb: "Rate the judged work of",
      fields: { decision, rating, comment },
      calls: [call] as const,
      confirm: { decision },
    };
    return this.parts.steps.ofTask(key, step, options);
  }

  /** Rejects exactly this work; the worker may contest. */
  async reject(key: TaskKey, judgement: Judgement, options?: StepOptions): Promise<Confirmed> {
    return this.parts.steps.ofTask(key, decisionStep(key, "reject", judgement), options);
  }
}

type InterestAnswer = { interest: components["schemas"]["Interest"]; workflowStatus: Task["workflowStatus"] };

function secondsOf(time: string | null): number {
  const seconds = Math.floor(Date.parse(time ?? "") / 1000);
  if (!Number.isFinite(seconds)) throw new UntrustedError("The task has no deadline to start.");
  return seconds;
}
