import { MIN_GROUP_SIZE } from "../dataset/record";
import { isTopical, words } from "../dataset/words";
import { formsOf } from "../plan/forms";
import { both, columnOf, partsOf, SAYS_WHAT, type Predicate, type Step } from "../plan/plan";
import { boundOf } from "./bounds";
import { columnDifferences, differencesOf, tellingWords, themeDifferences, type Sized } from "./compare";
import type { Dataset } from "./dataset";
import type { Evidence, Evidences } from "./evidence";
import { named } from "./named";
import { nearestTopics } from "./nearest";
import { isNegation } from "./nearness";
import { quotesOf } from "./fitting";
import type { Quotes } from "./quotes";
import { saidBy } from "./said";
import type { Line, Range } from "./lines";
import type { Compared, Difference, Result } from "./results";
import { MAX_RANGE, rangeOf, wordsRange } from "./range";
import { aloneLine, widerLines } from "./runParts";
import { problemsOf } from "./problemSides";
import { columnCells } from "./selection";
import { sizeOf } from "./sets";
import { subjectsOfSides } from "./topSubjects";

const WORDS = 6;
const ROWS = 8;
const OTHER_GROUPS = 5;
const SAID = 3;
const QUOTES = 2;
/** Of more sides, what the first say. */
const MAX_SAYING = 4;

const FEW: Range = { low: 0, high: MIN_GROUP_SIZE - 1 };

/** Several things by how many records hold each. */
export function ranked(dataset: Dataset, evidences: Evidences, step: Extract<Step, { do: "rank" }>): Result {
  const around = evidences.of(step.among);
  if (around.count === null)
    return {
      do: "nothing",
      asked: step.do,
      of: step.among,
      gaps: around.gaps,
      near: () => nearestTopics(dataset, null),
      wider: [],
      bound: boundOf(dataset.size, evidences, around),
      range: null,
    };
  const found = step.items.map((item) => ({ item, evidence: evidences.of(item, step.among) }));
  const rangeOfItem = (item: Predicate, { gaps, mask }: Evidence): Range | null => {
    if (item.is === "or" && step.among === null && gaps.length === 0) {
      const range = rangeOf(dataset.size, evidences, item);
      return range.low >= MIN_GROUP_SIZE && range.high <= MAX_RANGE * range.low ? range : null;
    }
    if (!isSaid(item)) return null;
    // As is said of a word that the data doesn't have.
    if (sizeOf(mask) < MIN_GROUP_SIZE && words(item.text).some((word) => isTopical(word) && isAbsent(dataset, word)))
      return FEW;
    // As a question about it alone says.
    if (gaps.length > 0) return gaps.every((gap) => gap.why === "notTogether" && gap.isBelow) ? FEW : null;
    return step.among === null ? wordsRange(dataset.size, evidences, item) : null;
  };
  const lines = found.map(({ item, evidence }): Line => ({
    label: named(item),
    count: evidence.gaps.length > 0 ? null : evidence.count,
    of: around.count,
    range: evidence.count === null || evidence.gaps.length > 0 ? rangeOfItem(item, evidence) : null,
  }));
  const least = ({ count, range }: Line): number => count ?? range?.low ?? 0;
  lines.sort((a, b) => least(b) - least(a));
  if (step.least) lines.reverse();
  return {
    do: "rank",
    among: step.among,
    base: around.count,
    lines,
    least: step.least,
    gaps: found.flatMap(({ evidence }) => evidence.gaps),
    alone: found.flatMap(({ item, evidence }) =>
      item.is === "topic" &&
      !words(item.text).some(isNegation) &&
      evidence.count !== null &&
      evidence.gaps.length === 0 &&
      !evidence.isWider
        ? (aloneLine(dataset, evidences, item, evidence, around) ?? [])
        : [],
    ),
    ofAll:
      step.among !== null && lines.every(({ count }) => count === null)
        ? found.flatMap(({ item }) => {
            const { count, gaps } = evidences.of(item);
            return count === null || gaps.length > 0 ? [] : [{ label: named(item), count, of: dataset.size }];
          })
        : [],
  };
}

const isAbsent = ({ known }: Dataset, word: string): boolean =>
  !isNegation(word) && formsOf(word).every((stem) => known.countOf(stem) === undefined);

const isSaid = (item: Predicate): item is Extract<Predicate, { is: "topic" | "mentions" }> =>
  item.is === "topic" || item.is === "mentions";

