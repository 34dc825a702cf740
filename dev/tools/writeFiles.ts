import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes files below a folder, and gives the names of those that were not there or had another text. A concurrent reader
 * gets the old file or the new one, never a part.
 */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([file, text]) => {
    const target = path.join(folder, file);
    if (read(target) === text) return [];
    mkdirSync(path.dirname(target), { recursive: true });
    const half = `${target}.${process.pid}`;
    writeFileSync(half, text);
    renameSync(half, target);
    return [file];
  });
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
