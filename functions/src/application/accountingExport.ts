import type { AccountingRow } from "../domain/accounting/row";
import { filtersOf, type GivenFilters, type RowFilters } from "../domain/accounting/totals";
import type { Address } from "../domain/address";
import { chainOf } from "../domain/chains";
import { submissionOf } from "../domain/content";
import { beginOf, DAY_SECONDS, dayOf } from "../domain/time";
import { refuseField } from "../domain/errors";
import { tidyLinks } from "../domain/link";
import {
  beginsBehind,
  settlementRow,
  settlementsOf,
  totalsOf,
  type Fiat,
  type Settlement,
  type SettlementRow,
  type WorkLinks,
} from "../domain/statement/statement";
import { ENDINGS, firstPart, MAX_ROWS, type Format, type Part } from "../domain/statement/part";
import type { Hex } from "../domain/keccak";
import type { TaskKey } from "../domain/task/events";
import type { Services } from "./services";

export const MEDIA_TYPES: Readonly<Record<"csv" | "pdf" | "zip", string>> = {
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
  zip: "application/zip",
};
/** These are of what was settled in the period, however long before the money went into escrow. */
const BY_SETTLEMENT: readonly Format[] = ["settlements", "pdf", "datev"];
/** These name whom they are for. */
const PRINTED: readonly Format[] = ["pdf", "zip"];
/** How many settlements are completed with their other rows at a time. */
const AT_A_TIME = 25;

/** A wallet's rows as a file: those that fit into one part, from the cursor on. */
export async function exportRows(
  { format, cursor = null, recipient, ...given }: GivenFilters & Pick<Given, "format" | "cursor" | "recipient">,
  wallet: Address,
  nowMs: number,
  services: Services,
) {
  const asked = filtersOf(given, services.settings.escrows);
  const filters = BY_SETTLEMENT.includes(format) ? { ...asked, fromDay: null } : asked;
  const year = format === "datev" ? yearOf(asked) : "";
  const read = await firstPart(services.ledger.stream(wallet, filters, cursor), MAX_ROWS[format]);
  const part = { ...read, rows: await withQuestions(read.rows, wallet, services) };
  const named = recipient ?? (PRINTED.includes(format) ? await services.profiles.legalName(wallet) : null);
  const written = await write(
    format,
    { wallet, asked, filters, cursor, part, recipient: named, year, nowMs },
    services,
  );
  return {
    ...written,
    contentType: MEDIA_TYPES[ENDINGS[format]],
    filename: nameOf(format, wallet, asked, cursor),
    nextCursor: part.nextCursor,
  };
}

/** As long as a task's title. */
const MAX_QUESTION = 120;

const isBought = ({ type, role }: AccountingRow) => type === "paid_answer" && role === "payer";

/** A wallet's own rows, with the beginning of what it asked as the title of each answer that it bought. */
export async function withQuestions(
  rows: readonly AccountingRow[],
  wallet: Address,
  { payments }: Pick<Services, "payments">,
): Promise<AccountingRow[]> {
  const paid = new Set(rows.filter(isBought).map(({ txHash }) => txHash));
  const asked = paid.size === 0 ? new Map<Hex, string>() : await payments.questions(wallet, [...paid]);
  return rows.map((row) => {
    const question = isBought(row) ? asked.get(row.txHash) : undefined;
    return question === undefined ? row : { ...row, title: shortened(question) };
  });
}

function shortened(text: string): string {
  const characters = [...text.trim().replace(/\s+/gu, " ")];
  return characters.length <= MAX_QUESTION ? characters.join("") : `${characters.slice(0, MAX_QUESTION - 1).join("")}…`;
}

interface Given {
  format: Format;
  cursor?: string | null;
  /** Whom the statement is for. */
  recipient?: string;
}

interface Asked {
  readonly wallet: Address;
  /** The filters of the request, and those that its rows are read by. */
  readonly asked: RowFilters;
  readonly recipient: string | null;
  /** Of DATEV's bookings, whose dates are days and months. */
  readonly year: string;
  readonly nowMs: number;
  readonly filters: RowFilters;
  readonly cursor: string | null;
  readonly part: Part;
}