/** Two or more sides, and where two of them differ. */
export function compared(dataset: Dataset, evidences: Evidences, step: Extract<Step, { do: "compare" }>): Result {
  const onTopic = step.on !== null && partsOf(step.on, ["topic", "mentions", "value", "not", "or"]).length > 0;
  const isOwn = onTopic && step.sides.every((side) => columnOf(side) !== null);
  const sides = step.sides.map((side) => ({ side, whole: evidences.of(side), found: evidences.of(side, step.on) }));
  const known = sides.filter(({ found }) => found.count !== null);
  const gaps = sides.flatMap(({ found }) => found.gaps);
  if (known.length === 0)
    return {
      do: "nothing",
      asked: step.do,
      of: both({ is: "or", of: step.sides }, step.on),
      gaps,
      near: () => nearestTopics(dataset, step.on ?? step.sides[0]!),
      wider: step.on ? widerLines(dataset, evidences, { is: "and", of: [step.on, { is: "or", of: step.sides }] }) : [],
      bound: null,
      range: null,
    };
  const [a, b] = known.map(({ found }) => found as Evidence & Sized);
  const pair = known.length === 2 && a && b ? ([a, b] as const) : null;
  const problems = step.problems ? partsOf(step.on, ["or"]).find(({ label }) => label !== undefined) : undefined;
  return {
    do: "compare",
    on: step.on,
    isOwn,
    sides: sides.map(({ side, whole, found }) => ({
      label: named(side),
      count: found.count,
      of: isOwn ? whole.count : dataset.size,
      range:
        found.count === null && found.gaps.length === 0 && step.on === null && isSaid(side)
          ? wordsRange(dataset.size, evidences, side)
          : null,
    })),
    ...(pair && problems
      ? { differences: [{ by: "what is wrong", rows: problemsOf(evidences, sides, problems.of) }], words: [] }
      : pair
        ? apart(dataset, evidences, pair, step, [named(known[0]!.side), named(known[1]!.side)])
        : { differences: [], words: [] }),
    says: known.length < 2 || problems ? [] : saysOf(dataset, evidences, known, step),
    instead: known.length < sides.length ? insteadOf(dataset, evidences, step) : { all: null, groups: [] },
  };
}

/** What each side says most, in phrases that are not those asked about, and quotes of a side that says little alike. */
function saysOf(
  dataset: Dataset,
  evidences: Evidences,
  sides: readonly { side: Predicate; found: Evidence }[],
  step: Extract<Step, { do: "compare" }>,
): Compared["says"] {
  const own = ownStems(step);
  const taken: Quotes = [];
  // Some quotes tell nothing of a group that a column describes.
  const isQuoted =
    sides.some(({ side }) => columnOf(side) === null) || !dataset.columns.some(({ name }) => SAYS_WHAT.test(name));
  return sides.slice(0, MAX_SAYING).map(({ side, found }) => {
    const said = saidBy(dataset, evidences, found, { own, most: SAID, taken });
    return {
      name: named(side),
      said,
      quotes: isQuoted && said.length < 2 ? quotesOf(dataset, found, QUOTES, taken) : [],
    };
  });
}

const ownStems = ({ sides, on }: Extract<Step, { do: "compare" }>): Set<string> =>
  new Set(partsOf(both(...sides, on), ["topic", "mentions"]).flatMap(({ text }) => words(text).flatMap(formsOf)));

/** Where two sides differ: by the columns that say what a record is about, by themes and by words. */
function apart(
  dataset: Dataset,
  evidences: Evidences,
  [a, b]: readonly [Evidence & Sized, Evidence & Sized],
  step: Extract<Step, { do: "compare" }>,
  names: readonly [string, string],
): Pick<Compared, "differences" | "words"> {
  const asked = both(...step.sides, step.on);
  const own = ownStems(step);
  const taken = new Set(partsOf(asked, ["value"]).map(({ column }) => column));
  const columns = dataset.columns.filter(({ name }) => SAYS_WHAT.test(name) && !taken.has(name));
  const differences = [
    ...columns.map(({ name }) => ({ by: name, rows: columnDifferences(dataset, a, b, name) })),
    { by: null, rows: mentionedBy(dataset, evidences, [a, b], own) },
  ].filter(({ rows }) => rows.length > 0);
  return {
    differences,
    words: [a, b].map((side, i) => ({
      name: names[i]!,
      words: tellingWords(dataset, side, i === 0 ? b : a, own, WORDS).map(({ word }) => word),
    })),
  };
}

/** What two sides mention most, and themes by which they clearly differ. */
function mentionedBy(
  dataset: Dataset,
  evidences: Evidences,
  [a, b]: readonly [Evidence & Sized, Evidence & Sized],
  own: ReadonlySet<string>,
): Difference[] {
  const themes = themeDifferences(dataset, a, b, own);
  const said = new Set(themes.map(({ label }) => label));
  const subjects = differencesOf(
    a,
    b,
    subjectsOfSides(dataset, evidences, [a, b], own).map((asked) => ({
      label: asked.words,
      counts: [evidences.said(asked, a.predicate).count, evidences.said(asked, b.predicate).count] as const,
    })),
  ).filter(({ label, sides }) => !said.has(label) && sides.some(({ count }) => count !== null));
  return [...themes, ...subjects].slice(0, ROWS);
}

/** What can be said where a side is too small: how many of all do, and how many in other groups of its column. */
function insteadOf(
  dataset: Dataset,
  evidences: Evidences,
  { on, sides }: Extract<Step, { do: "compare" }>,
): Compared["instead"] {
  const column = columnOf(sides[0]!);
  if (on === null || column === null) return { all: null, groups: [] };
  const found = evidences.of(on);
  const asked = new Set(sides.flatMap((side: Predicate) => (side.is === "value" ? [side.label] : [])));
  const whole = new Map(columnCells(dataset, { conditions: [] }, column).map(({ code, count }) => [code, count]));
  const groups = columnCells(dataset, found, column).filter(({ label, code }) => !asked.has(label) && whole.has(code));
  return {
    all: found.count === null ? null : { label: named(on), count: found.count, of: dataset.size },
    groups: groups.slice(0, OTHER_GROUPS).map(({ label, code, count }) => ({ label, count, of: whole.get(code)! })),
  };
}
