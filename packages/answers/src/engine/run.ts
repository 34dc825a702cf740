import { both, partsOf, type AnswerPlan, type Claim, type Predicate, type Step } from "../plan/plan";
import { tellingWords } from "./compare";
import type { Dataset } from "./dataset";
import { hasCopies } from "./copies";
import { exactly, holdsExactly } from "./exactly";
import { Evidences } from "./evidence";
import { boundOf, inWordsAlone } from "./bounds";
import { rangeOf } from "./range";
import { named } from "./named";
import { nearestTopics } from "./nearest";
import { paired } from "./pairs";
import { onProblems } from "./problemSides";
import { quotesOf } from "./fitting";
import type { Counted, Result } from "./results";
import { outside, sizeOf, without } from "./sets";
import { aloneLine, partsAlone, partsWith, widerLines, withoutFew } from "./runParts";
import { compared, ranked } from "./runRivals";
import { splitOf } from "./split";
import { claimedIn, columnsOf, mentionedFor, mostUnder, problemsFor, tellsLittle, whoSay } from "./runTop";
import { described, quoted, rangeFor, saidElsewhere, themeLines } from "./runTexts";
import { columnCells, withheldFrom } from "./selection";
import { askedStems } from "./topSubjects";

const MAX_VALUES = 12;
const SUB_THEMES = 4;
const QUOTES = 3;
const REASONS = 5;
const WIDER_WORDS = 4;
/** A word that a smaller part of them uses explains nothing of how they say it. */
const OFTEN = 1 / 3;

/** Runs a plan: what each step finds in the data. */
export function resultsOf(dataset: Dataset, { steps: asked }: AnswerPlan): Result[] {
  const looked = new Evidences(dataset, asked);
  const each = asked.map((step) => withoutFew(looked, onProblems(dataset, looked, step)));
  const steps = each.map(({ step }) => step);
  const evidences = steps.some((step, i) => step !== asked[i]) ? new Evidences(dataset, steps) : looked;
  return paired(
    steps,
    each.map(({ step, ...others }) => ({
      ...resultOf(dataset, evidences, step),
      counted: countedIn(dataset, evidences, step),
      ...others,
    })),
  );
}

/** True where each step of a plan finds something that may be said. */
export function findsAll(dataset: Dataset, { steps }: AnswerPlan): boolean {
  const evidences = new Evidences(dataset, steps);
  return steps.every((step) => {
    if (step.do === "compare" || step.do === "rank") return resultOf(dataset, evidences, step).do !== "nothing";
    const { count, gaps } = evidences.of(step.of, "among" in step ? step.among : null);
    return count !== null && gaps.length === 0;
  });
}

/** The topics of a step that are counted in other words, too. */
function countedIn(dataset: Dataset, evidences: Evidences, step: Step): Counted[] {
  const said = step.do === "compare" ? [...step.sides, step.on] : step.do === "rank" ? step.items : [step.of];
  const among = step.do === "compare" ? step.on : "among" in step ? step.among : null;
  const topics = partsOf({ is: "and", of: [...said, among].flatMap((one) => one ?? []) }, ["topic"]);
  const isFirst = ({ text }: (typeof topics)[number], at: number): boolean =>
    topics.findIndex((one) => one.text === text) === at;
  return topics.filter(isFirst).flatMap((topic) => {
    const as = evidences.otherWords(topic);
    const base = said.includes(topic) ? among : null;
    const exact = evidences.of({ ...topic, is: "mentions" }, base);
    const left = topic.text.split(" ").filter((word) => !exact.leftOut.includes(word));
    const words = exact.leftOut.length === 0 ? topic.words : left.join(" … ");
    const { count, isWider } = step.do === "top" ? evidences.said(topic, base) : evidences.of(topic, base);
    // Without a word that was left out, more say it than mean the whole.
    const own = isWider && count !== null && exact.count !== null && exact.count > count ? null : exact.count;
    const insteadOf = topic.insteadOf ?? null;
    const wishes = evidences.wishes(topic);
    const beside = isWider ? [] : evidences.besideWords(topic);
    const wider = isWider ? widerWords(dataset, evidences, topic) : null;
    const together =
      beside.length === 0 ||
      base !== null ||
      count !== evidences.of(topic).count ||
      beside.some((one) => !isAsked(evidences, one))
        ? null
        : {
            ...rangeOf(dataset.size, evidences, { is: "or", of: [topic, ...beside.map(literally)] }),
            of: dataset.size,
          };
    return as.length === 0 && beside.length === 0 && wishes.length === 0 && !wider && insteadOf === null
      ? []
      : [{ words, as, exact: own, insteadOf, count, wider, wishes, beside, together }];
  });
}

/** True for other words that a question for these very words counts as they are counted here. */
const isAsked = (evidences: Evidences, one: Counted["beside"][number]): boolean =>
  evidences.of(literally(one)).count === one.count;
const literally = ({ words: said }: { words: string }): Predicate => ({ is: "mentions", text: said, words: said });

/** Words that those often use who mean a topic but say it in no way that is named. */
function widerWords(
  dataset: Dataset,
  evidences: Evidences,
  topic: Extract<Predicate, { is: "topic" }>,
): Counted["wider"] {
  const found = evidences.widerThan(topic);
  if (!found) return null;
  const mask = without(found.wider, found.said);
  const own = askedStems({ predicate: topic });
  const telling = tellingWords(
    dataset,
    { mask, conditions: [] },
    { mask: outside(found.wider), conditions: [] },
    own,
    WIDER_WORDS,
  );
  const least = OFTEN * sizeOf(mask);
  return { how: found.how, often: telling.flatMap(({ word, count }) => (count >= least ? [word] : [])) };
}

