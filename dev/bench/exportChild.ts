/** Run by export.ts as a child process: exports rows part by part, and prints time and memory. */
import { fileStatements } from "../../functions/src/adapters/export/statements";
import { rowKey, type AccountingRow } from "../../functions/src/domain/accounting/row";
import { firstPart, FORMATS, MAX_ROWS, type Format } from "../../functions/src/domain/statement/part";
import { settlementRow, settlementsOf } from "../../functions/src/domain/statement/statement";
import type { Written } from "../../functions/src/ports/statements";
import { ALL, movement, WALLET } from "../../test/setup/paying/movements";
import type { Exported } from "./export";

const MIB = 1024 * 1024;
const TITLES = [
  "Translate a page into Portuguese",
  "Review the pull request that moves the scheduler to the new queue",
  "Отчёт за третий квартал",
  "翻译成葡萄牙语",
];

/** Made one after the other, as the ledger reads them. */
async function* rowsBehind(from: number, count: number): AsyncGenerator<AccountingRow> {
  for (let n = from; n < count; n++) yield movement(n, { title: TITLES[Math.floor(n / 3) % TITLES.length] ?? "" });
}

async function main(): Promise<void> {
  const [format = "", amount = ""] = process.argv.slice(2);
  const count = Number(amount);
  const known = FORMATS.find((one) => one === format);
  // The fonts and the libraries are there before the first row, in a function that has served before.
  for (const one of known ? [known] : [])
    await taken(await write(one, [movement(0), movement(1, { title: TITLES.join(" ") })]));
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  peak = before;
  const result: Exported = { rows: count, parts: 0, largestPart: 0, seconds: 0, growthMiB: 0 };
  const started = performance.now();
  for (let from = 0; from < count;) {
    const { rows, nextCursor } = await firstPart(rowsBehind(from, count), known ? MAX_ROWS[known] : MAX_ROWS.csv);
    const bytes = known
      ? await taken(await write(known, rows))
      : Buffer.byteLength(
          JSON.stringify(rows, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value)),
        );
    result.parts += 1;
    result.largestPart = Math.max(result.largestPart, bytes);
    result.growthMiB = Math.max(result.growthMiB, (highest() - before) / MIB);
    const last = rows.at(-1);
    if (nextCursor !== null && last && nextCursor !== rowKey(last))
      throw new Error("a cursor that is not the last row's");
    from += rows.length;
  }
  result.seconds = (performance.now() - started) / 1_000;
  console.log(JSON.stringify(result));
}

function write(format: Format, rows: readonly AccountingRow[]): Promise<Written> {
  const statement = {
    wallet: WALLET,
    names: new Map(),
    filters: ALL,
    rows,
    recipient: null,
    issuer: null,
    explorer: "https://basescan.org",
    fiat: null,
  };
  if (format === "csv") return fileStatements.csv(rows, null);
  if (format === "koinly" || format === "xero") return fileStatements.imported(format, rows, null);
  const settlements = settlementsOf(rows);
  const settled = settlements.flatMap((one) => settlementRow(one) ?? []);
  if (format === "pdf") return fileStatements.pdf({ ...statement, settled, moved: null, issuedAt: 0 });
  if (format === "settlements") return fileStatements.settlements(settled, statement);
  if (format === "datev") return fileStatements.datev(settled, "2026", statement);
  return fileStatements.zip({ ...statement, settlements, works: [], nextCursor: null });
}

let peak = 0;

/** The peak of the memory in use. */
function highest(): number {
  return (peak = Math.max(peak, process.memoryUsage.rss()));
}

async function taken({ pieces }: Written): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    highest();
  }
  return bytes;
}

void main();
