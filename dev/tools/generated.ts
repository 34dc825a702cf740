import { readFileSync } from "node:fs";
import path from "node:path";
import { REGION } from "../../functions/src/entry/deploy";
import { hostingRules } from "../../packages/site/hosting";
import { jsonText, siteDocuments, sitePages } from "../../packages/site/site";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { openapiDocument } from "./openapiDocument";
import { brunoCollection } from "./requests/bruno";
import { recipesOf } from "./requests/recipes";

/** Every generated file that is committed, by its path in the project, with the text that it must have. */
export function generatedFiles(root: string): Record<string, string> {
  return { ...inHosting(siteDocuments(ENDPOINTS, changelogIn(root))), "firebase.json": firebaseConfig(root) };
}

/** What a build makes of these for people: pages, and the Bruno collection. By their path in the project. */
export function builtPages(root: string): Record<string, string> {
  const document = openapiDocument(root);
  const bruno = Object.entries(brunoCollection(recipesOf(document), document));
  return inHosting({
    ...sitePages(ENDPOINTS, changelogIn(root)),
    ...Object.fromEntries(bruno.map(([file, text]) => [`${BRUNO}/${file}`, text])),
  });
}

/** The folder of hosting/ with the Bruno collection. */
const BRUNO = "bruno";

const changelogIn = (root: string): string => readFileSync(path.join(root, "CHANGELOG.md"), "utf8");

const inHosting = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`hosting/${file}`, text]));

/** firebase.json with generated rewrites and headers; the rest is written by hand and kept. */
function firebaseConfig(root: string): string {
  const current = JSON.parse(readFileSync(path.join(root, "firebase.json"), "utf8")) as { hosting: object };
  return jsonText({ ...current, hosting: { ...current.hosting, ...hostingRules(ENDPOINTS, REGION) } });
}
