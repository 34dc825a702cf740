import { startBackground } from "./background";
import { benchIndexer } from "./indexer";
import { lifeOperations } from "./lifeOperations";
import { operationsTable, type Operations } from "../../test/setup/operation";
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
  const { figures: ofLife, operations } = await lifeOperations(firestoreHost);
  figures.push(...ofLife);
  say("The indexer");
  figures.push(...(await benchIndexer(quick ? 200 : 1_000)));
  figures.push(...(await benchTaskList({ stored: [100, quick ? 5_000 : 100_000], requests: quick ? 6 : 10, say })));
  return { figures, operations };
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
