/**
 * `npm run test:deep`: whole-stack runs and long walks (`*.deep.test.ts`), every test that draws its cases draws many
 * more, from a new seed, and the contract's tests run long. `-- --seconds N` ends the drawing in time: a test that could
 * not draw all its cases passes with those it drew, and a file that has not begun by then is skipped and named
 * (`test/setup/jest/sequencer.mjs` has the order). Other arguments are Jest's, paths of tests among them.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(__dirname, "..", "..");
/** Beside the tests' own time: starting and ending, and the case that is under way. */
const OVERHEAD_SECONDS = 60;
/** Of each other test in the same files. */
const TIMEOUT_MS = 120_000;

const args = process.argv.slice(2);
const at = args.indexOf("--seconds");
const seconds = at < 0 ? null : Number(args.splice(at, 2)[1]);
if (seconds !== null && !(seconds > OVERHEAD_SECONDS)) {
  console.log(`Not run: the deep tests need more than ${OVERHEAD_SECONDS} seconds, and ${seconds} are left.`);
  process.exit(0);
}
const limit = seconds === null ? null : seconds - OVERHEAD_SECONDS;
const seed = process.env["MKT_SEED"] ?? String(Math.floor(Date.now() / 1000));
console.log(`MKT_SEED=${seed}${limit === null ? "" : `, drawing for ${limit} s`}`);

const TESTS = path.join(ROOT, "test");
const files = readdirSync(TESTS, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => path.join(TESTS, file))
  .filter(
    (file) => file.endsWith(".deep.test.ts") || /setup\/runs"|contracts\/forge"/.test(readFileSync(file, "utf8")),
  );
const hasPaths = args.some((arg) => !arg.startsWith("-"));
const jest = spawnSync(
  process.execPath,
  [
    path.join(ROOT, "node_modules", "jest", "bin", "jest.js"),
    `--testTimeout=${TIMEOUT_MS}`,
    ...args,
    ...(hasPaths ? [] : files),
  ],
  {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      MKT_DEEP: "1",
      MKT_SEED: seed,
      FOUNDRY_PROFILE: "deep",
      ...(limit !== null && {
        MKT_DEEP_UNTIL: String(Date.now() + limit * 1_000),
        FOUNDRY_FUZZ_TIMEOUT: String(limit),
        FOUNDRY_INVARIANT_TIMEOUT: String(limit),
      }),
    },
  },
);
process.exitCode = jest.status ?? 1;
