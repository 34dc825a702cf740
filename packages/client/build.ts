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

async function main(): Promise<void> {
  const dist = process.argv[2] ?? file("dist");
  const common = { bundle: true, platform: "node", target: "node20", external, logLevel: "warning" } as const;
  await Promise.all([
    build({ ...common, entryPoints: [file("src/index.ts")], format: "esm", outfile: path.join(dist, "index.mjs") }),
    build({ ...common, entryPoints: [file("src/index.ts")], format: "cjs", outfile: path.join(dist, "index.cjs") }),
    build({ ...common, entryPoints: [file("src/cli/main.ts")], format: "esm", outfile: path.join(dist, "cli.mjs") }),
    types(dist),
  ]);
}

/** One file of types for each form, so that every resolver of TypeScript finds the right one. */
async function types(dist: string): Promise<void> {
  const bundle = await rollup({ input: file("src/index.ts"), external: [...external, /^node:/], plugins: [dts()] });
  await bundle.write({ file: path.join(dist, "index.d.mts"), format: "es" });
  await bundle.write({ file: path.join(dist, "index.d.cts"), format: "es" });
  await bundle.close();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
