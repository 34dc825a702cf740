import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Sets each given key to `KEY=value` exactly once; other lines are unchanged. */
export function setInEnvFile(path: string, values: Readonly<Record<string, string>>): void {
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  const kept = lines.filter((line) => !Object.keys(values).some((key) => line.startsWith(`${key}=`)));
  while (kept.at(-1) === "") kept.pop();
  const set = Object.entries(values).map(([key, value]) => `${key}=${value}`);
  writeFileSync(path, `${[...kept, ...set].join("\n")}\n`);
}
