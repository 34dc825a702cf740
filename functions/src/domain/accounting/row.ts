import type { Address } from "../address";
import type { Hex } from "../keccak";
import type { VariantName } from "../workflow/variants";

/**
 * What a row is about.
 *
 * - `reward`: what the poster put in for the work, and what the worker was paid for it.
 * - `refund`: what the poster got back of it.
 * - `stake`: what the worker put in; `stake_returned`: what came back of it; `stake_forfeited`: what the poster got of
 *   it, and what the worker lost.
 * - `cancel_fee`, `platform_fee`: what the treasury got.
 * - `paid_answer`: what was paid for an answer of this service.
 */
export const ROW_TYPES = [
  "reward",
  "refund",
  "stake",
  "stake_returned",
  "stake_forfeited",
  "cancel_fee",
  "platform_fee",
  "paid_answer",
] as const;
export type RowType = (typeof ROW_TYPES)[number];

/** In what part a wallet was concerned; `platform` is whoever receives the fees and the price of answers. */
export type RowRole = "poster" | "worker" | "platform" | "payer";

export type RowDirection = "in" | "out";

/**
 * One movement of money, as one wallet sees it; final.
 *
 * What moved is `netUsdcUnits`, into the wallet or out of it; `feeUsdcUnits` was kept back of `grossUsdcUnits`, so that
 * gross is always fee and net together.
 */
export interface AccountingRow {
  readonly wallet: Address;
  /** The block's time, unix seconds. */
  readonly settledAt: number;
  /** Null for a paid answer, as is `taskId`. */
  readonly contract: VariantName | null;
  readonly taskId: bigint | null;
  /** Null where nobody brought the task's metadata. */
  readonly title: string | null;
  readonly role: RowRole;
  readonly type: RowType;
  readonly direction: RowDirection;
  readonly grossUsdcUnits: bigint;
  readonly feeUsdcUnits: bigint;
  readonly netUsdcUnits: bigint;
  /** The other party; null as long as nobody has started the task. */
  readonly counterparty: Address | null;
  readonly txHash: Hex;
  readonly blockNumber: bigint;
  /** The position in its block of the log that the row is derived from. */
  readonly logIndex: number;
}

/** What tells a row from all others, as a text that is sorted like the chain. */
export function rowKey({ settledAt, contract, blockNumber, logIndex, type }: AccountingRow): string {
  const padded = (value: bigint | number, digits: number) => String(value).padStart(digits, "0");
  return [padded(settledAt, 12), padded(blockNumber, 12), padded(logIndex, 6), contract ?? "answer", type].join("-");
}

/** What the row adds to what its wallet has, USDC base units. */
export function balanceOf({ direction, netUsdcUnits }: Pick<AccountingRow, "direction" | "netUsdcUnits">): bigint {
  return direction === "in" ? netUsdcUnits : -netUsdcUnits;
}
