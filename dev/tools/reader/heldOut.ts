import type { Guide } from "../../../packages/answers/src/guide";
import type { Predicate, Step } from "../../../packages/answers/src/plan";
import { valuesOf } from "../../../packages/answers/src/read/mentions";
import type { Models } from "../../../packages/answers/src/read/parse";
import { allOf } from "../../../packages/answers/src/read/predicates";
import { read } from "../../../packages/answers/src/read/read";
import type { Conversation } from "./corpora";
import { stemsOf } from "./gold";

/** The records of a predicate in one way to write them. */
function formOf(predicate: Predicate | null | undefined, guide: Guide): string {
  if (!predicate) return "";
  const { topic, words, where = {}, all = [], any = [], none = [] } = predicate;
  const parts = [
    ...[topic, words].flatMap((one) => (one === undefined ? [] : [`"${stemsOf(one).join(" ")}"`])),
    ...Object.entries(where).map(([column, values]) => {
      const own = valuesOf({ column, values: typeof values === "string" ? [values] : values }, guide);
      return `${column}=${[...new Set(own)].sort().join(",")}`;
    }),
    ...all.map((one) => formOf(one, guide)),
    ...(any.length > 0
      ? [
          `(${any
            .map((one) => formOf(one, guide))
            .sort()
            .join("|")})`,
        ]
      : []),
    ...none.map((one) => `!${formOf(one, guide)}`),
  ];
  return [...new Set(parts.flatMap((one) => one.split("&")))].sort().join("&");
}

/** What a step computes: a count and a share of the same records tell the same. */
export function computes(step: Step | undefined, guide: Guide): string {
  if (!step) return "";
  const form = (...some: (Predicate | null | undefined)[]): string => formOf(allOf(...some), guide);
  const order = "order" in step && step.order === "least" ? " least" : "";
  switch (step.do) {
    case "count":
      return `count ${form(step.of, step.among)}`;
    case "share":
      return `count ${form(step.of, step.among)}`;
    case "split":
      return `split ${step.by} ${form(step.of, step.among)}${step.of ? ` of ${form(step.among)}` : ""}${order}`;
    case "average":
      return `average ${step.column} ${step.by ?? ""} ${form(step.among)}${order}`;
    case "compare":
      return `compare ${step.sides
        .map((side) => `${form(side)}:${form(step.on)}`)
        .sort()
        .join(" ")}`;
    case "rank":
      return `rank ${step.items
        .map((item) => form(item, step.among))
        .sort()
        .join(" ")}`;
    case "themes":
      return `${step.cue ?? "themes"} ${form(step.of)}`;
    default:
      return `${step.do} ${form(step.of)}`;
  }
}

/** How often the first step of a reading computes what the gold plan does, of questions whose authors the models have not learnt from. */
export function heldOut(all: readonly Conversation[], modelsOf: (author: string) => Models): string {
  const counts = new Map<string, { right: number; asked: number }>();
  const tick = (name: string, isRight: boolean): void => {
    const own = counts.get(name) ?? { right: 0, asked: 0 };
    counts.set(name, { right: own.right + Number(isRight), asked: own.asked + 1 });
  };
  for (const { corpus, turns } of all) {
    const { guide, linesOf, author } = corpus;
    turns.forEach(({ plan }, i) => {
      if (!plan) return;
      const messages = turns.slice(0, i + 1).map(({ asks }) => ({ role: "user" as const, content: asks }));
      const lines = (step: Step) => linesOf(step).map((predicate) => ({ name: "", predicate }));
      const { plan: own } = read(messages, guide, lines, modelsOf(author));
      const isRight = computes(own?.steps[0], guide) === computes(plan.steps[0], guide);
      const kind =
        turns.length === 1
          ? "single questions"
          : i === 0
            ? "first turns"
            : i === turns.length - 1
              ? "last turns"
              : "turns between";
      for (const name of [kind, "all", `author ${author}`]) tick(name, isRight);
    });
  }
  return [...counts]
    .sort(([a], [b]) => Number(a.startsWith("author")) - Number(b.startsWith("author")))
    .map(([name, { right, asked }]) => `${name}: ${((100 * right) / asked).toFixed(1)} % of ${asked}`)
    .join("\n");
}
