import fc from "fast-check";
import {
  authorizationKey,
  decideClaim,
  MAX_TAKE_BACKS_PER_DAY,
  TAKE_BACK_INTERVAL_MS,
  transferKey,
  type ClaimState,
  type Binding,
  type Claim,
  type Payment,
  type Purchase,
} from "../../../functions/src/domain/payment/purchase";
import { paymentOf, purchaseOf } from "../../setup/paying/claims";
import { hash, PAYER, PRICE, RECIPIENT, TOKEN } from "../../setup/paying/evidence";
import { forAll } from "../../setup/runs";

const payment = (key: string, intentKey: string, binding: Binding = "plain") => paymentOf(key, intentKey, { binding });

const claim = (intentKey: string, ...candidates: Payment[]): Claim => ({
  purchase: purchaseOf(intentKey),
  candidates,
  quotedAt: 0,
});
const nobody = { purchase: null, payments: [] };

describe("happy", () => {
  it("accepts an unused payment", () => {
    expect(decideClaim(claim("a", payment("p0", "a")), nobody)).toMatchObject({
      outcome: "take",
      payment: { key: "p0" },
    });
  });

  it("P5: uses the next transfer of a bundle if the first is spent", () => {
    const held = { purchase: null, payments: [payment("p0", "b"), null] };
    expect(decideClaim(claim("a", payment("p0", "a"), payment("p1", "a")), held)).toMatchObject({
      payment: { key: "p1" },
    });
  });

  it.each(["claimed", "delivered"] as const)("resumes what the intent has %s with the same transaction", (state) => {
    const held = purchaseOf("a", { state });
    expect(decideClaim(claim("a", payment("p0", "a")), { purchase: held, payments: [payment("p0", "a")] })).toEqual({
      outcome: "resume",
      purchase: held,
    });
  });

  it("P1: gives the payment back to the payer who signs, once", () => {
    const signed = claim("a", payment("p0", "a", "signed"));
    expect(decideClaim(signed, { purchase: null, payments: [payment("p0", "copyist")] })).toMatchObject({
      outcome: "takeBack",
      supersede: "copyist",
    });
    expect(decideClaim(signed, { purchase: null, payments: [payment("p0", "copyist", "signed")] })).toMatchObject({
      outcome: "used",
    });
    expect(decideClaim(signed, { purchase: null, payments: [payment("p0", "copyist", "marked")] })).toMatchObject({
      outcome: "used",
    });
  });

  it("prefers a free transfer of the signer to one that must be taken back", () => {
    const both = claim("a", payment("p0", "a", "signed"), payment("p1", "a", "signed"));
    expect(decideClaim(both, { purchase: null, payments: [payment("p0", "b"), null] })).toMatchObject({
      outcome: "take",
      payment: { key: "p1" },
    });
  });
});

describe("refusals", () => {
  it("P2: refuses a used payment to everyone else", () => {
    for (const binding of ["plain", "marked", "signed"] as const) {
      expect(
        decideClaim(claim("a", payment("p0", "a")), { purchase: null, payments: [payment("p0", "b", binding)] }),
      ).toMatchObject({ outcome: "used" });
    }
  });

  it("P4: binds an intent to one transaction", () => {
    const held = { purchase: purchaseOf("a", { txHash: hash(9) }), payments: [null] };
    expect(decideClaim(claim("a", payment("p0", "a")), held)).toEqual({ outcome: "otherTransaction" });
  });

  it("P1: refuses a copyist whose purchase was taken back any further purchase with that intent", () => {
    for (const txHash of [hash(1), hash(9)]) {
      const held = { purchase: purchaseOf("a", { state: "superseded", txHash }), payments: [null] };
      expect(decideClaim(claim("a", payment("p0", "a", "signed")), held)).toMatchObject({ outcome: "used" });
    }
  });
});

