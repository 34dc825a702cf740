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
const missed = readFileSync(join(repositoryRoot, REPORT), "utf8")
  .split("\n")
  .filter((line) => /^DA:\d+,0$|^BRDA:.*,(0|-)$/.test(line));
if (missed.length > 0) console.error(`Not covered: ${missed.join(" ")}`);
process.exitCode = status !== 0 || missed.length > 0 ? 1 : 0;
