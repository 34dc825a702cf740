import { topOf } from "../dataset/ranking";
import { words } from "../dataset/words";
import { formsOf } from "../plan/forms";
import { both, partsOf, type AnswerPlan, type Step } from "../plan/plan";
import { tellingWords } from "./compare";
import type { Dataset } from "./dataset";
import { Evidences, type Evidence } from "./evidence";
import { nearestThemes } from "./nearest";
import { sizeOf } from "./publishable";
import { quotesFrom } from "./quotes";
import type { Line, Result } from "./results";
import { relevance } from "./retrieve";
import { aloneLine, moreOf, partsAlone, partsWith, widerLines } from "./runParts";
import { compared, ranked } from "./runRivals";
import { columnCells, themeCells } from "./selection";

/** Names of columns in which people wrote what a record is about, which says it better than any theme that is found. */
const SAYS_WHAT = /^(?:categor(?:y|ies)|topics?|themes?|subjects?|tags?|intents?)$/i;
const MAX_VALUES = 12;
const SUB_THEMES = 4;
const QUOTES = 3;
const WORDS = 6;

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
