import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run as runProgram } from "../local/processes";
import { benchAnalytics } from "./analytics";
import { startBackground } from "./background";
import { benchColdStart } from "./coldStart";
import { benchExport } from "./export";
import { benchMarket } from "./market";
import { operationsTable, type Operations } from "../../test/setup/operation";
import { buildPeers } from "./programs";
import { benchPublicReads } from "./publicReads";
import { benchQuote } from "./quote";
import { benchRedeem } from "./redeem";
import { benchSettle } from "./settle";
import { met, table, type Figure } from "./table";

/**
 * `npm run bench`: every figure with a goal, measured on this machine against its
 * peers; `-- --quick` takes fewer and shorter rounds. Prints a table and writes .local/bench.json.
 */
async function main(): Promise<void> {
  const quick = process.argv.includes("--quick");
  const say = (line: string) => void process.stderr.write(`${line}\n`);

  say("Building the functions and their peers");
  await buildFunctions();
  await buildPeers();
  const figures: Figure[] = [];
  const operations: Operations[] = [];
  try {
    say("Quotes against an empty function and @x402/express");
    figures.push(...(await benchQuote(quick ? { rounds: 3, secondsPerRound: 1 } : { rounds: 9, secondsPerRound: 2 })));
    say("Public reads");
    figures.push(...(await benchPublicReads(quick ? 1 : 4)));
    say("Exports of 100,000 rows");
    figures.push(...(await benchExport(quick)));
    const background = await startBackground();
    try {
      say("Redemptions and replays");
      figures.push(...(await benchRedeem(background, quick ? 10 : 60)));
      say("Signed payments");
      figures.push(...(await benchSettle(background, quick ? 10 : 60)));
      say("Cold starts");
      figures.push(...(await benchColdStart(background, quick ? 3 : 9)));
      const market = await benchMarket(background.firestoreHost, quick, say);
      figures.push(...market.figures);
      operations.push(...market.operations);
      figures.push(...(await benchAnalytics({ years: [500, quick ? 5_000 : 100_000], answers: quick ? 12 : 60, say })));
    } finally {
      await background.close();
    }
  } finally {
    report(figures, operations, quick);
  }
}

function report(figures: readonly Figure[], operations: readonly Operations[], quick: boolean): void {
  console.log(table(figures));
  if (operations.length > 0) console.log(`\nFirestore operations of a task's life\n\n${operationsTable(operations)}`);
  const file = path.join(ROOT, ".local", "bench.json");
  mkdirSync(path.dirname(file), { recursive: true });
  const content = {
    quick,
    node: process.version,
    figures: figures.map((figure) => ({ ...figure, met: met(figure) })),
    operations,
  };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

const ROOT = path.join(__dirname, "../..");

async function buildFunctions(): Promise<void> {
  const build = runProgram(process.execPath, ["--import", "tsx", path.join(ROOT, "functions", "build.ts")], {
    cwd: ROOT,
  });
  if ((await build.ended) !== 0) throw new Error(`The functions could not be built:\n${build.output()}`);
}

void main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
