/**
 * `npm run regexes`: whether every regular expression that sees a stranger's text takes linear time, by `recheck`, which
 * attacks each. Part of `npm run check`. What is known is kept in .local/regexes.json, so that only new ones are attacked.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { createRequire } from "node:module";
import path from "node:path";
import { check } from "recheck";
import ts from "typescript";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import type { Schema } from "../../functions/src/schema/build";

const load = createRequire(__filename);
const ROOT = path.join(__dirname, "../..");
const SOURCES = ["functions/src", "packages/answers/src"].map((room) => path.join(ROOT, room));
const KNOWN = path.join(ROOT, ".local/regexes.json");
/** These run on the operator's machine, on the project's own texts. */
const OWN_TEXTS = [path.join(ROOT, "functions/src/catalogue")];
const TIMEOUT_MS = 20_000;

/** A regular expression, and where it comes from. */
interface Found {
  where: string;
  source: string;
  flags: string;
}

/** All that are literals or the argument of `new RegExp`, and the patterns of the endpoints' schemas. */
function allRegexes(): Found[] {
  const files = SOURCES.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" }).map((name) => path.join(room, name)),
  ).filter((file) => file.endsWith(".ts") && !OWN_TEXTS.some((folder) => file.startsWith(folder)));
  const built = new Map<string, Found>();
  const constructed = recordConstructed(built);
  for (const file of files.filter((name) => readFileSync(name, "utf8").includes("new RegExp("))) load(file);
  constructed.stop();
  return [
    ...files.flatMap(literalsOf),
    ...built.values(),
    ...Object.values(ENDPOINTS)
      .flat()
      .flatMap(({ path: at, input }) => patternsOf(input, at)),
  ];
}

function literalsOf(file: string): Found[] {
  const found: Found[] = [];
  const parsed = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({
        where: `${path.relative(ROOT, file)}:${line}`,
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/** Takes note of every expression that a module of the service constructs while it loads. */
function recordConstructed(into: Map<string, Found>): { stop(): void } {
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, given: [string | RegExp, string?], self) {
      const made = Reflect.construct(target, given, self) as RegExp;
      const frame = /(?:functions|packages\/answers)\/src\/[^:)]+:\d+/.exec(
        (new Error().stack ?? "").split("\n")[2] ?? "",
      )?.[0];
      if (frame) into.set(made.toString(), { where: frame, source: made.source, flags: made.flags });
      return made;
    },
  });
  return { stop: () => void (globalThis.RegExp = Original) };
}

function patternsOf(schema: Schema, where: string): Found[] {
  const {
    pattern,
    items,
    properties = {},
    anyOf = [],
  } = schema as { pattern?: string; items?: Schema; properties?: Record<string, Schema>; anyOf?: Schema[] };
  return [
    ...(pattern === undefined ? [] : [{ where, source: pattern, flags: "u" }]),
    ...(items ? patternsOf(items, where) : []),
    ...anyOf.flatMap((one) => patternsOf(one, where)),
    ...Object.entries(properties).flatMap(([name, member]) => patternsOf(member, `${where} ${name}`)),
  ];
}

/**
 * Whether an attack of recheck's fuzzer fails here. The fuzzer counts the steps of an engine of its own, which takes more
 * of them for lookbehinds and long repetitions than V8: four times the text may take eight times as long.
 */
function isLinear(regex: RegExp, { pumps, suffix }: { pumps: { prefix: string; pump: string }[]; suffix: string }) {
  const all = new RegExp(regex.source, [...new Set([...regex.flags, "g"])].join(""));
  const took = (times: number): number => {
    const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join("") + suffix;
    const tries = [1, 2, 3].map(() => {
      const start = performance.now();
      text.replace(all, "");
      return performance.now() - start;
    });
    return Math.min(...tries);
  };
  return took(8_000) < Math.max(8 * took(2_000), 2);
}

async function main(): Promise<void> {
  const known = new Map<string, string>(
    existsSync(KNOWN) ? Object.entries(JSON.parse(readFileSync(KNOWN, "utf8")) as Record<string, string>) : [],
  );
  const distinct = new Map(allRegexes().map((found) => [`/${found.source}/${found.flags}`, found]));
  const waiting = [...distinct].filter(([key]) => !known.has(key));
  const attack = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [key, { source, flags }] = next;
      // Indices of matches (flag d) change nothing about the time.
      const result = await check(source, flags.replace("d", ""), { timeout: TIMEOUT_MS });
      const verdict =
        result.status === "safe"
          ? "safe"
          : result.status === "unknown"
            ? `unknown (${result.error.kind})`
            : result.checker === "fuzz" && isLinear(new RegExp(source, flags), result.attack)
              ? "safe"
              : `${result.complexity.summary}: ${result.attack.pattern}`;
      known.set(key, verdict);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, attack));
  mkdirSync(path.dirname(KNOWN), { recursive: true });
  writeFileSync(
    KNOWN,
    JSON.stringify(Object.fromEntries([...distinct.keys()].map((key) => [key, known.get(key)])), null, 1),
  );
  const slow = [...distinct].filter(([key]) => known.get(key) !== "safe");
  for (const [key, { where }] of slow) console.error(`${where}\n  ${key}\n  ${known.get(key)}`);
  console.log(`${distinct.size} regular expressions, ${slow.length} of them not linear.`);
  if (slow.length > 0) process.exitCode = 1;
}

void main();
