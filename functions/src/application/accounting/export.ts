import { filtersOf, type GivenFilters, type RowFilters } from "../../domain/accounting/filters";
import type { Address } from "../../domain/address";
import { firstPart, MAX_ROWS, type Format, type Part } from "../../domain/statement/part";
import { beginsBehind, settlementsOf, type Settlement } from "../../domain/statement/settlement";
import { totalsOf } from "../../domain/statement/statement";
import type { Services } from "../services";

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
  zip: "application/zip",
};
/** How many settlements are completed with their other rows at a time. */
const AT_A_TIME = 25;

/** A wallet's rows as a file: those that fit into one part, from the cursor on. */
export async function exportRows(
  { format, cursor = null, ...given }: GivenFilters & { format: Format; cursor?: string | null },
  wallet: Address,
  services: Services,
) {
  const filters = filtersOf(given, services.settings.escrows);
  const part = await firstPart(services.ledger.stream(wallet, filters, cursor), MAX_ROWS[format]);
  const written = await write(format, { wallet, filters, cursor, part }, services);
  return {
    ...written,
    contentType: MEDIA_TYPES[format],
    filename: nameOf(format, wallet, filters, cursor),
    nextCursor: part.nextCursor,
  };
}

interface Asked {
  readonly wallet: Address;
  readonly filters: RowFilters;
  readonly cursor: string | null;
  readonly part: Part;
}

async function write(format: Format, asked: Asked, { ledger, statements }: Services) {
  const { wallet, filters, cursor, part } = asked;
  const { rows, nextCursor } = part;
  if (format === "csv") return statements.csv(rows);
  const isAll = cursor === null && nextCursor === null;
  const totals = isAll ? totalsOf(rows) : (await ledger.sums(wallet, filters)).totals;
  const statement = { wallet, filters, rows, totals };
  if (format === "pdf") return statements.pdf(statement);
  const settlements = isAll ? settlementsOf(rows) : await begunIn(asked, ledger);
  return statements.zip({ ...statement, settlements, nextCursor });
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
  return `${["mkt-statement", wallet.slice(0, 10), fromDay, toDay, behind].filter((piece) => piece !== null).join("-")}.${format}`;
}
