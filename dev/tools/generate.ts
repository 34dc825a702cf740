/** Writes hosting's documents and firebase.json's rewrites from the endpoints: `npm run generate`; into another folder, if one is named. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generatedFiles } from "./generated";

const ROOT = path.join(__dirname, "../..");

for (const [file, text] of Object.entries(generatedFiles(ROOT))) {
  const target = path.join(process.argv[2] ?? ROOT, file);
  if (read(target) === text) continue;
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
  console.log(`wrote ${file}`);
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
