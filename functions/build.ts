/**
 * Bundles the functions into functions/lib, which is what is deployed, or into the folder that is named.
 *
 * A few files load faster than the hundreds they are made of. What is large and not needed by every
 * request is a file of its own, which is read when it is first required. Only native packages stay
 * outside, and firebase-admin, which nobody asks for; firebase-functions too must stay installed,
 * because the Firebase CLI runs it to find out what there is to deploy.
 */
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { messagesOf, type Description } from "./messagesOf";

const installed = createRequire(__filename);
/** What gets a file of its own: by the name that it is required by, the module that it is made of. */
const APART: Readonly<Record<string, string>> = {
  "@google-cloud/firestore": installed.resolve("@google-cloud/firestore"),
  "libphonenumber-js/min": installed.resolve("libphonenumber-js/min"),
  ethers: installed.resolve("ethers"),
  "./mcpSdk": path.join(__dirname, "src/mcp/mcpSdk.ts"),
  "./adapters/export/statements": path.join(__dirname, "src/adapters/export/statements.ts"),
};
const NATIVE = ["secp256k1"];
const OUT = process.argv[2] ?? path.join(__dirname, "lib");

const fileOf = (name: string) => (path.basename(name) === "min" ? "libphonenumber" : path.basename(name));

/** Lets each module of APART be required from its own file beside the one that asks for it. */
const apart: Plugin = {
  name: "apart",
  setup: (bundler) =>
    bundler.onResolve({ filter: /./ }, ({ path: name, kind }) =>
      kind !== "entry-point" && name in APART ? { path: `./${fileOf(name)}.js`, external: true } : undefined,
    ),
};

/** Puts the fonts that are asked for beside the bundle, and lets them be found there. */
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
        .map((key) => `Object.defineProperty(exports, "${key}", { enumerable: true, get: () => require("${name}").${key} });`)
        .join("\n"),
    }));
  },
};

/**
 * What no request ever runs of Firestore's client, and what stands in its place. All of it is read, and most of it run,
 * whenever the client opens: two fifths of that time. test/adapters/firestore/bundle.test.ts shows that nothing misses it.
 */
const LEFT_OUT: readonly { what: RegExp; instead: string }[] = [
  // node-fetch can do without Node's own URL, which this service never lacks.
  { what: /whatwg-url\/lib\/public-api\.js$/, instead: "exports.URL = URL; exports.URLSearchParams = URLSearchParams;" },
  // Clients of other services, one of which is made with Firestore's own.
  { what: /google-gax\/build\/src\/locationService\.js$/, instead: "exports.LocationsClient = class { close() {} };" },
  { what: /firestore\/build\/src\/v1\/firestore_admin_client\.js$/, instead: "" },
  // Generated code for the messages of those, and for bundles of documents that browsers load.
  { what: /google-gax\/build\/protos\/(iam_service|locations|operations)\.js$/, instead: "" },
  { what: /firestore\/build\/protos\/firestore_v1_proto_api\.js$/, instead: 'throw new Error("bundles of documents are left out");' },
  // A second description of every message, by which servers explain themselves.
  {
    what: /protobufjs\/ext\/descriptor\/index\.js$/,
    instead: `const { Root, Type, Enum } = require("../..");
      Root.prototype.toDescriptor = () => ({ file: [] });
      Type.prototype.toDescriptor = Enum.prototype.toDescriptor = () => ({ $type: { toObject: () => null } });`,
  },
];

const leftOut: Plugin = {
  name: "left-out",
  setup: (bundler) => {
    const unmet = new Set(LEFT_OUT);
    for (const row of LEFT_OUT) {
      bundler.onLoad({ filter: row.what }, ({ path: file }) => {
        unmet.delete(row);
        return { contents: row.instead, resolveDir: path.dirname(file) };
      });
    }
    // A package that moved its files would quietly be whole again.
    bundler.onEnd(() => ({ errors: [...unmet].map(({ what }) => ({ text: `There is no ${what} to leave out.` })) }));
  },
};

/** Of the messages that come with Firestore's client, half are of other services: all are set up whenever it opens. */
const ownMessages: Plugin = {
  name: "own-messages",
  setup: (bundler) =>
    bundler.onLoad({ filter: /firestore\/build\/protos\/v1\.json$/ }, ({ path: file }) => ({
      contents: JSON.stringify(messagesOf("Firestore", JSON.parse(readFileSync(file, "utf8")) as Description)),
      loader: "json",
    })),
};

void build({
  entryPoints: [
    { in: path.join(__dirname, "src/index.ts"), out: "index" },
    ...Object.entries(APART).map(([name, module]) => ({ in: module, out: fileOf(name) })),
  ],
  outdir: OUT,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: NATIVE,
  // Its other form asks where it stands by import.meta, which a CommonJS bundle has not.
  alias: { pdfkit: installed.resolve("pdfkit") },
  plugins: [fonts, apart, adminLate, leftOut, ownMessages],
  // Names stay, so that the frames in the logs can be read.
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: "none",
  logLevel: "warning",
});
