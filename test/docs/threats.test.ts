import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(__dirname, "../..");
const rows = readFileSync(path.join(ROOT, "docs/threats.md"), "utf8")
  .split("\n")
  .map((line) => /^\| ([A-Z]\d+[a-z]?) \|.*\| ([^|]+) \|$/.exec(line))
  .filter((found) => found !== null)
  .map(([, id, proof]) => ({ id: id ?? "", files: [...(proof ?? "").matchAll(/`([\w./-]+\.(?:ts|sol|mjs))`/g)].map(([, file]) => file ?? "") }));

describe("the table of threats", () => {
  it("has its rows", () => {
    expect(rows.length).toBeGreaterThan(75);
  });

  it("names a proof in every row, and each of them carries the row's number", () => {
    const carries = (id: string, file: string) => {
      const full = path.join(ROOT, file);
      return existsSync(full) && new RegExp(`\\b${id}\\b`).test(readFileSync(full, "utf8"));
    };
    const wrong = rows.flatMap(({ id, files }) =>
      files.length === 0 ? [`${id}: no file`] : files.filter((file) => !carries(id, file)).map((file) => `${id}: ${file}`),
    );
    expect(wrong).toEqual([]);
  });
});
