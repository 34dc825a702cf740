import type { VariantName } from "../workflow/variants";
import type { RowDirection, RowRole, RowType } from "./row";

/** Which of a wallet's rows are meant; null where all are. */
export interface RowFilters {
  /** Days in UTC, `YYYY-MM-DD`, both included. */
  readonly fromDay: string | null;
  readonly toDay: string | null;
  readonly role: RowRole | null;
  readonly type: RowType | null;
  readonly contract: VariantName | null;
}

/** What rows of one type and direction add up to; amounts in USDC base units. */
export interface RowTotal {
  readonly type: RowType;
  readonly direction: RowDirection;
  readonly rows: number;
  readonly grossUsdcUnits: bigint;
  readonly feeUsdcUnits: bigint;
  readonly netUsdcUnits: bigint;
}
