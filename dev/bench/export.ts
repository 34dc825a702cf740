import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { figure, type Figure } from "./table";

/** Time and memory of one format, measured in a child process. */
export interface Exported {
  rows: number;
  parts: number;
  /** Bytes. */
  largestPart: number;
  seconds: number;
  /** How far the process's memory peaked above its size before the first row. */
  growthMiB: number;
}

/** Rows of a wallet that has traded for years. */
const MANY = 100_000;
/** A ZIP has a PDF for each settlement: so many rows tell what one costs, and that nothing adds up. */
const FEWER = 6_000;

const run = promisify(execFile);

/** 100,000 rows as CSV and PDF, and settlements as ZIP, part by part as the endpoint gives them: how fast, and in how much memory. */
export async function benchExport(quick: boolean): Promise<Figure[]> {
  const csv = await exported("csv", MANY);
  const pdf = await exported("pdf", quick ? 10_000 : MANY);
  const zip = await exported("zip", quick ? 1_500 : FEWER);
  const baseline = await exported("json", MANY);
  return [
    ...figuresOf("CSV", csv),
    figure("export, CSV, of the time that JSON.stringify takes for the same rows", csv.seconds / baseline.seconds, "×"),
    ...figuresOf("PDF", pdf),
    ...figuresOf("ZIP of settlements", zip),
    figure("export, ZIP, a settlement's PDF", (1_000 * zip.seconds) / (zip.rows / 3), "ms"),
  ];
}

function figuresOf(name: string, { rows, parts, largestPart, seconds, growthMiB }: Exported): Figure[] {
  const what = `export, ${name}, ${rows.toLocaleString("en")} rows`;
  return [
    figure(`${what}: rows per second`, rows / seconds, "/s", undefined, `${seconds.toFixed(1)} s, ${parts} parts`),
    figure(`${what}: growth of memory (RSS)`, growthMiB, "MiB", { most: 150 }),
    figure(`${what}: largest part`, largestPart / 1e6, "MB", { most: 10 }),
  ];
}

async function exported(format: string, rows: number): Promise<Exported> {
  const { stdout } = await run(process.execPath, [
    "--expose-gc",
    "--import",
    "tsx",
    path.join(__dirname, "exportChild.ts"),
    format,
    String(rows),
  ]);
  return JSON.parse(stdout) as Exported;
}
