import { id } from "ethers";
import {
  NEW_WALLET,
  SettlementLedger,
  type WalletRecord,
} from "../../../functions/src/adapters/firestore/settlementLedger";
import type { Address } from "../../../functions/src/domain/address";
import type { Hex } from "../../../functions/src/domain/keccak";
import { NEW_PAYER } from "../../../functions/src/domain/payment/gasRisk";
import type { EnqueueOrder, Outgoing } from "../../../functions/src/ports/settlement";

const DAY = "2026-11-22";
const NOW = Date.parse(`${DAY}T12:00:00Z`);
const PAYER = "0x00000000000000000000000000000000000000aa" as Address;
const REGULAR = { ...NEW_PAYER, succeeded: 100 };

const order = (changes: Partial<EnqueueOrder> = {}): EnqueueOrder => ({
  key: "payment",
  payer: { address: PAYER, kind: "account", affordable: 100 },
  chainNonce: 7,
  day: DAY,
  nowMs: NOW,
  reservedWei: 10n,
  budgetWei: 100n,
  ...changes,
});
const signed = ({ key, payer, reservedWei }: EnqueueOrder) => {
  return (nonce: number): Omit<Outgoing, "risk" | "day"> => ({
    key,
    payer: payer?.address ?? null,
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
  new SettlementLedger(wallet, new Map(), new Map([[PAYER, payer]]));
const enqueue = (ledger: SettlementLedger, given: EnqueueOrder) => ledger.enqueue(given, signed(given));

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
    const fill = order({ key: "fill-9", payer: null, fills: 9, reservedWei: 5n });
    expect(enqueue(ledger, fill).outcome).toBe("queued");
    expect(enqueue(ledger, { ...fill, key: "fill-10", fills: 10, reservedWei: 1n }).outcome).toBe("overBudget");
  });
});