async function write(format: Format, asked: Asked, services: Services) {
  const { ledger, statements, settings } = services;
  const { wallet, cursor, part, recipient } = asked;
  const { rows, nextCursor } = part;
  const isAll = cursor === null && nextCursor === null;
  const { explorer } = chainOf(settings.chainId);
  const statement = { wallet, filters: asked.asked, recipient, issuer: settings.operator.name, explorer };
  const fiatAt = (times: readonly number[]) => fiatOf(times, asked.nowMs, services);
  if (format === "csv" || format === "koinly" || format === "xero") {
    const fiat = format === "xero" ? null : await fiatAt(rows.map(({ movedAt }) => movedAt));
    return format === "csv" ? statements.csv(rows, fiat) : statements.imported(format, rows, fiat);
  }
  if (format === "zip") {
    const settlements = isAll ? settlementsOf(rows) : await begunIn(asked, ledger);
    const keys = settlements.flatMap(({ task }) => task ?? []);
    const works = await workLinksOf(keys, wallet, services);
    const fiat = await fiatAt(settlements.flatMap((one) => one.rows.flatMap(timesOf)));
    const names = await namesOf(
      settlements.flatMap((one) => one.rows),
      services,
    );
    return statements.zip({ ...statement, names, fiat, rows, settlements, works, nextCursor });
  }
  const settled = await settledIn(asked, ledger);
  const fiat = await fiatAt(settled.map(({ settledAt }) => settledAt));
  if (format === "settlements") return statements.settlements(settled, { explorer, fiat });
  if (format === "datev") return statements.datev(settled, asked.year, { explorer, fiat });
  const names = await namesOf(
    settled.map(({ row }) => row),
    services,
  );
  const { fromDay } = asked.asked;
  const from = fromDay === null ? 0 : beginOf(fromDay);
  const moved = {
    before: totalsOf(rows.filter(({ movedAt }) => movedAt < from)),
    within: totalsOf(rows.filter(({ movedAt }) => movedAt >= from)),
  };
  const issuedAt = Math.floor(asked.nowMs / 1000);
  return statements.pdf({ ...statement, names, fiat, settled, moved: isAll ? moved : null, issuedAt });
}

/** The public names of the other parties of rows, the operator's for its answers. One read each, in one round trip. */
async function namesOf(
  rows: readonly AccountingRow[],
  { profiles, settings }: Pick<Services, "profiles" | "settings">,
): Promise<ReadonlyMap<Address, string>> {
  const { name } = settings.operator;
  const sellers = name === null ? [] : rows.filter(isBought).flatMap(({ counterparty }) => counterparty ?? []);
  const others = [...new Set(rows.flatMap(({ counterparty }) => counterparty ?? []))];
  if (others.length === 0) return new Map();
  const found = await profiles.getAll(others);
  return new Map([
    ...found.flatMap(({ address, displayName }) => (displayName ? [[address, displayName] as const] : [])),
    ...sellers.map((seller) => [seller, name ?? ""] as const),
  ]);
}

const timesOf = ({ movedAt, settledAt }: AccountingRow) => (settledAt === null ? [movedAt] : [movedAt, settledAt]);

/** The calendar year that the period lies in. */
function yearOf({ fromDay, toDay }: RowFilters): string {
  const year = fromDay?.slice(0, 4);
  if (year !== undefined && toDay?.startsWith(year)) return year;
  const message = "must be in the calendar year of from";
  refuseField(
    "/to",
    message,
    `to ${message}: DATEV's bookings have days without a year. Choose a period within one year.`,
  );
}

