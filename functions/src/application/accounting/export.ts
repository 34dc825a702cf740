import { filtersOf, type GivenFilters, type RowFilters } from "../../domain/accounting/filters";
import type { Address } from "../../domain/address";
import { chainOf } from "../../domain/chains";
import { beginOf } from "../../domain/days";
import { ENDINGS, firstPart, MAX_ROWS, type Format, type Part } from "../../domain/statement/part";
import { beginsBehind, settlementRow, settlementsOf, type Settlement } from "../../domain/statement/settlement";
import { totalsOf } from "../../domain/statement/statement";
import type { Services } from "../services";
import { workLinksOf } from "./workLinks";

export const MEDIA_TYPES: Readonly<Record<"csv" | "pdf" | "zip", string>> = {
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
  zip: "application/zip",
};
const DAY_SECONDS = 86_400;
/** How many settlements are completed with their other rows at a time. */
const AT_A_TIME = 25;

/** A wallet's rows as a file: those that fit into one part, from the cursor on. */
export async function exportRows(
  { format, cursor = null, recipient, ...given }: GivenFilters & Pick<Given, "format" | "cursor" | "recipient">,
  wallet: Address,
  services: Services,
) {
  const asked = filtersOf(given, services.settings.escrows);
  // A settlement belongs to the day on which its money was settled, which may be long after it went into escrow.
  const filters = format === "settlements" ? { ...asked, fromDay: null } : asked;
  const part = await firstPart(services.ledger.stream(wallet, filters, cursor), MAX_ROWS[format]);
  const written = await write(format, { wallet, asked, filters, cursor, part, recipient: recipient ?? null }, services);
  return {
    ...written,
    contentType: MEDIA_TYPES[ENDINGS[format]],
    filename: nameOf(format, wallet, asked, cursor),
    nextCursor: part.nextCursor,
  };
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
  readonly filters: RowFilters;
  readonly cursor: string | null;
  readonly part: Part;
}

async function write(format: Format, asked: Asked, services: Services) {
  const { ledger, statements, settings } = services;
  const { wallet, filters, cursor, part, recipient } = asked;
  const { rows, nextCursor } = part;
  const { explorer } = chainOf(settings.chainId);
  if (format === "csv") return statements.csv(rows);
  if (format === "koinly" || format === "xero") return statements.imported(format, rows);
  if (format === "settlements") {
    const { fromDay, toDay } = asked.asked;
    const [from, to] = [
      fromDay === null ? 0 : beginOf(fromDay),
      toDay === null ? Infinity : beginOf(toDay) + DAY_SECONDS,
    ];
    const begun = await begunIn(asked, ledger);
    const own = begun
      .flatMap((one) => settlementRow(one) ?? [])
      .filter(({ endedAt }) => endedAt >= from && endedAt < to);
    return statements.settlements(
      own.sort((a, b) => a.endedAt - b.endedAt),
      explorer,
    );
  }
  const isAll = cursor === null && nextCursor === null;
  const totals = isAll ? totalsOf(rows) : (await ledger.sums(wallet, filters)).totals;
  const statement = { wallet, filters, rows, totals, recipient, issuer: settings.operator.name, explorer };
  if (format === "pdf") return statements.pdf(statement);
  const settlements = isAll ? settlementsOf(rows) : await begunIn(asked, ledger);
  const keys = settlements.flatMap(({ task }) => task ?? []);
  const works = await workLinksOf(keys, wallet, services);
  return statements.zip({ ...statement, settlements, works, nextCursor });
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
  const pieces = ["mkt-statement", kind, wallet.slice(0, 10), fromDay, toDay, behind].filter((piece) => piece !== null);
  return `${pieces.join("-")}.${ENDINGS[format]}`;
}
