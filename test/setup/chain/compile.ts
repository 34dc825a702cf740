import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { InterfaceAbi } from "ethers";

const ROOT = path.join(__dirname, "../../..");
/** Compiler output by the hash of the compiler's version and input. */
const CACHE = path.join(ROOT, ".local", "compiled");

/** The compiler is large; a separate process frees its memory when it ends. */
const COMPILE = 'process.stdout.write(require("solc").compile(require("fs").readFileSync(0, "utf8")))';

export interface Compiled {
  abi: InterfaceAbi;
  bytecode: string;
}

interface Output {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { abi: InterfaceAbi; evm: { bytecode: { object: string } } }>>;
}

/** The contract wallets that tests deploy, by name. */
export const compileWallets = (): Record<string, Compiled> =>
  compile(
    ...["OwnerWallet", "HostileWallet", "TrickWallet", "CallWallet"].map(
      (name) => `packages/contracts/src/test/wallets/${name}.sol`,
    ),
  );

/** The contracts of Solidity files (paths in the repository), compiled for size and without metadata, by name. */
export function compile(...files: string[]): Record<string, Compiled> {
  return compileWith({ evmVersion: "shanghai" }, files);
}

/** As `compile`, with other settings of the compiler. */
export function compileWith(more: object, files: readonly string[]): Record<string, Compiled> {
  const sources: Record<string, { content: string }> = {};
  for (const file of files) addWithImports(file, sources);
  const input = JSON.stringify({
    language: "Solidity",
    sources,
    settings: {
      ...more,
      optimizer: { enabled: true, runs: 1 },
      metadata: { appendCBOR: false, bytecodeHash: "none" },
      outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
    },
  });
  const output = JSON.parse(cached(input, solc)) as Output;
  const errors = output.errors?.filter(({ severity }) => severity === "error") ?? [];
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join("\n"));
  return Object.fromEntries(
    files.flatMap((file) =>
      Object.entries(output.contracts[file] ?? {}).map(([name, { abi, evm }]) => [
        name,
        { abi, bytecode: `0x${evm.bytecode.object}` },
      ]),
    ),
  );
}

function solc(input: string): string {
  const run = spawnSync(process.execPath, ["-e", COMPILE], { cwd: ROOT, input, encoding: "utf8", maxBuffer: 1 << 26 });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}

/** Several test files use the same contracts, and the compiler takes over a second. */
function cached(input: string, compute: (input: string) => string): string {
  const { version } = JSON.parse(readFileSync(require.resolve("solc/package.json"), "utf8")) as { version: string };
  const file = path.join(CACHE, `${createHash("sha256").update(version).update(input).digest("hex")}.json`);
  if (existsSync(file)) return readFileSync(file, "utf8");
  const output = compute(input);
  mkdirSync(CACHE, { recursive: true });
  // Atomic, because workers share the cache.
  writeFileSync(`${file}.${process.pid}`, output);
  renameSync(`${file}.${process.pid}`, file);
  return output;
}

/** Adds the file and its direct and indirect imports under the names that the compiler asks for. */
function addWithImports(name: string, sources: Record<string, { content: string }>): void {
  if (name in sources) return;
  const content = readFileSync(path.join(ROOT, name.startsWith("@") ? "node_modules" : "", name), "utf8");
  sources[name] = { content };
  for (const [, imported = ""] of content.matchAll(/^import [^"]*"([^"]+)"[^;]*;/gm)) {
    addWithImports(imported.startsWith(".") ? path.posix.join(path.posix.dirname(name), imported) : imported, sources);
  }
}
