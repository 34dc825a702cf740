import { firestoreEventLog } from "../../../../functions/src/adapters/firestore/events/eventLog";
import { firestorePayments } from "../../../../functions/src/adapters/firestore/payments/payments";
import type { MarketEvent } from "../../../../functions/src/domain/events/event";
import type { Payment, Purchase } from "../../../../functions/src/domain/payment/purchase";
import { GrpcError, hookFirestore, UNAVAILABLE } from "../../../setup/database/hookFirestore";
import { claimOf } from "../../../setup/paying/claims";
import { hash, PAYER, RECIPIENT } from "../../../setup/paying/evidence";
import { testFirestore } from "../../../setup/firestore";
import type { Versioned } from "../../../../functions/src/ports/payments";

const { db } = testFirestore();
const hooks = hookFirestore(db);
const CLAIMED_AT = claimOf("", "plain").purchase.claimedAt;
const log = firestoreEventLog(db, () => CLAIMED_AT + 1_000);
const payments = firestorePayments(db, log);
afterEach(() => Object.assign(hooks, { before: undefined, after: undefined, twice: undefined }));

const QUESTION = "what nobody may read";
let made = 0;

function newClaim(finality: Payment["finality"] = "pending") {
  const intentKey = `secret${++made}`;
  const claim = claimOf(intentKey, "plain");
  const key = `8453:${hash(100 + made)}:${made}`;
  const candidates = [{ ...claim.candidates[0]!, key, finality, recipient: RECIPIENT }];
  return { ...claim, candidates, purchase: { ...claim.purchase, body: QUESTION, endpoint: "/chat-conversations" } };
}

async function claimed(claim: ReturnType<typeof newClaim>): Promise<Versioned<Purchase>> {
  const result = await payments.claim(claim);
  if (result.outcome !== "claimed") throw new Error(result.outcome);
  return result.purchase;
}

/** The events since the test began, as the payer reads them; no one else reads any. */
let since = 0;
beforeEach(async () => (since = await log.publish()));
async function told(): Promise<readonly MarketEvent[]> {
  await log.publish();
  const everyone = { wallet: null, contract: null, taskId: null };
  const page = { topics: null, after: since, limit: 50 };
  expect(await log.read({ ...page, feed: everyone })).toEqual([]);
  expect(await log.read({ ...page, feed: { ...everyone, wallet: RECIPIENT } })).toEqual([]);
  return log.read({ ...page, feed: { ...everyone, wallet: PAYER } });
}
const shortly = (events: readonly MarketEvent[]) => events.map(({ type, finality }) => [type, finality]);

const at = (block: number) => ({ txHash: hash(block), blockNumber: BigInt(block), blockHash: hash(block) });
const settlement = { recipient: RECIPIENT, payer: PAYER, amountUsdcUnits: 490_000n, logIndex: 3, minedAt: 1 };

