import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { ZipFile } from "yazl";
import { sha256 } from "../../domain/sha256";
import { settlementRow, dateOf, NOTICE, fitting } from "../../domain/statement/statement";
import type { Parcel, Statements, Written } from "../../ports/statements";
import { csvOf, importOf, settlementsCsv, datevCsv } from "./csv";
import { settlementPdf, statementPdf } from "./pdf";

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
      dateOf({ times: parcel.rows.map(({ movedAt }) => movedAt), filters: parcel.filters }),
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
    sha256: sha256(bytes),
  };
}

interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A manifest's entry for one file. */
interface Listed {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A regular, world-readable file. */
const MODE = 0o100644;

/**
 * The files as a ZIP archive, each generated on demand, followed by the manifest. The same files at the same time (unix
 * seconds) give the same bytes.
 *
 * @internal
 */
export async function* zipOf(
  files: AsyncIterable<File>,
  manifest: (listed: readonly Listed[]) => File,
  time: number,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const out = zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Uint8Array>;
  const listed: Listed[] = [];
  const add = ({ name, bytes }: File) => {
    // A PDF's streams are compressed already.
    zip.addBuffer(Buffer.from(bytes), name, {
      mtime: new Date(time * 1000),
      mode: MODE,
      compress: !name.endsWith(".pdf"),
    });
  };
  for await (const file of files) {
    listed.push({
      name: file.name,
      bytes: file.bytes.length,
      sha256: sha256(file.bytes),
    });
    add(file);
    // The archive is written between turns of the loop.
    await setImmediate();
    for (let chunk = out.read(); chunk !== null; chunk = out.read()) yield chunk as Buffer;
  }
  add(manifest(listed));
  zip.end();
  yield* out;
}
