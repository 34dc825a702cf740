import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(__dirname, "../..");
const rows = readFileSync(path.join(ROOT, "docs/threats.md"), "utf8")
  .split("\n")
  .map((line) => /^\| ([A-Z]\d+[a-z]?) \|.*\| ([^|]+) \|$/.exec(line))
  .filter((found) => found !== null)
  .map(([, id, proof]) => ({
    id: id ?? "",
    files: [...(proof ?? "").matchAll(/`([\w./-]+\.(?:ts|sol|mjs))`/g)].map(([, file]) => file ?? ""),
  }));

describe("the table of threats", () => {
  it("has its rows", () => {
    expect(rows.length).toBeGreaterThan(75);
  });

  it("names proofs that exist, and in every row one that carries the row's number", () => {
    const textOf = (file: string) =>
      existsSync(path.join(ROOT, file)) ? readFileSync(path.join(ROOT, file), "utf8") : null;
    const wrong = rows.flatMap(({ id, files }) => {
      const texts = files.map(textOf);
      const missing = files.filter((_, at) => texts[at] === null);
      return [
        ...missing.map((file) => `${id}: no file ${file}`),
        ...(texts.some((text) => text !== null && new RegExp(`(?<![A-Za-z0-9])${id}(?![A-Za-z0-9])`).test(text))
          ? []
          : [`${id}: in none of ${files.join(", ")}`]),
      ];
    });
    expect(wrong).toEqual([]);
  });
});
