import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { RUN_FOLDER } from "./jest/addresses";

/** Bytes that take long to compute, and that test files share: computed once for a run of the tests. */
export async function onceForRun(name: string, compute: () => Uint8Array | Promise<Uint8Array>): Promise<Uint8Array> {
  const folder = process.env[RUN_FOLDER];
  if (!folder) return compute();
  const file = path.join(folder, name);
  if (!existsSync(file)) {
    // Atomic, because workers share the folder.
    const own = `${file}.${process.pid}`;
    writeFileSync(own, await compute());
    renameSync(own, file);
  }
  return new Uint8Array(readFileSync(file));
}
