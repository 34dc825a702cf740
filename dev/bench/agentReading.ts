import path from "node:path";
import { DOCUMENTS } from "../../functions/src/catalogue/documents";
import { Market } from "../../test/setup/market";
import {
  openTasks,
  readToBuy,
  readToWork,
  servedDocuments,
  tokensOf,
  type Read,
  type Transport,
} from "../../test/setup/answers/reading";
import { RELAY } from "../../test/setup/relay";
import { firestoreSnapshots } from "../../functions/src/adapters/firestore/snapshots";
import { localAnswers } from "../../packages/answers/src/local";
import { importDataset } from "../tools/importDataset";
import { KeptLog } from "../../test/setup/service";
import { benchFirestore } from "./firestore";
import { figure, type Figure } from "./table";

/** The most that an agent has to read. */
const TOKENS = { buy: 2_000, work: 6_000 };
const KB = 1_000;
const SAMPLE = path.join(__dirname, "../local/sample/chats.jsonl");

/** What a fresh agent reads to buy a first answer and to do a first task, and the size of what is there to look up. */
export async function benchAgentReading(firestoreHost: string): Promise<Figure[]> {
  process.env["METADATA_SERVER_DETECTION"] = "none";
  const { db, close } = benchFirestore(firestoreHost, "demo-bench-reading");
  const snapshots = firestoreSnapshots(db);
  await importDataset({ kind: "chats", file: SAMPLE, snapshots, now: Date.now, progress: () => {} });
  const answers = localAnswers({ snapshots, now: Date.now, log: new KeptLog() });
  const figures: Figure[] = [];
  const market = await Market.open(db, RELAY, { answers });
  try {
    for (const transport of ["HTTP", "MCP"] as const) {
      figures.push(...shown(`first answer by ${transport}`, transport, await readToBuy(market, transport), TOKENS.buy));
      figures.push(
        ...shown(
          `first task by ${transport}`,
          transport,
          await readToWork(market, transport, await openTasks(market)),
          TOKENS.work,
        ),
      );
    }
  } finally {
    await market.close();
    await close();
  }
  return [...figures, ...sizes()];
}

/** The sum, then what it consists of. The goals are for HTTP. */
function shown(what: string, transport: Transport, reads: readonly Read[], most: number): Figure[] {
  const sum = reads.reduce((total, { tokens }) => total + tokens, 0);
  return [
    { what, value: sum, unit: "tokens", ...(transport === "HTTP" && { goal: { most } }) },
    ...reads.map((read) => figure(`… ${read.what}`, read.tokens, "tokens")),
  ];
}

function sizes(): Figure[] {
  const documents = servedDocuments();
  const size = ({ file, path }: { file: string; path: string }, most?: number): Figure => {
    const text = documents[file] ?? "";
    return {
      what: path,
      value: Buffer.byteLength(text) / KB,
      unit: "KB",
      beside: `${tokensOf(text)} tokens`,
      ...(most !== undefined && { goal: { most } }),
    };
  };
  return [
    size(DOCUMENTS.openapi, 300),
    size(DOCUMENTS.tools, 120),
    size(DOCUMENTS.guide, 60),
    size(DOCUMENTS.guideJson),
  ];
}
