import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { DOCUMENTS } from "../../functions/src/catalogue/documents";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { siteDocuments } from "../../packages/site/site";

const ROOT = path.join(__dirname, "../..");
const documents = siteDocuments(ENDPOINTS, "");
/** The most lines of generated text that are kept with the sources. */
const MAX_LINES = 15_000;
const GENERATED = ["hosting/docs", "hosting/well-known", "hosting/skill", "hosting/skill.md", "hosting/llms.txt"];
const BUILT = ["docs/recipes", "packages/client/src/generated", "packages/contracts/artifacts"];

describe("what an agent has to read", () => {
  // Four bytes are about a token.
  it.each([
    [DOCUMENTS.skill, 2_000],
    [DOCUMENTS.skillBuy, 2_600],
    [DOCUMENTS.skillWork, 3_600],
    [DOCUMENTS.skillHire, 3_600],
    [DOCUMENTS.guide, 60_000],
    [DOCUMENTS.openapi, 300_000],
    [DOCUMENTS.tools, 120_000],
  ])("$path is small", ({ file }, most) => {
    expect(Buffer.byteLength(documents[file] ?? "")).toBeLessThanOrEqual(most);
    expect(documents[file]).not.toBe("");
  });

  it("is mostly built and not kept", () => {
    const kept = execFileSync("git", ["ls-files", ...GENERATED, ...BUILT], { cwd: ROOT, encoding: "utf8" });
    const lines = kept
      .trim()
      .split("\n")
      .map((file) => readFileSync(path.join(ROOT, file), "utf8").split("\n").length);
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MAX_LINES);
  });
});
