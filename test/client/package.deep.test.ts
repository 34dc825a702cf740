import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const ROOT = path.join(__dirname, "../..");
const CLIENT = path.join(ROOT, "packages/client");
const dist = mkdtempSync(path.join(tmpdir(), "mkt-client-"));
const sources = readdirSync(path.join(CLIENT, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);

beforeAll(() => {
  // The built files find the client's dependencies as an installed package would.
  symlinkSync(path.join(ROOT, "node_modules"), path.join(dist, "node_modules"));
  execFileSync(process.execPath, ["--import", "tsx", "packages/client/build.ts", dist], { cwd: ROOT });
}, 60_000);

/** Runs a program beside the built files, and gives what it prints. */
function run(name: string, program: string): string {
  const file = path.join(dist, name);
  writeFileSync(file, program);
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

describe("the package", () => {
  it("loads in Node by require, without a bundler, and shows what it has", () => {
    const shown = run(
      "use.cjs",
      `const { Mkt, usdcUnits } = require("./index.cjs"); console.log(typeof Mkt, usdcUnits("0.49"));`,
    );
    expect(shown).toBe("function 490000n");
  });

  it("loads in Node as an ES module", () => {
    const shown = run("use.mjs", `import { Mkt, CHAIN_ID } from "./index.mjs"; console.log(typeof Mkt, CHAIN_ID);`);
    expect(shown).toBe("function 8453");
  });

  it("has types for both, that name what is exported", () => {
    for (const file of ["index.d.mts", "index.d.cts"]) {
      const types = readFileSync(path.join(dist, file), "utf8");
      expect(types).toMatch(/export \{[^}]*\bMkt\b[^}]*\}/);
      expect(types).not.toMatch(/from '\.|from "\./);
    }
  });

  it("holds no server code: its sources import themselves, Node and its dependencies only", () => {
    const { dependencies, peerDependencies, devDependencies } = JSON.parse(
      readFileSync(path.join(CLIENT, "package.json"), "utf8"),
    ) as Record<string, object>;
    const allowed = new Set([
      "../../package.json",
      ...Object.keys({ ...dependencies, ...peerDependencies, ...devDependencies }),
    ]);
    const foreign = sources.flatMap((file) => {
      const imports = [...readFileSync(path.join(CLIENT, "src", file), "utf8").matchAll(/from "([^"]+)"/g)].map(
        ([, name]) => name ?? "",
      );
      return imports
        .filter((name) => !name.startsWith("node:") && !isInside(file, name))
        .filter((name) => !allowed.has(name) && !allowed.has(name.replace(/^(\w[^/]*)\/.*$/, "$1")))
        .map((name) => `${file} → ${name}`);
    });
    expect(foreign).toEqual([]);
    expect(sources.length).toBeGreaterThan(20);
  });

  it("never takes a key from the command line", () => {
    const options = readdirSync(path.join(CLIENT, "src/cli")).flatMap((file) =>
      [...readFileSync(path.join(CLIENT, "src/cli", file), "utf8").matchAll(/"--([\w-]+)/g)].map(([, name]) => name),
    );
    expect(options.filter((name) => /private-key|secret|password|mnemonic/.test(name ?? ""))).toEqual([]);
  });
});

function isInside(file: string, name: string): boolean {
  return name.startsWith(".") && !path.join(path.dirname(file), name).startsWith("..");
}