describe("a payer is told", () => {
  it("EV8: of the payment and of the answer, with no text and no secret in either", async () => {
    const claim = newClaim();
    const purchase = await claimed(claim);
    expect(shortly(await told())).toEqual([["payment.settled", "pending"]]);
    await payments.deliver(purchase, '{"answer":"a private answer"}', CLAIMED_AT + 5);
    const events = await told();
    expect(shortly(events)).toEqual([
      ["payment.settled", "pending"],
      ["answer.delivered", "final"],
    ]);
    expect(events[0]).toMatchObject({
      actor: PAYER,
      recipients: [PAYER],
      timeMs: CLAIMED_AT,
      block: { number: 7n, hash: hash(2) },
      data: { amountUsdc: "0.49", payer: PAYER, recipient: RECIPIENT, txHash: hash(1), nonce: null },
    });
    expect(events[1]).toMatchObject({
      actor: null,
      recipients: [PAYER],
      timeMs: CLAIMED_AT + 5,
      block: null,
      data: { endpoint: "/chat-conversations", payer: PAYER, txHash: hash(1), read: "/chat-conversations" },
    });
    expect(JSON.stringify(events.map(({ data }) => data))).not.toMatch(/secret|private|nobody/);
  });

  it("EV8: once each, though acknowledgements are lost and steps are repeated", async () => {
    const claim = newClaim();
    let isBroken = false;
    hooks.after = (method) => {
      if (isBroken || method !== "commit") return;
      isBroken = true;
      throw new GrpcError(UNAVAILABLE);
    };
    const purchase = await claimed(claim);
    await payments.claim(claim);
    isBroken = false;
    expect(await payments.deliver(purchase, "{}", CLAIMED_AT)).toBe(true);
    expect(shortly(await told())).toEqual([
      ["payment.settled", "pending"],
      ["answer.delivered", "final"],
    ]);
  });

  it("of a signed payment when it is seen on the chain, by the request or by the job", async () => {
    const [byRequest, byJob] = [newClaim("unsettled"), newClaim("unsettled")];
    const purchase = await claimed(byRequest);
    const later = await claimed(byJob);
    expect(await told()).toEqual([]);
    const lease = { owner: "x", until: 0 };
    const { key } = byRequest.candidates[0]!;
    expect(await payments.markPaid(purchase, { key, ...at(8) }, lease, true)).not.toBeNull();
    expect(await payments.markPaid(purchase, { key, ...at(8) }, { owner: "y", until: 0 }, true)).toBeNull();
    expect(shortly(await told())).toEqual([["payment.settled", "pending"]]);
    const other = byJob.candidates[0]!.key;
    await payments.noteFinality(other, { finality: "pending", ...at(8), transfer: null });
    // Its payer comes back after a reorg that the job has not seen.
    expect(await payments.markPaid(later, { key: other, ...at(9) }, lease, true)).not.toBeNull();
    expect(shortly(await told())).toEqual([
      ["payment.settled", "pending"],
      ["payment.settled", "reverted"],
      ["payment.settled.reverted", "final"],
      ["payment.settled", "pending"],
    ]);
  });

  it("EV8: when a reorg moves the payment, takes it back, and brings it back into the same block", async () => {
    const claim = newClaim();
    await claimed(claim);
    const { key } = claim.candidates[0]!;
    await payments.noteFinality(key, { finality: "pending", ...at(8), transfer: null });
    await payments.noteFinality(key, { finality: "orphaned", ...at(8), transfer: null, lookAt: 1 });
    await payments.noteFinality(key, { finality: "pending", ...at(8), transfer: null });
    await payments.noteFinality(key, { finality: "final", ...at(8), transfer: settlement });
    await payments.noteFinality(key, { finality: "final", ...at(8), transfer: settlement });
    const events = await told();
    expect(shortly(events)).toEqual([
      ["payment.settled", "reverted"],
      ["payment.settled.reverted", "final"],
      ["payment.settled", "reverted"],
      ["payment.settled.reverted", "final"],
      ["payment.settled", "final"],
    ]);
    expect(events.map(({ supersedes }) => supersedes)).toEqual([null, events[0]?.id, null, events[2]?.id, null]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(5);
  });

  it("that a payment is final as soon as it moves into a final block, or is found there", async () => {
    const claim = newClaim();
    await claimed(claim);
    await payments.noteFinality(claim.candidates[0]!.key, { finality: "final", ...at(8), transfer: settlement });
    expect(shortly(await told()).slice(1)).toEqual([
      ["payment.settled.reverted", "final"],
      ["payment.settled", "final"],
    ]);
    since = await log.publish();
    const unredeemed = { ...newClaim("final").candidates[0]!, intentKey: "", ...at(9) };
    await payments.restore(unredeemed, settlement);
    await payments.restore(unredeemed, settlement);
    expect(shortly(await told())).toEqual([["payment.settled", "final"]]);
  });

  it("once, when a payment is taken back from a copyist; and of the answer to each", async () => {
    const copied = newClaim();
    const purchase = await claimed(copied);
    await payments.deliver(purchase, "{}", CLAIMED_AT);
    const [candidate] = copied.candidates;
    const own = { ...candidate!, binding: "signed" as const, intentKey: "own" };
    const mine = { ...copied, candidates: [own], purchase: { ...copied.purchase, intentKey: "own" } };
    await db.recursiveDelete(db.collection("takeBacks"));
    const back = await payments.claim({ ...mine, quotedAt: CLAIMED_AT - 1 });
    if (back.outcome !== "claimed" && back.outcome !== "resume") throw new Error(back.outcome);
    await payments.deliver(back.purchase, "{}", CLAIMED_AT);
    expect(shortly(await told()).map(([type]) => type)).toEqual([
      "payment.settled",
      "answer.delivered",
      "answer.delivered",
    ]);
  });
});
