import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Interface, MaxUint256, type InterfaceAbi } from "ethers";
import type { Token } from "../../functions/src/domain/chains";

/**
 * Circle's own USDC, for runs with `MKT_USDC=circle`. Its source is fetched and never committed; in the repository's root:
 *
 *     git clone --depth 1 https://github.com/circlefin/stablecoin-evm .local/cache/stablecoin-evm
 *     npm install --prefix .local/cache/stablecoin-evm --ignore-scripts --no-save --no-workspaces solc@0.6.12 @openzeppelin/contracts@3.4.2
 */
const FETCHED = path.join(__dirname, "../../.local/cache/stablecoin-evm");
const COMPILED = path.join(FETCHED, "compiled.json");
const TOKEN = "contracts/v2/FiatTokenV2_2.sol";
const LIBRARY = "contracts/util/SignatureChecker.sol";
/** Any address without code. */
const LIBRARY_AT = "0x00000000000000000000000000000000c19c1e06";

/** Reads imports from the folder that it runs in. */
const COMPILE = `
  const { existsSync, readFileSync } = require("fs");
  const find = (name) => ({ contents: readFileSync(existsSync(name) ? name : "node_modules/" + name, "utf8") });
  process.stdout.write(require("./node_modules/solc").compile(readFileSync(0, "utf8"), { import: find }));
`;

interface Contract {
  abi: InterfaceAbi;
  evm: { deployedBytecode: { object: string } };
}

interface Output {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, Contract>>;
}

/** Whether its source and compiler are at hand. */
export const hasCircleUsdc =
  existsSync(path.join(FETCHED, TOKEN)) && existsSync(path.join(FETCHED, "node_modules/solc"));

/** What makes Circle's USDC out of an address without code: code at addresses, then calls to the token. */
export function circleUsdc(
  { address, name }: Token,
  owner: string,
  /** May pause the token and deny accounts. */
  admin: string,
  minters: readonly string[],
): { code: Readonly<Record<string, string>>; calls: readonly string[] } {
  const { contracts } = compiled();
  const [token, library] = [contracts[TOKEN]?.["FiatTokenV2_2"], contracts[LIBRARY]?.["SignatureChecker"]];
  if (!token || !library) throw new Error(`No FiatTokenV2_2 in ${FETCHED}.`);
  const abi = new Interface(token.abi);
  const call = (method: string, ...args: readonly unknown[]) => abi.encodeFunctionData(method, args);
  return {
    code: {
      [LIBRARY_AT]: `0x${library.evm.deployedBytecode.object}`,
      [address]: `0x${token.evm.deployedBytecode.object}`,
    },
    calls: [
      call("initialize", name, "USDC", "USD", 6, owner, admin, admin, owner),
      call("initializeV2", name),
      call("initializeV2_1", owner),
      call("initializeV2_2", [], "USDC"),
      ...minters.map((minter) => call("configureMinter", minter, MaxUint256)),
    ],
  };
}

function compiled(): Output {
  if (!hasCircleUsdc) throw new Error(`MKT_USDC=circle needs Circle's source and compiler: see ${__filename}.`);
  if (!existsSync(COMPILED)) {
    const input = JSON.stringify({
      language: "Solidity",
      sources: Object.fromEntries(
        [TOKEN, LIBRARY].map((name) => [name, { content: readFileSync(path.join(FETCHED, name), "utf8") }]),
      ),
      settings: {
        optimizer: { enabled: true, runs: 10_000_000 },
        libraries: { [LIBRARY]: { SignatureChecker: LIBRARY_AT } },
        outputSelection: { "*": { "*": ["abi", "evm.deployedBytecode.object"] } },
      },
    });
    const run = spawnSync(process.execPath, ["-e", COMPILE], {
      cwd: FETCHED,
      input,
      encoding: "utf8",
      maxBuffer: 1 << 27,
    });
    if (run.status !== 0) throw new Error(run.stderr);
    writeFileSync(COMPILED, run.stdout.slice(run.stdout.indexOf("{")));
  }
  const output = JSON.parse(readFileSync(COMPILED, "utf8")) as Output;
  const errors = output.errors?.filter(({ severity }) => severity === "error") ?? [];
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join("\n"));
  return output;
}
