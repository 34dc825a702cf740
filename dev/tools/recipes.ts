/**
 * Writes what clients are made and checked with, most of it from the OpenAPI document: the second step of
 * `npm run generate`. With `--check` it writes nothing, and fails where a file is not what it would write.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openapiDocument } from "./openapiDocument";
import { networks, openapiTypes, signedCalls } from "./openapiTypes";
import { brunoCollection } from "./requests/bruno";
import { httpFile } from "./requests/httpFile";
import { recipesOf } from "./requests/recipes";
import { vectors } from "./vectors/vectors";

const ROOT = path.join(__dirname, "../..");
const BRUNO = "docs/recipes/bruno";

async function main(): Promise<void> {
  const document = openapiDocument(ROOT);
  const recipes = recipesOf(document);
  const bruno = Object.entries(brunoCollection(recipes, document)).map(
    ([file, text]) => [`${BRUNO}/${file}`, text] as const,
  );
  const files: Record<string, string> = {
    "packages/client/src/generated/openapi.ts": await openapiTypes(document),
    "packages/client/src/generated/signed.ts": signedCalls(document),
    "packages/client/src/generated/networks.ts": networks(),
    "docs/vectors.json": `${JSON.stringify(vectors(), null, 2)}\n`,
    "docs/recipes/requests.http": httpFile(recipes),
    ...Object.fromEntries(bruno),
  };
  const stale = Object.entries(files).filter(([file, text]) => read(file) !== text);
  if (process.argv.includes("--check")) {
    const wrong = [...stale.map(([file]) => file), ...leftovers(files)];
    if (wrong.length > 0) throw new Error(`Run npm run generate: ${wrong.join(", ")}`);
    return;
  }
  for (const file of leftovers(files)) rmSync(path.join(ROOT, file));
  for (const [file, text] of stale) {
    mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
    writeFileSync(path.join(ROOT, file), text);
    console.log(`wrote ${file}`);
  }
}

/** Requests of endpoints that no longer exist. */
function leftovers(files: Record<string, string>): string[] {
  if (!existsSync(path.join(ROOT, BRUNO))) return [];
  const found = readdirSync(path.join(ROOT, BRUNO), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .filter((file) => !(file in files));
}

function read(file: string): string | null {
  try {
    return readFileSync(path.join(ROOT, file), "utf8");
  } catch {
    return null;
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
