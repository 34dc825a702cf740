import { MIN_GROUP_SIZE } from "../dataset/record";
import { topOf } from "../dataset/ranking";
import { words } from "../dataset/words";
import { formsOf } from "../plan/forms";
import { partsOf, both, type AnswerPlan, type Predicate, type Step } from "../plan/plan";
import { themeDifferences, tellingWords } from "./compare";
import type { Dataset } from "./dataset";
import { Evidences, type Evidence } from "./evidence";
import { extentOf, type Extent } from "./extent";
import { nearestThemes } from "./nearest";
import { sizeOf } from "./publishable";
import { quotesFrom } from "./quotes";
import type { Line, Result } from "./results";
import { relevance } from "./retrieve";
import { columnCells, themeCells } from "./selection";
import { claim, named } from "./named";

/** Names of columns in which people wrote what a record is about, which says it better than any theme that is found. */
const SAYS_WHAT = /^(?:categor(?:y|ies)|topics?|themes?|subjects?|tags?|intents?)$/i;
const MAX_VALUES = 12;
const SUB_THEMES = 4;
const QUOTES = 3;
const WORDS = 6;
const ROUNDED = 5;

/** Runs a plan: what each step finds in the data. */
export function resultsOf(dataset: Dataset, { steps }: AnswerPlan): Result[] {
  const evidences = new Evidences(dataset, steps);
  return steps.map((step) => resultOf(dataset, evidences, step));
}

function resultOf(dataset: Dataset, evidences: Evidences, step: Step): Result {
  if (step.do === "compare") return compared(dataset, evidences, step);
  if (step.do === "rank") return ranked(dataset, evidences, step);
  const among = "among" in step ? step.among : null;
  const around = evidences.of(among);
  const found = evidences.of(step.of, among);
  if (found.count === null || around.count === null || found.gaps.length > 0) {
    const alone = partsWith(evidences, step, around);
    if (alone && found.gaps.length > 0 && around.count !== null) return alone;
    return {
      do: "nothing",
      asked: step.do,
      of: both(step.of, among),
      gaps: found.gaps,
      near: nearestThemes(dataset, found.predicate),
      wider: found.gaps.length > 0 ? [] : widerLines(dataset, evidences, found.predicate),
    };
  }
  const basis = {
    of: step.of,
    among,
    count: found.count,
    base: around.count,
    isRounded: found.isRounded,
    leftOut: found.leftOut,
  };
  switch (step.do) {
    case "count":
    case "share": {
      const topics = partsOf(step.of, ["topic", "mentions"]);
      const isShown = topics.length > 0 && step.of?.is !== "not";
      return {
        ...basis,
        do: "count",
        parts: partsAlone(evidences, step.of, around),
        more: step.of?.is === "topic" && among === null ? moreOf(dataset, step.of.text, found) : null,
        alone: step.of?.is === "topic" ? aloneLine(dataset, evidences, step.of, found, around) : null,
        themes: !isShown ? [] : themeLines(dataset, found, SUB_THEMES),
        quotes: !isShown ? [] : quotesOf(dataset, found, QUOTES),
      };
    }
    case "top":
      return {
        ...basis,
        do: "top",
        columns: dataset.columns
          .filter(
            ({ name }) =>
              SAYS_WHAT.test(name) && !partsOf(found.predicate, ["value"]).some(({ column }) => column === name),
          )
          .map(({ name }) => ({
            name,
            lines: columnCells(dataset, found, name)
              .slice(0, step.limit)
              .map((cell) => ({ ...cell, of: found.count })),
          }))
          .filter(({ lines }) => lines.length > 0),
        themes: themeCells(dataset, found, step.limit).map(({ code, label, count }) => ({
          label,
          count,
          of: found.count,
          quote:
            quotesFrom(
              dataset,
              dataset.themes[code - 1]!.exemplars.filter((record) => found.mask[record]),
              1,
            )[0] ?? null,
        })),
      };
    case "breakdown": {
      const whole = new Map(columnCells(dataset, { conditions: [] }, step.by).map(({ code, count }) => [code, count]));
      const cells = columnCells(dataset, found, step.by).map(({ label, code, count }) => ({
        label,
        count,
        of: whole.get(code) ?? null,
      }));
      if (step.least) cells.reverse();
      return {
        ...basis,
        do: "breakdown",
        by: step.by,
        lines: cells.slice(0, MAX_VALUES),
        notShown: Math.max(0, cells.length - MAX_VALUES),
        hasParts: found.conditions.length > 0,
      };
    }
    case "quotes":
      return { ...basis, do: "quotes", quotes: quotesOf(dataset, found, step.limit) };
    case "trend":
      return { ...basis, do: "trend" };
    case "describe":
      return {
        ...basis,
        do: "describe",
        reasons: step.reasons,
        themes: themeLines(dataset, found, SUB_THEMES + 1),
        words: telling(dataset, found),
        quotes: quotesOf(dataset, found, QUOTES + 1),
      };
  }
}

