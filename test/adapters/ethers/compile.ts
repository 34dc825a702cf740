import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { InterfaceAbi } from "ethers";

const ROOT = path.join(__dirname, "../../..");

/** The compiler is a large module; in a process of its own it is gone after its work. */
const COMPILER = 'process.stdout.write(require("solc").compile(require("fs").readFileSync(0, "utf8")))';

export interface Compiled {
  abi: InterfaceAbi;
  bytecode: string;
}

interface Output {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { abi: InterfaceAbi; evm: { bytecode: { object: string } } }>>;
}

/** The contracts of one Solidity file (a path in the repository), compiled for size and without metadata, by name. */
export function compile(file: string): Record<string, Compiled> {
  const sources: Record<string, { content: string }> = {};
  addWithImports(file, sources);
  const input = {
    language: "Solidity",
    sources,
    settings: {
      evmVersion: "shanghai",
      optimizer: { enabled: true, runs: 1 },
      metadata: { appendCBOR: false, bytecodeHash: "none" },
      outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
    },
  };
  const run = spawnSync(process.execPath, ["-e", COMPILER], {
    cwd: ROOT,
    input: JSON.stringify(input),
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const output = JSON.parse(run.stdout) as Output;
  const errors = output.errors?.filter(({ severity }) => severity === "error") ?? [];
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join("\n"));
  return Object.fromEntries(
    Object.entries(output.contracts[file] ?? {}).map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}` },
    ]),
  );
}

/** Puts the file and whatever it imports, directly or not, under the names that the compiler will ask for. */
function addWithImports(name: string, sources: Record<string, { content: string }>): void {
  if (name in sources) return;
  const content = readFileSync(path.join(ROOT, name.startsWith("@") ? "node_modules" : "", name), "utf8");
  sources[name] = { content };
  for (const [, imported = ""] of content.matchAll(/^import [^"]*"([^"]+)";/gm)) {
    addWithImports(imported.startsWith(".") ? path.posix.join(path.posix.dirname(name), imported) : imported, sources);
  }
}
