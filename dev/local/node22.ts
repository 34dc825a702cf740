/** `npm run check:node22`: the fast tests on Node 22, on which the functions are deployed. */
import { spawnSync } from "node:child_process";
import path from "node:path";

const ROOT = path.join(__dirname, "../..");
const MAJOR = "22";

// The first three start other programs with any Node; the last one takes minutes.
const SLOW = ["<rootDir>/test/dev/local/", "<rootDir>/test/market/interleavings", "\\.deep\\.test\\.ts$"];

const jest = [
  path.join(ROOT, "node_modules", "jest", "bin", "jest.js"),
  ...process.argv.slice(2),
  // Last, because this option takes everything behind it.
  "--testPathIgnorePatterns",
  ...SLOW,
];

const here = process.versions.node.startsWith(`${MAJOR}.`);
const [command, args] = here
  ? [process.execPath, jest]
  : // npm carries Node's own binaries, one package for each platform.
    ["npm", ["exec", "--yes", `--package=node-${process.platform}-${process.arch}@${MAJOR}`, "--", "node", ...jest]];

console.log(
  here
    ? `Node ${process.version} runs here.`
    : `Node ${process.version} runs here; the tests run on Node ${MAJOR} from npm.`,
);
process.exitCode = spawnSync(command, args, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
