/**
 * Bundles the functions into functions/lib, which is what is deployed, or into the folder that is named.
 *
 * A few files load faster than the hundreds they are made of. What is large and not needed by every
 * request is a file of its own, which is read when it is first required. What stays
 * outside is installed: firebase-admin, which is loaded when a webhook delivery is queued; and
 * firebase-functions as well, which the Firebase CLI runs to find out what there is to deploy.
 */
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build, type Plugin } from "esbuild";

const installed = createRequire(__filename);
/** What gets a file of its own: by the name that it is required by, the module that it is made of. */
const APART: Readonly<Record<string, string>> = {
  "@google-cloud/firestore": installed.resolve("@google-cloud/firestore"),
  "libphonenumber-js/min": installed.resolve("libphonenumber-js/min"),
  ethers: installed.resolve("ethers"),
  "./firestoreTrigger": path.join(__dirname, "src/entry/firestoreTrigger.ts"),
  "./mcpSdk": path.join(__dirname, "src/mcp/mcpSdk.ts"),
  "../adapters/export/statements": path.join(__dirname, "src/adapters/export/statements.ts"),
  "./schemaWorker": path.join(__dirname, "src/adapters/outputSchema/schemaWorker.ts"),
  "./planFaults": path.join(__dirname, "../packages/answers/src/planFaults.ts"),
  "../../../packages/answers/src/model/configured": path.join(__dirname, "../packages/answers/src/model/configured.ts"),
  "./answersWorker": path.join(__dirname, "../packages/answers/src/thread/answersWorker.ts"),
};
const OUT = process.argv[2] ?? path.join(__dirname, "lib");

const fileOf = (name: string) => (path.basename(name) === "min" ? "libphonenumber" : path.basename(name));

/** Lets each module of APART be required from its own file next to the one that requires it. */
const apart: Plugin = {
  name: "apart",
  setup: (bundler) =>
    bundler.onResolve({ filter: /./ }, ({ path: name, kind }) =>
      kind !== "entry-point" && name in APART ? { path: `./${fileOf(name)}.js`, external: true } : undefined,
    ),
};

/** Copies the fonts that are imported next to the bundle, and resolves them there. */
const fonts: Plugin = {
  name: "fonts",
  setup: (bundler) =>
    bundler.onResolve({ filter: /\.ttf$/ }, ({ path: name }) => {
      mkdirSync(OUT, { recursive: true });
      copyFileSync(installed.resolve(name), path.join(OUT, fileOf(name)));
      return { path: `./${fileOf(name)}`, external: true };
    }),
};

/**
 * Loads firebase-admin when something of it is used, from where it is installed. firebase-functions imports it at once,
 * but only its callable functions need it, and it takes as long to load as all the rest.
 */
const adminLate: Plugin = {
  name: "admin-late",
  setup: (bundler) => {
    bundler.onResolve({ filter: /^firebase-admin\// }, ({ path: name, namespace }) =>
      namespace === "file" ? { path: name, namespace: "late" } : { path: name, external: true },
    );
    bundler.onLoad({ filter: /./, namespace: "late" }, ({ path: name }) => ({
      resolveDir: __dirname,
      contents: Object.keys(installed(name) as object)
        .map(
          (key) =>
            `Object.defineProperty(exports, "${key}", { enumerable: true, get: () => require("${name}").${key} });`,
        )
        .join("\n"),
    }));
  },
};

void build({
  entryPoints: [
    { in: path.join(__dirname, "src/entry/index.ts"), out: "index" },
    ...Object.entries(APART).map(([name, module]) => ({ in: module, out: fileOf(name) })),
  ],
  outdir: OUT,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  // Its other form asks where it stands by import.meta, which a CommonJS bundle has not.
  alias: { pdfkit: installed.resolve("pdfkit") },
  plugins: [fonts, apart, adminLate],
  // Names stay, so that the frames in the logs can be read.
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: "none",
  // `require.resolve("./answersWorker")` stays as it is: the files of workers are beside the bundle.
  logOverride: { "require-resolve-not-external": "silent" },
  logLevel: "warning",
});
