import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const ROOT = path.join(__dirname, "..", "..");
const CLI = path.join(ROOT, "node_modules", "@redocly", "cli", "bin", "cli.js");
/** The linter must neither report its use nor look for a newer one. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const lint = (document: string) =>
  promisify(execFile)(process.execPath, [CLI, "lint", document, "--format", "json"], { cwd: ROOT, env: { ...process.env, ...QUIET } });

describe("the generated OpenAPI document", () => {
  it("passes the linter without an error or a warning", async () => {
    const { stdout } = await lint("mkt");
    expect(JSON.parse(stdout.slice(stdout.indexOf("{")))).toMatchObject({ totals: { errors: 0, warnings: 0 } });
  });

  it("would not pass broken", async () => {
    await expect(lint("package.json")).rejects.toThrow();
  });
});
