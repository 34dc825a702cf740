import type { AccountingRow } from "../../../functions/src/domain/accounting/row";
import { toAddress, type Address } from "../../../functions/src/domain/address";

export const WALLET = toAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8") as Address;
const OTHER = toAddress("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC") as Address;

export const ALL = { fromDay: null, toDay: null, role: null, type: null, contract: null } as const;

/** 1 January 2026. */
const BEGIN = 1_767_225_600;

/** A worker's movement; each is a quarter of an hour after the one before. */
export function movement(n: number, changes: Partial<AccountingRow> = {}): AccountingRow {
  const kind = (["stake", "reward", "stake_returned"] as const)[n % 3] ?? "stake";
  const gross = 1_000_000n + BigInt(n) * 10_500n;
  const fee = kind === "reward" ? gross / 50n : 0n;
  const txHash = changes.txHash ?? (`0x${n.toString(16).padStart(64, "0")}` as const);
  return {
    wallet: WALLET,
    movedAt: BEGIN + n * 900,
    settledAt: BEGIN + n * 900,
    contract: "agent-fast",
    taskId: BigInt(1 + Math.floor(n / 3)),
    title: "Translate a page into Portuguese",
    role: "worker",
    type: kind,
    direction: kind === "stake" ? "out" : "in",
    grossUsdcUnits: gross,
    feeUsdcUnits: fee,
    netUsdcUnits: gross - fee,
    counterparty: OTHER,
    txHash,
    settledTxHash: changes.settledAt === null ? null : txHash,
    blockNumber: BigInt(30_000_000 + n),
    logIndex: n % 200,
    ...changes,
  };
}

/** A payment for an answer. */
export function answer(n: number): AccountingRow {
  const amounts = { grossUsdcUnits: 490_000n, feeUsdcUnits: 0n, netUsdcUnits: 490_000n };
  return movement(n, {
    contract: null,
    taskId: null,
    title: null,
    role: "payer",
    type: "paid_answer",
    direction: "out",
    ...amounts,
  });
}

export function movements(count: number): AccountingRow[] {
  return Array.from({ length: count }, (_, n) => movement(n));
}
