import { id } from "ethers";
import {
  NEW_WALLET,
  WalletLedger,
  type WalletRecord,
} from "../../../../functions/src/adapters/firestore/payments/walletLedger";
import type { Address } from "../../../../functions/src/domain/address";
import type { Hex } from "../../../../functions/src/domain/keccak";
import { keptForTasks, NEW_PAYER } from "../../../../functions/src/domain/payment/gasRisk";
import type { EnqueueOrder, SignedOutgoing } from "../../../../functions/src/ports/ownWallet";

const DAY = "2026-11-22";
const NOW = Date.parse(`${DAY}T12:00:00Z`);
const PAYER = "0x00000000000000000000000000000000000000aa" as Address;
const REGULAR = { ...NEW_PAYER, succeeded: 100 };

const order = (changes: Partial<EnqueueOrder> = {}): EnqueueOrder => ({
  key: "payment",
  spenders: [{ rule: "payer", name: PAYER, kind: "account", affordable: 100 }],
  chainNonce: 7,
  day: DAY,
  nowMs: NOW,
  reservedWei: 10n,
  budgetWei: 100n,
  ...changes,
});
const signed = ({ key, spenders, reservedWei }: EnqueueOrder) => {
  return (nonce: number): SignedOutgoing => ({
    key,
    spenders: spenders.map(({ name }) => name),
    nonce,
    to: PAYER,
    data: "0x",
    gas: 1n,
    maxFeePerGas: reservedWei,
    maxPriorityFeePerGas: 1n,
    raw: "0x",
    txHashes: [id(key) as Hex],
    reservedWei,
    signedAt: NOW,
    state: "sent",
  });
};
const spent = (wei: bigint): WalletRecord => ({ ...NEW_WALLET, nextNonce: 7, day: DAY, spentWei: wei });
const ledgerWith = (wallet: WalletRecord, payer = REGULAR) =>
  new WalletLedger(wallet, new Map(), new Map([[PAYER, payer]]));
const enqueue = (ledger: WalletLedger, given: EnqueueOrder) => ledger.enqueue(given, signed(given));

describe("D5: the day's budget", () => {
  it("D5: payers use nine tenths of it", () => {
    expect(enqueue(ledgerWith(spent(80n)), order()).outcome).toBe("queued");
    expect(enqueue(ledgerWith(spent(81n)), order())).toEqual({ outcome: "overBudget", leftWei: 9n });
  });

  it("D5: the last tenth raises what waits and fills nonces, which payers can't keep from it", () => {
    const ledger = ledgerWith(spent(80n));
    const stuck = enqueue(ledger, order());
    if (stuck.outcome !== "queued") throw new Error(stuck.outcome);
    expect(enqueue(ledger, order({ key: "another payment", reservedWei: 1n })).outcome).toBe("overBudget");
    const { outgoing } = stuck;
    expect(ledger.replace(outgoing, { ...outgoing, reservedWei: 15n, txHashes: [id("raised") as Hex] }, 100n)).toBe(
      true,
    );
    const fill = order({ key: "fill-9", spenders: [], fills: 9, reservedWei: 5n });
    expect(enqueue(ledger, fill).outcome).toBe("queued");
    expect(enqueue(ledger, { ...fill, key: "fill-10", fills: 10, reservedWei: 1n }).outcome).toBe("overBudget");
  });
});

