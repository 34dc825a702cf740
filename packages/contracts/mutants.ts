/**
 * `npm run contracts:mutants` changes the contract in one place at a time and runs the tests: a mutant that no test kills is a
 * gap in the tests. Fails if fewer than 95 % are killed. `-- --every 5` tests only every fifth mutant,
 * `-- --function fundMore,approve` only those in the functions whose name contains one of these, whatever its case.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bytecodeOf } from "./compile";
import { forge, repositoryRoot } from "./forge";
import { mutate, type Mutant } from "./mutations";

const FORWARDER = "packages/contracts/src/TaskForwarder.sol";
const TARGETS = [
  "packages/contracts/src/TaskEscrow.sol",
  "packages/contracts/src/TaskDeposits.sol",
  FORWARDER,
  "packages/contracts/src/libraries/Signatures.sol",
  "packages/contracts/src/libraries/WindowPack.sol",
];
const MIN_KILLED = 0.95;

type Fate = "killed" | "survived" | "does not compile";

/** Copies the project, so that mutants are never written to the repository. */
function copyOfProject(): string {
  const root = mkdtempSync(join(tmpdir(), "mkt-mutants-"));
  for (const path of [
    "packages/contracts/src",
    "packages/contracts/test",
    "packages/contracts/foundry.toml",
    "packages/contracts/solc",
  ]) {
    cpSync(join(repositoryRoot, path), join(root, path), { recursive: true });
  }
  symlinkSync(join(repositoryRoot, "node_modules"), join(root, "node_modules"));
  return root;
}

function run(root: string, args: readonly string[]): { readonly status: number; readonly output: string } {
  return forge(args, { root, output: "capture", env: { FOUNDRY_PROFILE: "mutants" } });
}

const QUICK = ["test", "--fail-fast", "--no-match-contract", "^(Gas|Invariants)$"];
/** Mutants that survive the quick tests are tested with the random walks. */
const WALKS = ["test", "--match-test", "^invariant_"];

/** The tests load the contracts from their artifacts, so replacing the bytecode there avoids recompiling them. */
function fateOf(root: string, file: string, mutant: Mutant): Fate {
  // Everything but the forwarder is part of the escrow's code.
  const name = file === FORWARDER ? "TaskForwarder" : "TaskEscrow";
  const bytecode = bytecodeOf(`packages/contracts/src/${name}.sol`, name, { [file]: mutant.source });
  if (bytecode === null) return "does not compile";
  const place = join(root, `packages/contracts/out/${name}.sol/${name}.json`);
  const original = readFileSync(place, "utf8");
  const artifact = JSON.parse(original) as { bytecode: { object: string } };
  artifact.bytecode.object = `0x${bytecode}`;
  writeFileSync(place, JSON.stringify(artifact));
  const isKilled = run(root, QUICK).status !== 0 || run(root, WALKS).status !== 0;
  writeFileSync(place, original);
  return isKilled ? "killed" : "survived";
}

/** Whether a line of a source is in a function whose name contains `part`. */
function isIn(source: string, line: number, part: string): boolean {
  const above = source.split("\n").slice(0, line).join("\n");
  const name = [...above.matchAll(/^ {4}function (\w+)/gm)].at(-1)?.[1] ?? "";
  return part.split(",").some((each) => name.toLowerCase().includes(each.toLowerCase()));
}

function main(every: number, part: string): void {
  const root = copyOfProject();
  try {
    if (run(root, ["build"]).status !== 0) throw new Error("The project does not compile.");
    const baseline = run(root, QUICK);
    if (baseline.status !== 0) throw new Error(`The tests fail on the unchanged contract:\n${baseline.output}`);
    const counts: Record<Fate, number> = { killed: 0, survived: 0, "does not compile": 0 };
    for (const file of TARGETS) {
      const source = readFileSync(join(repositoryRoot, file), "utf8");
      const chosen = mutate(source).filter(({ line }) => part === "" || isIn(source, line, part));
      for (const mutant of chosen.filter((_, index) => index % every === 0)) {
        const fate = fateOf(root, file, mutant);
        counts[fate] += 1;
        console.log(`${fate.padEnd(17)}${file.split("/").at(-1) ?? file}:${mutant.line}  ${mutant.what.slice(0, 110)}`);
      }
    }
    const share = counts.killed / (counts.killed + counts.survived);
    console.log(
      `${counts.killed} of ${counts.killed + counts.survived} mutants killed (${(share * 100).toFixed(1)} %)`,
    );
    if (share < MIN_KILLED) process.exitCode = 1;
  } finally {
    rmSync(root, { recursive: true });
  }
}

if (require.main === module) {
  const { every, function: part } = parseArgs({
    options: { every: { type: "string", default: "1" }, function: { type: "string", default: "" } },
  }).values;
  main(Number(every), part);
}