function themeLines(dataset: Dataset, found: Evidence, most: number): Line[] {
  return themeCells(dataset, found, most).map(({ label, count }) => ({ label, count, of: found.count }));
}

function telling(dataset: Dataset, found: Evidence): string[] {
  const own = new Set(
    partsOf(found.predicate, ["topic", "mentions"]).flatMap(({ text }) => words(text).flatMap(formsOf)),
  );
  const others = found.mask.map((member) => 1 - member);
  return sizeOf(others) === 0 ? [] : tellingWords(dataset, found.mask, others, own).slice(0, WORDS);
}

/** Quotes of the records that fit best what is asked about. */
function quotesOf(dataset: Dataset, found: Evidence, most: number): string[] {
  const text = partsOf(found.predicate, ["topic", "mentions"])
    .map((part) => part.text)
    .join(" ");
  const scores = text === "" ? new Float32Array(dataset.size).fill(1) : relevance(dataset, text);
  return quotesFrom(
    dataset,
    topOf(
      scores.map((score, i) => (found.mask[i] ? score + 0.001 : 0)),
      most * 12,
    ),
    most,
  );
}

/** How many more mean a topic in other words, in steps of five; null where the data does not tell, or has none. */
function moreOf(dataset: Dataset, text: string, { count, leftOut }: Evidence): Extent["more"] {
  const { more } = extentOf(dataset, text, count!);
  if (!more || leftOut.length > 0) return null;
  const round = (value: number): number => Math.round(value / ROUNDED) * ROUNDED;
  const [low, high] = [Math.floor(more.low / ROUNDED) * ROUNDED, Math.ceil(more.high / ROUNDED) * ROUNDED];
  return high === 0 ? null : { about: more.about && round(more.about) > 0 ? round(more.about) : null, low, high };
}

/** The rarest word of a topic of several words, where clearly more records hold it alone. */
function aloneLine(
  { stemIds, vocabulary }: Dataset,
  evidences: Evidences,
  topic: Extract<Predicate, { is: "topic" }>,
  found: Evidence,
  around: Evidence,
): Line | null {
  const rarity = (word: string): number =>
    formsOf(word).reduce((sum, stem) => sum + (vocabulary.recordCounts[stemIds.get(stem) ?? -1] ?? 0), 0);
  const said = topic.text.split(" ");
  const word = [...said].sort((a, b) => rarity(a) - rarity(b))[0]!;
  if (said.length < 2) return null;
  const { count } = evidences.of({ ...topic, text: word, words: word }, around.predicate);
  return count !== null && count - found.count! >= Math.max(MIN_GROUP_SIZE, found.count! / 2)
    ? { label: word, count, of: around.count }
    : null;
}

/** Each of several alternatives or parts alone. */
function partsAlone(evidences: Evidences, of: Predicate | null, around: Evidence): Line[] {
  if (of?.is !== "or" && of?.is !== "and") return [];
  const parts = of.of.filter(({ is }) => is !== "not" && is !== "value");
  if (parts.length < 2) return [];
  return parts.map((part) => ({
    label: named(part),
    count: evidences.of(part, around.predicate).count,
    of: around.count,
  }));
}

