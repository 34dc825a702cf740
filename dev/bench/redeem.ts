import path from "node:path";
import { localAnswers } from "../../packages/answers/src/local";
import { firestoreSnapshots } from "../../functions/src/adapters/firestore/snapshots";
import type { Answers } from "../../functions/src/ports/answers";
import { importDataset } from "../tools/importDataset";
import { Buyer, QUESTION } from "../../test/setup/buyer";
import { countFirestore } from "../../test/setup/countFirestore";
import { KeptLog, testService } from "../../test/setup/service";
import type { Background } from "./background";
import { benchFirestore } from "./firestore";
import { quantile, type Figure } from "./table";

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
      {
        what: "redeem, JSON-RPC round trips, most",
        value: most(redeemed, "rpcRoundTrips"),
        unit: "",
        goal: { most: 1 },
      },
      {
        what: "redeem, Firestore round trips before compute, most",
        value: most(redeemed, "firestoreBefore"),
        unit: "",
        goal: { most: 2 },
      },
      {
        what: "redeem, Firestore round trips after compute, most",
        value: most(redeemed, "firestoreAfter"),
        unit: "",
        goal: { most: 1 },
      },
      { what: "redeem, p50", value: times(redeemed, 0.5), unit: "ms" },
      { what: "redeem, p95", value: times(redeemed, 0.95), unit: "ms" },
      {
        what: "replay, JSON-RPC round trips, most",
        value: most(replayed, "rpcRoundTrips"),
        unit: "",
        goal: { most: 0 },
      },
      {
        what: "replay, Firestore round trips, most",
        value: most(replayed, "firestoreBefore"),
        unit: "",
        goal: { most: 1 },
      },
      { what: "replay, p50", value: times(replayed, 0.5), unit: "ms" },
      { what: "replay, p95", value: times(replayed, 0.95), unit: "ms" },
    ];
  } finally {
    await service.close();
    await Promise.all([close(), data.close()]);
  }
}

/** Rounds that only load what is loaded once. */
const WARM_UP = 3;
