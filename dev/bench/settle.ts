import { Buyer } from "../../test/setup/paying/buyer";
import { countFirestore } from "../../test/setup/database/countFirestore";
import { CountedAnswers, testService } from "../../test/setup/service";
import { sendPayment, signPayment } from "../../test/setup/paying/signedPayment";
import type { Background } from "./background";
import { benchFirestore } from "./firestore";
import { quantile, type Figure, figure } from "./table";

/** Payments that only load what is loaded once. */
const WARM_UP = 3;

/** What a signed payment costs: batches to a node before it is broadcast and in all, round trips to the database, and time. */
export async function benchSettle({ firestoreHost, rpc, chain }: Background, payments: number): Promise<Figure[]> {
  const { db, idle, close } = benchFirestore(firestoreHost, "demo-bench-settle");
  const count = countFirestore(db);
  const service = await testService({ db, answers: new CountedAnswers(), settings: { RPC_URLS: rpc.url } });
  const { url } = new Buyer(`${service.baseUrl}/demand-insights`, chain);
  const costs: { ms: number; before: number; batches: number; firestore: number }[] = [];
  try {
    for (let at = -WARM_UP; at < payments; at++) {
      const payment = await signPayment(chain);
      await idle();
      rpc.reset();
      count.reset();
      const started = performance.now();
      const { status } = await sendPayment(url, payment);
      const ms = performance.now() - started;
      if (status !== 200) throw new Error(`a payment was answered with ${status}`);
      const methods = rpc.calls.map(({ method }) => method);
      // Each batch begins with the question which chain it is.
      const before = methods
        .slice(0, methods.indexOf("eth_sendRawTransaction") - 1)
        .filter((method) => method === "eth_chainId").length;
      if (at >= 0) costs.push({ ms, before, batches: rpc.roundTrips, firestore: count.calls.length });
    }
  } finally {
    await service.close();
    await close();
  }
  const most = (part: "before" | "batches" | "firestore") => Math.max(...costs.map((cost) => cost[part]));
  const times = costs.map(({ ms }) => ms);
  return [
    figure("settle, JSON-RPC batches before the broadcast, most", most("before"), "", { most: 1 }),
    figure("settle, JSON-RPC batches in all, most", most("batches"), ""),
    figure("settle, Firestore round trips, most", most("firestore"), ""),
    figure("settle, p50, a chain that mines at once", quantile(times, 0.5), "ms"),
    figure("settle, p95", quantile(times, 0.95), "ms"),
  ];
}
