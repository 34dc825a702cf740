import { Timestamp } from "@google-cloud/firestore";
import { firestorePayments } from "../../../../functions/src/adapters/firestore/payments/payments";
import type { Binding, Claim, Purchase } from "../../../../functions/src/domain/payment/purchase";
import { StoreUnavailable } from "../../../../functions/src/ports/storeUnavailable";
import type { Versioned } from "../../../../functions/src/ports/payments";
import { paymentOf, purchaseOf } from "../../../setup/paying/claims";
import { hash, PAYER, TOKEN } from "../../../setup/paying/evidence";
import { testFirestore } from "../../../setup/firestore";
import {
  GrpcError,
  hookFirestore,
  PERMISSION_DENIED,
  UNAVAILABLE,
  UNKNOWN,
} from "../../../setup/database/hookFirestore";

const { db, another } = testFirestore();
const hooks = hookFirestore(db);
const payments = firestorePayments(db);
const rival = firestorePayments(another());
afterEach(() => Object.assign(hooks, { before: undefined, after: undefined, twice: undefined }));
beforeEach(() => db.recursiveDelete(db.collection("takeBacks")));

let made = 0;
const fresh = (name: string) => `${name}${++made}`;

function claimOf(
  intentKey: string,
  keys: string[],
  binding: Binding = "plain",
  changes: Partial<Purchase> = {},
): Claim {
  return {
    purchase: purchaseOf(intentKey, { lease: { owner: fresh("owner"), until: 5_000 }, ...changes }),
    candidates: keys.map((key) => paymentOf(key, intentKey, { binding, blockNumber: 2n ** 60n })),
    quotedAt: 0,
  };
}

async function claimed(claim: Claim, by = payments): Promise<Versioned<Purchase>> {
  const result = await by.claim(claim);
  if (result.outcome !== "claimed" && result.outcome !== "resume") throw new Error(result.outcome);
  return result.purchase;
}

/** Breaks the next request of this method, once, with this error. */
function breakOnce(when: "before" | "after", method: string, code: number): void {
  let broken = false;
  hooks[when] = (called) => {
    if (broken || called !== method) return;
    broken = true;
    throw new GrpcError(code);
  };
}

describe("happy", () => {
  it("finds what it claimed, and the claim with what it paid", async () => {
    const claim = claimOf(fresh("i"), [fresh("p")]);
    const result = await payments.claim(claim);
    expect(result).toMatchObject({
      outcome: "claimed",
      purchase: { value: { ...claim.purchase, paymentKey: claim.candidates[0]?.key } },
    });
    expect(await payments.find(claim.purchase.intentKey)).toEqual(await claimed(claim));
    expect(await payments.find("nothing")).toBeNull();
  });

  it("M11: tells a payer, and no other wallet, what it asked for a transaction, unless that paid for several", async () => {
    const [one, two, twice] = [hash(901), hash(902), hash(903)];
    const bought = (txHash: typeof one, body: object) =>
      payments.claim(claimOf(fresh("i"), [fresh("p")], "plain", { txHash, body: JSON.stringify(body) }));
    await bought(one, { query: "How many?" });
    await bought(two, {
      messages: [
        { role: "user", content: "First?" },
        { role: "user", content: "Then?" },
      ],
    });
    for (const query of ["a", "b"]) await bought(twice, { query });
    const unknown = Array.from({ length: 40 }, (_, n) => hash(1_000 + n));
    expect(await payments.questions(PAYER, [...unknown, one, two, twice])).toEqual(
      new Map([
        [one, "How many?"],
        [two, "Then?"],
      ]),
    );
    expect(await payments.questions(TOKEN, [one, two])).toEqual(new Map());
  });

  it("keeps amounts and block numbers to the unit", async () => {
    const claim = claimOf(fresh("i"), [fresh("p")]);
    const big = { ...claim, candidates: claim.candidates.map((one) => ({ ...one, amountUsdcUnits: 2n ** 200n + 1n })) };
    await payments.claim(big);
    const [found] = (await payments.pendingFinality(100)).filter(({ key }) => key === big.candidates[0]?.key);
    expect(found).toEqual(big.candidates[0]);
  });

  it("delivers once, and holds the bytes", async () => {
    const held = await claimed(claimOf(fresh("i"), [fresh("p")]));
    expect(await payments.deliver(held, '{"a":"\u{1f600}"}', 1)).toBe(true);
    expect((await payments.find(held.value.intentKey))?.value).toMatchObject({
      state: "delivered",
      result: '{"a":"\u{1f600}"}',
    });
  });

  it("records what became of a payment's block", async () => {
    const key = fresh("p");
    await payments.claim(claimOf(fresh("i"), [key]));
    await payments.noteFinality(key, { finality: "final", blockNumber: 7n, blockHash: hash(8), transfer: null });
    expect((await payments.pendingFinality(1_000)).map((one) => one.key)).not.toContain(key);
  });
});

