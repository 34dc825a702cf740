import { NUMBER_WORDS } from "../numberWords";
import { subjectOf, type Before } from "./follow";
import { FUNCTION_WORDS } from "./lexicon";
import { both, columnOf, partsOf, predicatesOf, type Known, type Predicate, type Step } from "./plan";
import { setsBefore } from "./rivals";
import { longestFit, pattern, tokensOf, type Token } from "./tokens";

/** A list that is further back is not pointed at. */
const MAX_BACK = 4;
const NOUN =
  "one|ones|topic|topics|theme|themes|goal|item|option|category|point|place|entry|subject|complaint|problem|issue|region|state|country|group";
const NTH = [
  `the first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|sixth|seventh|eighth|last|former|latter|other|bottom ${NOUN}? of? those|these|them|the? two?`,
  "the top|biggest|largest|smallest|leading one|of them|those|these|all?",
  `the top-ranked|highest-ranked|first-ranked|leading ${NOUN}`,
  `the runner-up ${NOUN}?`,
  "number one|two|three|four|five|six|seven|eight|1|2|3|4|5|6|7|8 on|in|of? the? list?",
  "# 1|2|3|4|5|6|7|8",
].map(pattern);
/** "That category", "in it", "there" after a list: the first of it. */
const LEADER = [
  "that|this one|topic|theme|goal|resolution|category|subject|complaint|problem|issue|region|state|country|group|place|area",
].map(pattern);
const IN_IT = [
  "in|about|of|for|from|with|on it|that",
  "in there",
  "say|says|said|want|wants|mention|mentions|mentioned|ask|asked that|it",
].map(pattern);
const WHY_THAT = [
  "and|but|so? why|how is? that|it",
  "and|but|so? what causes|explains|drives|is|lies behind? that|it",
  "and|but|so? whats behind that|it",
].map(pattern);
const PLACE_OF: Readonly<Record<string, number>> = {
  ...{
    first: 0,
    former: 0,
    top: 0,
    biggest: 0,
    largest: 0,
    leading: 0,
    one: 0,
    "top-ranked": 0,
    "highest-ranked": 0,
    "first-ranked": 0,
  },
  ...{ second: 1, "runner-up": 1, third: 2, fourth: 3, fifth: 4, sixth: 5, seventh: 6, eighth: 7 },
  ...{ last: -1, latter: -1, bottom: -1, smallest: -1 },
};

/** A question with names in the place of what it points at. */
export interface WithNames {
  tokens: readonly Token[];
  /** Among whom these were listed. */
  within: Predicate | null;
}

/**
 * A question with the name of what it points at by its place: "tell me more about the second one" after a list of what is
 * most common, "and the other?" after two. Null where it points at nothing that was listed.
 */
export function withNamesOfPlaces(asked: readonly Token[], history: readonly Before[], known: Known): WithNames | null {
  const named = history.length === 0 ? [] : placesIn(asked);
  const places = named.length > 0 ? named : leadersIn(asked, history.at(-1)?.steps ?? []);
  const list = places.length === 0 ? null : listedBefore(history, known);
  if (!list || list.names.length < 2) return null;
  const tokens = asked.flatMap((token, i) => {
    const place = places.find((one) => i >= one.at && i < one.at + one.length);
    const name = place && nameAt(place.words, list.names, history);
    if (!place || !name) return [token];
    return i === place.at ? tokensOf(place.before === undefined ? name : `${place.before} ${name}`) : [];
  });
  return { tokens, within: list.within };
}

/** Steps about something that was listed among some records: about those of them. */
export function withinList(steps: readonly Step[], within: Predicate | null): Step[] {
  const parts = within === null ? [] : within.is === "and" ? within.of : [within];
  const added = (step: Step): Predicate[] => {
    const own = new Set(predicatesOf(step).flatMap((one) => partsOf(one, ["value"]).map(({ column }) => column)));
    const said = JSON.stringify(step);
    return parts.filter((part) => !own.has(columnOf(part) ?? "") && !said.includes(JSON.stringify(part)));
  };
  return steps.map((step) => {
    const isOnStep = predicatesOf(step).some((one) => partsOf(one, ["step"]).length > 0);
    if (isOnStep || parts.length === 0) return step;
    if (step.do === "compare") return { ...step, on: both(step.on, ...added(step)) };
    if ("among" in step) return { ...step, among: both(step.among, ...added(step)) };
    return { ...step, of: both(step.of, ...added(step)) };
  });
}

interface Place {
  at: number;
  length: number;
  words: readonly string[];
  /** A word before the name: "there" is "in Texas". */
  before?: string;
}

const placesIn = (tokens: readonly Token[]): Place[] =>
  tokens.flatMap((_, at) => {
    if (!isPointer(tokens, at)) return [];
    const length = longestFit(tokens, at, NTH);
    return [{ at, length, words: tokens.slice(at, at + length).map(({ said }) => said) }];
  });

