import type { Json, Reply } from "../api";
import type { Purchases } from "../purchases";
import { once, type World } from "../world";
import { holds } from "../holds";

export type Variant = "human" | "agent-fast";

export interface Key {
  contract: Variant;
  taskId: string;
}

export const REWARD = { rewardUsdc: "2", stakeUsdc: "0.2" };
/** Its members are in the order of RFC 8785, which its hash needs. */
export const METADATA = { category: "writing", description: "One page in plain words.", title: "Summarise a report" };

/** The task that a confirmation is about. */
export function keyOf(contract: Variant, confirmed: Json): Key {
  const { taskId } = { ...confirmed, ...confirmed.task } as { taskId: string };
  return { contract, taskId };
}

/** What the lives of tasks consist of. */
export class Steps {
  constructor(
    protected readonly world: World,
    protected readonly purchases: Purchases,
  ) {}

  /** Prepares, sends and confirms, and looks at the task afterwards. */
  protected async step<Body extends Key>(
    role: "buyer" | "worker",
    path: string,
    body: Body,
  ): Promise<{ prepared: Json; task: Json }> {
    const { prepared } = await this.world.act(this.world[role], path, body);
    return { prepared, task: await this.view(body) };
  }

  /** The public view of a task. */
  view({ contract, taskId }: Key): Promise<Json> {
    return this.world.api.ok(`/mkt/task?${String(new URLSearchParams({ contract, id: taskId }))}`);
  }

  status({ contract, taskId }: Key, wallet: string): Promise<Json> {
    return this.world.api.ok(`/mkt/interest/status?${String(new URLSearchParams({ contract, taskId, wallet }))}`);
  }

  board(tab: string, wallet: string): Promise<Json> {
    return this.world.api.ok(`/mkt/dashboard?${String(new URLSearchParams({ wallet, tab }))}`);
  }

  /** The buyer's session. */
  readonly session = once(async () => {
    const { api, buyer } = this.world;
    const challenge = await api.post("/mktAgentSessionChallenge", { wallet: buyer.address });
    const { message } = challenge.json;
    const opened = await api.post("/mktAgentSession", {
      message,
      signature: await buyer.signMessage(message as string),
    });
    return { challenge, opened, headers: { authorization: `Bearer ${opened.json.agentSessionToken}` } };
  });

  async submissions(key: Key): Promise<Json> {
    return this.world.api.ok("/agentGetSubmissionDetails", key, (await this.session()).headers);
  }

  /** Both reads of private details by the worker. */
  protected async detailsOf(key: Key): Promise<{ agent: Reply; signed: Reply }> {
    return {
      agent: await this.world.signedReply(this.world.worker, "/agentGetPrivateDetails", key),
      signed: await this.world.signedReply(this.world.worker, "/mkt/private-details", key),
    };
  }

  /** Asks for changes without a transaction. */
  protected async askChanges(key: Key): Promise<{ key: Key; reply: Reply; task: Json }> {
    const body = { ...key, reason: "Please name your sources." };
    const reply = await this.world.signedReply(this.world.buyer, "/mkt/request-changes", body);
    return { key, reply, task: await this.view(key) };
  }

  /** Sends the transaction that the answer asked for, and confirms it. */
  protected async requestChanges({
    key,
    reply,
  }: {
    key: Key;
    reply: Reply;
  }): Promise<{ key: Key; answer: Json; task: Json }> {
    const { transaction, gasless: _, ...again } = reply.json._nextAction.body;
    const txHash = await this.world.send(this.world.buyer, [transaction]);
    const answer = await this.world.signed(this.world.buyer, "/mkt/request-changes", { ...again, txHash });
    return { key, answer, task: await this.view(key) };
  }

  protected transactionsOf(address: string): Promise<number> {
    const { provider } = this.world.buyer;
    holds(provider);
    return provider.getTransactionCount(address);
  }
}
