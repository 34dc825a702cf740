/** Run as a child process by answersLarge.ts: imports a large set as an operator would, and prints what that took. */
import { readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import type { DatasetKind } from "../../packages/answers/src/answers";
import { importDataset } from "../tools/importDataset";
import { varied } from "./answersData";

export interface Imported {
  cpuSeconds: number;
  peakMiB: number;
  /** Of the snapshot, unpacked. */
  bytes: number;
  records: number;
}

type Row = Record<string, string> & { text: string };

async function main(): Promise<void> {
  const [, , kind, file, count, out] = process.argv as [string, string, DatasetKind, string, string, string];
  const rows = parse<Row>(readFileSync(file), { columns: true, bom: true }).map(({ topic: _, ...row }) => row);
  const source = `${out}.jsonl`;
  writeFileSync(
    source,
    varied(rows, Number(count))
      .map((row) => JSON.stringify(row))
      .join("\n"),
  );
  const before = process.cpuUsage();
  const { bytes, pointer } = await importDataset({
    kind,
    file: source,
    now: Date.now,
    progress: () => undefined,
    snapshots: {
      current: () => Promise.resolve(null),
      load: () => Promise.reject(new Error("Write only")),
      card: () => Promise.resolve(null),
      publish: async (_pointer, all) => writeFileSync(out, gzipSync(all)),
    },
  });
  const { user, system } = process.cpuUsage(before);
  await rm(source);
  const imported: Imported = {
    cpuSeconds: (user + system) / 1e6,
    peakMiB: process.resourceUsage().maxRSS / 1024,
    bytes,
    records: pointer.count,
  };
  console.log(JSON.stringify(imported));
}

void main();