describe("D5: the gas for payers without a settled payment", () => {
  const HOUR_MS = 3_600_000;
  /** Accounts may have 24,000 open or lost at a time; 1,000 an hour become free. */
  const budgetWei = 96_000n;
  let made = 0;
  const first = (atMs: number, kind: "account" | "contract" = "account"): EnqueueOrder => {
    const address = `0x${(++made).toString(16).padStart(40, "0")}` as Address;
    const day = new Date(atMs).toISOString().slice(0, 10);
    const payer = { rule: "payer", name: address, kind, affordable: 100 } as const;
    return order({ key: `first-${made}`, spenders: [payer], nowMs: atMs, day, reservedWei: 1_000n, budgetWei });
  };
  const empty = () => new WalletLedger(NEW_WALLET, new Map(), new Map());
  /** How many first attempts are sent at a time before one is refused; each ends so. */
  function sent(ledger: WalletLedger, atMs: number, ending: "reverted" | "succeeded", most = 100): number {
    for (let count = 0; count < most; count++) {
      const queued = enqueue(ledger, first(atMs));
      if (queued.outcome !== "queued") {
        expect(queued.outcome).toBe("overRisk");
        return count;
      }
      ledger.finish({ outgoing: queued.outgoing, ending, paidWei: 1_000n }, atMs);
    }
    return most;
  }

  it("D5: says in how many seconds there is room again, the longer the larger the reservation", () => {
    for (const reservedWei of [1n, 1_000n, 24_000n]) {
      const ledger = empty();
      sent(ledger, NOW, "reverted", 1_000);
      const large = (atMs: number) => enqueue(ledger, { ...first(atMs), reservedWei });
      const refused = large(NOW);
      if (refused.outcome !== "overRisk") throw new Error(refused.outcome);
      expect(large(NOW + (refused.retryAfter - 1) * 1_000).outcome).toBe("overRisk");
      expect(large(NOW + refused.retryAfter * 1_000).outcome).toBe("queued");
    }
  });

  it("D5: comes back by the minute after strangers have used it up, and not at midnight", () => {
    const ledger = empty();
    expect(sent(ledger, NOW, "reverted")).toBe(24);
    expect(sent(ledger, NOW + HOUR_MS - 1, "reverted")).toBe(0);
    expect(sent(ledger, NOW + HOUR_MS, "reverted")).toBe(1);
    // Midnight changes nothing: eleven more hours.
    expect(sent(ledger, NOW + 12 * HOUR_MS, "reverted")).toBe(11);
  });

  it("D5: is no more than half of a day's budget in any day, however they go about it", () => {
    const ledger = empty();
    let lost = 0;
    for (let minute = 0; minute < 1_440; minute += 10) lost += sent(ledger, NOW + minute * 60_000, "reverted");
    expect(lost).toBeLessThanOrEqual(48);
    expect(lost).toBeGreaterThan(40);
  });

  it("D5: is given back by first payments that succeed", () => {
    expect(sent(empty(), NOW, "succeeded", 60)).toBe(60);
  });

  it("D5: never counts less than nothing, also where what is given back has drained", () => {
    const ledger = empty();
    const queued = enqueue(ledger, first(NOW));
    if (queued.outcome !== "queued") throw new Error(queued.outcome);
    enqueue(ledger, first(NOW + 10 * HOUR_MS));
    ledger.finish({ outgoing: queued.outgoing, ending: "succeeded", paidWei: 1_000n }, NOW + 10 * HOUR_MS);
    expect(ledger.wallet.riskWei.account).toBe(0n);
  });
});

