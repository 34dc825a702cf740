import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { dataHashOf } from "../../functions/src/adapters/firestore/snapshots";
import type { Embeddings } from "../../packages/answers/src/dataset/distil";
import { forModel } from "../../packages/answers/src/dataset/forModel";
import { learnSnapshot } from "../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../packages/answers/src/dataset/random";
import type { DatasetKind } from "../../packages/answers/src/dataset/record";
import { encodeSnapshot } from "../../packages/answers/src/dataset/snapshotBytes";
import type { Embed } from "../tools/importDataset";
import { installedThesaurus } from "../tools/thesaurus";
import type { SnapshotPointer, Snapshots } from "../../functions/src/ports/snapshots";

/** A question and the topic that people gave it; the topic is the measure and never reaches the engine. */
export interface Labelled {
  text: string;
  topic: string;
}

/** The rows of a shared file. */
export function sharedRows(file: string): Labelled[] {
  return parse<Labelled>(readFileSync(file), { columns: true, bom: true });
}

/** More rows than there are: each further round joins two texts, so that none stands twice. */
export function varied<T extends { text: string }>(rows: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, i) => {
    const round = Math.floor(i / rows.length);
    const row = rows[i % rows.length]!;
    if (round === 0) return row;
    const other = rows[(i * 7 + round * 131) % rows.length]!;
    return { ...row, text: `${row.text} ${other.text.slice(0, 30)}` };
  });
}

/** Every fifth row as a query, the others as the records to be searched. */
export function heldOut(rows: readonly Labelled[]): { kept: Labelled[]; queries: Labelled[] } {
  return { kept: rows.filter((_, i) => i % 5 !== 0), queries: rows.filter((_, i) => i % 5 === 0) };
}

/** The bytes of a snapshot of these texts alone, as an import learns them: with the vectors that `embed` gives them, or by their words. */
export async function snapshotOf(rows: readonly { text: string }[], embed: Embed | null): Promise<Uint8Array> {
  const records = rows.map(({ text }) => ({ text, fields: {} }));
  const embeddings = embed && (await embed(forModel(rows.map(({ text }) => text)), () => undefined));
  return encodeSnapshot(
    learnSnapshot("chats", records, {
      random: seededRandom(records.length),
      progress: () => undefined,
      embeddings,
      thesaurus: await installedThesaurus(),
    }),
  );
}

/** The vectors of texts that were embedded before are read from where they were left. */
export const remembered =
  (embed: Embed): Embed =>
  async (texts, progress) => {
    const folder = join(tmpdir(), "mkt-embeddings");
    const name = join(folder, createHash("sha256").update(texts.join("\0")).digest("hex").slice(0, 32));
    if (existsSync(`${name}.json`)) {
      const values = new Uint8Array(readFileSync(`${name}.f32`)).buffer;
      return {
        ...(JSON.parse(readFileSync(`${name}.json`, "utf8")) as Omit<Embeddings, "values">),
        values: new Float32Array(values),
      };
    }
    const { values, ...rest } = await embed(texts, progress);
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${name}.f32`, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    writeFileSync(`${name}.json`, JSON.stringify(rest));
    return { values, ...rest };
  };

/** A model that embeds each text once, however many sets hold it. */
export function eachOnce(embed: Embed): Embed {
  const known = new Map<string, Float32Array>();
  let model = { model: "", dims: 0 };
  return async (texts, progress) => {
    const others = [...new Set(texts)].filter((text) => !known.has(text));
    if (others.length > 0) {
      const { values, ...rest } = await embed(others, progress);
      others.forEach((text, i) => known.set(text, values.subarray(i * rest.dims, (i + 1) * rest.dims)));
      model = rest;
    }
    const values = new Float32Array(texts.length * model.dims);
    texts.forEach((text, i) => values.set(known.get(text)!, i * model.dims));
    return { ...model, values };
  };
}

/** A store of snapshots that holds this one alone. */
export async function memorySnapshots(
  kind: DatasetKind,
  bytes: Uint8Array,
): Promise<Pick<Snapshots, "current" | "load">> {
  const pointer: SnapshotPointer = { kind, dataHash: dataHashOf(bytes), count: 0, publishedAt: 0 };
  return {
    current: async () => pointer,
    load: async () => bytes.slice(),
  };
}
