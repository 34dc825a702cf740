import { balanceOf, type AccountingRow, type RowDirection, type RowType } from "../accounting/row";
import { summed, type RowFilters, type RowTotal } from "../accounting/totals";
import type { Address } from "../address";
import { beginOf } from "../days";
import type { Hex } from "../keccak";
import type { Link } from "../link";
import { formatUsdc } from "../money";
import type { TaskKey } from "../task/events";
import type { Fiat } from "./fiat";
import type { SettlementRow } from "./settlement";

/** The notice in every exported file. */
export const NOTICE = "Not a tax invoice";

interface Statement {
  readonly wallet: Address;
  readonly filters: RowFilters;
  /** Recipient and issuer, as the wallet and the operator state them; null where they do not. */
  readonly recipient: string | null;
  readonly issuer: string | null;
  /** The block explorer, whose `/tx/{hash}` shows a transaction. */
  readonly explorer: string;
  /** Null where the operator names no currency. */
  readonly fiat: Fiat | null;
}

/** Movements of a wallet's money, as written to a file. */
export interface Movements extends Statement {
  /** The oldest first. */
  readonly rows: readonly AccountingRow[];
}

/** What a wallet earned and spent, one row a settlement, apart from what the escrow holds. */
export interface SettledStatement extends Statement {
  /** The oldest first. */
  readonly settled: readonly SettlementRow[];
  /** Of all until the period's end, also of other parts. */
  readonly held: { readonly rewardUsdcUnits: bigint; readonly stakeUsdcUnits: bigint };
  /** Whether other parts have further settlements. */
  readonly isPart: boolean;
}

/** The sums of rows by type and direction: ordered by type, incoming first. */
export function totalsOf(rows: readonly AccountingRow[]): RowTotal[] {
  return summed(rows.map((row) => ({ ...row, rows: 1, heldUsdcUnits: row.endedAt === null ? row.netUsdcUnits : 0n })));
}

/** The net effect of all totals on the wallet's balance, in USDC base units. */
export function balanceIn(totals: readonly RowTotal[]): bigint {
  return totals.reduce((sum, total) => sum + balanceOf(total), 0n);
}

/**
 * The file's date in unix seconds: the latest of its times, else the period's end or start. It does not use the clock,
 * so the same movements always give the same bytes.
 */
export function dateOf({ times, filters }: { times: readonly number[]; filters: RowFilters }): number {
  const newest = times.at(-1);
  if (newest !== undefined) return newest;
  const { fromDay, toDay } = filters;
  const day = toDay ?? fromDay;
  return day === null ? 0 : beginOf(day);
}

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

/** What the links of a task's work pointed to, as it was hashed with the work. */
export interface WorkLinks {
  readonly contract: TaskKey["contract"];
  readonly taskId: string;
  /** The work's hash on the chain. */
  readonly submissionHash: Hex;
  /** Those with a hash. */
  readonly links: readonly Link[];
}

/** Bytes of URLs in one statement: a counterparty must not be able to make it too large to be sent. */
const MAX_URL_BYTES = 500_000;

/** The first of these works whose URLs fit into a statement, and how many do not. */
export function fitting(works: readonly WorkLinks[]): { works: readonly WorkLinks[]; leftOut: number } {
  let bytes = 0;
  const fit = works.findIndex(({ links }) => {
    bytes += links.reduce((sum, { url }) => sum + Buffer.byteLength(url), 0);
    return bytes > MAX_URL_BYTES;
  });
  return fit < 0 ? { works, leftOut: 0 } : { works: works.slice(0, fit), leftOut: works.length - fit };
}

/** Line terminators of any reader, and tabs, which separate cells in some. */
const BREAK = /[\t\r\n\v\f\u0085\u2028\u2029]+/g;
const CONTROL = /\p{Control}/gu;
/** Includes the full-width forms of East Asian keyboards. */
const SIGN = "[=+\\-@＝＋－＠]";
const AT_THE_BEGINNING = new RegExp(`^(?=[\\s"]*${SIGN})`);
/** A reader configured for another separator splits there, even inside quotes. */
const BEHIND_A_SEPARATOR = new RegExp(`([,;|])(?="*${SIGN})`, "g");

/**
 * A text made safe for a CSV cell: on one physical line, with a `'` before anything that could begin a formula (OWASP,
 * CSV injection).
 */
export function safeCell(text: string): string {
  return text
    .replace(BREAK, " ")
    .replace(CONTROL, "")
    .replace(AT_THE_BEGINNING, "'")
    .replace(BEHIND_A_SEPARATOR, "$1'");
}
