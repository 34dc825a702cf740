/**
 * D4, `npm run bench:hostile`: what one bad request costs the deployed bundle, under the functions framework and over real
 * HTTP: the time to its answer, and how far the process's memory rises above what it had before, the median of five times and the worst of five memories.
 * `npm run bench:hostile -- schema` measures only the inputs whose name has that word, and `-- relay` what strangers cause
 * with the relay, over a local chain; `-- answers` what hostile conversations take of the answer engine over 10,000 records of
 * the shared data; `-- texts` what repetitive texts take of all that reads them.
 */
import { startFirestore } from "../../local/firestore";
import { OURS, startFunction, type Program } from "../programs";
import { PROJECT, settings } from "../settings";
import { beside, inOrder, measure, together } from "./measure";
import { OTHERS } from "./others";
import { PAID } from "./paid";
import { answerRows } from "./answers";
import { relayRows } from "./relay";
import { textRows } from "./texts";
import { benchFirestore } from "../firestore";

const MAX_MS = 100;
const MAX_MIB = 20;
const [, , word = ""] = process.argv;
const CASES = [...PAID, ...OTHERS].filter(({ what }) => what.includes(word));

async function main(): Promise<void> {
  if (["", "relay"].includes(word)) console.log(`${(await relayRows()).join("\n")}\n`);
  if (["", "answers"].includes(word)) console.log(`${(await answerRows()).join("\n")}\n`);
  if (["", "texts"].includes(word)) console.log(`${(await textRows()).join("\n")}\n`);
  if (["relay", "answers", "texts"].includes(word)) return;
  const firestore = await startFirestore();
  const programs = new Map<string, Program>();
  const failed: string[] = [];
  try {
    const env = settings({ firestoreHost: firestore.host, rpcUrl: "http://127.0.0.1:9" });
    // Quotes are given where there is something to sell.
    const { db, close } = benchFirestore(firestore.host, PROJECT);
    await db
      .doc("datasets/chats")
      .set({ kind: "chats", dataHash: `sha256:${"0".repeat(64)}`, count: 10, publishedAt: 1 });
    await close();
    console.log("| bad input | function | status | ms | MiB |\n|---|---|---:|---:|---:|");
    for (const one of CASES) {
      const program =
        programs.get(one.target) ??
        (await startFunction({ source: OURS, name: one.target }, { body: "{}", status: "any", env }));
      programs.set(one.target, program);
      const { status, ms, mib } = await measure(program, one);
      const over = ms > MAX_MS || mib > MAX_MIB;
      if (over) failed.push(one.what);
      console.log(
        `| ${one.what} | ${one.target} | ${status} | ${ms.toFixed(1)} | ${mib.toFixed(1)}${over ? " **over**" : ""} |`,
      );
    }
    const program = programs.get("demandInsights");
    if (program) await measureCrowds(program);
  } finally {
    await Promise.all([...programs.values()].map((program) => program.stop()));
    await firestore.close();
  }
  if (failed.length > 0) process.exitCode = 1;
  console.log(`\n${CASES.length} inputs, ${failed.length} of them above ${MAX_MS} ms or ${MAX_MIB} MiB.`);
}

async function measureCrowds(program: Program): Promise<void> {
  const crowds = [
    { what: "a quote beside 200 clients that send one byte of a body", ...(await beside(program)) },
    ...(await inOrder(PAID.slice(0, 2), async (one) => ({
      what: `80 at once: ${one.what}`,
      ...(await together(program, one)),
    }))),
  ];
  for (const { what, status, ms, mib } of crowds)
    console.log(`| ${what} | demandInsights | ${status} | ${ms.toFixed(1)} | ${mib.toFixed(1)} |`);
}

void main();