const claimedOf = ({ claim }: { claim?: Claim }, [first]: readonly Predicate[], result: Result): Result =>
  claim && first && (result.do === "compare" || result.do === "rank")
    ? { ...result, claim: { label: named(first), is: claim } }
    : result;

function resultOf(dataset: Dataset, evidences: Evidences, step: Step): Result {
  const split = splitOf(dataset, evidences, step);
  if (split) return split;
  if (step.do === "compare") return claimedOf(step, step.sides, compared(dataset, evidences, step));
  if (step.do === "rank") return claimedOf(step, step.items, ranked(dataset, evidences, step));
  const among = "among" in step ? step.among : null;
  const around = evidences.of(among);
  // What is mentioned most is told of those who say a topic, as each line counts who says it.
  const said = step.do === "top" ? evidences.said(step.of, among) : null;
  const found = said && said.count !== null ? said : evidences.of(step.of, among);
  if (found.count === null || around.count === null || found.gaps.length > 0) {
    const alone = step.do === "trend" ? null : partsWith(evidences, step, around);
    if (alone && found.gaps.length > 0 && around.count !== null) return alone;
    return {
      do: "nothing",
      asked: step.do,
      test: "test" in step ? (step.test ?? null) : null,
      of: both(step.of, among),
      among: among && around.count !== null ? { predicate: among, count: around.count } : null,
      gaps: found.gaps,
      near: () => nearestTopics(dataset, found.predicate),
      wider: found.gaps.length > 0 ? [] : widerLines(dataset, evidences, found.predicate),
      ...((step.do === "quotes" || step.do === "describe") && { elsewhere: saidElsewhere(dataset, evidences, found) }),
      bound: found.gaps.length > 0 || found.count !== null ? null : boundOf(dataset.size, evidences, found),
      range: found.gaps.length > 0 || found.count !== null ? null : rangeFor(dataset, evidences, found, around, step),
      inWords: found.isWider && found.gaps.length === 0 ? inWordsAlone(dataset.size, evidences, found) : null,
    };
  }
  const basis = {
    of: step.of,
    among,
    count: found.count,
    base: around.count,
    leftOut: found.leftOut,
  };
  const splitsBy = (column: string): boolean => columnCells(dataset, evidences.of(step.of, among), column).length > 1;
  switch (step.do) {
    case "count":
    case "share": {
      const topics = partsOf(step.of, ["topic", "mentions"]);
      const isShown = topics.length > 0 && step.of?.is !== "not";
      const said = step.of?.is === "mentions" && step.of.exact && among === null ? step.of : null;
      const quotes = !isShown ? [] : quotesOf(dataset, found, QUOTES);
      return {
        ...basis,
        do: "count",
        exactly: said && exactly(dataset, said.words, found.mask),
        test: step.test ?? null,
        parts: partsAlone(evidences, step.of, around),
        alone: step.of?.is === "topic" && !found.isWider ? aloneLine(dataset, evidences, step.of, found, around) : null,
        under: isShown && step.of ? mostUnder(dataset, evidences, step.of, among) : null,
        themes: !isShown ? [] : themeLines(dataset, evidences, found, SUB_THEMES),
        quotes: said ? quotes.filter((quote) => holdsExactly(quote, said.words)) : quotes,
        hasCopies: hasCopies(dataset, found),
      };
    }
    case "top": {
      const problems = problemsFor(dataset, evidences, found, step);
      const isNone = step.problems === true && problems === null && step.of !== null;
      const told = isNone ? null : (problems ?? mentionedFor(dataset, evidences, found, step));
      const columns = isNone ? [] : columnsOf(dataset, found, step.limit);
      if (!told || (columns.length === 0 && tellsLittle(told, step)))
        return {
          ...basis,
          splitsBy,
          ...described(dataset, evidences, found, { do: "describe", of: step.of, reasons: false }),
          columns: [],
          reasons: false,
          ...(isNone && { problems: "none" }),
        };
      return {
        ...basis,
        do: "top",
        place: step.place ?? 1,
        asksLeast: step.least === true,
        claimed: step.claimed ? claimedIn(evidences, step.claimed, step.of) : null,
        columns,
        ...told,
        who: whoSay(dataset, found),
      };
    }
    case "breakdown": {
      const whole = new Map(columnCells(dataset, { conditions: [] }, step.by).map(({ code, count }) => [code, count]));
      const said = columnCells(dataset, found, step.by);
      // "Without jokes, which category leads?": of each other category it is all.
      const isWhole = said.length > 0 && said.every(({ code, count }) => whole.get(code) === count);
      const cells = said.map(({ label, code, count }) => ({ label, count, of: whole.get(code) ?? null }));
      if (step.least) cells.reverse();
      return {
        ...basis,
        do: "breakdown",
        by: step.by,
        place: step.place ?? 1,
        least: step.least,
        lines: cells.slice(0, MAX_VALUES),
        withheld: withheldFrom(dataset, step.by, said, found.count),
        notShown: Math.max(0, cells.length - MAX_VALUES),
        hasParts: found.conditions.length > 0 && !isWhole,
      };
    }
    case "quotes":
      return { ...basis, splitsBy, ...quoted(dataset, evidences, found, step.limit) };
    case "trend":
      return {
        ...basis,
        do: "trend",
        themes: step.of === null ? themeLines(dataset, evidences, found, SUB_THEMES) : [],
      };
    case "describe":
      return {
        ...basis,
        splitsBy,
        ...described(dataset, evidences, found, step),
        columns: step.reasons && step.of?.is !== "step" ? columnsOf(dataset, found, REASONS) : [],
        reasons: step.reasons,
        ...(step.measure && { measure: step.measure }),
      };
  }
}
