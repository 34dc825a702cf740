import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run as runProgram } from "../local/processes";
import { benchAgentReading } from "./agentReading";
import { benchAnalytics } from "./analytics";
import { startBackground, type Background } from "./background";
import { benchColdStart } from "./coldStart";
import { benchExport } from "./export";
import { benchJudge } from "./judge";
import { benchMarket } from "./market";
import { operationsTable, type Operations } from "../../test/setup/operation";
import { buildPeers } from "./programs";
import { benchPublicReads } from "./publicReads";
import { benchQuote } from "./quote";
import { benchRedeem } from "./redeem";
import { benchSettle } from "./settle";
import { met, table, type Figure } from "./table";

interface Run {
  readonly quick: boolean;
  readonly background: Background;
  readonly operations: Operations[];
  readonly say: (line: string) => void;
}

/** The parts of a run, in the order in which they run. */
const PARTS: Readonly<Record<string, (run: Run) => Promise<Figure[]>>> = {
  quotes: ({ quick }) => benchQuote(quick ? { rounds: 3, secondsPerRound: 1 } : { rounds: 9, secondsPerRound: 2 }),
  reads: ({ quick }) => benchPublicReads(quick ? 1 : 4),
  exports: ({ quick }) => benchExport(quick),
  redeem: ({ quick, background }) => benchRedeem(background, quick ? 10 : 60),
  settle: ({ quick, background }) => benchSettle(background, quick ? 10 : 60),
  "cold-starts": ({ quick, background }) => benchColdStart(background, quick ? 3 : 9),
  market: async ({ quick, background, operations, say }) => {
    const market = await benchMarket(background.firestoreHost, quick, say);
    operations.push(...market.operations);
    return market.figures;
  },
  judge: ({ quick, background }) => benchJudge(background.firestoreHost, quick ? 5 : 20),
  "agent-reading": ({ background }) => benchAgentReading(background.firestoreHost),
  analytics: ({ quick, say }) =>
    benchAnalytics({ years: [500, quick ? 5_000 : 100_000], answers: quick ? 12 : 60, say }),
};

/**
 * `npm run bench`: every figure with a goal, measured on this machine against its peers. `-- PART…` runs these parts
 * only, `-- --quick` takes fewer and shorter rounds. Prints the table of each part as soon as it is done, and writes
 * .local/bench.json.
 */
async function main(): Promise<void> {
  const quick = process.argv.includes("--quick");
  const asked = process.argv.slice(2).filter((argument) => argument !== "--quick");
  const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name));
  if (unknown.length > 0) throw new Error(`No part ${unknown.join(", ")}; there are ${Object.keys(PARTS).join(", ")}.`);
  const say = (line: string) => void process.stderr.write(`${line}\n`);

  say("Building the functions and their peers");
  await buildFunctions();
  await buildPeers();
  const results: Results = { quick, node: process.version, figures: [], operations: [] };
  const background = await startBackground();
  try {
    for (const [name, bench] of Object.entries(PARTS)) {
      if (asked.length > 0 && !asked.includes(name)) continue;
      say(name);
      const operations: Operations[] = [];
      report(results, await bench({ quick, background, operations, say }), operations);
    }
  } finally {
    await background.close();
  }
}

interface Results {
  readonly quick: boolean;
  readonly node: string;
  readonly figures: (Figure & { met: boolean | undefined })[];
  readonly operations: Operations[];
}

/** Prints a part's figures and adds them to the file at once, so that no later part can lose them. */
function report(results: Results, figures: readonly Figure[], operations: readonly Operations[]): void {
  console.log(`${table(figures)}\n`);
  if (operations.length > 0) console.log(`Firestore operations of a task's life\n\n${operationsTable(operations)}\n`);
  results.figures.push(...figures.map((figure) => ({ ...figure, met: met(figure) })));
  results.operations.push(...operations);
  const file = path.join(ROOT, ".local", "bench.json");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
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
