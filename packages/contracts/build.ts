/**
 * `npm run contracts:build` compiles the contracts and writes `packages/contracts/artifacts/<Name>.json` (ABI and bytecode, so that
 * a fresh clone can deploy without a compiler) and the typed ABIs for the functions' chain adapter.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { forge, repositoryRoot } from "./forge";

const CONTRACTS = ["TaskEscrow", "TaskForwarder", "TestUSDC"] as const;

type ContractName = (typeof CONTRACTS)[number];
type Artifact = {
  readonly contractName: string;
  readonly abi: readonly object[];
  readonly bytecode: string;
  readonly deployedBytecode: string;
};
type ForgeArtifact = {
  readonly abi: readonly object[];
  readonly bytecode: { readonly object: string };
  readonly deployedBytecode: { readonly object: string };
};

/** The generated files as path → content. Writes nothing but forge's own output. */
export function generate(): ReadonlyMap<string, string> {
  const build = forge(["build", "packages/contracts/src"], { output: "capture", env: { FOUNDRY_PROFILE: "release" } });
  if (build.status !== 0) throw new Error(`forge build failed\n${build.output}`);

  const files = new Map<string, string>();
  for (const name of CONTRACTS) {
    const artifact = readForgeArtifact(name);
    files.set(`packages/contracts/artifacts/${name}.json`, `${JSON.stringify(artifact, null, 1)}\n`);
    if (name !== "TestUSDC") files.set(`functions/src/adapters/ethers/abi/${name}.ts`, typedAbi(artifact));
  }
  // The code that the escrow has in it, which the service derives deposit addresses from.
  files.set("functions/src/adapters/ethers/abi/TaskDeposit.ts", creationCode("TaskDeposit", "TaskDeposit.deployed"));
  return files;
}

function readForgeArtifact(name: ContractName): Artifact {
  const built = readOutput(name, name);
  return {
    contractName: name,
    abi: built.abi,
    bytecode: built.bytecode.object,
    deployedBytecode: built.deployedBytecode.object,
  };
}

function readOutput(name: string, file: string): ForgeArtifact {
  const path = join(repositoryRoot, "packages/contracts/out/release", `${name}.sol`, `${file}.json`);
  return JSON.parse(readFileSync(path, "utf8")) as ForgeArtifact;
}

function creationCode(name: string, file: string): string {
  const code = readOutput(name, file).bytecode.object;
  const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}Code`;
  return `/** Creation code of ${name}.sol. Written by \`npm run contracts:build\`; don't edit. */\nexport const ${constant} =\n  ${JSON.stringify(code)};\n`;
}

function typedAbi({ contractName, abi }: Artifact): string {
  const entries = abi.map((entry) => `  ${JSON.stringify(entry)},`).join("\n");
  const constant = `${contractName.charAt(0).toLowerCase()}${contractName.slice(1)}Abi`;
  return `/** ABI of ${contractName}.sol. Written by \`npm run contracts:build\`; don't edit. */\nexport const ${constant} = [\n${entries}\n] as const;\n`;
}

if (require.main === module) {
  for (const [path, content] of generate()) {
    mkdirSync(dirname(join(repositoryRoot, path)), { recursive: true });
    writeFileSync(join(repositoryRoot, path), content);
    console.log(`wrote ${path}`);
  }
}
