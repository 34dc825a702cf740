import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { exitAfter, run as runProgram } from "../local/processes";
import { benchAgentReading } from "./agentReading";
import { startBackground, type Background } from "./background";
import { benchColdStart } from "./coldStart";
import { benchExport } from "./export";
import { benchIndexer } from "./indexer";
import { benchJudge } from "./judge";
import { buildPeers } from "./programs";
import { benchPublicReads } from "./publicReads";
import { benchQuote } from "./quote";
import { benchRedeem } from "./redeem";
import { benchSettle } from "./settle";
import { met, table, type Figure } from "./table";
import { benchTaskList } from "./taskList";

interface Run {
  readonly quick: boolean;
  readonly background: Background;
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
  indexer: ({ quick }) => benchIndexer(quick ? 200 : 1_000),
  tasks: ({ quick, say }) => benchTaskList({ stored: [100, quick ? 5_000 : 100_000], requests: quick ? 6 : 10, say }),
  judge: ({ quick, background }) => benchJudge(background.firestoreHost, quick ? 5 : 20),
  "agent-reading": ({ background }) => benchAgentReading(background.firestoreHost),
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

  // Nothing may look for a cloud's credentials from here.
  process.env["METADATA_SERVER_DETECTION"] = "none";
  say("Building the functions and their peers");
  await buildFunctions();
  await buildPeers();
  const results: Results = { quick, node: process.version, figures: [] };
  const background = await startBackground();
  try {
    for (const [name, bench] of Object.entries(PARTS)) {
      if (asked.length > 0 && !asked.includes(name)) continue;
      say(name);
      report(results, await bench({ quick, background, say }));
    }
  } finally {
    await background.close();
  }
}

interface Results {
  readonly quick: boolean;
  readonly node: string;
  readonly figures: (Figure & { met: boolean | undefined })[];
}

/** Prints a part's figures and adds them to the file at once, so that no later part can lose them. */
function report(results: Results, figures: readonly Figure[]): void {
  console.log(`${table(figures)}\n`);
  results.figures.push(...figures.map((figure) => ({ ...figure, met: met(figure) })));
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

exitAfter(main());
