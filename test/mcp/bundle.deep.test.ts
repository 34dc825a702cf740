import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ENDPOINTS } from "../../functions/src/endpoints/all";

const ROOT = path.join(__dirname, "..", "..");
const run = promisify(execFile);
const ENV = {
  PATH: process.env["PATH"],
  BASE_URL: "http://127.0.0.1:5000",
  RPC_URLS: "http://127.0.0.1:1",
  QUOTE_KEYS: `k1:${"11".repeat(32)}`,
  PAYMENT_RECIPIENT: `0x${"22".repeat(20)}`,
};
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "mkt-bundle-"));
  await run(process.execPath, ["--import", "tsx", "functions/build.ts", folder], { cwd: ROOT });
  symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The files of the bundle that a process has loaded once it loaded these functions, and ran `then` with them. */
async function loaded(names: readonly string[], then = ""): Promise<string[]> {
  const program = `
    const functions = require("./index.js");
    (async () => {
      const [first] = ${JSON.stringify(names)}.map((name) => functions[name]);
      ${then}
      const own = Object.keys(require.cache).filter((file) => !file.includes("node_modules")).map((file) => require("path").basename(file));
      process.stdout.write(own.join(","));
      process.exit();
    })();`;
  const { stdout } = await run(process.execPath, ["-e", program], { cwd: folder, env: ENV });
  return stdout.split(",");
}

describe("the MCP SDK", () => {
  it("is in a file of its own, and in no other", () => {
    const sources = (file: string) =>
      (JSON.parse(readFileSync(path.join(folder, `${file}.js.map`), "utf8")) as { sources: string[] }).sources;
    const ofSdk = (source: string) => /node_modules\/(@modelcontextprotocol|zod)\//.test(source);
    expect(sources("mcpSdk").some(ofSdk)).toBe(true);
    expect(["index", "ethers", "firestore"].flatMap(sources).filter(ofSdk)).toEqual([]);
  });

  it("is loaded by no function but that of /mcp, and by that with its first message", async () => {
    expect(await loaded([...Object.keys(ENDPOINTS), "discovery", "mcp"])).not.toContain("mcpSdk.js");
    const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const asked = `
      const server = require("http").createServer((request, response) => first(request, response)).listen(0, "127.0.0.1");
      await new Promise((resolve) => server.on("listening", resolve));
      const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const answer = await fetch("http://127.0.0.1:" + server.address().port, { method: "POST", headers, body: ${JSON.stringify(message)} });
      if (answer.status !== 200) throw new Error(await answer.text());`;
    expect(await loaded(["mcp"], asked)).toContain("mcpSdk.js");
  });
});
