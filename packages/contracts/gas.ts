/**
 * `npm run contracts:gas` measures the gas of one whole transaction per call and writes `packages/contracts/.gas-snapshot`;
 * `-- --check` instead fails if the committed figures differ.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { forge, repositoryRoot } from "./forge";

const SNAPSHOT = join(repositoryRoot, "packages/contracts/.gas-snapshot");
const MEASURED = join(repositoryRoot, "packages/contracts/out/gas/TaskEscrow.json");
const CODE = "packages/contracts/src/TaskEscrow.sol";

/** The measured gas of each call, one per line, sorted by name. */
export function measure(): string {
  // The tests take the escrow from its artifact, so it is compiled first; `isolate` makes each call a transaction.
  const env = { FOUNDRY_PROFILE: "release" };
  for (const args of [
    ["build", CODE],
    ["test", "--isolate", "--match-contract", "^Gas$"],
  ]) {
    const run = forge(args, { output: "capture", env });
    if (run.status !== 0) throw new Error(run.output);
  }
  const figures = JSON.parse(readFileSync(MEASURED, "utf8")) as Record<string, string>;
  return `${Object.entries(figures)
    .map(([call, gas]) => `${call}: ${gas}`)
    .sort()
    .join("\n")}\n`;
}

if (require.main === module) {
  const now = measure();
  console.log(now);
  if (!process.argv.includes("--check")) writeFileSync(SNAPSHOT, now);
  else if (readFileSync(SNAPSHOT, "utf8") !== now) {
    console.error("The figures differ from packages/contracts/.gas-snapshot: run npm run contracts:gas.");
    process.exitCode = 1;
  }
}
