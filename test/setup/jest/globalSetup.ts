import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startChain } from "../../../dev/local/chain";
import { startFirestore } from "../../../dev/local/firestore";
import { builtPages } from "../../../dev/tools/generated";
import { writeFiles } from "../../../dev/tools/writeFiles";
import { CHAIN_URL, RUN_FOLDER } from "./addresses";

export type Close = () => Promise<void>;

declare global {
  /** Stopped at the end of the run; Jest runs setup and teardown in one process. */
  var stopTestParts: Close[];
}

/** One Firestore emulator and one shared chain for the whole run; tests find them by environment variables. */
export default async function globalSetup(): Promise<void> {
  // Hosting serves them; they are not kept with the sources.
  const root = path.join(__dirname, "../../..");
  writeFiles(root, builtPages(root));
  const started = await Promise.allSettled([startFirestore(), startChain()]);
  globalThis.stopTestParts = started.flatMap((part) => (part.status === "fulfilled" ? [() => part.value.close()] : []));
  const folder = mkdtempSync(path.join(tmpdir(), "mkt-tests-"));
  globalThis.stopTestParts.push(() => rm(folder, { recursive: true }));
  process.env[RUN_FOLDER] = folder;
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
