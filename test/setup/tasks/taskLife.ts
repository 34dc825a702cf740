import { Agent, good, keyIn, OFFER, taskKey, WORK, DETAILS } from "../agent";
import type { Market } from "../market";

/** A task as requests name it. */
export type Named = ReturnType<typeof keyIn>;

/** The states that tests begin with, reached through the API; the buyer posts, the worker works. */
export class TaskLife {
  readonly buyer: Agent;
  readonly worker: Agent;

  constructor(private readonly market: Market) {
    this.buyer = new Agent(market, "buyer");
    this.worker = new Agent(market, "worker");
  }

  async created(more: object = {}): Promise<Named> {
    return keyIn(await this.buyer.do("/agentCreateTaskSimple", { ...OFFER, privateDetails: DETAILS, ...more }));
  }

  async started(more: object = {}): Promise<Named> {
    const key = await this.created(more);
    await this.worker.do("/agentStakeAndConfirm", key);
    return key;
  }

  async submitted(more: object = {}): Promise<Named> {
    const key = await this.started(more);
    await this.worker.do("/agentSubmitWork", { ...key, ...WORK });
    return key;
  }

  /** With an open change request. */
  async requested(more: object = {}): Promise<Named> {
    const key = await this.submitted(more);
    await this.market.take("requestChanges", taskKey(key));
    return key;
  }

  async approved(more: object = {}): Promise<Named> {
    const key = await this.submitted(more);
    await this.market.take("approve", taskKey(key));
    return key;
  }

  /** The hash of the newest work, as the buyer reads it. */
  async workHash(key: Named): Promise<string> {
    const { json } = good(await this.buyer.call("/agentGetSubmissionDetails", key, await this.buyer.session()));
    const { submissions } = json as { submissions: { submissionHash: string }[] };
    return submissions.at(-1)?.submissionHash ?? "";
  }
}