/** What was settled in the period, of the settlements that begin in this part; the oldest first. */
async function settledIn(asked: Asked, ledger: Services["ledger"]): Promise<SettlementRow[]> {
  const { fromDay, toDay } = asked.asked;
  const from = fromDay === null ? 0 : beginOf(fromDay);
  const to = toDay === null ? Infinity : beginOf(toDay) + DAY_SECONDS;
  return (await begunIn(asked, ledger))
    .flatMap((one) => settlementRow(one) ?? [])
    .filter(({ settledAt }) => settledAt >= from && settledAt < to)
    .sort((a, b) => a.settledAt - b.settledAt);
}

/** The settlements that begin in this part, with their rows in later parts. */
async function begunIn({ wallet, filters, cursor, part }: Asked, ledger: Services["ledger"]): Promise<Settlement[]> {
  const settlements = settlementsOf(part.rows);
  const whole: Settlement[] = [];
  for (let at = 0; at < settlements.length; at += AT_A_TIME) {
    const some = settlements.slice(at, at + AT_A_TIME);
    whole.push(
      ...(await Promise.all(
        some.map(async (one) => (one.task ? { ...one, rows: await ledger.ofTask(wallet, one.task, filters) } : one)),
      )),
    );
  }
  return whole.filter((settlement) => beginsBehind(settlement, cursor));
}

/** A file name with the wallet, the days and, for later parts, the start. */
function nameOf(format: Format, wallet: Address, { fromDay, toDay }: RowFilters, cursor: string | null): string {
  const behind = cursor === null ? null : `behind-${cursor.replace(/[^0-9a-z-]/g, "")}`;
  const kind = format === ENDINGS[format] ? null : format;
  // DATEV imports files by this prefix.
  const name = format === "datev" ? "EXTF_mkt-statement" : "mkt-statement";
  const pieces = [name, kind, wallet.slice(0, 10), fromDay, toDay, behind].filter((piece) => piece !== null);
  return `${pieces.join("-")}.${ENDINGS[format]}`;
}

/** Days that one request asks the source about; later requests ask about the others. */
const MAX_ASKED = 40;

/**
 * The operator's currency with the rates of these times (unix seconds); null where the operator names no source. A day
 * without a rate is left out: its source was not reached, or the day is not over.
 */
async function fiatOf(
  times: readonly number[],
  nowMs: number,
  services: Pick<Services, "settings" | "rates" | "rateSource">,
): Promise<Fiat | null> {
  if (!services.settings.fiat) return null;
  const { currency } = services.settings.fiat;
  // Only here: without a currency there is no source.
  const { rates, rateSource } = services;
  const today = dayOf(nowMs / 1000);
  // What a source says of a day may change until it is over.
  const days = [...new Set(times.map(dayOf))].filter((day) => day < today).sort();
  const stored = await rates.of(currency, days);
  const missing = days.filter((day) => !stored.has(day)).slice(0, MAX_ASKED);
  const told = missing.length > 0 ? await rateSource.ask(missing) : new Map();
  const kept = told.size > 0 ? await rates.keep(currency, told) : new Map();
  return { currency, rates: new Map([...stored, ...kept]) };
}

/**
 * The links with a hash in the last work of each task, for a wallet that is its poster or its worker. One read for each
 * task and one for each work, in two round trips.
 */
async function workLinksOf(
  keys: readonly TaskKey[],
  wallet: Address,
  { tasks, contentStore }: Pick<Services, "tasks" | "contentStore">,
): Promise<readonly WorkLinks[]> {
  const citations = (await tasks.getAll(keys)).flatMap((record) => {
    const isParty = record && (wallet === record.task.poster || wallet === record.task.worker);
    const hash = record?.task.submissionHashes.at(-1);
    return isParty && hash ? submissionOf(record.task, hash) : [];
  });
  if (citations.length === 0) return [];
  return (await contentStore.find(citations)).flatMap(({ citation, content }) => {
    if (content.kind !== "submission") return [];
    const links = content.value.links.filter(({ sha256 }) => sha256 !== undefined);
    const { contract, taskId, hash } = citation;
    return links.length === 0
      ? []
      : [{ contract, taskId: String(taskId), submissionHash: hash, links: tidyLinks(links) }];
  });
}