describe("D8: a payer who takes a payment back", () => {
  const now = 100 * TAKE_BACK_INTERVAL_MS;
  const copied = { ...payment("p0", "copyist"), claimedAt: now - 10 };
  const takeBack = (held: Partial<ClaimState> = {}, changes: Partial<Claim> = {}) =>
    decideClaim(
      {
        purchase: purchaseOf("a", { claimedAt: now }),
        candidates: [payment("p0", "a", "signed")],
        quotedAt: now - 20,
        ...changes,
      },
      { purchase: null, payments: [copied], ...held },
    );

  it("D8: gets one back in 30 days", () => {
    expect(takeBack()).toMatchObject({ outcome: "takeBack" });
    expect(takeBack({ lastTakeBackAt: now - TAKE_BACK_INTERVAL_MS })).toMatchObject({ outcome: "takeBack" });
    expect(takeBack({ lastTakeBackAt: now - TAKE_BACK_INTERVAL_MS + 1 })).toMatchObject({
      outcome: "kept",
      reason: "tooSoon",
    });
  });

  it("D8: gets none back with an intent quoted after the redemption, or without a time", () => {
    expect(takeBack({}, { quotedAt: now - 10 })).toMatchObject({ outcome: "takeBack" });
    expect(takeBack({}, { quotedAt: now - 9 })).toMatchObject({ outcome: "kept", reason: "quotedLater" });
    const { quotedAt: _, ...silent } = claim("a", payment("p0", "a", "signed"));
    expect(decideClaim(silent, { purchase: null, payments: [copied] })).toMatchObject({
      outcome: "kept",
      reason: "quotedLater",
    });
  });

  it("D8: gets back the first one redeemed after the quote, in a bundle of their own", () => {
    const candidates = [payment("p0", "a", "signed"), payment("p1", "a", "signed")];
    const held = [
      { ...copied, claimedAt: now - 30 },
      { ...copied, key: "p1", intentKey: "another copyist" },
    ];
    expect(takeBack({ payments: held }, { candidates })).toMatchObject({
      outcome: "takeBack",
      payment: { key: "p1" },
      supersede: "another copyist",
    });
  });

  it("D8: gets none back once the daily limit is reached", () => {
    expect(takeBack({ takeBacksToday: MAX_TAKE_BACKS_PER_DAY - 1 })).toMatchObject({ outcome: "takeBack" });
    expect(takeBack({ takeBacksToday: MAX_TAKE_BACKS_PER_DAY })).toMatchObject({ outcome: "kept", reason: "tooMany" });
  });
});

describe("security", () => {
  /** What a database would hold after a sequence of claims, each decided and written at once. */
  function play(claims: readonly Claim[]) {
    const purchases = new Map<string, Purchase>();
    const payments = new Map<string, Payment>();
    for (const wanted of claims) {
      const { intentKey } = wanted.purchase;
      const decision = decideClaim(wanted, {
        purchase: purchases.get(intentKey) ?? null,
        payments: wanted.candidates.map(({ key }) => payments.get(key) ?? null),
      });
      if (decision.outcome !== "take" && decision.outcome !== "takeBack") continue;
      if (decision.outcome === "takeBack") {
        const taken = purchases.get(decision.supersede);
        if (taken) purchases.set(decision.supersede, { ...taken, state: "superseded", result: null });
      }
      const { key: paymentKey, payer } = decision.payment;
      purchases.set(intentKey, { ...wanted.purchase, paymentKey, payer });
      payments.set(decision.payment.key, decision.payment);
    }
    return { purchases: [...purchases.values()], payments: [...payments.values()] };
  }

  const anyClaim = fc
    .record({
      intentKey: fc.constantFrom("a", "b", "c", "d"),
      tx: fc.constantFrom(1, 2, 3),
      binding: fc.constantFrom<Binding>("plain", "signed"),
      places: fc.uniqueArray(fc.constantFrom(0, 1, 2), { minLength: 1 }),
    })
    .map(({ intentKey, tx, binding, places }): Claim => ({
      quotedAt: 0,
      purchase: purchaseOf(intentKey, { txHash: hash(tx) }),
      candidates: places.map((place) => ({ ...payment(`${tx}:${place}`, intentKey, binding), txHash: hash(tx) })),
    }));

  it("F1 X1: keeps one payment to one living purchase, and one purchase to one payment, in every order of claims", () => {
    forAll([fc.array(anyClaim, { maxLength: 30 })], { numRuns: 500 }, (claims) => {
      const { purchases, payments } = play(claims);
      const living = purchases.filter(({ state }) => state !== "superseded");
      expect(new Set(living.map(({ paymentKey }) => paymentKey)).size).toBe(living.length);
      expect(living).toHaveLength(payments.length);
      for (const { intentKey, paymentKey, txHash } of living) {
        const paid = payments.find(({ key }) => key === paymentKey);
        expect(paid).toMatchObject({ intentKey, txHash });
      }
    });
  });
});

