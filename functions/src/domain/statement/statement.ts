import {
  balanceOf,
  rowKey,
  type AccountingRow,
  type RowDirection,
  type RowRole,
  type RowType,
} from "../accounting/row";
import { summed, type RowFilters, type RowTotal } from "../accounting/totals";
import type { Address } from "../address";
import { beginOf, DAY_MS, DAY_SECONDS, dayOf } from "../time";
import type { Hex } from "../keccak";
import type { Link } from "../link";
import { formatUsdc } from "../money";
import type { TaskKey } from "../task/events";
import type { ContractName } from "../workflow/variants";

/** The notice in every exported file. */
export const NOTICE = "Not a tax invoice";

interface Statement {
  readonly wallet: Address;
  /** The public names of the other parties that have one. */
  readonly names: ReadonlyMap<Address, string>;
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
  /** The totals of all movements before the period and in it; null in a part, which lacks some. */
  readonly moved: { readonly before: readonly RowTotal[]; readonly within: readonly RowTotal[] } | null;
  /** When it is made, unix seconds. */
  readonly issuedAt: number;
}

/** The sums of rows by type and direction: ordered by type, incoming first. */
export function totalsOf(rows: readonly AccountingRow[]): RowTotal[] {
  return summed(
    rows.map((row) => ({ ...row, rows: 1, heldUsdcUnits: row.settledAt === null ? row.netUsdcUnits : 0n })),
  );
}

/** The net effect of all totals on the wallet's balance, in USDC base units. */
export function balanceIn(totals: readonly RowTotal[]): bigint {
  return totals.reduce((sum, total) => sum + balanceOf(total), 0n);
}

/**
 * How what was settled becomes the change of the wallet's balance, in USDC base units: what went into escrow, less what
 * left it, is negative. A lost stake is part of what was settled.
 */
