/** Reads the questions of dev/reader/unseen and says how many plans are as they should be: `npx tsx dev/reader/unseen.ts [half] [-v]`. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { terms } from "../../packages/answers/src/dataset/words";
import type { Predicate, Step } from "../../packages/answers/src/plan";
import { read } from "../../packages/answers/src/read/read";
import type { Reading } from "../../packages/answers/src/read/reading";
import { WORLDS, type World } from "./worlds";

const FOLDER = path.join(__dirname, "unseen");

interface Case {
  world: string;
  turns: { question: string; expected: string }[];
}

function casesIn(folder = FOLDER): Case[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .flatMap((name) =>
      readFileSync(path.join(folder, name), "utf8")
        .split(/\n\s*\n/)
        .map((block) => block.split("\n").filter((line) => line !== ""))
        .filter((lines) => lines.length > 1)
        .map((lines): Case => ({
          world: name.replace(".txt", ""),
          turns: lines.flatMap((line, i) =>
            line.startsWith("= ") ? [{ question: lines[i - 1]!, expected: line.slice(2) }] : [],
          ),
        })),
    );
}

/** A predicate as sorted words, so that two that mean the same are written the same. */
function written(predicate: Predicate | null | undefined): string[] {
  if (!predicate) return [];
  const { topic, words, where = {}, all = [], any = [], none = [] } = predicate;
  return [
    ...(topic === undefined ? [] : [`"${terms(topic).sort().join(" ")}"`]),
    ...(words === undefined ? [] : [`"${terms(words).sort().join(" ")}"`]),
    ...Object.entries(where).map(([column, value]) => `${column}=${[value].flat().sort().join(",")}`),
    ...all.flatMap(written),
    ...(any.length > 0
      ? [
          any
            .map((one) => written(one).join("&"))
            .sort()
            .join("|"),
        ]
      : []),
    ...none.map((one) => `!${written(one).join("&")}`),
  ].sort();
}

/** A step as a line: count and share of a part of others are the same set. */
export function lineOf(step: Step): string {
  const set = (...all: (Predicate | null | undefined)[]): string =>
    [...new Set(all.flatMap(written))].sort().join(" & ");
  switch (step.do) {
    case "count":
      return `count ${set(step.of, step.among)}`;
    case "share":
      return `share ${set(step.of)} of ${set(step.among)}`;
    case "split":
      return `split ${set(step.of, step.among)} by:${step.by}${step.order === "least" ? " least" : ""}`;
    case "compare":
      return `compare ${step.sides
        .map((one) => set(one))
        .sort()
        .join(" vs ")} on ${set(step.on)}`;
    case "rank":
      return `rank ${step.items
        .map((one) => set(one))
        .sort()
        .join(" ; ")} among ${set(step.among)}`;
    case "themes":
      return `themes ${set(step.of)} ${step.cue ? `cue:${step.cue}` : ""}${step.limit ? ` limit:${step.limit}` : ""}`;
    default:
      return `${step.do} ${set(step.of)}${step.limit ? ` limit:${step.limit}` : ""}`;
  }
}

/** What is expected, in the same form, with each of the ways in which a topic may be said. */
function expectedLines(text: string, { guide, linesOf }: World): string[] {
  const lines = linesOf({ do: "themes" });
  const line = text
    .trim()
    .replace(/\bline (\d)/g, (_, n: string) => `"${lines[Number(n) - 1]!.name}"`)
    .replace(
      /rank lines/,
      `rank ${lines
        .slice(0, 5)
        .map(({ name }) => `"${name}"`)
        .join(" ; ")}`,
    );
  const ways = /"([^"]*\/[^"]*)"/.exec(line);
  if (ways)
    return ways[1]!.split("/").flatMap((way) => expectedLines(line.replace(ways[0], `"${way}"`), { guide, linesOf }));
  const set = (part: string): string =>
    [
      ...new Set(
        part
          .split(" & ")
          .map((one) =>
            one
              .trim()
              .replace(/"([^"]*)"/g, (_, topic: string) => `"${terms(topic).sort().join(" ")}"`)
              .replace(/=(.*)$/, (_, values: string) => `=${values.split(",").sort().join(",")}`),
          )
          .filter(Boolean),
      ),
    ]
      .sort()
      .join(" & ");
  const [kind, rest = ""] = line.split(/ (.*)/s) as [string, string?];
  if (kind === "compare") {
    const [sides, on = ""] = rest.split(" on ");
    return [`compare ${sides!.split(" vs ").map(set).sort().join(" vs ")} on ${set(on)}`];
  }
  if (kind === "rank") {
    const [items, among = ""] = rest.split(" among ");
    return [`rank ${items!.split(" ; ").map(set).sort().join(" ; ")} among ${set(among)}`];
  }
  if (kind === "split") {
    const [of, by] = rest.startsWith("by:") ? ["", rest.slice(3)] : (rest.split(" by:") as [string, string]);
    return [`split ${set(of)} by:${by}`];
  }
  if (kind === "share") {
    const [part, whole = ""] = rest.split(" of ");
    return [`share ${set(part!)} of ${set(whole)}`];
  }
  const [, of = "", cue = "", limit = ""] = /^(.*?)\s*(cue:\w+)?\s*(limit:\d+)?$/.exec(rest)!;
  return kind === "themes"
    ? [`themes ${set(of)} ${cue}${limit ? ` ${limit}` : ""}`]
    : [`${kind} ${set(of)}${limit ? ` ${limit}` : ""}`];
}

