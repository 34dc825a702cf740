import { crc32 } from "node:zlib";
import type { Output } from "pdf2json";
import { fromBufferPromise, type Entry } from "yauzl";

/** A text as it stands on a page, points from the left and the top. */
export interface Written {
  text: string;
  x: number;
  y: number;
}

/** The unit in which the reader gives places. */
const UNIT = 16;

export async function whole(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const taken: Uint8Array[] = [];
  for await (const chunk of chunks) taken.push(chunk);
  return Buffer.concat(taken);
}

/** What stands on each page of a PDF. */
export async function pagesOf(pdf: Buffer): Promise<Written[][]> {
  // The reader takes the console as it loads, and then says each time that it has no worker.
  const quiet = jest.spyOn(console, "log").mockReturnValue();
  const { default: PDFParser } = await import("pdf2json");
  quiet.mockRestore();
  const parser = new PDFParser(null, false);
  const { Pages } = await new Promise<Output>((resolve, reject) => {
    parser.on("pdfParser_dataReady", resolve);
    parser.on("pdfParser_dataError", (error) => reject(error instanceof Error ? error : error.parserError));
    parser.parseBuffer(pdf, 0);
  });
  return Pages.map(({ Texts }) =>
    Texts.map(({ x, y, R }) => ({ text: decodeURIComponent(R.map(({ T }) => T).join("")), x: x * UNIT, y: y * UNIT })),
  );
}

export async function textsOf(pdf: Buffer): Promise<string[]> {
  return (await pagesOf(pdf)).flat().map(({ text }) => text);
}

/** The files of a ZIP archive, each with its checksum verified. */
export async function filesOf(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const archive = await fromBufferPromise(zip);
  for await (const entry of archive.eachEntry()) {
    const content = await contentOf(entry);
    if (crc32(content) !== entry.crc32) throw new Error(`${entry.fileName} breaks its checksum`);
    files.set(entry.fileName, content);
  }
  return files;

  async function contentOf(entry: Entry): Promise<Buffer> {
    return whole(await archive.openReadStreamPromise(entry));
  }
}
