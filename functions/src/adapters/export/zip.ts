import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { ZipFile } from "yazl";

export interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A manifest's entry for one file. */
export interface Listed {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A regular, world-readable file. */
const MODE = 0o100644;

/**
 * The files as a ZIP archive, each generated on demand, followed by the manifest. The same files at the same time (unix
 * seconds) give the same bytes.
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
      sha256: createHash("sha256").update(file.bytes).digest("hex"),
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
