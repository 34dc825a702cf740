import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { scopeOf, type Auth, type RateLimit } from "../../functions/src/http/endpoint";

const ROOT = path.join(__dirname, "../..");
const lines = readFileSync(path.join(ROOT, "docs/threats.md"), "utf8").split("\n");
const rows = lines
  .map((line) => /^\| ([A-Z]+\d+[a-z]?) \|.*\| ([^|]+) \|$/.exec(line))
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

describe("the table of endpoints", () => {
  const cells = lines.filter((line) => /^\| `(?:GET|POST) /.test(line)).map((line) => line.slice(2, -2).split(" | "));
  const endpoints = Object.values(ENDPOINTS).flat();
  const nameOf = ({ method, path: where }: { method: string; path: string }) => `${method} ${where}`;

  it("has one line for each endpoint, with all its columns", () => {
    const named = cells.map(([name = ""]) => name.slice(1, -1));
    expect(named.sort()).toEqual(endpoints.map(nameOf).sort());
    expect(cells.filter((row) => row.length !== 6 || row.some((cell) => cell.trim() === ""))).toEqual([]);
  });

  it("says who may and which limit counts as the code does", () => {
    const wrong = endpoints.flatMap((endpoint) => {
      const [, who = "", , floods = ""] = cells.find(([name]) => name === `\`${nameOf(endpoint)}\``) ?? [];
      const [mayCall, limit] = [who.split(": ")[0], floods.split("; ")[0]];
      const right = mayCall === caller(endpoint.auth) && limit === limitOf(endpoint.rateLimit);
      return right ? [] : [`${nameOf(endpoint)}: ${caller(endpoint.auth)}, ${limitOf(endpoint.rateLimit)}`];
    });
    expect(wrong).toEqual([]);
  });

  it("names no call that costs more than it says", () => {
    const source = readFileSync(path.join(ROOT, "test/endpoints/__snapshots__/operations.test.ts.snap"), "utf8");
    const measured = [...source.matchAll(/^ {2}"((?:GET|POST) \S+) .*?(\d+) reads, (\d+) writes",$/gm)];
    expect(measured.length).toBeGreaterThan(60);
    const above = measured.filter(([, name, reads, writes]) => {
      const [, , , , costs = ""] = cells.find(([cell]) => cell === `\`${name}\``) ?? [];
      const [, mostReads, mostWrites] = /^(\d+)\/(\d+)/.exec(costs) ?? [];
      return !(Number(reads) <= Number(mostReads) && Number(writes) <= Number(mostWrites));
    });
    expect(above.map(([line]) => line)).toEqual([]);
  });

  it("names rows that exist", () => {
    const known = new Set(rows.map(({ id }) => id));
    const unknown = cells.flatMap((row) => (row[5] ?? "").split(", ").filter((id) => !known.has(id)));
    expect(unknown).toEqual([]);
  });
});

function caller(auth: Auth): string {
  const scope = scopeOf(auth);
  const bySession = scope && `\`${scope}\``;
  if (auth.kind === "paid") return "payer";
  if (auth.kind === "token") return "token";
  if (auth.kind === "session") return `${bySession}`;
  if (auth.kind === "signed") return bySession ? `signature or ${bySession}` : "signature";
  if (!bySession) return "anyone";
  return "ifBound" in auth ? `anyone, or ${bySession} under a mandate` : `anyone, or ${bySession} for own data`;
}

function limitOf(limit: RateLimit): string {
  return limit.counts === "computations" ? limit.counts : `${limit.perMinute} ${limit.counts}`;
}
