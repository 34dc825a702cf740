import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** What a file of settings holds; nothing where there is no such file. */
export function envFileValues(path: string): Record<string, string | undefined> {
  return existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
}

/** Sets each given key to `KEY=value` exactly once, where it is or at the end; other lines are unchanged. */
export function setInEnvFile(path: string, values: Readonly<Record<string, string>>): void {
  const missing = new Map(Object.entries(values));
  const lines = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
  const kept = lines.flatMap((line) => {
    const [key = ""] = line.split("=", 1);
    if (!(key in values) || !line.includes("=")) return [line];
    const value = missing.get(key);
    missing.delete(key);
    return value === undefined ? [] : [`${key}=${value}`];
  });
  const added = [...missing].map(([key, value]) => `${key}=${value}`);
  writeFileSync(path, `${[...kept, ...added].join("\n")}\n`);
}
