/**
 * Bundles the functions into functions/lib, which is what is deployed.
 *
 * One file loads faster than the hundreds it is made of, and what is behind a `require` is still
 * only run when it is asked for. Packages that find their own files on disk, or that are native,
 * stay outside.
 */
import path from "node:path";
import { build } from "esbuild";

const outside = ["firebase-functions", "firebase-admin", "@google-cloud/*", "secp256k1"];

void build({
  entryPoints: [path.join(__dirname, "src/index.ts")],
  outfile: path.join(__dirname, "lib/index.js"),
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: outside,
  sourcemap: true,
  minifySyntax: true,
  legalComments: "none",
  logLevel: "warning",
});
