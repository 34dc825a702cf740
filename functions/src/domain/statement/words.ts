import type { RowFilters } from "../accounting/filters";
import type { AccountingRow, RowDirection, RowType } from "../accounting/row";
import { formatUsdc } from "../money";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const MIN_PLACES = 2;
const GROUPED = new Intl.NumberFormat("en-US");

/** `2026-01-31` → `31 January 2026`. */
function dayInWords(day: string): string {
  return DAY.format(new Date(day));
}

/** Unix seconds → `2026-01-31 12:00`, in UTC. */
export function minuteOf(time: number): string {
  return new Date(time * 1000).toISOString().slice(0, 16).replace("T", " ");
}

export function periodInWords({ fromDay, toDay }: Pick<RowFilters, "fromDay" | "toDay">): string {
  if (fromDay === null && toDay === null) return "All movements";
  if (toDay === null) return `From ${dayInWords(fromDay ?? "")}`;
  if (fromDay === null) return `Until ${dayInWords(toDay)}`;
  return fromDay === toDay ? dayInWords(fromDay) : `${dayInWords(fromDay)} to ${dayInWords(toDay)}`;
}

/** The filters of a statement in words; null if it has all rows of its period. */
export function selectionInWords({
  role,
  type,
  contract,
}: Pick<RowFilters, "role" | "type" | "contract">): string | null {
  const parts = [
    role && `role ${role}`,
    type && `type ${typeInWords(type).toLowerCase()}`,
    contract && `contract ${contract}`,
  ];
  const chosen = parts.filter((part) => part !== null);
  return chosen.length > 0 ? `Only ${chosen.join(", ")}` : null;
}

/** `stake_returned` → `Stake returned`. */
export function typeInWords(type: RowType): string {
  const words = type.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `agent-fast 12`, or what the payment was for. */
export function subjectOf({ contract, taskId }: Pick<AccountingRow, "contract" | "taskId">): string {
  return contract === null || taskId === null ? "Paid answer" : `${contract} ${taskId}`;
}

/** 1_234_500_000n → `1,234.50`: at least two decimal places, without rounding. */
export function amountInWords(units: bigint): string {
  const [whole = "", fraction = ""] = formatUsdc(units < 0n ? -units : units).split(".");
  return `${units < 0n ? "−" : ""}${grouped(whole)}.${fraction.padEnd(MIN_PLACES, "0")}`;
}

/** 123_456n → `1,234.56`, of a positive amount. */
export function centsInWords(cents: bigint): string {
  return `${grouped(String(cents / 100n))}.${String(cents % 100n).padStart(2, "0")}`;
}

/** An amount with the sign of its direction; zero has none. */
export function signedInWords(direction: RowDirection, units: bigint): string {
  if (units === 0n) return amountInWords(0n);
  return `${direction === "in" ? "+" : "−"}${amountInWords(units)}`;
}

/** The largest number of decimal places among the amounts. */
export function placesOf(amounts: readonly bigint[]): number {
  return Math.max(MIN_PLACES, ...amounts.map((amount) => formatUsdc(amount).split(".")[1]?.length ?? 0));
}

export function countInWords(count: number): string {
  return grouped(String(count));
}

function grouped(digits: string): string {
  return GROUPED.format(BigInt(digits));
}

/** The issuer and the recipient of a statement, with their labels. */
export function partiesOf({ recipient, issuer }: { recipient: string | null; issuer: string | null }) {
  const named = [["Issued by", issuer] as const, ["For", recipient] as const];
  return named.flatMap(([name, who]) => (who === null ? [] : [[name, who] as const]));
}
