import { randomUUID } from "node:crypto";
import path from "node:path";
import { LEASE_MS } from "../../functions/src/application/payments/deliver";
import { Buyer, QUESTION, type Reply } from "../setup/paying/buyer";
import { sharedChain } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { serveInProcess } from "../setup/http/processes";
import { sampled } from "../setup/runs";
import { CountedAnswers, testService } from "../setup/service";
import type { TestServer } from "../setup/http/server";
import { type CrashEnv, STEPS } from "./crashingService";

const MODULE = path.join(__dirname, "crashingService.ts");
const chain = sharedChain();
const { db, projectId } = testFirestore();
let service: TestServer;
let later: TestServer;
let buyer: Buyer;

beforeAll(async () => {
  const answers = () => new CountedAnswers(() => randomUUID());
  service = await testService({ db, answers: answers() });
  // The same service after the lease of a dead process has lapsed.
  later = await testService({ db, answers: answers(), nowMs: () => Date.now() + LEASE_MS + 1_000 });
  buyer = new Buyer(`${service.baseUrl}/demand-insights`, chain);
});
afterAll(() => Promise.all([service.close(), later.close()]));

const start = (at?: string) => {
  const env: CrashEnv = { CRASH_PROJECT: projectId, ...(at !== undefined && { CRASH_AT: at }) };
  return serveInProcess(MODULE, { ...env });
};
const stored = async (txHash: string) =>
  (await db.collection("purchases").where("txHash", "==", txHash).get()).docs.map((doc) => doc.data());
const paymentsOf = async (txHash: string) => (await db.collection("payments").where("txHash", "==", txHash).get()).size;

/** Every moment at which a process can die, with what it has left in the database by then. */
const MOMENTS = STEPS.flatMap((step) => (["before", "after"] as const).map((when) => `${step} ${when}`));
const claimedBy = (moment: string) => MOMENTS.indexOf(moment) >= MOMENTS.indexOf("claim after");

describe("faults", () => {
  it.each(sampled(MOMENTS, 3))(
    "P16: a process killed at %s leaves a payment whose retry is answered, always with the same bytes",
    async (moment) => {
      const quote = await buyer.quote();
      const txHash = await buyer.payMarked(quote);
      const dying = await start(moment);
      const lost = new Buyer(`${dying.baseUrl}/demand-insights`, chain).redeem(quote, txHash);
      await expect(lost).rejects.toThrow("fetch failed");
      await dying.close();

      const left = await stored(txHash);
      expect(left.map(({ state }) => state as string)).toEqual(
        claimedBy(moment) ? [moment === "deliver after" ? "delivered" : "claimed"] : [],
      );

      const retry = new Buyer(`${later.baseUrl}/demand-insights`, chain);
      const replies: Reply[] = await Promise.all(Array.from({ length: 3 }, () => retry.redeem(quote, txHash)));
      replies.push(await buyer.redeem(quote, txHash), await buyer.redeem(quote, txHash, {}));
      expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200));
      const [after] = await stored(txHash);
      expect(new Set(replies.map(({ text }) => text))).toEqual(new Set([after?.["result"] as string]));
      if (left[0]?.["result"] != null) expect(after?.["result"]).toBe(left[0]["result"]);
      expect(await paymentsOf(txHash)).toBe(1);
    },
  );
});

describe("security", () => {
  it("P3 X1: sells one answer for one transfer to 50 redemptions at once through two processes", async () => {
    const other = await start();
    const buyers = [buyer, new Buyer(`${other.baseUrl}/demand-insights`, chain)];
    const quotes = await Promise.all(Array.from({ length: 50 }, (_, at) => (buyers[at % 2] ?? buyer).quote()));
    const txHash = await buyer.payPlain(quotes[0] as { recipient: string } & (typeof quotes)[0]);
    let waiting = quotes.map((quote, at) => ({ quote, by: buyers[at % 2] ?? buyer }));
    const codes: unknown[] = [];
    // The emulator may abort every one of two contenders; a contender that is told to retry does.
    for (let round = 0; round < 5 && waiting.length > 0; round++) {
      const replies = await Promise.all(waiting.map(({ quote, by }) => by.redeem(quote, txHash, QUESTION)));
      codes.push(...replies.filter(({ status }) => status !== 503).map(({ status, json }) => json.code ?? status));
      waiting = waiting.filter((_, at) => replies[at]?.status === 503);
    }
    await other.close();
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === "tx_already_used")).toHaveLength(49);
    expect([await paymentsOf(txHash), (await stored(txHash)).length]).toEqual([1, 1]);
  });

  it("P17 F2: computes once for 20 equal redemptions at once through two processes, and gives all the same bytes", async () => {
    const other = await start();
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    const buyers = [buyer, new Buyer(`${other.baseUrl}/demand-insights`, chain)];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (buyers[at % 2] ?? buyer).redeem(quote, txHash)),
    );
    await other.close();
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });
});
