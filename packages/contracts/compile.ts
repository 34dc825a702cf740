import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { repositoryRoot } from "./forge";

interface Compiler {
  compile(
    input: string,
    callbacks: { readonly import: (path: string) => { contents: string } | { error: string } },
  ): string;
}
interface Output {
  readonly errors?: readonly { readonly severity: string }[];
  readonly contracts?: Readonly<
    Record<string, Readonly<Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>>>
  >;
}

/**
 * The creation bytecode of a contract with some sources replaced, as hex without 0x, or null if it does not compile.
 * Compiles one contract in this process without the optimizer, which is much faster than forge.
 */
export function bytecodeOf(file: string, contract: string, replaced: Readonly<Record<string, string>>): string | null {
  const read = (path: string): { contents: string } | { error: string } => {
    const own = replaced[path];
    if (own !== undefined) return { contents: own };
    const place = [path, join("node_modules", path)]
      .map((each) => join(repositoryRoot, each))
      .find((each) => existsSync(each));
    return place === undefined ? { error: `no source ${path}` } : { contents: readFileSync(place, "utf8") };
  };
  const input = {
    language: "Solidity",
    sources: { [file]: { content: replaced[file] ?? readFileSync(join(repositoryRoot, file), "utf8") } },
    settings: { evmVersion: "cancun", outputSelection: { [file]: { [contract]: ["evm.bytecode.object"] } } },
  };
  const output = JSON.parse(compiler().compile(JSON.stringify(input), { import: read })) as Output;
  if (output.errors?.some(({ severity }) => severity === "error")) return null;
  return output.contracts?.[file]?.[contract]?.evm.bytecode.object ?? null;
}

let loaded: Compiler | undefined;

function compiler(): Compiler {
  // solc-js has no types.
  loaded ??= createRequire(__filename)("solc") as Compiler;
  return loaded;
}