/** Alternatives of which some can't be counted are counted each alone. */
function partsWith(evidences: Evidences, step: Step, around: Evidence): Result | null {
  if (!("of" in step) || step.of?.is !== "or") return null;
  const lines = partsAlone(evidences, step.of, around);
  return lines.some(({ count }) => count !== null)
    ? {
        do: "rank",
        among: around.predicate,
        base: around.count!,
        lines,
        least: false,
        gaps: evidences.of(step.of).gaps,
      }
    : null;
}

function ranked(dataset: Dataset, evidences: Evidences, step: Extract<Step, { do: "rank" }>): Result {
  const around = evidences.of(step.among);
  if (around.count === null)
    return {
      do: "nothing",
      asked: step.do,
      of: step.among,
      gaps: around.gaps,
      near: nearestThemes(dataset, null),
      wider: [],
    };
  const found = step.items.map((item) => ({ item, evidence: evidences.of(item, step.among) }));
  const lines = found.map(({ item, evidence }): Line => ({
    label: named(item),
    count: evidence.gaps.length > 0 ? null : evidence.count,
    of: around.count,
  }));
  lines.sort((a, b) => (b.count ?? 0) - (a.count ?? 0));
  if (step.least) lines.reverse();
  return {
    do: "rank",
    among: step.among,
    base: around.count,
    lines,
    least: step.least,
    gaps: found.flatMap(({ evidence }) => evidence.gaps),
  };
}

function compared(dataset: Dataset, evidences: Evidences, step: Extract<Step, { do: "compare" }>): Result {
  const onTopic = step.on !== null && partsOf(step.on, ["topic", "mentions", "value", "not", "or"]).length > 0;
  const sides = step.sides.map((side) => ({ side, whole: evidences.of(side), found: evidences.of(side, step.on) }));
  const known = sides.filter(({ found }) => found.count !== null);
  const gaps = sides.flatMap(({ found }) => found.gaps);
  if (known.length === 0)
    return {
      do: "nothing",
      asked: step.do,
      of: both({ is: "or", of: step.sides }, step.on),
      gaps,
      near: nearestThemes(dataset, step.on ?? step.sides[0]!),
      wider: step.on ? widerLines(dataset, evidences, { is: "and", of: [step.on, { is: "or", of: step.sides }] }) : [],
    };
  const [a, b] = known.map(({ found }) => found as Evidence & { count: number });
  const pair = known.length === 2 && a && b ? ([a, b] as const) : null;
  const own = new Set(
    partsOf(both(...step.sides, step.on), ["topic", "mentions"]).flatMap(({ text }) => words(text).flatMap(formsOf)),
  );
  return {
    do: "compare",
    on: step.on,
    sides: sides.map(({ side, whole, found }) => ({
      name: named(side),
      label: named(side),
      count: found.count,
      of: onTopic ? whole.count : dataset.size,
    })),
    themes: pair
      ? themeDifferences(dataset, ...pair).map(({ label, counts }) => ({
          label,
          lines: counts.map((count, i) => ({ label, count, of: pair[i as 0 | 1].count })),
        }))
      : [],
    words: pair
      ? pair.map((one, i) => ({
          name: named(known[i]!.side),
          words: tellingWords(dataset, one.mask, pair[(1 - i) as 0 | 1].mask, own),
        }))
      : [],
  };
}

/** What can be said where all conditions together leave too few: the counts with one of them left out. */
function widerLines(dataset: Dataset, evidences: Evidences, of: Predicate | null): Line[] {
  if (of?.is !== "and") return [];
  const parts = both(...of.of.flatMap((one) => (one.is === "and" ? one.of : [one])));
  if (parts?.is !== "and") return [];
  const without =
    parts.of.length < 3 ? parts.of : parts.of.map((part) => both(...parts.of.filter((other) => other !== part))!);
  return without.flatMap((one) => {
    if (one.is === "not") return [];
    const { count, gaps } = evidences.of(one);
    return count === null || gaps.length > 0 ? [] : [{ label: claim(one), count, of: dataset.size }];
  });
}
