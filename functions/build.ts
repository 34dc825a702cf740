/**
 * Bundles the functions into functions/lib, which is what is deployed.
 *
 * A few files load faster than the hundreds they are made of. What is large and not needed by every
 * request is a file of its own, which is read when it is first required. Only native packages stay
 * outside; firebase-functions too must stay installed, because the Firebase CLI runs it to find out
 * what there is to deploy.
 */
import path from "node:path";
import { build, type Plugin } from "esbuild";

const APART = ["@google-cloud/firestore", "ethers"];
const NATIVE = ["secp256k1"];

const fileOf = (name: string) => path.basename(name);

/** Lets each package of APART be required from its own file beside the one that asks for it. */
const apart: Plugin = {
  name: "apart",
  setup: (bundler) =>
    bundler.onResolve({ filter: /./ }, ({ path: name, kind }) =>
      kind !== "entry-point" && APART.includes(name) ? { path: `./${fileOf(name)}.js`, external: true } : undefined,
    ),
};

void build({
  entryPoints: [
    { in: path.join(__dirname, "src/index.ts"), out: "index" },
    ...APART.map((name) => ({ in: require.resolve(name), out: fileOf(name) })),
  ],
  outdir: path.join(__dirname, "lib"),
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: NATIVE,
  plugins: [apart],
  // Names stay, so that the frames in the logs can be read.
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: "none",
  logLevel: "warning",
});
