import path from "node:path";
import { localAnswers } from "../../packages/answers/src/local";
import { firestoreSnapshots } from "../../functions/src/adapters/firestore/snapshots";
import type { Answers } from "../../functions/src/ports/answers";
import { importDataset } from "../tools/importDataset";
import { Buyer, QUESTION } from "../../test/setup/paying/buyer";
import { countFirestore } from "../../test/setup/database/countFirestore";
import { KeptLog, testService } from "../../test/setup/service";
import type { Background } from "./background";
import { benchFirestore } from "./firestore";
import { quantile, type Figure, figure } from "./table";

const SAMPLE = path.join(__dirname, "../local/sample", "chats.jsonl");

/** What one request cost. */
interface Cost {
  ms: number;
  rpcRoundTrips: number;
  firestoreBefore: number;
  firestoreAfter: number;
}

/**
 * What a redemption and its replay cost: round trips to the chain and to the database, before and
 * after the answer is computed, and time, with the product's own sample as the dataset.
 */
export async function benchRedeem({ firestoreHost, rpc, chain }: Background, redemptions: number): Promise<Figure[]> {
  const { db, idle, close } = benchFirestore(firestoreHost, "demo-bench-redeem");
  // The dataset's own reads, one a minute, are no part of a redemption.
  const data = benchFirestore(firestoreHost, "demo-bench-redeem");
  const snapshots = firestoreSnapshots(data.db);
  await importDataset({ kind: "chats", file: SAMPLE, snapshots, now: Date.now, progress: () => {} });

  const count = countFirestore(db);
  // What publishes the events of a payment runs beside the redemption, which does not wait for it.
  const trips = () => count.calls.length;
  let beforeCompute = 0;
  const engine = localAnswers({ snapshots, now: Date.now, log: new KeptLog() });
  const answers: Answers = {
    foresee: (...asked) => engine.foresee(...asked),
    answer: (kind, messages) => {
      beforeCompute = trips();
      return engine.answer(kind, messages);
    },
  };
  const service = await testService({ db, answers, settings: { RPC_URLS: rpc.url } });
  const buyer = new Buyer(`${service.baseUrl}/demand-insights`, chain);
  const costOf = async (request: () => Promise<{ status: number }>): Promise<Cost> => {
    await idle();
    count.reset();
    rpc.reset();
    beforeCompute = -1;
    const started = performance.now();
    const { status } = await request();
    const ms = performance.now() - started;
    if (status !== 200) throw new Error(`a redemption was answered with ${status}`);
    const before = beforeCompute === -1 ? trips() : beforeCompute;
    return { ms, rpcRoundTrips: rpc.roundTrips, firestoreBefore: before, firestoreAfter: trips() - before };
  };

  try {
    const redeemed: Cost[] = [];
    const replayed: Cost[] = [];
    for (let at = -WARM_UP; at < redemptions; at++) {
      const quote = await buyer.quote(QUESTION);
      const txHash = await buyer.payMarked(quote);
      const first = await costOf(() => buyer.redeem(quote, txHash));
      const again = await costOf(() => buyer.redeem(quote, txHash));
      if (at < 0) continue;
      redeemed.push(first);
      replayed.push(again);
    }
    const most = (costs: Cost[], part: keyof Cost) => Math.max(...costs.map((cost) => cost[part]));
    const times = (costs: Cost[], share: number) =>
      quantile(
        costs.map(({ ms }) => ms),
        share,
      );
    return [
      figure("redeem, JSON-RPC round trips, most", most(redeemed, "rpcRoundTrips"), "", { most: 1 }),
      figure("redeem, Firestore round trips before compute, most", most(redeemed, "firestoreBefore"), "", { most: 2 }),
      figure("redeem, Firestore round trips after compute, most", most(redeemed, "firestoreAfter"), "", { most: 1 }),
      figure("redeem, p50", times(redeemed, 0.5), "ms"),
      figure("redeem, p95", times(redeemed, 0.95), "ms"),
      figure("replay, JSON-RPC round trips, most", most(replayed, "rpcRoundTrips"), "", { most: 0 }),
      figure("replay, Firestore round trips, most", most(replayed, "firestoreBefore"), "", { most: 1 }),
      figure("replay, p50", times(replayed, 0.5), "ms"),
      figure("replay, p95", times(replayed, 0.95), "ms"),
    ];
  } finally {
    await service.close();
    await Promise.all([close(), data.close()]);
  }
}

/** Rounds that only load what is loaded once. */
const WARM_UP = 3;
