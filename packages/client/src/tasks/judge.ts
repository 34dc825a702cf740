import { MktError, ProblemError } from "../errors";
import type { Http } from "../service/http";
import type { Requests } from "../service/requests";
import type { Prepared } from "./step";
import type { Confirmed, StepOptions, Steps } from "./steps";
import { keyOf, type Task, type TaskKey } from "./taskKey";
import { verdict } from "../signing/typedData";
import { waitUntil } from "../wait";
import type { AgentWallet } from "../signing/wallet";

const PATH = "/mkt/judge";
/** How long a verdict can be sent. */
const VALID_SECONDS = 600;
const OTHER_WAY = new Set(["relay_unavailable", "relay_refused"]);

interface JudgeParts {
  http: Http;
  steps: Steps;
  requests: Requests;
  wallet: () => AgentWallet;
  chainId: number;
  nowMs: () => number;
  readTask: (key: TaskKey) => Promise<Task>;
}

/** The side that a task's poster named to approve work besides it. */
export class Judge {
  constructor(private readonly parts: JudgeParts) {}

  /**
   * Approves exactly this work, which pays its worker: signs the contract's Verdict, which the service sends, or this wallet
   * where the service does not. It takes nothing from this wallet, and it cannot be taken back.
   */
  async approve(key: TaskKey, submissionHash: string, options: StepOptions = {}): Promise<Confirmed> {
    const { requests, wallet, chainId, nowMs, readTask } = this.parts;
    const { changeRounds: round, terms } = await readTask(key);
    const address = await wallet().address();
    if (terms.judge !== address)
      throw new MktError("forbidden_role", `Task ${key.taskId} names ${terms.judge ?? "no wallet"} as its judge.`);
    const deadline = Math.floor(nowMs() / 1_000) + VALID_SECONDS;
    const message = { taskId: key.taskId, round, submissionHash, deadline };
    const typedData = verdict({ chainId, escrow: await requests.escrow(key.contract) }, message);
    const signature = await wallet().signTypedData(
      typedData,
      `Approve the work of task ${key.taskId}; its worker is paid`,
    );
    const brought = { ...keyOf(key), submissionHash, verdictDeadline: deadline, signature };
    try {
      return await this.relayed(key, brought, options);
    } catch (error) {
      if (!(error instanceof ProblemError) || !OTHER_WAY.has(error.code)) throw error;
      return this.sent(key, brought, round, address, options);
    }
  }

  private relayed(key: TaskKey, brought: object, { signal, timeoutMs }: StepOptions): Promise<Confirmed> {
    const send = async () => {
      try {
        const body = { ...brought, view: "full" };
        return await this.parts.http.post<Confirmed>(PATH, body, { signal, soon: true });
      } catch (error) {
        if (error instanceof ProblemError && error.code === "tx_not_confirmed") return null;
        throw error;
      }
    };
    const waits = { ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
    return waitUntil(
      `the verdict on task ${key.taskId}`,
      send,
      (answer): answer is Confirmed => answer !== null,
      waits,
    );
  }

  private sent(
    key: TaskKey,
    brought: { submissionHash: string; verdictDeadline: number },
    round: number,
    wallet: string,
    options: StepOptions,
  ): Promise<Confirmed> {
    const { steps, requests } = this.parts;
    const { submissionHash, verdictDeadline } = brought;
    const verdictOf = { taskId: key.taskId, round, submissionHash, verdictDeadline };
    return steps.take<Prepared>(
      {
        path: "/agentDecide",
        contract: key.contract,
        about: { ...keyOf(key), verdict: submissionHash },
        purpose: `Send the verdict on task ${key.taskId} on ${key.contract}`,
        prepare: () => requests.open<Prepared>(PATH, { ...brought, wallet }),
        calls: () => [{ function: "approveByJudge", arguments: verdictOf }],
        confirmWith: () => ({ ...keyOf(key), wallet }),
      },
      options,
    );
  }
}