describe("payments that were never settled", () => {
  const unsettled = (intentKey: string, key: string, purchaseChanges: Partial<Purchase> = {}): Claim => ({
    ...claimOf(intentKey, [], "authorized", { state: "settling", txHash: "0x", ...purchaseChanges }),
    candidates: [
      paymentOf(key, intentKey, { binding: "authorized", finality: "unsettled", txHash: "0x", validBefore: 9 }),
    ],
  });

  it("T7: are looked for when they are due, the longest due first, and deleted with their purchase", async () => {
    const [intentKey, key, name] = [fresh("i"), fresh("p"), fresh("n")];
    await payments.claim({ ...unsettled(intentKey, key), names: [{ key: name, until: 2 ** 41, replaces: [] }] });
    await payments.claim(unsettled(fresh("i"), fresh("p")));
    expect(await payments.named(name)).toMatchObject({ intentKey });
    await payments.lookAgain(key, 1_000);
    const due = (await payments.toLookFor(1_700_001_000_000, 100)).map((one) => one.key);
    expect(due[0]).toBe(key);
    expect(await payments.expire({ key, intentKey })).toBe(true);
    expect([await payments.find(intentKey), await payments.expire({ key, intentKey })]).toEqual([null, false]);
    expect(await payments.named(name)).toBeNull();
    expect((await payments.toLookFor(1_700_001_000_000, 100)).map((one) => one.key)).not.toContain(key);
  });

  it("T7: are kept where the payment was settled, or something was bought, meanwhile", async () => {
    const [settled, bought] = [fresh("i"), fresh("i")];
    const keys = { [settled]: fresh("p"), [bought]: fresh("p") };
    const purchase = await claimed(unsettled(settled, keys[settled]!));
    await payments.markPaid(
      purchase,
      { key: keys[settled]!, txHash: hash(1), blockNumber: 7n, blockHash: hash(2) },
      purchase.value.lease,
      true,
    );
    await payments.claim(unsettled(bought, keys[bought]!, { state: "claimed" }));
    for (const intentKey of [settled, bought]) {
      expect(await payments.expire({ key: keys[intentKey]!, intentKey })).toBe(false);
      expect(await payments.find(intentKey)).not.toBeNull();
    }
  });
});

describe("refusals", () => {
  it("P2: gives a used payment to no one else, and keeps no record of the attempt", async () => {
    const key = fresh("p");
    const [first, late] = [fresh("i"), fresh("i")];
    await payments.claim(claimOf(first, [key]));
    expect(await payments.claim(claimOf(late, [key]))).toEqual({ outcome: "used", holders: [first] });
    expect(await payments.find(late)).toBeNull();
  });

  it("P4: binds an intent to one transaction, and leaves the other's transfer free", async () => {
    const intent = fresh("i");
    const [first, second] = [fresh("p"), fresh("p")];
    await payments.claim(claimOf(intent, [first]));
    expect(await payments.claim(claimOf(intent, [second], "plain", { txHash: hash(9) }))).toEqual({
      outcome: "otherTransaction",
    });
    expect(await payments.claim(claimOf(fresh("i"), [second]))).toMatchObject({ outcome: "claimed" });
  });

  it("P5: serves as many intents as a bundle has transfers", async () => {
    const keys = [fresh("p"), fresh("p")];
    const outcomes = [];
    for (let at = 0; at < 3; at++) outcomes.push((await payments.claim(claimOf(fresh("i"), keys))).outcome);
    expect(outcomes).toEqual(["claimed", "claimed", "used"]);
  });

  it("knows no claim without a transfer", async () => {
    expect(await payments.claim(claimOf(fresh("i"), []))).toEqual({ outcome: "used", holders: [] });
  });
});

