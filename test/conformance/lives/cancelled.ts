import type { Json } from "../api";
import { CHATS, unitsOf } from "../purchases";
import { once } from "../world";
import { type Key, keyOf, METADATA, REWARD, Steps, type Variant } from "./steps";

interface Created {
  key: Key;
  prepared: Json;
  task: Json;
  /** The token of the reward. */
  token: string;
  rewardUsdc: string;
}

/** Tasks that no worker starts, which their buyer cancels. */
export class CancelledLives extends Steps {
  readonly approval = once(() =>
    this.world.act(this.world.buyer, "/agentApproveUSDC", { contract: "human", amountUsdc: REWARD.rewardUsdc }),
  );

  readonly created = {
    human: once(async () => {
      await this.approval();
      return this.create("human");
    }),
    "agent-fast": once(() => this.create("agent-fast")),
  };

  readonly refused = once(async () => {
    const { key } = await this.created.human();
    const { worker, buyer } = this.world;
    await this.world.signed(worker, "/mkt/interest", key);
    const body = { ...key, worker: worker.address, decision: "reject" };
    const foreign = await this.world.signedReply(worker, "/mkt/interest/resolve", body);
    const answer = await this.world.signed(buyer, "/mkt/interest/resolve", body);
    return {
      key,
      foreign,
      answer,
      status: await this.status(key, worker.address),
      board: await this.board("interested", worker.address),
    };
  });
  /** The lists of open tasks by contract, while both tasks are open and a task of the other life is started. */
  readonly listed = once(async () => {
    await this.created.human();
    await this.created["agent-fast"]();
    const list = async (contract: Variant) =>
      (await this.world.api.ok(`/mkt/tasks?contract=${contract}&limit=50`)).items;
    return { human: (await list("human")) as Json[], "agent-fast": (await list("agent-fast")) as Json[] };
  });

  /** What cancelling costs, in base units, by contract: of the first task, and of one with another reward. */
  readonly costs = {
    human: once(async () => {
      await this.refused();
      await this.listed();
      return [await this.cancel(await this.created.human()), await this.cancel(await this.create("human", "3"))];
    }),
    "agent-fast": once(async () => {
      await this.listed();
      return [
        await this.cancel(await this.created["agent-fast"]()),
        await this.cancel(await this.create("agent-fast", "3")),
      ];
    }),
  };

  private async create(contract: Variant, rewardUsdc = REWARD.rewardUsdc): Promise<Created> {
    const [token = ""] = (await this.purchases.quotes[CHATS]()).contracts;
    const body = { ...REWARD, ...METADATA, rewardUsdc, contract, mode: "selection" };
    const { prepared, confirmed } = await this.world.act(this.world.buyer, "/agentCreateTaskSimple", body);
    const key = keyOf(contract, confirmed);
    return { key, token, rewardUsdc, prepared, task: await this.view(key) };
  }

  private async cancel({ key, token, rewardUsdc }: Created): Promise<{ task: Json; prepared: Json; units: bigint }> {
    const { buyer } = this.world;
    const before = await this.world.unitsOf(token, buyer.address);
    const { prepared, task } = await this.step("buyer", "/agentCancelTask", key);
    const after = await this.world.unitsOf(token, buyer.address);
    return { task, prepared, units: unitsOf(rewardUsdc) - (after - before) };
  }
}
