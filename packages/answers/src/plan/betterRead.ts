import { stemOf } from "../dataset/words";
import { readByMarks, type Read } from "../reader/read";
import type { Reading } from "./body";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { withoutRequest } from "./request";
import { DEMAND } from "./preamble";
import { inlined, stemsNamed } from "./follow";
import { partsOf, predicatesOf, type AnswerPlan, type Predicate, type Refusal, type Step } from "./plan";
import { firstFit, fits, pattern, sentencesOf, tokensOf, type Token } from "./tokens";

/**
 * The plan of a question as its grammar reads it, or in the plain words that it is marked to ask. A grammar is exact where
 * it fits, and takes a story for what is asked where it doesn't. So where the two differ in what a question is about, the
 * marks decide.
 */
export function betterRead(
  asked: readonly Token[],
  isFollowUp: boolean,
  reading: Reading,
  planRead: (tokens: readonly Token[]) => AnswerPlan,
): AnswerPlan {
  const asWritten = planRead(asked);
  if (asWritten.refusals.some(({ kind }) => HOWEVER_ASKED.has(kind))) return asWritten;
  const isBrief = isShort(asked);
  if ((isBrief && asWritten.steps.length > 0) || asWritten.steps.some(isChecked)) return asWritten;
  const read = readByMarks(asked, isFollowUp, reading, withoutRequest(asked));
  // "We plan a virtual card. Is there demand for it?": the marks don't tell what "it" is.
  const isOfStory = asked.some(({ said }) => said === "it" || DEMAND.test(said));
  if (read?.named.length === 0 && isOfStory && lack(asWritten) === 0 && topicsOf(asWritten).length > 0)
    return asWritten;
  if (read === null || (lack(asWritten) === 0 && isExact(asWritten, read, asked))) return asWritten;
  const asMarked = planRead(read.plain);
  if (isFollowUp && losesThose(asked, asWritten, asMarked)) return asWritten;
  if (lack(asMarked) > (isBrief ? 0 : lack(asWritten) + MAX_MORE)) return asWritten;
  if (isBrief && dropsAbsent(asWritten, { ...asMarked, notUnderstood: [...asMarked.notUnderstood, ...read.left] }))
    return asWritten;
  return { ...asMarked, notUnderstood: [...new Set([...asMarked.notUnderstood, ...read.left])] };
}

/** "Do men eat more caviar than women?" where nobody speaks of caviar is no question about eating. */
function dropsAbsent({ refusals }: AnswerPlan, asMarked: AnswerPlan): boolean {
  const kept = new Set(contentOf(tokensOf(JSON.stringify(asMarked).replace(/[_"{}:[\]]/g, " "))));
  const topics = topicsOf(asMarked).flatMap(({ words }) => contentOf(tokensOf(words)));
  return refusals.some(({ kind, words }) => {
    const absent = contentOf(tokensOf(words));
    const isPart = topics.some((stem) => absent.includes(stem));
    return kind === "absent" && isPart && absent.some((stem) => !kept.has(stem));
  });
}

const OF_THOSE = pattern("of|among|amongst|from|within all? those|these|them");

/** True where "of those" is read in the question as it is written, and not in what it is marked to ask. */
function losesThose(asked: readonly Token[], asWritten: AnswerPlan, asMarked: AnswerPlan): boolean {
  if (firstFit(asked, [OF_THOSE]) === null) return false;
  const said = new Set(asked.map(({ said: word }) => stemOf(word)));
  const kept = new Set(leavesIn(asMarked).flatMap(stemsNamed));
  return leavesIn(asWritten)
    .map(stemsNamed)
    .some((stems) => stems.every((stem) => !said.has(stem)) && !stems.some((stem) => kept.has(stem)));
}

const leavesIn = ({ steps }: AnswerPlan): readonly Predicate[] =>
  partsOf({ is: "and", of: steps.flatMap((step) => predicatesOf(inlined(step, steps))) }, [
    "topic",
    "mentions",
    "value",
  ]);

/** What is refused however it is asked. */
const HOWEVER_ASKED: ReadonlySet<Refusal["kind"]> = new Set([
  "noColumn",
  "noDates",
  "language",
  "personalData",
  "rawRecords",
  "instructions",
  "noOutcome",
  "outOfScope",
  "tooLong",
  "noValue",
  "noClass",
]);

/** The marks may leave so much more open: what they name and the data lacks is told, not dropped. */
const MAX_MORE = 1;
const NO_STEPS = 10;
/** How much of a question a plan leaves open. */
const lack = ({ steps, refusals, notUnderstood }: AnswerPlan): number =>
  (steps.length === 0 ? NO_STEPS : 0) + refusals.length + notUnderstood.length;

/** True for a step that checks what the question claims, which its marks don't tell. */
const isChecked = (step: Step): boolean => "test" in step || "claimed" in step || "claim" in step;

const topicsOf = ({ steps }: AnswerPlan): ReturnType<typeof partsOf<"topic" | "mentions">> =>
  partsOf({ is: "and", of: steps.flatMap(predicatesOf) }, ["topic", "mentions"]);

/** True for a plan that sets things side by side, or is about all that is marked and no topic that isn't. */
function isExact(plan: AnswerPlan, { named, asksForKinds }: Read, asked: readonly Token[]): boolean {
  if (asksForKinds || plan.steps.some(isOfSeveral) || countsEach(plan, asked)) return true;
  const all = { is: "and" as const, of: plan.steps.flatMap(predicatesOf) };
  const said = (words: readonly { words: string }[]): string[] =>
    contentOf(words.flatMap(({ words }) => tokensOf(words)));
  const own = said(partsOf(all, ["topic", "mentions", "value"]));
  const isCounted = plan.steps.some(({ do: does }) => does === "count" || does === "share" || does === "breakdown");
  if (!isCounted && firstFit(asked, [HOW_MANY]) !== null) return false;
  const marked = contentOf(named);
  const here = contentOf(asked);
  return (
    marked.every((stem) => own.includes(stem)) &&
    // What a question takes from those before it is not marked in it.
    said(partsOf(all, ["topic", "mentions"])).every((stem) => marked.includes(stem) || !here.includes(stem))
  );
}

/** "How many want A, and how many want B?" */
const countsEach = ({ steps }: AnswerPlan, asked: readonly Token[]): boolean =>
  steps.length > 1 &&
  steps.every(({ do: does }) => does === "count") &&
  asked.filter((_, at) => fits(asked, at, HOW_MANY) > 0).length === steps.length;

const HOW_MANY = pattern("how many");
const LISTED = 3;
const isOfSeveral = (step: Step): boolean =>
  step.do === "rank" ||
  step.do === "compare" ||
  (step.do === "count" && step.of?.is === "or" && step.of.of.length >= LISTED);

/** In so few words no story is told: what the grammar finds in them is what is asked. */
const MAX_SHORT = 16;
const isShort = (tokens: readonly Token[]): boolean =>
  sentencesOf(tokens).length === 1 && tokens.filter(({ isWord }) => isWord).length <= MAX_SHORT;

const contentOf = (tokens: readonly Token[]): string[] =>
  tokens
    .filter(({ said, isWord }) => isWord && !FUNCTION_WORDS.has(said) && !FRAME_WORDS.has(said))
    .map(({ said }) => stemOf(said));
