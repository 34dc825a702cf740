import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { dateOf, NOTICE } from "../../domain/statement/statement";
import type { Parcel, Statements, Written } from "../../ports/statements";
import { csvOf } from "./csv";
import { settlementPdf, statementPdf } from "./pdf";
import { zipOf, type File, type Listed } from "./zip";

/** Writes statements with csv-stringify, pdfkit and yazl; the fonts are read when a PDF is first asked for. */
export const fileStatements: Statements = {
  csv: async (rows) => {
    // Made twice, first to be measured: that is cheaper than keeping it until it is sent.
    const digest = createHash("sha256");
    let length = 0;
    for (const piece of csvOf(rows)) {
      digest.update(piece);
      length += piece.length;
    }
    return { pieces: Readable.from(csvOf(rows)), length, sha256: digest.digest("hex") };
  },
  pdf: async (statement) => held(await whole(statementPdf(statement))),
  zip: async (parcel) => ({
    pieces: zipOf(filesOf(parcel), (listed) => manifestOf(parcel, listed), dateOf(parcel)),
    length: null,
    sha256: null,
  }),
};

async function* filesOf({ wallet, filters, rows, settlements }: Parcel): AsyncGenerator<File> {
  for (const settlement of settlements) {
    yield {
      name: `settlements/${settlement.name}.pdf`,
      bytes: await whole(settlementPdf({ wallet, filters, rows: settlement.rows })),
    };
  }
  yield { name: "movements.csv", bytes: Buffer.concat([...csvOf(rows)]) };
}

function manifestOf({ wallet, filters, rows, nextCursor }: Parcel, files: readonly Listed[]): File {
  const content = { notice: `${NOTICE}.`, wallet, filters, movements: rows.length, nextCursor, files };
  return { name: "manifest.json", bytes: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) };
}

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const taken: Uint8Array[] = [];
  for await (const piece of pieces) taken.push(piece);
  return Buffer.concat(taken);
}

function held(bytes: Buffer): Written {
  return {
    pieces: Readable.from([bytes]),
    length: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}
