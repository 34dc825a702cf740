import { MIN_GROUP_SIZE } from "../dataset/record";
import type { Subject } from "../dataset/snapshot";
import { terms } from "../dataset/words";
import { both, partsOf, saysWho, type Predicate, type Step } from "../plan/plan";
import { askedAs } from "./askedAs";
import { tellingWords } from "./compare";
import type { Dataset } from "./dataset";
import type { Evidence, Evidences } from "./evidence";
import { quotesOf } from "./fitting";
import type { Of } from "./headline";
import { outside } from "./sets";
import type { Quotes } from "./quotes";
import type { Elsewhere, Line } from "./lines";
import { saidBy, templatesOf } from "./said";
import { MAX_RANGE, rangeOf } from "./range";
import { reasonsOf } from "./reasons";
import type { Result } from "./results";
import { partsAlone } from "./runParts";
import { askedStems, isSaidOfMuch, topSubjects } from "./topSubjects";

const SUB_THEMES = 4;
const QUOTES = 3;
const WORDS = 6;
const SAID = 5;

/** Quotes, or what the records have in common where none of them may be quoted. */
export function quoted(
  dataset: Dataset,
  evidences: Evidences,
  found: Evidence,
  limit: number,
): Pick<Of<"quotes">, "do" | "limit" | "quotes" | "templates" | "said" | "words" | "elsewhere"> {
  const texts = orTemplates(dataset, found, quotesOf(dataset, found, limit), true);
  const isNone = texts.quotes.length + texts.templates.length === 0;
  const said = isNone ? saidBy(dataset, evidences, found, { own: askedStems(found), most: SAID }) : [];
  const elsewhere = isNone && said.length === 0 ? saidElsewhere(dataset, evidences, found) : null;
  const words = isNone && said.length === 0 ? telling(dataset, found) : [];
  return { do: "quotes", limit, ...texts, said, words, elsewhere };
}

/** What is said: phrases, and where they are too few themes and words; how it is asked; and quotes. */
export function described(
  dataset: Dataset,
  evidences: Evidences,
  found: Evidence,
  { of, reasons, measure }: Extract<Step, { do: "describe" }>,
): Pick<Of<"describe">, "do" | "why" | "themes" | "words" | "said" | "askedAs" | "quotes" | "templates" | "elsewhere"> {
  const taken: Quotes = [];
  const why = reasons || measure ? reasonsOf(dataset, found, taken, measure) : [];
  const said = saidBy(dataset, evidences, found, { own: askedStems(found), most: SAID, taken });
  const texts = orTemplates(dataset, found, quotesOf(dataset, found, QUOTES, taken), said.length === 0);
  const isNone = said.length + why.length + texts.quotes.length + texts.templates.length === 0;
  return {
    do: "describe",
    why,
    themes: said.length > 1 ? [] : otherThemes(dataset, evidences, found),
    words: said.length > 0 ? [] : telling(dataset, found),
    said,
    askedAs: partsOf(of, ["topic", "mentions"]).length > 0 ? askedAs(dataset, found) : [],
    ...texts,
    elsewhere: isNone ? saidElsewhere(dataset, evidences, found) : null,
  };
}

/** What is said of the same topic by everybody, for records of some groups; null where that may not be told either. */
export function saidElsewhere(dataset: Dataset, evidences: Evidences, { predicate }: Evidence): Elsewhere | null {
  const parts = predicate?.is === "and" ? predicate.of : [];
  const of = both(...parts.filter((part) => !saysWho(part)));
  if (of === null || parts.every((part) => !saysWho(part))) return null;
  const all = evidences.of(of);
  if (all.count === null || all.gaps.length > 0) return null;
  const taken: Quotes = [];
  const said = saidBy(dataset, evidences, all, { own: askedStems(all), most: SAID, taken });
  const quotes = quotesOf(dataset, all, QUOTES, taken);
  return said.length + quotes.length === 0 ? null : { of, count: all.count, said, quotes };
}

/** What those who say it mention most beside what is asked about. */
export function themeLines(dataset: Dataset, evidences: Evidences, { predicate }: Evidence, most: number): Line[] {
  const said = evidences.said(predicate);
  if (said.count === null) return [];
  const leavesOut = (subject: Subject): boolean => predicate !== null && isSaidOfMuch(dataset, subject);
  const { lines } = topSubjects(dataset, evidences, said, most, { own: askedStems(said), isBrief: true, leavesOut });
  return lines.map(({ label, count, of }) => ({ label, count, of }));
}

/** Themes of several words, none of which was asked about. */
const otherThemes = (dataset: Dataset, evidences: Evidences, found: Evidence): Line[] => {
  const own = askedStems(found);
  return themeLines(dataset, evidences, found, SUB_THEMES).filter(
    ({ label }) => label.includes(" ") && !terms(label).some((stem) => own.has(stem)),
  );
};

function telling(dataset: Dataset, found: Evidence): Line[] {
  return tellingWords(dataset, found, { mask: outside(found.mask), conditions: [] }, askedStems(found), WORDS).map(
    ({ word, count }) => ({
      label: word,
      count,
      of: found.count,
    }),
  );
}

/** Quotes, and where there are none what several records say alike. */
const orTemplates = (
  dataset: Dataset,
  found: Evidence,
  quotes: string[],
  isWanted: boolean,
): { quotes: string[]; templates: string[] } => ({
  quotes,
  templates: isWanted && quotes.length === 0 ? templatesOf(dataset, found, QUOTES) : [],
});

const RANGE_QUOTES = 3;

/** The range of a count that may not be said, where it tells more than the counts of the parts. */
export function rangeFor(
  dataset: Dataset,
  evidences: Evidences,
  found: Evidence,
  around: Evidence,
  step: Extract<Step, { of: Predicate | null }>,
): Extract<Result, { do: "nothing" }>["range"] {
  if (found.predicate === null || around.count === null) return null;
  const { low, high } = rangeOf(dataset.size, evidences, found.predicate);
  if (low < MIN_GROUP_SIZE || high > MAX_RANGE * low) return null;
  const isQuoted = step.do === "quotes" || step.do === "describe";
  return {
    ...{ low, high, base: around.count },
    parts: partsAlone(evidences, step.of, around),
    quotes: isQuoted ? quotesOf(dataset, found, RANGE_QUOTES) : [],
  };
}
