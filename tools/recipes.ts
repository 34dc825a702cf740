/**
 * Writes what clients are made and checked with, most of it from the OpenAPI document: the second step of
 * `npm run generate`. With `--check` it writes nothing, and fails where a file is not what it would write.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openapiDocument } from "./openapiDocument";
import { openapiTypes, signedCalls } from "./openapiTypes";
import { vectors } from "./vectors/vectors";

const ROOT = path.join(__dirname, "..");

async function main(): Promise<void> {
  const document = openapiDocument(ROOT);
  const files: Record<string, string> = {
    "client/src/generated/openapi.ts": await openapiTypes(document),
    "client/src/generated/signed.ts": signedCalls(document),
    "docs/vectors.json": `${JSON.stringify(vectors(), null, 2)}\n`,
  };
  const stale = Object.entries(files).filter(([file, text]) => read(file) !== text);
  if (process.argv.includes("--check")) {
    if (stale.length > 0) throw new Error(`Run npm run generate: ${stale.map(([file]) => file).join(", ")}`);
    return;
  }
  for (const [file, text] of stale) {
    mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
    writeFileSync(path.join(ROOT, file), text);
    console.log(`wrote ${file}`);
  }
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
