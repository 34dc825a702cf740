/**
 * `npx tsx dev/tools/circleUsdc.ts` builds the bytecode of Circle's USDC, `dev/local/circleUsdc.json`, from its source,
 * which is fetched and never committed:
 *
 *     git clone https://github.com/circlefin/stablecoin-evm .local/cache/stablecoin-evm
 *     npm install --prefix .local/cache/solc-0.6.12 --no-workspaces --ignore-scripts solc@0.6.12 @openzeppelin/contracts@3.4.2
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { LIBRARY_AT } from "../local/circleUsdc";

const CACHE = path.join(__dirname, "../../.local/cache");
const SOURCE = path.join(CACHE, "stablecoin-evm");
const MODULES = path.join(CACHE, "solc-0.6.12/node_modules");
const TOKEN = "contracts/v2/FiatTokenV2_2.sol";
const LIBRARY = "contracts/util/SignatureChecker.sol";

/** Reads imports from the folder that it runs in, and then from that of its argument, which has the compiler. */
const COMPILE = `
  const { existsSync, readFileSync } = require("fs");
  const [, modules] = process.argv;
  const find = (name) => ({ contents: readFileSync(existsSync(name) ? name : modules + "/" + name, "utf8") });
  process.stdout.write(require(modules + "/solc").compile(readFileSync(0, "utf8"), { import: find }));
`;

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<string, Record<string, { evm: { deployedBytecode: { object: string } } }>>;
}

/** Whether its source and compiler are at hand. */
export const isFetched = existsSync(path.join(SOURCE, TOKEN)) && existsSync(path.join(MODULES, "solc"));

/** The runtime bytecode of the token, and of the library that it calls. */
export function compileCircleUsdc(): { token: string; library: string } {
  const input = JSON.stringify({
    language: "Solidity",
    sources: Object.fromEntries(
      [TOKEN, LIBRARY].map((name) => [name, { content: readFileSync(path.join(SOURCE, name), "utf8") }]),
    ),
    settings: {
      optimizer: { enabled: true, runs: 10_000_000 },
      libraries: { [LIBRARY]: { SignatureChecker: LIBRARY_AT } },
      outputSelection: { "*": { "*": ["evm.deployedBytecode.object"] } },
    },
  });
  const run = spawnSync(process.execPath, ["-e", COMPILE, MODULES], {
    cwd: SOURCE,
    input,
    encoding: "utf8",
    maxBuffer: 1 << 27,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  const { errors = [], contracts } = JSON.parse(run.stdout.slice(run.stdout.indexOf("{"))) as Output;
  const failed = errors.filter(({ severity }) => severity === "error");
  if (failed.length > 0) throw new Error(failed.map(({ formattedMessage }) => formattedMessage).join("\n"));
  const codeOf = (file: string, name: string) => `0x${contracts[file]?.[name]?.evm.deployedBytecode.object}`;
  return { token: codeOf(TOKEN, "FiatTokenV2_2"), library: codeOf(LIBRARY, "SignatureChecker") };
}

if (require.main === module) {
  const commit = spawnSync("git", ["-C", SOURCE, "rev-parse", "HEAD"], { encoding: "utf8" }).stdout.trim();
  const built = {
    what: "Runtime bytecode of FiatTokenV2_2 and its library SignatureChecker. Copyright Circle Internet Group, Inc.; Apache-2.0.",
    source: `https://github.com/circlefin/stablecoin-evm/tree/${commit}`,
    compiler: "solc 0.6.12, optimizer with 10,000,000 runs",
    bytecode: compileCircleUsdc(),
  };
  writeFileSync(path.join(__dirname, "../local/circleUsdc.json"), `${JSON.stringify(built, null, 2)}\n`);
}
