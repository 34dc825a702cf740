import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { scopeOf, type Auth, type RateLimit } from "../../functions/src/http/endpoint";

const ROOT = path.join(__dirname, "../..");
const lines = readFileSync(path.join(ROOT, "docs/threats.md"), "utf8").split("\n");
const rows = lines
  .map((line) => /^\| ((?:[A-Z]+\d+(?:, )?)+) \|.*\| ([^|]+) \|$/.exec(line))
  .filter((found) => found !== null)
  .map(([, ids = "", proof = ""]) => ({
    ids: ids.split(", "),
    files: [...proof.matchAll(/`([\w./-]+\.(?:ts|sol|mjs))`/g)].map(([, file]) => file ?? ""),
  }));

describe("the table of threats", () => {
  it("has its rows", () => {
    expect(rows.length).toBeGreaterThan(75);
  });

  it("names proofs that exist, and for each threat one that carries its number", () => {
    const textOf = (file: string) =>
      existsSync(path.join(ROOT, file)) ? readFileSync(path.join(ROOT, file), "utf8") : null;
    const wrong = rows.flatMap(({ ids, files }) => {
      const texts = files.map(textOf);
      const missing = files.filter((_, at) => texts[at] === null);
      const unproven = ids.filter(
        (id) => !texts.some((text) => text !== null && new RegExp(`(?<![A-Za-z0-9])${id}(?![A-Za-z0-9])`).test(text)),
      );
      return [
        ...missing.map((file) => `${ids.join(", ")}: no file ${file}`),
        ...unproven.map((id) => `${id}: in none of ${files.join(", ")}`),
      ];
    });
    expect(wrong).toEqual([]);
  });
});

describe("the table of endpoints", () => {
  const groups = lines
    .filter((line) => /^\|.*`(?:GET|POST) \//.test(line))
    .map((line) => line.slice(2, -2).split(" | "));
  const namesIn = (cell = "") => [...cell.matchAll(/`((?:GET|POST) \/[^`]+)`/g)].map(([, name]) => name ?? "");
  const endpoints = Object.values(ENDPOINTS).flat();
  const nameOf = ({ method, path: where }: { method: string; path: string }) => `${method} ${where}`;

  it("names each endpoint once", () => {
    const named = groups.flatMap(([, , names]) => namesIn(names));
    expect(named.sort()).toEqual(endpoints.map(nameOf).sort());
  });

  it("says who may and which limit counts as the code does", () => {
    const wrong = endpoints.flatMap((endpoint) => {
      const [who, limit] = groups.find(([, , names]) => namesIn(names).includes(nameOf(endpoint))) ?? [];
      const right = who === caller(endpoint.auth) && limit === limitOf(endpoint.rateLimit);
      return right ? [] : [`${nameOf(endpoint)}: ${caller(endpoint.auth)}, ${limitOf(endpoint.rateLimit)}`];
    });
    expect(wrong).toEqual([]);
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
