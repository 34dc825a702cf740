import type { Firestore } from "@google-cloud/firestore";
import { MaxUint256 } from "ethers";
import { setTimeout as sleep } from "node:timers/promises";
import { firestoreInterests } from "../../functions/src/adapters/firestore/tasks/interests";
import { firestoreKeeperStore } from "../../functions/src/adapters/firestore/payments/keeperStore";
import { firestoreResubmissions } from "../../functions/src/adapters/firestore/tasks/resubmissions";
import { firestoreTasks } from "../../functions/src/adapters/firestore/tasks/tasks";
import type { TaskKey } from "../../functions/src/domain/task/events";
import { keeper, type KeeperParts, type KeeperReport } from "../../functions/src/application/tasks/indexing/keeper";
import { partsOver, runToEnd } from "../setup/projected";
import { keeperWalletOn } from "../setup/chain/keeper";
import { Market } from "../setup/market";

export const BUYERS = ["buyer", "payer"] as const;
export const WORKERS = ["worker", "worker2", "payer2"] as const;
export const EVERYBODY = [...BUYERS, ...WORKERS, "arbiter", "stranger"] as const;
export type Somebody = (typeof EVERYBODY)[number];

/** `finalized` is so many blocks behind the newest; a reorg undoes fewer. */
const SAFE_DEPTH = 4;
export const FINALITY = 2 * SAFE_DEPTH;

/** One market for all histories: its two buyers, its three workers, and the jobs that run beside them. */
export class Fair {
  private runs = 0;

  private constructor(
    readonly market: Market,
    readonly db: Firestore,
  ) {}

  static async open(db: Firestore): Promise<Fair> {
    const market = await Market.open(db, {}, { safeDepth: SAFE_DEPTH });
    for (const role of ["payer", "payer2"] as const) {
      for (const contract of ["human", "agent-fast"] as const) {
        await market.stage.call({ function: "approveUsdc", contract, amountUsdcUnits: MaxUint256 }, role);
      }
    }
    await market.chain.mine(FINALITY);
    return new Fair(market, db);
  }

  async index(): Promise<void> {
    await runToEnd(partsOver(this.db, this.market.stage.escrow));
    await firestoreInterests(this.db).countChanged(10_000);
  }

  /** One run of the keeper. It ends the silent turns of these tasks only, so that histories cost the same, the last as the first. */
  async keep(keys: readonly TaskKey[]): Promise<KeeperReport> {
    const parts = this.keeperParts(keys);
    // As the job does that brings the wallets' transactions to their end.
    await parts.wallet.advance();
    return keeper(parts);
  }

  /** What is paid to this worker meanwhile is refused by USDC, and becomes a credit. */
  async paying<T>(refused: string | false, pay: () => Promise<T>): Promise<T> {
    return refused === false ? pay() : this.market.stage.whileDenied(refused as Somebody, pay);
  }

  /** A reorg may have undone the end of a refusal. */
  async refuseNoOne(): Promise<void> {
    for (const role of WORKERS) await this.market.stage.denyUsdc(role, false);
  }

  private keeperParts(keys: readonly TaskKey[]): KeeperParts {
    const { market, db } = this;
    const { log, stage, chain } = market;
    const tasks = firestoreTasks(db);
    const overdue = async (nowSeconds: number) =>
      (await tasks.getAll(keys))
        .filter((record) => record !== null)
        .filter(({ task }) =>
          Object.values(task.deadlines).some((deadline) => deadline !== null && deadline < nowSeconds),
        );
    return {
      ...partsOver(db, stage.escrow),
      log,
      resubmissions: firestoreResubmissions(db),
      keeperStore: firestoreKeeperStore(db),
      tasks: { ...tasks, overdue },
      wallet: keeperWalletOn(chain, db, { log, nowMs: () => market.nowMs(), sleep: () => sleep(5) }),
      owner: `run-${++this.runs}`,
      nowMs: () => market.nowMs(),
      callsTimeouts: true,
    };
  }
}
