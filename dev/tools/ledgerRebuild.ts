/** `npm run ledger:rebuild`: rebuilds the ledger. */
import { parseArgs } from "node:util";
import { rebuildLedger } from "./rebuildLedger";
import { CHAIN_PLACES, openChain, openDatabase, PLACES, runCommand } from "./place";

const USAGE = `Usage: npm run ledger:rebuild -- [--from-chain] [--project ID]

Writes the fields by which tasks are searched and recounts each wallet's counters (the dashboard's counts and list of interests), then clears the accounting rows, totals,
reputations and analytics and makes them again from the tasks and payments. With --from-chain the tasks themselves are
first read again from the chain's events, even if they were deleted, and payments that are on the chain but not in the ledger are
restored; what the chain does not have (metadata, texts, interests) stays as it is.

Until it has finished, the ledger is incomplete. If it is interrupted, run it again; the scheduled job also continues it.

${PLACES}
${CHAIN_PLACES.replace("Chain:", "Chain (for --from-chain):")}`;

runCommand(async () => {
  const { values } = parseArgs({
    options: { project: { type: "string" }, "from-chain": { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) return console.log(USAGE);
  const db = openDatabase(values.project, "Rebuilding the ledger in");
  try {
    const chain = values["from-chain"] ? openChain() : null;
    const { tasks, payments, left } = await rebuildLedger({ db, chain, say: (line) => console.log(`  ${line}`) });
    console.log(`Posted ${tasks} tasks and ${payments} payments.`);
    if (left > 0) {
      console.error(`${left} could not be posted; the lines above say which.`);
      process.exitCode = 1;
    }
  } finally {
    await db.terminate();
  }
});