export function reconciled(settledUsdcUnits: bigint, moved: readonly RowTotal[]) {
  const sum = (type: RowType, name: "netUsdcUnits" | "feeUsdcUnits", direction: RowDirection) =>
    moved.reduce((all, one) => (one.type === type && one.direction === direction ? all + one[name] : all), 0n);
  const paidIn = sum("stake", "netUsdcUnits", "out");
  const returned = sum("stake_returned", "netUsdcUnits", "in");
  const stakes = returned + sum("stake_forfeited", "feeUsdcUnits", "out") - paidIn;
  const change = balanceIn(moved);
  return { rewards: change - settledUsdcUnits - stakes, stakes, change, paidIn, returned };
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

/** The days of a statement; without filters, those of its `times` (unix seconds, the oldest first). */
export function periodInWords(
  { fromDay, toDay }: Pick<RowFilters, "fromDay" | "toDay">,
  times: readonly number[] = [],
): string {
  const [first, last] = [times[0], times.at(-1)];
  if (fromDay === null && toDay === null) {
    if (first === undefined || last === undefined) return "All time";
    return `All time, ${periodInWords({ fromDay: dayOf(first), toDay: dayOf(last) })}`;
  }
  if (toDay === null) return `From ${dayInWords(fromDay ?? "")}`;
  if (fromDay === null) return `Until ${dayInWords(toDay)}`;
  return fromDay === toDay ? dayInWords(fromDay) : `${dayInWords(fromDay)} to ${dayInWords(toDay)}`;
}

/** Until when a statement has all that was final. */
export function asOfInWords({ toDay }: Pick<RowFilters, "toDay">, issuedAt: number): string {
  const isOver = toDay !== null && beginOf(toDay) + DAY_SECONDS <= issuedAt;
  return isOver ? `at the end of ${dayInWords(toDay)}` : `as of ${minuteOf(issuedAt)} UTC`;
}

/** The filters of a statement in words; null if it has all rows of its period. */
export function selectionInWords({
  role,
  type,
  contract,
}: Pick<RowFilters, "role" | "type" | "contract">): string | null {
  const parts = [
    role && `as ${roleInWords(role)}`,
    type && `type ${typeInWords(type)}`,
    contract && CONTRACTS_IN_WORDS[contract],
  ];
  const chosen = parts.filter((part) => part !== null);
  return chosen.length > 0 ? `Only ${chosen.join(", ")}` : null;
}

/** `stake_returned` → `stake returned`. */
function typeInWords(type: RowType): string {
  return type.replaceAll("_", " ");
}

const CONTRACTS_IN_WORDS: Readonly<Record<ContractName, string>> = {
  human: "tasks for people",
  "agent-fast": "tasks for machines",
};

/** `payer` → `buyer`. */
export function roleInWords(role: RowRole): string {
  return role === "payer" ? "buyer" : role;
}

/** Another party: its address, and the public name that it chose, where it has one. */
export function partyInWords(party: Address, names: ReadonlyMap<Address, string>): string {
  const name = names.get(party);
  return name === undefined ? party : `${party} (${name})`;
}

/** What a row is about, as a person would name it. */
export function subjectOf({ title, taskId, role }: Pick<AccountingRow, "title" | "taskId" | "role">): string {
  if (taskId === null && role === "platform") return "Answer sold";
  if (taskId === null) return title === null ? "Answer bought" : `Answer bought: “${title}”`;
  return title ?? `Task ${taskId}`;
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

/** What a balance gains, with its sign. */
export function balanceInWords(units: bigint): string {
  return signedInWords(units < 0n ? "out" : "in", units < 0n ? -units : units);
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

/** The movements of a wallet's money for one task or one paid answer. */
export interface Settlement {
  /** Such as `agent-fast-12`, or `answer-0x5f…-3`: unique within a wallet and usable as a file name. */
  readonly name: string;
  /** Null for a paid answer. */
  readonly task: TaskKey | null;
  /** The oldest first. */
  readonly rows: readonly AccountingRow[];
}

/** The settlements that rows belong to, in the order of their first rows. */
export function settlementsOf(rows: readonly AccountingRow[]): Settlement[] {
  const settlements = new Map<string, Settlement & { rows: AccountingRow[] }>();
  for (const row of rows) {
    const name = nameOf(row);
    const known = settlements.get(name);
    if (known) known.rows.push(row);
    else settlements.set(name, { name, task: taskOf(row), rows: [row] });
  }
  return [...settlements.values()];
}

/**
 * Whether a settlement belongs to the part that begins after the row key `after`, or at the start if null. Each
 * settlement appears once, complete, in the part of its first movement.
 */
export function beginsBehind({ rows }: Settlement, after: string | null): boolean {
  const [first] = rows;
  return first !== undefined && (after === null || rowKey(first) > after);
}

function nameOf({ contract, taskId, txHash, logIndex }: AccountingRow): string {
  return contract === null || taskId === null ? `answer-${txHash}-${logIndex}` : `${contract}-${taskId}`;
}

function taskOf({ contract, taskId }: AccountingRow): TaskKey | null {
  return contract === null || taskId === null ? null : { contract, taskId };
}

/** What a settlement was to its wallet. Money that came back, and a stake that was returned, are neither. */
export const SETTLEMENT_KINDS = ["income", "expense", "stake_lost", "stake_received"] as const;
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

/** A settlement in one row: what the wallet earned or spent by one task or answer, when the money was settled. */
export interface SettlementRow {
  readonly kind: SettlementKind;
  readonly direction: RowDirection;
  /** When it was settled, unix seconds, and by which transaction. */
  readonly settledAt: number;
  readonly settledTxHash: string;
  /** When and by which transaction its poster had paid the reward into escrow; null for all else. */
  readonly funded: { readonly at: number; readonly txHash: string } | null;
  readonly grossUsdcUnits: bigint;
  readonly feeUsdcUnits: bigint;
  /** Without sign; `direction` has it. */
  readonly netUsdcUnits: bigint;
  /** The latest row that gained or lost something, with the task, the role and the other party. */
  readonly row: AccountingRow;
  /** All that settled the rows that gained or lost something, the oldest first. */
  readonly txHashes: readonly string[];
}

/**
 * A settlement in one row; null while the escrow holds the money, and where the wallet has gained and lost nothing. A
 * stake that comes back is neither gain nor loss, so neither its date nor its transaction counts.
 */
export function settlementRow({ rows }: Pick<Settlement, "rows">): SettlementRow | null {
  const over = rows.filter((one) => one.settledAt !== null && effectOf(one) !== 0n);
  const row = over.findLast(({ counterparty }) => counterparty !== null) ?? over.at(-1);
  const ends = over.toSorted((a, b) => (a.settledAt ?? 0) - (b.settledAt ?? 0));
  const last = ends.at(-1);
  if (!row || !last) return null;
  const net = over.reduce((sum, one) => sum + effectOf(one), 0n);
  if (net === 0n) return null;
  const deposit = over.find(({ type, direction }) => type === "reward" && direction === "out");
  const isOwn = over.some(({ type, netUsdcUnits }) => type === "stake_forfeited" && netUsdcUnits === 0n);
  const isOthers = over.some(({ type, netUsdcUnits }) => type === "stake_forfeited" && netUsdcUnits > 0n);
  const kind = net > 0n ? (isOthers ? "stake_received" : "income") : isOwn ? "stake_lost" : "expense";
  const feeUsdcUnits = over.reduce((sum, one) => (one.type === "stake_forfeited" ? sum : sum + one.feeUsdcUnits), 0n);
  const netUsdcUnits = net < 0n ? -net : net;
  return {
    kind,
    direction: net > 0n ? "in" : "out",
    settledAt: last.settledAt ?? 0,
    settledTxHash: last.settledTxHash ?? last.txHash,
    funded: deposit ? { at: deposit.movedAt, txHash: deposit.txHash } : null,
    // A fee was taken from what came in; of what was spent it is a part.
    grossUsdcUnits: net > 0n ? netUsdcUnits + feeUsdcUnits : netUsdcUnits,
    feeUsdcUnits,
    netUsdcUnits,
    row,
    txHashes: [...new Set(ends.map(({ settledTxHash, txHash }) => settledTxHash ?? txHash))],
  };
}

/** What a row gains or loses for good, in base units. A lost stake's row says so; its money went out as `stake`. */
function effectOf(row: AccountingRow): bigint {
  if (row.type === "stake" || row.type === "stake_returned") return 0n;
  return row.type === "stake_forfeited" && row.direction === "out" ? -row.feeUsdcUnits : balanceOf(row);
}

/** How many units of a currency one US dollar was worth on a day. */
export interface DayRate {
  /** In thousand millionths of a unit. */
  readonly nanosPerUsd: bigint;
  /** The day that the source published it for, `2026-01-30`: a weekend has the Friday's. */
  readonly day: string;
}

/** The operator's currency, with the rates that are known of the days of a statement. */
export interface Fiat {
  /** ISO 4217. */
  readonly currency: string;
  /** By UTC day. */
  readonly rates: ReadonlyMap<string, DayRate>;
}

const NANOS = 1_000_000_000n;
/** No currency's unit is worth more than a thousand dollars, or less than a millionth of one. */
const LEAST = 0.001;
const MOST = 1_000_000;
/** Sources publish on working days; no holidays are longer. */
const MAX_DAYS_BEFORE = 10;
/** USDC base units to cents. */
const UNITS_PER_CENT = 10_000n;

/** The rate of the day of a time; null where none is known. */
export function rateAt({ rates }: Pick<Fiat, "rates">, seconds: number): DayRate | null {
  return rates.get(dayOf(seconds)) ?? null;
}

/** An amount of USDC at a rate, in hundredths of the currency's unit; half of one counts as one. One USDC is one US dollar. */
export function fiatCents(units: bigint, { nanosPerUsd }: DayRate): bigint {
  const divisor = UNITS_PER_CENT * NANOS;
  const scaled = units * nanosPerUsd;
  return scaled < 0n ? -((divisor / 2n - scaled) / divisor) : (scaled + divisor / 2n) / divisor;
}

/** `1234n` → `12.34`. */
export function centsText(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? "-" : ""}${size / 100n}.${String(size % 100n).padStart(2, "0")}`;
}

/** A rate as it is shown, without ending zeros: `0.9213`. */
export function rateText({ nanosPerUsd }: DayRate): string {
  const places = String(nanosPerUsd % NANOS)
    .padStart(9, "0")
    .replace(/0{1,80}$/, "");
  return `${nanosPerUsd / NANOS}${places === "" ? "" : `.${places}`}`;
}

/**
 * The rate in a source's answer about a day: `{ "base": "USD", "date": "2026-01-30", "rates": { "EUR": 0.9213 } }`.
 * Null for anything that cannot be one.
 */
export function rateIn(answer: unknown, { currency, day }: { currency: string; day: string }): DayRate | null {
  const { base, date, rates } = (answer ?? {}) as { base?: unknown; date?: unknown; rates?: unknown };
  const rate = (rates as Record<string, unknown> | null | undefined)?.[currency];
  if (base !== "USD" || typeof rate !== "number" || !(rate >= LEAST && rate <= MOST)) return null;
  if (typeof date !== "string" || !/^\d{4}-\d\d-\d\d$/.test(date)) return null;
  const before = (Date.parse(day) - Date.parse(date)) / DAY_MS;
  if (!(before >= 0 && before <= MAX_DAYS_BEFORE)) return null;
  return { nanosPerUsd: BigInt(rate.toFixed(9).replace(".", "")), day: date };
}
