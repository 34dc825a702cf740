import { MAX_ROWS, type Format } from "../../../../functions/src/domain/statement/part";
import { count } from "./text";

/** One file of a statement, as it came. */
export interface StatementPart {
  filename: string;
  blob: Blob;
  /** Where the next part begins; null after the last one. */
  nextCursor: string | null;
}

/** How far a download has come. */
export interface DownloadProgress {
  part: number;
  /** How many parts there will be, by the number of rows. */
  of: number;
  bytes: number;
}

export function partsOf(format: Format, rows: number): number {
  return Math.max(1, Math.ceil(rows / MAX_ROWS[format]));
}

export function progressText({ part, of, bytes }: DownloadProgress): string {
  const which = of > 1 ? `Part ${part} of ${Math.max(of, part)}: ` : "";
  return bytes === 0 ? `${which}the service is writing the file …` : `${which}${sizeText(bytes)} received …`;
}

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return count(bytes, "byte");
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A part of a statement from its response, counted while it comes. Throws for one that was cut off or has no name. */
export async function partFrom(response: Response, onBytes: (bytes: number) => void): Promise<StatementPart> {
  const { headers, body } = response;
  const filename = /filename="([\w.-]+)"/.exec(headers.get("content-disposition") ?? "")?.[1];
  if (!filename || !body) throw new Error("The service sent no file. Try again in a minute.");
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    onBytes((bytes += next.value.length));
  }
  const type = headers.get("content-type") ?? "application/octet-stream";
  return { filename, blob: new Blob(chunks, { type }), nextCursor: headers.get("x-next-cursor") };
}
