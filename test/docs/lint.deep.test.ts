import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const ROOT = path.join(__dirname, "..", "..");
const OWN = path.join(ROOT, "hosting", "well-known", "mkt-openapi.json");
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
  it("E6: passes Spectral's recommended rules, but for the exceptions that the tool lists with their reasons, and would not pass broken", async () => {
    const document = JSON.parse(readFileSync(OWN, "utf8")) as { info: object };
    const broken = path.join(mkdtempSync(path.join(tmpdir(), "mkt-lint-")), "openapi.json");
    writeFileSync(broken, JSON.stringify({ ...document, info: { ...document.info, contact: undefined } }));
    // Both in one process: loading the rules takes far longer than applying them.
    const run = spectral(OWN, broken);
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^info-contact at \/info: .*\n$/),
    });
    await expect(run).rejects.toMatchObject({
      stdout: expect.stringContaining("Spectral: 0 findings in hosting/well-known/mkt-openapi.json\n"),
    });
  });

  it("E6: passes Redocly's recommended rules without an error or a warning", async () => {
    const { stdout } = await lint("mkt");
    expect(JSON.parse(stdout.slice(stdout.indexOf("{")))).toMatchObject({ totals: { errors: 0, warnings: 0 } });
  });

  it("would not pass broken", async () => {
    await expect(lint("package.json")).rejects.toThrow();
  });
});
