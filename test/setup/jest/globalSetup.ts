import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { CHAIN_URL, RUN_FOLDER, SCHEMA_THREAD } from "./addresses";

export type Close = () => Promise<void>;

declare global {
  /** Stopped at the end of the run; Jest runs setup and teardown in one process. */
  var stopTestParts: Close[];
}

/** Rules do no I/O: a run of their tests alone starts nothing, and is over ten seconds earlier. */
const PURE = /^(\.\/)?test\/(domain|schema)(\/|$)/;

/** One Firestore emulator and one shared chain for the whole run; tests find them by environment variables. */
export default async function globalSetup({ testPathPatterns: { patterns } }: Asked): Promise<void> {
  globalThis.stopTestParts = [];
  if (patterns.length > 0 && patterns.every((pattern) => PURE.test(pattern))) return;
  const [{ startChain }, { startFirestore }, { builtPages }, { writeFiles }] = await Promise.all([
    import("../../../dev/local/chain"),
    import("../../../dev/local/firestore"),
    import("../../../dev/tools/generated"),
    import("../../../dev/tools/writeFiles"),
  ]);
  // Hosting serves them; they are not kept with the sources.
  const root = path.join(__dirname, "../../..");
  writeFiles(root, builtPages(root));
  const started = await Promise.allSettled([startFirestore(), startChain()]);
  globalThis.stopTestParts = started.flatMap((part) => (part.status === "fulfilled" ? [() => part.value.close()] : []));
  const folder = mkdtempSync(path.join(tmpdir(), "mkt-tests-"));
  globalThis.stopTestParts.push(() => rm(folder, { recursive: true }));
  process.env[RUN_FOLDER] = folder;
  process.env[SCHEMA_THREAD] = path.join(folder, "schemaWorker.js");
  await build({
    entryPoints: [path.join(root, "functions/src/adapters/outputSchema/schemaWorker.ts")],
    outfile: process.env[SCHEMA_THREAD],
    bundle: true,
    platform: "node",
    logLevel: "silent",
  });
  const [firestore, chain] = started;
  if (firestore.status === "rejected" || chain.status === "rejected") {
    await Promise.all(globalThis.stopTestParts.map((stop) => stop()));
    throw firestore.status === "rejected" ? firestore.reason : (chain as PromiseRejectedResult).reason;
  }
  process.env["FIRESTORE_EMULATOR_HOST"] = firestore.value.host;
  process.env[CHAIN_URL] = chain.value.rpcUrl;
  // Otherwise Google's libraries look for a metadata server.
  process.env["METADATA_SERVER_DETECTION"] = "none";
}

/** What Jest tells of the run: the paths that it was asked for. */
interface Asked {
  testPathPatterns: { patterns: readonly string[] };
}
