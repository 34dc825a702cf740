import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const ROOT = path.join(__dirname, "..", "..");
const CLI = path.join(ROOT, "node_modules", "@redocly", "cli", "bin", "cli.js");
/** The linter must neither report its use nor look for a newer one. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const lint = (document: string) =>
  promisify(execFile)(process.execPath, [CLI, "lint", document, "--format", "json"], {
    cwd: ROOT,
    env: { ...process.env, ...QUIET },
  });

const spectral = (...files: string[]) =>
  promisify(execFile)(process.execPath, ["--import", "tsx", path.join(ROOT, "dev/tools/spectral.ts"), ...files], {
    cwd: ROOT,
  });

describe("the generated OpenAPI document", () => {
  it("E6: passes Spectral's recommended rules, but for the exceptions that the tool lists with their reasons", async () => {
    expect((await spectral()).stdout).toContain("Spectral: 0 findings");
  });

  it("E6: would not pass them broken", async () => {
    const document = JSON.parse(readFileSync(path.join(ROOT, "hosting", "well-known", "mkt-openapi.json"), "utf8")) as {
      info: object;
      paths: Record<string, { get?: object }>;
    };
    const broken = path.join(mkdtempSync(path.join(tmpdir(), "mkt-lint-")), "openapi.json");
    writeFileSync(broken, JSON.stringify({ ...document, info: { ...document.info, contact: undefined } }));
    await expect(spectral(broken)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("info-contact") });
  });

  it("E6: passes Redocly's recommended rules without an error or a warning", async () => {
    const { stdout } = await lint("mkt");
    expect(JSON.parse(stdout.slice(stdout.indexOf("{")))).toMatchObject({ totals: { errors: 0, warnings: 0 } });
  });

  it("would not pass broken", async () => {
    await expect(lint("package.json")).rejects.toThrow();
  });
});