describe("G3 G5: what the relay pays for", () => {
  const WALLET = { rule: "wallet", name: PAYER, max: 3, enters: true } as const;
  const TASK = { rule: "task", name: "task-human-1", max: 4 } as const;
  const DAY_MS = 86_400_000;
  let made = 0;
  const step = (ledger: WalletLedger, atMs = NOW, spenders: EnqueueOrder["spenders"] = [WALLET, TASK]) => {
    const day = new Date(atMs).toISOString().slice(0, 10);
    return enqueue(
      ledger,
      order({ key: `step-${++made}`, spenders, nowMs: atMs, day, reservedWei: 1n, budgetWei: 1_000n }),
    );
  };
  function ended(ledger: WalletLedger, ending: "succeeded" | "reverted" | "lost", atMs = NOW) {
    const queued = step(ledger, atMs);
    if (queued.outcome === "queued") ledger.finish({ outgoing: queued.outgoing, ending, paidWei: 1n }, atMs);
    return queued.outcome;
  }
  const empty = () => new WalletLedger(NEW_WALLET, new Map(), new Map());

  it("G5: a wallet has its steps of a day, and a task its steps of a life", () => {
    const ledger = empty();
    expect([1, 2, 3].map(() => ended(ledger, "succeeded"))).toEqual(["queued", "queued", "queued"]);
    expect(step(ledger)).toEqual({ outcome: "used", spender: PAYER });
    expect(ended(ledger, "succeeded", NOW + DAY_MS)).toBe("queued");
    expect(step(ledger, NOW + DAY_MS)).toEqual({ outcome: "used", spender: "task-human-1" });
    expect(step(ledger, NOW + DAY_MS, [WALLET]).outcome).toBe("queued");
  });

  it("G3: two reverts bar a wallet for a day, and neither its task nor others", () => {
    const ledger = empty();
    expect([ended(ledger, "reverted"), ended(ledger, "reverted")]).toEqual(["queued", "queued"]);
    expect(step(ledger).outcome).toBe("barred");
    const other = { ...WALLET, name: "0x00000000000000000000000000000000000000bb" as Address };
    expect(step(ledger, NOW, [other, TASK]).outcome).toBe("queued");
    expect(step(ledger, NOW + DAY_MS + 1).outcome).toBe("queued");
  });

  it("G3: a wallet that is barred takes the steps of its tasks", () => {
    const ledger = empty();
    expect([ended(ledger, "reverted"), ended(ledger, "reverted")]).toEqual(["queued", "queued"]);
    expect(step(ledger, NOW, [{ ...WALLET, enters: false }, TASK]).outcome).toBe("queued");
  });

  it("G3: a wallet has one request to the forwarder open at a time", () => {
    const ledger = empty();
    const spenders = [{ rule: "forward", name: `forward-${PAYER}` }] as const;
    const first = step(ledger, NOW, spenders);
    expect([first.outcome, step(ledger, NOW, spenders).outcome]).toEqual(["queued", "crowded"]);
    if (first.outcome === "queued") ledger.finish({ outgoing: first.outgoing, ending: "succeeded", paidWei: 1n }, NOW);
    expect(step(ledger, NOW, spenders).outcome).toBe("queued");
  });

  it("G5: a part of the day's budget is kept for tasks under way", () => {
    const ledger = empty();
    const enqueued = (keptWei: bigint) =>
      enqueue(ledger, order({ key: `step-${++made}`, spenders: [], reservedWei: 300n, budgetWei: 1_000n, keptWei }));
    expect(enqueued(keptForTasks(1_000n)).outcome).toBe("queued");
    expect(enqueued(keptForTasks(1_000n))).toEqual({ outcome: "overBudget", leftWei: 150n });
    expect(enqueued(0n).outcome).toBe("queued");
  });

  it("D5: what the keeper anchors ends for a task after one revert, for a worker after two, and for 30 days", () => {
    const ledger = empty();
    const ofTask = (taskId: number) =>
      [
        { rule: "anchoring", name: `task-human-${taskId}`, maxReverted: 1 },
        { rule: "anchoring", name: `wallet-${PAYER}`, maxReverted: 2 },
      ] as const;
    const reverted = (taskId: number) => {
      const queued = step(ledger, NOW, ofTask(taskId));
      if (queued.outcome === "queued")
        ledger.finish({ outgoing: queued.outgoing, ending: "reverted", paidWei: 1n }, NOW);
      return queued.outcome;
    };
    expect([1, 1, 2, 3].map(reverted)).toEqual(["queued", "barred", "queued", "barred"]);
    expect(step(ledger, NOW + 30 * DAY_MS - 1, ofTask(3)).outcome).toBe("barred");
    expect(step(ledger, NOW + 30 * DAY_MS, ofTask(3)).outcome).toBe("queued");
  });

  it("KW8: takes a revert off its spenders' records, once", () => {
    const ledger = empty();
    const own = [{ rule: "anchoring", name: "task-human-1", maxReverted: 1 }] as const;
    const queued = step(ledger, NOW, own);
    if (queued.outcome !== "queued") throw new Error(queued.outcome);
    const { outgoing } = queued;
    expect(ledger.forgive(outgoing.key)).toBe(false);
    ledger.finish({ outgoing, ending: "reverted", paidWei: 1n }, NOW);
    expect([ledger.forgive(outgoing.key), ledger.forgive(outgoing.key)]).toEqual([true, false]);
    expect(ledger.changed.spenders.get("task-human-1")).toMatchObject({ open: 0, revertedAt: [] });
    expect(ledger.changed.outgoing.get(outgoing.key)).toMatchObject({ state: "reverted", reservedWei: 1n });
  });

  it("KW5: one that was raised since it was read is not recorded as lost", () => {
    const ledger = empty();
    const queued = step(ledger);
    if (queued.outcome !== "queued") throw new Error(queued.outcome);
    const { outgoing } = queued;
    const raised = { ...outgoing, txHashes: [...outgoing.txHashes, id("raised") as Hex] };
    ledger.replace(outgoing, raised, 1_000n);
    ledger.finish({ outgoing, ending: "lost", paidWei: 0n }, NOW);
    expect(ledger.changed.outgoing.get(outgoing.key)?.state).toBe("sent");
    ledger.finish({ outgoing: raised, ending: "lost", paidWei: 0n }, NOW);
    expect(ledger.changed.outgoing.get(outgoing.key)?.state).toBe("lost");
  });

  it("G3: a step that was lost, without gas, counts against no one", () => {
    const ledger = empty();
    expect([ended(ledger, "lost"), ended(ledger, "lost")]).toEqual(["queued", "queued"]);
    expect(step(ledger).outcome).toBe("queued");
  });
});
