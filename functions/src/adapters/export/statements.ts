import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { settlementRow } from "../../domain/statement/settlement";
import { dateOf, NOTICE } from "../../domain/statement/statement";
import { fitting } from "../../domain/statement/workLinks";
import type { Parcel, Statements, Written } from "../../ports/statements";
import { csvOf, importOf, settlementsCsv } from "./csv";
import { datevCsv } from "./datev";
import { settlementPdf, statementPdf } from "./pdf";
import { zipOf, type File, type Listed } from "./zip";

/** Writes statements with csv-stringify, pdfkit and yazl; the fonts are read when a PDF is first asked for. */
export const fileStatements: Statements = {
  csv: async (rows, fiat) => measured(() => csvOf(rows, fiat)),
  imported: async (format, rows, fiat) => measured(() => importOf(format, rows, fiat)),
  settlements: async (rows, terms) => measured(() => settlementsCsv(rows, terms)),
  datev: async (rows, year, terms) => measured(() => datevCsv(rows, year, terms)),
  pdf: async (statement) => held(await whole(statementPdf(statement))),
  zip: async (parcel) => ({
    pieces: zipOf(
      filesOf(parcel),
      (listed) => manifestOf(parcel, listed),
      dateOf({ times: parcel.rows.map(({ settledAt }) => settledAt), filters: parcel.filters }),
    ),
    length: null,
    sha256: null,
  }),
};

/** Made twice, first to be measured: that is cheaper than keeping it until it is sent. */
function measured(make: () => Generator<Buffer>): Written {
  const digest = createHash("sha256");
  let length = 0;
  for (const piece of make()) {
    digest.update(piece);
    length += piece.length;
  }
  return { pieces: Readable.from(make()), length, sha256: digest.digest("hex") };
}

async function* filesOf({ settlements, ...parcel }: Parcel): AsyncGenerator<File> {
  for (const settlement of settlements) {
    yield {
      name: `settlements/${settlement.name}.pdf`,
      bytes: await whole(settlementPdf({ ...parcel, rows: settlement.rows })),
    };
  }
  const rows = settlements.flatMap((one) => settlementRow(one) ?? []);
  yield { name: "settlements.csv", bytes: Buffer.concat([...settlementsCsv(rows, parcel)]) };
  yield { name: "movements.csv", bytes: Buffer.concat([...csvOf(parcel.rows, parcel.fiat)]) };
  if (parcel.works.length > 0) yield jsonFile("links.json", fitting(parcel.works));
}

function manifestOf({ wallet, filters, rows, nextCursor }: Parcel, files: readonly Listed[]): File {
  const content = { notice: `${NOTICE}.`, wallet, filters, movements: rows.length, nextCursor, files };
  return jsonFile("manifest.json", content);
}

function jsonFile(name: string, content: unknown): File {
  return { name, bytes: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) };
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
