/** `npm run contracts:coverage` prints the coverage of the escrow and its libraries, and fails if it is below 100 % of lines or branches. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { forge, repositoryRoot } from "./forge";

const REPORT = "packages/contracts/out/lcov.info";

const { status } = forge(
  [
    "coverage",
    "--no-match-coverage",
    "test/|mocks/|node_modules/",
    "--no-match-contract",
    "^Invariants$",
    "--report",
    "summary",
    "--report",
    "lcov",
    "--report-file",
    REPORT,
  ],
  { env: { FOUNDRY_PROFILE: "coverage" } },
);
/** Solidity demands this override, but nothing calls it. */
const NEVER_CALLED = "_msgData()";

let source: readonly string[] = [];
const missed = readFileSync(join(repositoryRoot, REPORT), "utf8")
  .split("\n")
  .filter((line) => {
    if (line.startsWith("SF:")) source = readFileSync(join(repositoryRoot, line.slice(3)), "utf8").split("\n");
    if (/^BRDA:.*,(?:0|-)$/.test(line)) return true;
    const [, at] = /^DA:(\d+),0$/.exec(line) ?? [];
    if (at === undefined) return false;
    return !source.slice(Number(at) - 2, Number(at)).some((text) => text.includes(NEVER_CALLED));
  });
if (missed.length > 0) console.error(`Not covered: ${missed.join(" ")}`);
process.exitCode = status !== 0 || missed.length > 0 ? 1 : 0;