/** 1 for the plan, ½ for a briefing or another measure of the right records, 0 for anything else. */
function markOf(reading: Reading, expected: string, world: World): number {
  const ways = expected.split(" || ").map((way) => way.trim().replace(/;$/, ""));
  const own = (reading.plan?.steps ?? []).map(lineOf);
  const setOf = (line: string): string =>
    line
      .replace(/^(?:count|share|themes|quotes|split|top) /, "")
      .replace(/ ?(?:by|cue|limit):\S+| of(?= |$)| least/g, "")
      .split(" & ")
      .map((one) => one.trim())
      .filter(Boolean)
      .sort()
      .join(" & ");
  let best = 0;
  for (const way of ways) {
    if (way.startsWith("refuse")) {
      const isRefused = reading.refusal?.kind === way.slice(7);
      best = Math.max(best, isRefused ? 1 : 0);
      continue;
    }
    if (way === "partly") {
      best = Math.max(best, reading.answerable === "partly" ? 1 : 0);
      continue;
    }
    const steps = way.startsWith("rank") || way.startsWith("compare") ? [way] : way.split(" ; ");
    const isMet = steps.every((step) => expectedLines(step, world).some((line) => own.includes(line)));
    const isNear = expectedLines(steps[0]!, world).some((line) => own.some((one) => setOf(one) === setOf(line)));
    best = Math.max(best, isMet ? 1 : isNear ? 0.5 : 0);
  }
  return best;
}

function main(): void {
  const half = process.argv[2] ?? "open";
  const isVerbose = process.argv.includes("-v");
  const cases = casesIn();
  const count: Record<string, [marks: number, all: number, refused: number]> = {
    single: [0, 0, 0],
    first: [0, 0, 0],
    later: [0, 0, 0],
    last: [0, 0, 0],
  };
  const at = { single: 0, several: 0 };
  for (const { world: name, turns } of cases) {
    const kind = turns.length === 1 ? "single" : "several";
    const isHeld = at[kind]++ % 2 === 1;
    if (isHeld !== (half === "held")) continue;
    const world = WORLDS[name]!;
    turns.forEach(({ expected }, i) => {
      const messages = turns.slice(0, i + 1).map(({ question }) => ({ role: "user" as const, content: question }));
      const reading = read(messages, world.guide, (step) => world.linesOf(step));
      const mark = markOf(reading, expected, world);
      const key = kind === "single" ? "single" : i === 0 ? "first" : i === turns.length - 1 ? "last" : "later";
      count[key]![0] += mark;
      count[key]![1] += 1;
      if (reading.plan === null && !expected.includes("refuse")) count[key]![2] += 1;
      if (isVerbose && mark < 1)
        console.log(
          `${mark} ${name} ${turns
            .slice(0, i + 1)
            .map(({ question }) => question)
            .join(
              " / ",
            )}\n    want ${expected}\n    got  ${reading.plan ? reading.plan.steps.map(lineOf).join(" ; ") : JSON.stringify(reading.refusal)}${reading.dropped.length > 0 ? ` dropped ${reading.dropped.join()}` : ""}`,
        );
    });
  }
  for (const [key, [marks, all, refused]] of Object.entries(count))
    console.log(`${half} ${key}: ${marks} of ${all}, ${refused} refused for nothing`);
}

if (require.main === module) main();
