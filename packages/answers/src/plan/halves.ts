import { isAgeColumn } from "./ages";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { isDeviceColumn, SAYS_WHAT, type Known, type Predicate, type Refusal, type Step } from "./plan";
import { measureAsked } from "./measures";
import { fits, pattern, writtenOf, type Token } from "./tokens";

const OPENING = "and|but|so|then|also|plus|ok|okay? ";
const THEY = "they|those|these|it|that|this|them";
const asks = (...texts: string[]): ReturnType<typeof pattern>[] => texts.map((text) => pattern(OPENING + text));

/** "Who are they mostly?" */
const WHO = asks(
  `who are|is|were|was ${THEY} people|visitors|customers|users?`,
  `who exactly|mostly|mainly?`,
  `who says|say|asks|ask|wants|want|writes|write|does|do ${THEY}`,
  `what sort|kind|type of people|person|visitors|customers|users are|is|were ${THEY}`,
);
const WHERE = asks(
  `where are|is|were|do|does|did ${THEY} from|based|located|live|come|mostly?`,
  `from? where exactly|mostly?`,
);
/** "What are they unhappy about?" */
const WRONG = asks(
  `what is|are|was|were ${THEY} so? unhappy|angry|upset|annoyed|frustrated|dissatisfied|disappointed|mad|cross|unsatisfied|irritated about|with|at|by|over?`,
  `anything|something|what else do|does|did|that? ${THEY} complain|complains|complained|moan|moans|grumble|grumbles about|of?`,
  "what is|are|was|were their main|biggest|usual? problem|problems|complaint|complaints|trouble|troubles|issue|issues|difficulty|difficulties|grievance|grievances",
);
/** "What are they unsure about?" */
const UNSURE = asks(
  `what is|are|was|were ${THEY} so? unsure|uncertain|confused|unclear|worried|concerned|curious|asking|wondering|nervous about|of|over|by?`,
);
/** "How old are they?" */
const HOW_OLD = asks(
  `how old are|is|were|was ${THEY}`,
  "at? what age|ages are|is|were|was|do|does? they|those|these|it?",
);
/** No text says how much something weighs. */
const HOW_BAD = asks(`how bad|badly|serious|severe|terrible|grave|urgent|painful is|are|was|were|does|do ${THEY}`);
/** "How do they plan to do it?", "what for?" */
const WHAT = asks(
  `how do|did|does|will|would|can|could|are|should ${THEY} plan|planning|want|hope|intend|mean|try|trying|expect|going? to? do|achieve|reach|solve|handle|manage|go ${THEY}|about|so|that`,
  "what for|else|kind|kinds|sort|sorts|type|types exactly|of?",
  `anything|something|what else do|does|did|that? ${THEY} say|said|want|wants|mention|ask|write|worry about|for?`,
  "where to exactly|mostly?",
  `where do|did|would ${THEY} want|plan|hope|wish|like to go|travel|move`,
  `what do|did|does|will|would|are|can ${THEY} do|doing about|with|against ${THEY}`,
);
/** The most columns that tell who people are. */
const MAX_COLUMNS = 2;

/** What a question adds about those that it, or the one before, spoke of. */
export interface Half {
  steps: Step[];
  refusals: Refusal[];
  /** True where the steps tell what the texts name, because no column holds what is asked. */
  isInstead?: true;
}

/**
 * "... and who are they?", "... and what for?": what is asked of `those` spoken of, which are null where nothing is; null
 * for another question.
 */
export function halfOf(
  clause: readonly Token[],
  those: Predicate | null,
  /** The stems of the words that name them. */
  own: ReadonlySet<string>,
  { kind, columns }: Pick<Known, "kind" | "columns">,
): Half | null {
  const is = (patterns: readonly ReturnType<typeof pattern>[]): boolean =>
    patterns.some((one) => {
      const length = fits(clause, 0, one);
      return length > 0 && clause.slice(length).every(isEmptyWord);
    });
  const none: Refusal = { kind: "noColumn", words: writtenOf(clause), detail: columns.map(({ name }) => name) };
  const by = (names: readonly string[]): Half =>
    names.length === 0
      ? { steps: [], refusals: [none] }
      : { steps: names.map((name) => ({ do: "breakdown", of: those, by: name, least: false })), refusals: [] };
  const places = columns
    .filter(({ name }) => PLACES.test(name))
    .sort((a, b) => a.values.length - b.values.length)
    .map(({ name }) => name);
  if (is(WHO)) return by([...columns.filter(isOfPeople).map(({ name }) => name), ...places].slice(0, MAX_COLUMNS));
  // "Where to?" asks what they say, and not where they are.
  if (is(WHERE) && !clause.some(({ said }) => said === "to")) return by(places.slice(0, 1));
  // Ages are spoken of as limits, too, which those who wrote don't have.
  const isAge = clause.some(saysHowOld) && clause.every((token) => saysHowOld(token) || isEmptyWord(token));
  const ages = columns.filter(isAgeColumn).map(({ name }) => name);
  if (isAge && ages.length === 0) return { steps: [], refusals: [{ ...none, words: "how old" }] };
  if (isAge || is(HOW_OLD)) return by(ages);
  const measure = those && measureAsked(clause, own);
  if (measure)
    return { steps: [{ do: "describe", of: those, reasons: false, measure }], refusals: [none], isInstead: true };
  if (is(HOW_BAD)) return { steps: [], refusals: [none] };
  if (is(WRONG) && kind === "chats")
    return { steps: [{ do: "top", of: those, limit: LISTED, problems: true }], refusals: [] };
  if (is(WHAT) || is(WRONG) || is(UNSURE))
    return { steps: [{ do: "describe", of: those, reasons: false }], refusals: [] };
  return null;
}

const LISTED = 8;
const PLACES = /countr|state|region|cit(?:y|ies)/i;
const isOfPeople = (column: Known["columns"][number]): boolean =>
  isAgeColumn(column) || (!PLACES.test(column.name) && !SAYS_WHAT.test(column.name) && !isDeviceColumn(column.name));
const MOSTLY = /^(?:mostly|mainly|largely|exactly|precisely|usually|really)$/;
const saysHowOld = ({ insteadOf }: Token): boolean => /^how old\b/.test(insteadOf ?? "");
const isEmptyWord = ({ said, isWord }: Token): boolean =>
  !isWord || FUNCTION_WORDS.has(said) || FRAME_WORDS.has(said) || MOSTLY.test(said);
