/** `npm run books:rebuild`: makes all books anew. */
import { parseArgs } from "node:util";
import { rebuildBooks } from "./rebuildBooks";
import { openChain, openDatabase, PLACES, runCommand } from "./place";

const USAGE = `Usage: npm run books:rebuild -- [--from-chain] [--project ID]

Counts each wallet's board (the dashboard's counts and list of interests) again, then clears the accounting rows, totals,
reputations and analytics and makes them again from the tasks and payments. With --from-chain the tasks themselves are
first read again from the chain's events, also where they are gone; what the chain does not have (metadata, texts,
interests) stays as it is.

Until it has come to its end the books are incomplete. If it is cut off, run it again; the scheduled job goes on with it as well.

${PLACES}
Chain (for --from-chain): RPC_URLS, ESCROW_HUMAN, ESCROW_AGENT_FAST and ESCROW_FROM_BLOCK, else the running local stack's.`;

runCommand(async () => {
  const { values } = parseArgs({
    options: { project: { type: "string" }, "from-chain": { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) return console.log(USAGE);
  const db = openDatabase(values.project, "Rebuilding the books in");
  try {
    const escrow = values["from-chain"] ? openChain().escrow : null;
    const { tasks, payments, left } = await rebuildBooks({ db, escrow, say: (line) => console.log(`  ${line}`) });
    console.log(`Booked ${tasks} tasks and ${payments} payments.`);
    if (left > 0) {
      console.error(`${left} could not be booked; the lines above say which.`);
      process.exitCode = 1;
    }
  } finally {
    await db.terminate();
  }
});
