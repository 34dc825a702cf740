/**
 * Writes what clients are made and checked with, most of it from the OpenAPI document: the second step of
 * `npm run generate`. With `--check` it writes nothing, and fails where a file is not what it would write.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { openapiDocument } from "./openapiDocument";
import { networks, openapiTypes, signedCalls } from "./openapiTypes";
import { httpFile } from "./requests/httpFile";
import { recipesOf } from "./requests/recipes";
import { vectors } from "./vectors/vectors";
import { writeFiles } from "./writeFiles";

const ROOT = path.join(__dirname, "../..");

async function main(): Promise<void> {
  const document = openapiDocument(ROOT);
  const files: Record<string, string> = {
    "packages/client/src/generated/openapi.ts": await openapiTypes(document),
    "packages/client/src/generated/signed.ts": signedCalls(document),
    "packages/client/src/generated/networks.ts": networks(),
    "docs/vectors.json": `${JSON.stringify(vectors(), null, 2)}\n`,
    "docs/recipes/requests.http": httpFile(recipesOf(document)),
  };
  if (!process.argv.includes("--check")) {
    for (const file of writeFiles(ROOT, files)) console.log(`wrote ${file}`);
    return;
  }
  const stale = Object.keys(files).filter((file) => read(file) !== files[file]);
  if (stale.length > 0) throw new Error(`Run npm run generate: ${stale.join(", ")}`);
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
