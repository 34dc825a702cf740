import { Firestore } from "@google-cloud/firestore";
import { countFirestore } from "../../test/setup/countFirestore";
import { Market } from "../../test/setup/market";
import { startBackground } from "./background";
import { benchIndexer } from "./indexer";
import { RELAY } from "../../test/setup/relay";
import { operationsTable, playLife, type Operations } from "../../test/setup/operations";
import { buildPeers } from "./programs";
import { benchSignedWrites } from "./signedWrite";
import { table, type Figure } from "./table";
import { benchTaskList } from "./taskList";

export interface MarketFigures {
  figures: Figure[];
  /** What each call of a task's life asks of Firestore. */
  operations: Operations[];
}

/**
 * The marketplace's figures: signed writes against ethers' verification, database operations, the indexer's pace, and
 * a list whose cost does not grow. The peers must be built.
 */
export async function benchMarket(
  firestoreHost: string,
  quick: boolean,
  say: (line: string) => void,
): Promise<MarketFigures> {
  process.env["FIRESTORE_EMULATOR_HOST"] = firestoreHost;
  // Nothing may look for a cloud's credentials from here.
  process.env["METADATA_SERVER_DETECTION"] = "none";
  const figures: Figure[] = [];
  say("Signed writes against ethers.verifyMessage");
  figures.push(
    ...(await benchSignedWrites(
      firestoreHost,
      quick ? { rounds: 3, requestsPerRound: 200 } : { rounds: 7, requestsPerRound: 400 },
    )),
  );
  say("Firestore operations of a task's life");
  const operations = await lifeOperations();
  say("The indexer");
  figures.push(...(await benchIndexer(quick ? 200 : 1_000)));
  figures.push(...(await benchTaskList({ stored: [100, quick ? 5_000 : 100_000], requests: quick ? 6 : 10, say })));
  return { figures, operations };
}

async function lifeOperations(): Promise<Operations[]> {
  const db = new Firestore({ projectId: "demo-bench-life", ignoreUndefinedProperties: false });
  const count = countFirestore(db);
  const market = await Market.open(db, RELAY);
  try {
    return await playLife(market, count);
  } finally {
    await market.close();
    await db.terminate();
  }
}

/** These figures alone. */
async function main(): Promise<void> {
  await buildPeers();
  const background = await startBackground();
  try {
    const { figures, operations } = await benchMarket(
      background.firestoreHost,
      process.argv.includes("--quick"),
      (line) => console.error(line),
    );
    console.log(`${table(figures)}\n\n${operationsTable(operations)}`);
  } finally {
    await background.close();
  }
}

if (require.main === module) void main();
