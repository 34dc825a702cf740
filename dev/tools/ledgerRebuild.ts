/** `npm run ledger:rebuild`: makes all books anew. */
import { parseArgs } from "node:util";
import { rebuildLedger } from "./rebuildLedger";
import { CHAIN_PLACES, openChain, openDatabase, PLACES, runCommand } from "./place";

const USAGE = `Usage: npm run ledger:rebuild -- [--from-chain] [--project ID]

Counts each wallet's board (the dashboard's counts and list of interests) again, then clears the accounting rows, totals,
reputations and analytics and makes them again from the tasks and payments. With --from-chain the tasks themselves are
first read again from the chain's events, also where they are gone, and payments that the chain has and the books lack are
restored; what the chain does not have (metadata, texts, interests) stays as it is.

Until it has come to its end the books are incomplete. If it is cut off, run it again; the scheduled job goes on with it as well.

${PLACES}
${CHAIN_PLACES.replace("Chain:", "Chain (for --from-chain):")}`;

runCommand(async () => {
  const { values } = parseArgs({
    options: { project: { type: "string" }, "from-chain": { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) return console.log(USAGE);
  const db = openDatabase(values.project, "Rebuilding the books in");
  try {
    const chain = values["from-chain"] ? openChain() : null;
    const { tasks, payments, left } = await rebuildLedger({ db, chain, say: (line) => console.log(`  ${line}`) });
    console.log(`Booked ${tasks} tasks and ${payments} payments.`);
    if (left > 0) {
      console.error(`${left} could not be booked; the lines above say which.`);
      process.exitCode = 1;
    }
  } finally {
    await db.terminate();
  }
});
