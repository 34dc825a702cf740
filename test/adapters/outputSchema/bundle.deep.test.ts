import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const ROOT = path.join(__dirname, "../../..");
const run = promisify(execFile);

test("the bundle that is deployed has the thread beside it, and the process ends by itself", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "mkt-schema-"));
  try {
    await run(process.execPath, ["--import", "tsx", "functions/build.ts", folder], { cwd: ROOT });
    await build({
      entryPoints: [path.join(__dirname, "probe.ts")],
      outdir: folder,
      bundle: true,
      platform: "node",
      logLevel: "error",
      // As in the deployed bundle, the worker is the file beside this one.
      external: ["./schemaWorker"],
    });
    const options = { cwd: folder, timeout: 25_000, killSignal: "SIGKILL" as const };
    const { stdout } = await run(process.execPath, [path.join(folder, "probe.js")], options);
    const { first, second } = JSON.parse(stdout) as Record<string, unknown>;
    expect(first).toMatchObject([{ pointer: "/0", schemaPointer: "/items/pattern" }]);
    expect(second).toEqual([]);
    expect(statSync(path.join(folder, "schemaWorker.js")).size).toBeLessThan(400_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