describe("a payment that the service settles", () => {
  const settling = (intentKey: string, changes: Partial<Purchase> = {}): Purchase => ({
    ...purchaseOf(intentKey),
    txHash: "0x",
    state: "settling",
    payloadDigest: hash(9),
    ...changes,
  });
  const settle = (intentKey: string): Claim => ({
    purchase: settling(intentKey),
    candidates: [{ ...payment("p0", intentKey), binding: "authorized" }],
  });

  it("P27: is resumed by each retry, whichever transaction carried it", () => {
    for (const held of [
      settling("a"),
      settling("a", { txHash: hash(1), state: "claimed" }),
      settling("a", { txHash: hash(1), state: "delivered" }),
    ]) {
      expect(decideClaim(settle("a"), { purchase: held, payments: [payment("p0", "a")] })).toEqual({
        outcome: "resume",
        purchase: held,
      });
    }
  });

  it("P1: cannot be taken by anyone else, even with the payer's signature", () => {
    const holder = { ...payment("p0", "a"), binding: "authorized" as const };
    const signed = { purchase: purchaseOf("b"), candidates: [payment("p0", "b", "signed")] };
    expect(decideClaim(signed, { purchase: null, payments: [holder] })).toMatchObject({ outcome: "used" });
  });

  it("Z7: is another of its payer's purchases only where no name of it stands for one, or that one is replaced", () => {
    const { claimedAt } = settling("a");
    const names = (replaces: string[]) => [
      { key: "question", until: 0, replaces: ["b"] },
      { key: "id", until: 0, replaces },
    ];
    const decide = (intentKey: string, until: number, replaces: string[] = []) =>
      decideClaim(
        { ...settle("a"), names: names(replaces) },
        { purchase: null, payments: [null], named: [null, { intentKey, until }] },
      );
    expect(decide("b", claimedAt + 1)).toEqual({ outcome: "named", intentKey: "b" });
    for (const other of [decide("a", claimedAt + 1), decide("b", claimedAt), decide("b", claimedAt + 1, ["b"])])
      expect(other).toMatchObject({ outcome: "take" });
  });

  it("P2: has one key, whichever transaction its authorization is mined in", () => {
    const transfer = { index: 1, ordinal: 3, token: TOKEN, from: PAYER, amountUsdcUnits: PRICE, mark: null };
    const byAuthorization = [hash(1), hash(2)].map((txHash) =>
      transferKey(8453, txHash, RECIPIENT, { ...transfer, authorization: hash(7) }),
    );
    expect(byAuthorization).toEqual([
      authorizationKey(8453, TOKEN, PAYER, hash(7)),
      authorizationKey(8453, TOKEN, PAYER, hash(7)),
    ]);
    expect(transferKey(8453, hash(1), RECIPIENT, { ...transfer, authorization: null })).toBe(
      `8453:${hash(1)}:${RECIPIENT}:3`,
    );
  });
});
