import type { Address } from "../address";
import type { Hex } from "../keccak";
import type { ContractName } from "../workflow/variants";

/**
 * The type of a row.
 *
 * - `reward`: what the poster paid in for the work, and what the worker was paid for it.
 * - `refund`: the part of the reward returned to the poster.
 * - `stake`: what the worker paid in; `stake_returned`: the part returned; `stake_forfeited`: the part the poster
 *   received and the worker lost.
 * - `cancel_fee`, `platform_fee`: what the treasury received.
 * - `paid_answer`: the price paid for an answer of this service.
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

/** What a movement is, in the words of its wallet; types with two sides have a name for each. */
const MOVEMENT_NAMES: Readonly<Record<RowType, string | Readonly<Record<RowDirection, string>>>> = {
  reward: { in: "Reward received", out: "Reward paid" },
  refund: "Refund",
  stake: "Stake paid in",
  stake_returned: "Stake returned",
  stake_forfeited: { in: "Stake received", out: "Stake lost" },
  cancel_fee: { in: "Cancel fee received", out: "Cancel fee paid" },
  platform_fee: "Platform fee received",
  paid_answer: { in: "Answer sold", out: "Answer bought" },
};

export function movementName({ type, direction }: { type: RowType; direction: RowDirection }): string {
  const name = MOVEMENT_NAMES[type];
  return typeof name === "string" ? name : name[direction];
}

/** The wallet's role in the movement; `platform` receives the fees and the price of answers. */
export const ROW_ROLES = ["poster", "worker", "platform", "payer"] as const;
export type RowRole = (typeof ROW_ROLES)[number];

export const ROW_DIRECTIONS = ["in", "out"] as const;
export type RowDirection = (typeof ROW_DIRECTIONS)[number];

/**
 * One final movement of money from one wallet's point of view.
 *
 * `netUsdcUnits` is what moved into or out of the wallet; `feeUsdcUnits` was deducted from `grossUsdcUnits`, so gross always equals fee plus net.
 */
export interface AccountingRow {
  readonly wallet: Address;
  /** When the money moved: the block's time, unix seconds. */
  readonly movedAt: number;
  /**
   * When this money was settled, unix seconds: of a reward, when it was first paid out of the escrow, of a stake, when it
   * left the escrow. Null while the escrow holds it.
   */
  readonly settledAt: number | null;
  /** The transaction that paid it out then; null with `settledAt`. */
  readonly settledTxHash: Hex | null;
  /** Null for a paid answer, as is `taskId`. */
  readonly contract: ContractName | null;
  readonly taskId: bigint | null;
  /** Null when the task's metadata is not known. */
  readonly title: string | null;
  readonly role: RowRole;
  readonly type: RowType;
  readonly direction: RowDirection;
  readonly grossUsdcUnits: bigint;
  readonly feeUsdcUnits: bigint;
  readonly netUsdcUnits: bigint;
  /** The other party; null until a worker has started the task. */
  readonly counterparty: Address | null;
  readonly txHash: Hex;
  readonly blockNumber: bigint;
  /** The log index of the event that the row is derived from. */
  readonly logIndex: number;
}

/** The row's unique key; keys sort in chain order. */
export function rowKey({ movedAt, contract, blockNumber, logIndex, type }: AccountingRow): string {
  const padded = (value: bigint | number, digits: number) => String(value).padStart(digits, "0");
  return [padded(movedAt, 12), padded(blockNumber, 12), padded(logIndex, 6), contract ?? "answer", type].join("-");
}

/** The row's effect on the wallet's balance, in USDC base units. */
export function balanceOf({ direction, netUsdcUnits }: Pick<AccountingRow, "direction" | "netUsdcUnits">): bigint {
  return direction === "in" ? netUsdcUnits : -netUsdcUnits;
}
