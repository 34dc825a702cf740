import { execFileSync, spawnSync } from "node:child_process";
import { createWriteStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { zipOf } from "../../functions/src/adapters/export/statements";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { ALL_PAGES } from "../../packages/site/pages/list";
import { DEMO } from "../../dev/local/demoProject";
import { findFirestore, MAIN_CLASS } from "../../dev/local/firestore";
import { post, QUESTION } from "../setup/paying/buyer";
import { started, type NpmStart } from "../setup/http/npmStart";

jest.setTimeout(300_000);

const ROOT = path.join(__dirname, "..", "..");
/** The oldest Java that the Firebase CLI takes. */
const MIN_JAVA = 21;
const JVMS = "/usr/lib/jvm";

/** The folder of a Java that the CLI takes; undefined where there is none. */
const java = [process.env["JAVA_HOME"] ?? "", ...(existsSync(JVMS) ? readdirSync(JVMS) : [])]
  .map((folder) => path.resolve(JVMS, folder, "bin"))
  .find((folder) => {
    const said = spawnSync(path.join(folder, "java"), ["-version"], { encoding: "utf8" }).stderr;
    return Number(/version "(\d+)/.exec(said ?? "")?.[1] ?? 0) >= MIN_JAVA;
  });
const withJava = java === undefined ? describe.skip : describe;

/**
 * A folder in which the CLI finds its emulator of Firestore: the one of this machine, so that nothing is downloaded. The
 * Google Cloud CLI's does not say which class to start, so a jar beside it does.
 */
async function emulatorsFolder(): Promise<string> {
  const found = await findFirestore();
  if (!found) throw new Error("Unset FIRESTORE_EMULATOR_HOST.");
  const list = path.join(ROOT, "node_modules/firebase-tools/lib/emulator/downloadableEmulatorInfo.json");
  const { firestore } = JSON.parse(readFileSync(list, "utf8")) as {
    firestore: { downloadPathRelativeToCacheDir: string };
  };
  const folder = mkdtempSync(path.join(tmpdir(), "mkt-emulators-"));
  symlinkSync(found.jar.path, path.join(folder, "emulator.jar"));
  const text = `Manifest-Version: 1.0\nMain-Class: ${MAIN_CLASS}\nClass-Path: emulator.jar\n`;
  const jar = zipOf(Readable.from([]), () => ({ name: "META-INF/MANIFEST.MF", bytes: Buffer.from(text) }), 1e9);
  await pipeline(jar, createWriteStream(path.join(folder, firestore.downloadPathRelativeToCacheDir)));
  return folder;
}

withJava("the README's two commands with the Firebase CLI alone", () => {
  let folder: string;
  let emulators: NpmStart;
  let chain: NpmStart;

  beforeAll(async () => {
    delete process.env["FIRESTORE_EMULATOR_HOST"];
    folder = await emulatorsFolder();
    execFileSync("npm", ["run", "build"], { cwd: ROOT, stdio: "pipe" });
    const PATH = `${java}${path.delimiter}${process.env["PATH"]}`;
    emulators = started(["npx", "firebase", "emulators:start", "--project", "demo-mkt"], {
      ...{ PATH, FIREBASE_EMULATORS_PATH: folder },
    });
    chain = started(["npm", "run", "chain"]);
    await emulators.prints("All emulators ready");
    await chain.prints("The service is at");
  });
  afterAll(async () => {
    await Promise.all([chain.interrupt(), emulators.interrupt()]);
    rmSync(folder, { recursive: true });
  });

  it("load every function", () => {
    const missing = Object.keys(ENDPOINTS).filter((name) => !emulators.output().includes(`[us-central1-${name}]`));
    expect(missing).toEqual([]);
  });

  it("serve every page, and the app", async () => {
    for (const { path: page } of [...ALL_PAGES, { path: "/app" }]) {
      const { status, headers } = await fetch(DEMO.baseUrl + page);
      expect([page, status, headers.get("content-type")]).toEqual([page, 200, "text/html; charset=utf-8"]);
    }
  });

  it("answer: the chain is well, a question has a price, and MCP has tools", async () => {
    const health = (await (await fetch(`${DEMO.baseUrl}/mkt/health`)).json()) as { checks: object };
    expect(health.checks).toMatchObject({
      firestore: { ok: true },
      rpc: { ok: true },
      contracts: { human: { ok: true } },
    });
    const quote = await post(`${DEMO.baseUrl}/demand-insights`, QUESTION);
    expect([quote.status, quote.json]).toMatchObject([402, { code: "payment_required" }]);
    const asked = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const tools = await post(`${DEMO.baseUrl}/mcp`, asked, { accept: "application/json, text/event-stream" });
    expect([tools.status, tools.text]).toEqual([200, expect.stringContaining("demandInsights")]);
  });
});
