import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { CsvError, parse } from "csv-parse";
import { dataHashOf } from "../../functions/src/adapters/firestore/snapshots";
import type { Thesaurus } from "../../packages/answers/src/dataset/equivalents";
import type { Embeddings } from "../../packages/answers/src/dataset/distil";
import { forModel } from "../../packages/answers/src/dataset/forModel";
import { learnSnapshot, type Progress } from "../../packages/answers/src/dataset/learn";
import { recordsFrom, type Summary } from "../../packages/answers/src/dataset/prepare";
import { seededRandom } from "../../packages/answers/src/dataset/random";
import type { DatasetKind, RecordName } from "../../packages/answers/src/dataset/record";
import { RowError, rowOf } from "../../packages/answers/src/dataset/rows";
import { scrub } from "../../packages/answers/src/dataset/scrub/scrub";
import type { Snapshot } from "../../packages/answers/src/dataset/snapshot";
import { encodeSnapshot } from "../../packages/answers/src/dataset/snapshotBytes";
import type { DatasetCard, Stated } from "../../packages/answers/src/card";
import { SECRET_BYTES } from "../../packages/answers/src/disclosure/keys";
import type { NoiseSettings } from "../../packages/answers/src/disclosure/noise";
import { cardOf } from "../../packages/answers/src/engine/card";
import { openDataset } from "../../packages/answers/src/engine/dataset";
import { exampleQuestions } from "./exampleQuestions";
import { installedThesaurus } from "./thesaurus";
import type { SnapshotPointer, Snapshots } from "../../functions/src/ports/answers";

/** Turns texts into one vector each, as a model sees them. */
export type Embed = (texts: readonly string[], progress: (done: number) => void) => Promise<Embeddings>;

export interface ImportResult {
  pointer: SnapshotPointer;
  summary: Summary;
  /** Rows that could not be read, each with its place and the reason; they are not in the snapshot. */
  unreadable: string[];
  themes: number;
  /** The model whose vectors were used, or null for none. */
  model: string | null;
  bytes: number;
  card: DatasetCard;
}

const UNSTATED: Stated = { licence: null, source: null, period: null, languages: null };

/**
 * Reads a CSV or JSONL file, scrubs it, learns from it and publishes it as the current snapshot of `kind`.
 * A file without usable rows publishes nothing. The same file gives the same snapshot.
 */
export async function importDataset({
  kind,
  file,
  snapshots,
  now,
  progress,
  embed,
  stated = UNSTATED,
  thesaurus,
  author = null,
  noise,
  record,
  nameThemes = (learnt) => Promise.resolve(learnt),
}: {
  kind: DatasetKind;
  file: string;
  /** The column that names who wrote a row: never stored, but several rows of one are one voice. */
  author?: string | null;
  /** What the records are called in replies. */
  record?: RecordName;
  /** How figures are perturbed. */
  noise?: Omit<NoiseSettings, "generation">;
  /** The snapshot with better names of its themes. */
  nameThemes?: (learnt: Snapshot) => Promise<Snapshot>;
  snapshots: Snapshots;
  now: () => number;
  progress: Progress;
  embed?: Embed;
  stated?: Stated;
  /** Otherwise the one that is installed. */
  thesaurus?: Thesaurus | null;
}): Promise<ImportResult> {
  const unreadable: string[] = [];
  await refuseUnlessText(file);
  const secret = await snapshots.secret(kind, randomBytes(SECRET_BYTES));
  const collected = recordsFrom(scrub, { secret, author });
  const { size } = await stat(file);
  for await (const { source, place, at } of sourceRows(file)) {
    try {
      if (source instanceof Error) throw new RowError(`${place}: not JSON`);
      const row = rowOf(kind, source, place);
      if (author !== null && row.columns[author] === undefined)
        throw new RowError(`${place}: no author in the column ${author}`);
      collected.add(row);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      unreadable.push(error.message);
    }
    progress("scrub", Math.min(1, at / Math.max(1, size)));
  }
  const { records, voices, summary } = collected.finish();
  if (records.length === 0) throw new RowError(`${file}: no usable row${unreadable[0] ? ` (${unreadable[0]})` : ""}`);

  const embeddings = embed
    ? await embed(forModel(records.map(({ text }) => text)), (done) => progress("embed", done / records.length))
    : null;
  const words = thesaurus === undefined ? await installedThesaurus() : thesaurus;
  const learnt = learnSnapshot(kind, records, {
    random: seededRandom(records.length),
    progress,
    embeddings,
    thesaurus: words,
    voices,
    ...(noise && { noise }),
    ...(record && { record }),
  });
  const snapshot = await nameThemes(learnt);
  const bytes = encodeSnapshot(snapshot);
  const unnamed = { kind, dataHash: dataHashOf(bytes), count: 0, publishedAt: now() };
  const count = openDataset(snapshot, unnamed).people.all.figure.told ?? 0;
  const pointer: SnapshotPointer = { ...unnamed, count };
  const dataset = openDataset(snapshot, pointer);
  const card = cardOf(dataset, stated, exampleQuestions(dataset, bytes, pointer));
  progress("publish", 0);
  await snapshots.publish(pointer, bytes, card);
  progress("publish", 1);
  const { themes, model } = snapshot;
  return { pointer, summary, unreadable, themes: themes.length, model, bytes: bytes.length, card };
}

/** Other encodings would silently be read as something else. */
async function refuseUnlessText(file: string): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of createReadStream(file)) decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new RowError(
      `${file}: ${code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "not text in UTF-8" : `cannot be read (${code})`}`,
    );
  }
}

interface SourceRow {
  source: unknown;
  place: string;
  /** Bytes of the file read so far. */
  at: number;
}

async function* sourceRows(file: string): AsyncGenerator<SourceRow> {
  const input = createReadStream(file);
  if (/\.(?:jsonl|ndjson|json)$/i.test(file)) {
    let line = 0;
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      line += 1;
      const content = line === 1 ? text.replace(/^\uFEFF/, "") : text;
      if (content.trim() !== "") yield { source: parsed(content), place: `line ${line}`, at: input.bytesRead };
    }
    return;
  }
  let row = 1;
  const rows = input.pipe(
    parse({ columns: true, bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }),
  );
  try {
    for await (const source of rows) yield { source: source as unknown, place: `row ${++row}`, at: input.bytesRead };
  } catch (error) {
    // Its message would repeat the row's content.
    throw error instanceof CsvError ? new RowError(`${file}: not CSV after row ${row} (${error.code})`) : error;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    return error;
  }
}