describe("security", () => {
  it("P1: takes a payment back for its signer, and ends the copyist's purchase", async () => {
    const key = fresh("p");
    const copied = await claimed(claimOf(fresh("i"), [key]));
    const owner = await claimed(claimOf(fresh("i"), [key], "signed"), rival);
    expect(owner.value.paymentKey).toBe(key);
    expect((await payments.find(copied.value.intentKey))?.value).toMatchObject({ state: "superseded", result: null });
    expect(await payments.deliver(copied, "too late", 1)).toBe(false);
    expect(await payments.claim(claimOf(fresh("i"), [key], "signed"))).toEqual({
      outcome: "used",
      holders: [owner.value.intentKey],
    });
  });

  it("Z9: gives an answer out once, of two requests at the same time", async () => {
    const held = await claimed(claimOf(fresh("i"), [fresh("p")]));
    const given = await Promise.all([payments.give(held), rival.give(held)]);
    expect(given.sort()).toEqual([false, true]);
  });

  it("D8: counts what a payer takes back and what all take back in a day, whichever client writes it", async () => {
    const keys = Array.from({ length: 4 }, () => fresh("p"));
    for (const key of keys) await claimed(claimOf(fresh("i"), [key]));
    const results = await Promise.all(
      keys.map((key, at) => (at % 2 ? payments : rival).claim(claimOf(fresh("i"), [key], "signed"))),
    );
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(["claimed", "kept", "kept", "kept"]);
    expect((await db.doc(`takeBacks/${PAYER}`).get()).get("at")).toEqual(Timestamp.fromMillis(1_700_000_000_000));
    expect((await db.doc("takeBacks/2023-11-14").get()).get("count")).toBe(1);
  });

  it("P3 F1: gives one transfer to one of 40 intents that claim it at once through two clients", async () => {
    const key = fresh("p");
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        (at % 2 ? payments : rival).claim(claimOf(fresh("i"), [key])).catch(() => ({ outcome: "failed" })),
      ),
    );
    expect(results.filter(({ outcome }) => outcome === "claimed")).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === "used")).toHaveLength(39);
  });

  it("P17 F1: gives one lease to 20 equal claims at once through two clients", async () => {
    const [intent, key] = [fresh("i"), fresh("p")];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? payments : rival).claim(claimOf(intent, [key]))),
    );
    const owners = results.map((result) => ("purchase" in result ? result.purchase.value.lease.owner : result.outcome));
    expect(new Set(owners).size).toBe(1);
    expect(results.filter(({ outcome }) => outcome === "claimed")).toHaveLength(1);
  });

  it("F3: lets one of many take over a lapsed lease, and the old holder store nothing", async () => {
    const held = await claimed(claimOf(fresh("i"), [fresh("p")]));
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? payments : rival).takeLease(held, { owner: `taker${at}`, until: 9_000 }),
      ),
    );
    const winners = taken.filter((one) => one !== null);
    expect(winners).toHaveLength(1);
    expect(await payments.deliver(held, "stale", 1)).toBe(false);
    expect(winners[0] && (await payments.deliver(winners[0], "fresh", 1))).toBe(true);
    expect((await payments.find(held.value.intentKey))?.value).toMatchObject({
      state: "delivered",
      result: "fresh",
      txHash: hash(1),
    });
  });
});

describe("faults", () => {
  it.each([UNKNOWN, UNAVAILABLE])(
    "P19: recognises its own claim when the commit was acknowledged with code %i",
    async (code) => {
      breakOnce("after", "commit", code);
      const claim = claimOf(fresh("i"), [fresh("p")]);
      expect(await payments.claim(claim)).toMatchObject({
        outcome: "claimed",
        purchase: { value: { lease: claim.purchase.lease } },
      });
    },
  );

  it.each([UNKNOWN, UNAVAILABLE])("P19: claims all the same when the commit never arrived (code %i)", async (code) => {
    breakOnce("before", "commit", code);
    expect(await payments.claim(claimOf(fresh("i"), [fresh("p")]))).toMatchObject({ outcome: "claimed" });
  });

  it("P19: recognises its own claim when both the commit and the contest were acknowledged late", async () => {
    const claim = claimOf(fresh("i"), [fresh("p")], "signed");
    await payments.claim(claimOf(fresh("i"), [claim.candidates[0]?.key ?? ""]));
    let commits = 0;
    hooks.after = (method) => {
      if (method === "commit" && ++commits === 1) throw new GrpcError(UNKNOWN);
    };
    const result = await payments.claim(claim).catch((error: unknown) => error);
    if (result instanceof StoreUnavailable) expect(await payments.claim(claim)).toMatchObject({ outcome: "claimed" });
    else expect(result).toMatchObject({ outcome: "claimed" });
  });

  it.each([UNKNOWN, UNAVAILABLE])(
    "P19: knows that it delivered when the commit was acknowledged with code %i",
    async (code) => {
      const held = await claimed(claimOf(fresh("i"), [fresh("p")]));
      breakOnce("after", "commit", code);
      expect(await payments.deliver(held, "bytes", 1)).toBe(true);
    },
  );

  it.each([UNKNOWN, UNAVAILABLE])(
    "P19: knows that it took the lease when the commit was acknowledged with code %i",
    async (code) => {
      const held = await claimed(claimOf(fresh("i"), [fresh("p")]));
      breakOnce("after", "commit", code);
      const taken = await payments.takeLease(held, { owner: "taker", until: 9_000 });
      expect(taken?.value.lease.owner).toBe("taker");
      expect(taken && (await payments.deliver(taken, "bytes", 1))).toBe(true);
    },
  );

  it("P19: knows its claim, its lease and its delivery when the library sent each commit twice", async () => {
    hooks.twice = (method) => method === "commit";
    const result = await payments.claim(claimOf(fresh("i"), [fresh("p")]));
    if (result.outcome !== "claimed") throw new Error(result.outcome);
    const taken = await payments.takeLease(result.purchase, { owner: "taker", until: 9_000 });
    if (!taken) throw new Error("the lease is lost");
    expect(await payments.deliver(taken, "bytes", 1)).toBe(true);
  });

  it("says that the database does not answer, whatever its error", async () => {
    hooks.before = () => {
      throw new GrpcError(PERMISSION_DENIED);
    };
    const claim = claimOf(fresh("i"), [fresh("p")]);
    await expect(payments.find("i")).rejects.toThrow(StoreUnavailable);
    await expect(payments.claim(claim)).rejects.toThrow(StoreUnavailable);
    await expect(payments.pendingFinality(1)).rejects.toThrow(StoreUnavailable);
    hooks.before = undefined;
    expect(await payments.find(claim.purchase.intentKey)).toBeNull();
  });
});
