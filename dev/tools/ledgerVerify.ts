/** `npm run ledger:verify`: compares the ledger with the chain. */
import { parseArgs } from "node:util";
import { CHAIN_PLACES, openChain, openDatabase, PLACES, runCommand } from "./place";
import { verifyLedger } from "./verifyLedger";

const USAGE = `Usage: npm run ledger:verify -- [--project ID]

Reads every final event, every transfer of the token and every row again and compares them. Prints what was compared and
what differs; exits with 1 where anything does. Writes nothing.

${PLACES}
${CHAIN_PLACES}`;

runCommand(async () => {
  const { values } = parseArgs({ options: { project: { type: "string" }, help: { type: "boolean", short: "h" } } });
  if (values.help) return console.log(USAGE);
  const db = openDatabase(values.project, "Comparing");
  try {
    const { compared, faults } = await verifyLedger({ db, ...openChain() });
    for (const line of compared) console.log(`  ${line}`);
    for (const line of faults) console.error(`  ${line}`);
    console.log(faults.length === 0 ? "The ledger is as the chain has it." : `${faults.length} differences.`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await db.terminate();
  }
});
