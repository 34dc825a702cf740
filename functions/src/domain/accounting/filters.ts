import { escrowNamed, type Escrows } from "../contract";
import { refuse } from "../errors";
import type { VariantName } from "../workflow/variants";
import type { RowDirection, RowRole, RowType } from "./row";

/** The rows to include; null means all. */
export interface RowFilters {
  /** UTC days, `YYYY-MM-DD`, inclusive. */
  readonly fromDay: string | null;
  readonly toDay: string | null;
  readonly role: RowRole | null;
  readonly type: RowType | null;
  readonly contract: VariantName | null;
}

/** The sum of the rows of one type and direction, in USDC base units. */
export interface RowTotal {
  readonly type: RowType;
  readonly direction: RowDirection;
  readonly rows: number;
  readonly grossUsdcUnits: bigint;
  readonly feeUsdcUnits: bigint;
  readonly netUsdcUnits: bigint;
  /** The part of `netUsdcUnits` that the escrow still holds. */
  readonly heldUsdcUnits: bigint;
}

/** The sums of filtered rows: over all, ordered by type, and of each UTC month with rows, oldest first. */
export interface RowSums {
  readonly totals: readonly RowTotal[];
  /** `month` is `YYYY-MM`. */
  readonly months: readonly { readonly month: string; readonly totals: readonly RowTotal[] }[];
}

/** Filters as given in a request; an absent one matches everything. */
export interface GivenFilters {
  readonly from?: string;
  readonly to?: string;
  readonly role?: RowRole;
  readonly type?: RowType;
  /** A deployment's name or address. */
  readonly contract?: string;
}

/** Parses a request's filters. Refuses `invalid_request` for invalid dates and unknown contracts. */
export function filtersOf({ from, to, role, type, contract }: GivenFilters, escrows: Escrows | null): RowFilters {
  for (const [name, day] of Object.entries({ from, to })) {
    if (day !== undefined && !isDay(day)) refuseField(`/${name}`, "is not a valid date such as 2026-01-31");
  }
  if (from !== undefined && to !== undefined && from > to) refuseField("/to", "is before from");
  const named = contract === undefined || !escrows ? null : escrowNamed(contract, escrows);
  if (contract !== undefined && !named) refuseField("/contract", "is not one of this service's escrows");
  return {
    fromDay: from ?? null,
    toDay: to ?? null,
    role: role ?? null,
    type: type ?? null,
    contract: named?.name ?? null,
  };
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function refuseField(pointer: string, message: string): never {
  refuse("invalid_request", `${pointer.slice(1)} ${message}.`, { errors: [{ pointer, message }] });
}
