import { readFileSync } from "node:fs";
import path from "node:path";
import { REGION } from "../../functions/src/entry/deploy";
import { hostingRules } from "../../packages/site/hosting";
import { jsonText, siteFiles } from "../../packages/site/site";
import { ENDPOINTS } from "../../functions/src/endpoints/all";

/** Every file that is generated, by its path in the project, with the text that it must have. */
export function generatedFiles(root: string): Record<string, string> {
  const changelog = readFileSync(path.join(root, "CHANGELOG.md"), "utf8");
  const site = Object.entries(siteFiles(ENDPOINTS, changelog)).map(
    ([file, text]) => [`hosting/${file}`, text] as const,
  );
  return { ...Object.fromEntries(site), "firebase.json": firebaseConfig(root) };
}

/** firebase.json with generated rewrites and headers; the rest is written by hand and kept. */
function firebaseConfig(root: string): string {
  const current = JSON.parse(readFileSync(path.join(root, "firebase.json"), "utf8")) as { hosting: object };
  return jsonText({ ...current, hosting: { ...current.hosting, ...hostingRules(ENDPOINTS, REGION) } });
}