/** "What do they say in it?", "the top category in that state?" after a list that the data makes: its first. */
function leadersIn(tokens: readonly Token[], steps: readonly Step[]): Place[] {
  const list = steps.at(-1);
  if (!list || steps.some((step) => step.do !== list.do) || (list.do !== "breakdown" && list.do !== "top")) return [];
  const why = longestFit(tokens, 0, WHY_THAT);
  if (why > 0 && tokens[why]?.isWord !== true) return [{ at: why - 1, length: 1, words: ["first"] }];
  const isPlace = list.do === "breakdown" && /countr|state|region|cit/i.test(list.by);
  const from = tokens.findIndex(
    ({ said }, i) =>
      longestFit(tokens, i, LEADER) > 0 ||
      (longestFit(tokens, i, IN_IT) > 0 && tokens[i + 2]?.isWord !== true) ||
      (isPlace && said === "there" && i > 1 && !IS.test(tokens[i - 1]!.said) && endsThere(tokens, i)),
  );
  if (from === -1) return [];
  if (tokens[from]!.said === "there") return [{ at: from, length: 1, words: ["first"], before: "in" }];
  const length = longestFit(tokens, from, LEADER);
  return length > 0 ? [{ at: from, length, words: ["first"] }] : [{ at: from + 1, length: 1, words: ["first"] }];
}

/** "The people there are …" */
const endsThere = (tokens: readonly Token[], at: number): boolean =>
  tokens[at + 1]?.isWord !== true || /^(?:people|ones|men|women|those)$/.test(tokens[at - 1]!.said);

const IS = /^(?:is|are|was|were|whats)$/;

/** "The second one", "the latter": not "the second card", "the first time", "the second most common". */
function isPointer(tokens: readonly Token[], at: number): boolean {
  const length = longestFit(tokens, at, NTH);
  const next = tokens[at + length];
  const isSaid = at > 0 && IS.test(tokens[at - 1]!.said) && tokens[0]!.said !== "why";
  if (length === 0 || isSaid) return false;
  // "Is the declined card the biggest one?"
  if (at > 1 && IS.test(tokens[0]!.said) && next?.isWord !== true) return false;
  return next === undefined || !next.isWord || (FUNCTION_WORDS.has(next.said) && !/^(?:most|least)$/.test(next.said));
}

function nameAt(words: readonly string[], names: readonly string[], history: readonly Before[]): string | null {
  if (words.includes("other")) return otherOf(names, history);
  const place = placeIn(words);
  return place === null ? null : (names.at(place) ?? null);
}

const placeIn = (words: readonly string[]): number | null =>
  words.flatMap((word) => PLACE_OF[word] ?? placeOfNumber(word))[0] ?? null;

/** The place that some words name and nothing else: 1 for "the second one", -1 for "the last"; null for other words. */
export const placeNamed = (tokens: readonly Token[]): number | null =>
  tokens.length > 0 && longestFit(tokens, 0, NTH) === tokens.length ? placeIn(tokens.map(({ said }) => said)) : null;

const placeOfNumber = (word: string): number[] => {
  const number = NUMBER_WORDS[word] ?? Number.parseInt(word, 10);
  return Number.isNaN(number) ? [] : [number - 1];
};

/** The one of two that was not spoken of last. */
function otherOf(names: readonly string[], history: readonly Before[]): string | null {
  const last = history.at(-1)?.steps.at(-1);
  const said = last && "of" in last ? nameOf(last.of) : null;
  const others = names.filter((name) => name.toLowerCase() !== said?.toLowerCase());
  return others.length === 1 ? others[0]! : null;
}

/** What the last list named, in its order, and of whom; else what the last questions were about. */
function listedBefore(
  history: readonly Before[],
  known: Known,
): { names: readonly string[]; within: Predicate | null } {
  const list = history
    .slice(-MAX_BACK)
    .flatMap((one) => one.steps)
    .findLast(isList);
  const items = list ? itemsOf(list) : setsBefore(history).map(({ of }) => of);
  // Two are named in the order in which they were asked, more in the order of the reply.
  const isOrdered = items === null || (list?.do === "rank" && items.length > 2);
  const isCounted = list !== undefined && isOrdered && known.inOrder !== undefined;
  const inOrder = isCounted ? known.inOrder!(list) : [];
  const names = inOrder.length > 0 ? inOrder : (items ?? []).flatMap((one) => nameOf(one) ?? []);
  const isOfList = list && (list.do === "rank" || items === null);
  return { names, within: isOfList ? subjectOf(list) : null };
}

const isList = ({ do: does }: Step): boolean => does === "rank" || does === "top" || does === "breakdown";

/** The things that a step sets side by side as they were asked; null for a list that the data makes. */
function itemsOf(step: Step): readonly Predicate[] | null {
  if (step.do === "rank") return step.items;
  return step.do === "breakdown" && step.each ? partsOf(step.of, ["or"]).flatMap(({ of }) => of) : null;
}

/** A set by the words that ask for it. */
function nameOf(of: Predicate | null): string | null {
  const parts = partsOf(of, ["topic", "mentions", "value"]);
  return parts.length === 0 ? null : parts.map((one) => (one.is === "value" ? one.label : one.words)).join(" or ");
}

/** Items that are counted to list them in their order, in one conversation: each takes a look at the data. */
const MAX_COUNTED = 9;
/** A list that the data makes takes as long as so many items. */
const LIST = 4;

/** What is known, of which a conversation may look at few lists; a list beyond these has no order. */
export function withFewLists({ inOrder, ...known }: Known): Known {
  if (!inOrder) return known;
  const lists = new Map<string, readonly string[]>();
  let left = MAX_COUNTED;
  const listed = (step: Step): readonly string[] => {
    const key = JSON.stringify(step);
    const before = lists.get(key);
    if (before) return before;
    const cost = step.do === "rank" ? step.items.length : LIST;
    const list = cost <= left ? inOrder(step) : [];
    if (cost <= left) left -= cost;
    lists.set(key, list);
    return list;
  };
  return { ...known, inOrder: listed };
}
