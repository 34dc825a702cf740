import { Readable } from "node:stream";
import type { Parcel, Statements } from "../../ports/statements";
import { dateOf, NOTICE } from "../../domain/statement/statement";
import { csvOf } from "./csv";
import { settlementPdf, statementPdf } from "./pdf";
import { zipOf, type File, type Listed } from "./zip";

/** Writes statements with csv-stringify, pdfkit and yazl. */
export const fileStatements: Statements = {
  csv: (rows) => Readable.from(csvOf(rows)),
  pdf: statementPdf,
  zip: (parcel) => zipOf(filesOf(parcel), (listed) => manifestOf(parcel, listed), dateOf(parcel)),
};

async function* filesOf({ wallet, filters, rows, settlements }: Parcel): AsyncGenerator<File> {
  for (const settlement of settlements) {
    yield { name: `settlements/${settlement.name}.pdf`, bytes: await whole(settlementPdf({ wallet, filters, rows: settlement.rows })) };
  }
  yield { name: "movements.csv", bytes: Buffer.concat([...csvOf(rows)]) };
}

function manifestOf({ wallet, filters, rows, nextCursor }: Parcel, files: readonly Listed[]): File {
  const content = { notice: `${NOTICE}.`, wallet, filters, movements: rows.length, nextCursor, files };
  return { name: "manifest.json", bytes: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) };
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const taken: Uint8Array[] = [];
  for await (const chunk of chunks) taken.push(chunk);
  return Buffer.concat(taken);
}
