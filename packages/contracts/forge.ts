/**
 * Runs forge with this folder's settings from anywhere: `tsx packages/contracts/forge.ts test -vvv`.
 *
 * forge comes from npm and resolves the libraries in the repository's node_modules, so it runs at the repository's root.
 */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";

export const repositoryRoot = join(__dirname, "../..");

export type ForgeRun = { readonly status: number; readonly output: string };
export type ForgeOptions = {
  /** The project's root; mutants use a copy instead of the repository. */
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** `inherit` prints forge's output; `capture` returns it. */
  readonly output?: "inherit" | "capture";
};

/** The binary in the platform package: npm's wrapper exits with 0 even when tests fail. */
function forgeBinary(): string {
  const cpu = process.arch === "x64" ? "amd64" : process.arch;
  const name = `@foundry-rs/forge-${process.platform}-${cpu}`;
  try {
    const folder = dirname(require.resolve(`${name}/package.json`, { paths: [repositoryRoot, __dirname] }));
    return join(folder, "bin", process.platform === "win32" ? "forge.exe" : "forge");
  } catch {
    throw new Error(`forge is missing: run npm ci (it is in the package ${name}).`);
  }
}

/** Runs forge; returns its exit status and, when captured, its output. */
export function forge(args: readonly string[], options: ForgeOptions = {}): ForgeRun {
  const root = options.root ?? repositoryRoot;
  const run = spawnSync(forgeBinary(), [...args, "--root", root], {
    cwd: root,
    env: { ...process.env, FOUNDRY_CONFIG: join(root, "packages/contracts/foundry.toml"), ...options.env },
    stdio: options.output === "capture" ? "pipe" : "inherit",
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (run.error) throw run.error;
  return { status: run.status ?? 1, output: `${run.stdout ?? ""}${run.stderr ?? ""}` };
}

if (require.main === module) process.exitCode = forge(process.argv.slice(2)).status;
