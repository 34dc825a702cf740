/** Builds packages/client/dist: the library as ES module and CommonJS with their types, and the command line. Packages that are not bundled are the dependencies. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

const HERE = __dirname;
const file = (...parts: string[]) => path.join(HERE, ...parts);
const { dependencies, peerDependencies } = JSON.parse(readFileSync(file("package.json"), "utf8")) as Record<
  "dependencies" | "peerDependencies",
  object
>;
const external = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];

/** What programs import, by the name of their file in dist. */
const ENTRIES = { index: "src/index.ts", browser: "src/browser.ts", reader: "src/readerEntry.ts" } as const;

async function main(): Promise<void> {
  const dist = process.argv[2] ?? file("dist");
  const common = { bundle: true, target: "node20", external, logLevel: "warning" } as const;
  const builds = Object.entries(ENTRIES).flatMap(([name, source]) => {
    // A browser's files must not reach Node's modules: the build fails if they do.
    const platform: "node" | "browser" = name === "index" ? "node" : "browser";
    const entry = { ...common, platform, entryPoints: [file(source)] };
    return [
      build({ ...entry, format: "esm", outfile: path.join(dist, `${name}.mjs`) }),
      build({ ...entry, format: "cjs", outfile: path.join(dist, `${name}.cjs`) }),
      types(dist, name, source),
    ];
  });
  const command = { ...common, platform: "node", format: "esm" } as const;
  await Promise.all([
    ...builds,
    build({ ...command, entryPoints: [file("src/cli/main.ts")], outfile: path.join(dist, "cli.mjs") }),
  ]);
}

/** One file of types for each form, so that every resolver of TypeScript finds the right one. */
async function types(dist: string, name: string, source: string): Promise<void> {
  const bundle = await rollup({ input: file(source), external: [...external, /^node:/], plugins: [dts()] });
  await bundle.write({ file: path.join(dist, `${name}.d.mts`), format: "es" });
  await bundle.write({ file: path.join(dist, `${name}.d.cts`), format: "es" });
  await bundle.close();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
