import type { Body } from "./body";
import { again, comparedWith, subjectOf, withGroups } from "./follow";
import type { Ask } from "./heads";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { both, columnOf, partsOf, saysWho, type Predicate, type Refusal, type Step } from "./plan";
import type { Parts } from "./steps";
import { fits, pattern, type Token } from "./tokens";

const OPENING = "and|but|or|so|then|ok|okay? what|how? about? in|from|for|with|among? the|all? ";
const OTHERS = [
  `${OPENING}others|rest|remaining|remainder|other ones|people|countries|states|regions|places|visitors|groups? of? the|them|those? world|country|us|states?`,
  `${OPENING}everyone|everybody|everywhere|people else`,
  `${OPENING}elsewhere`,
].map(pattern);
const ONES = pattern(`${OPENING}ones|those|people who|that|from|in|on|aged|with`);
const HOW_MANY_DONT = pattern(
  "and|but|so? how many people|of|them|those|visitors|customers|users? dont|doesnt|didnt|havent|arent|wont|not",
);
const DENIED = /^(?:dont|doesnt|didnt|havent|hasnt|arent|not|never)$/;
const DONE = /^(?:do|does|did|have|has|are)$/;

const isEmptyWord = ({ said, isWord }: Token): boolean => !isWord || FUNCTION_WORDS.has(said) || FRAME_WORDS.has(said);

const WANT = pattern(
  "and|but|so|then? what do|does|did|are|is the others|other|rest|remaining|remainder want|wants|say|says|ask|asks|mention|do|doing|saying|asking?",
);

/** "And what do the others want?" after some of those were counted: what is said by the rest. */
export function saidByOthers(clause: readonly Token[], last: Step): Step | null {
  const length = fits(clause, 0, WANT);
  if (length === 0 || !clause.slice(length).every(isEmptyWord) || last.do !== "count" || !last.of) return null;
  return { do: "top", of: both(negated(last.of), last.among), limit: TOP };
}

/** "And the others?", "what about those who don't?": the records that the step before left out; null for another question. */
export function othersThan(clause: readonly Token[], last: Step): Step | null {
  const dont = fits(clause, 0, HOW_MANY_DONT);
  if (dont > 0 && clause.slice(dont).every(isEmptyWord) && (last.do === "count" || last.do === "share") && last.of)
    return { ...last, of: negated(last.of) };
  const isOthers = OTHERS.some((one) => fits(clause, 0, one) > 0) && clause.every(isEmptyOr(OF_REST));
  const elsewhere = isOthers ? othersOfGroup(last) : null;
  if (elsewhere) return elsewhere;
  if (!("of" in last) || last.of === null) return null;
  const ones = fits(clause, 0, ONES);
  const isOnes =
    ones > 0 &&
    clause.slice(ones).every(isEmptyWord) &&
    clause.slice(ones).some(({ said }) => DENIED.test(said) || DONE.test(said));
  if (!isOthers && !isOnes) return null;
  const parts = last.of.is === "and" ? last.of.of : [last.of];
  const isDone = isOnes && !clause.some(({ said }) => DENIED.test(said));
  const left = parts.findIndex(({ is }) => is === "not");
  if (left === -1) return isDone ? null : { ...last, of: negated(last.of) };
  // "... but not limits?", "And those who do?": what was left out alone changes.
  return { ...last, of: both(...parts.map((part, i) => (i === left ? negated(part) : part))) };
}

const OF_REST =
  /^(?:rest|remaining|remainder|world|country|countries|states?|regions?|places|us|everywhere|elsewhere)$/;

/** "And the rest of the world?" after a step about Germans: the same of all others. */
function othersOfGroup(last: Step): Step | null {
  const within = subjectOf(last);
  const groups = (within?.is === "and" ? within.of : [within]).filter((one) => one !== null && saysWho(one));
  const [only] = groups;
  return only && groups.length === 1 ? again(last, null, negated(only)) : null;
}

const isEmptyOr =
  (words: RegExp) =>
  (token: Token): boolean =>
    isEmptyWord(token) || words.test(token.said);
/** What is not so; of what is not so already, the thing itself. */
export const negated = (of: Predicate): Predicate => (of.is === "not" ? of.of : { is: "not", of });

/** True for "and the ones who want sugar?": the same is asked of others. */
export const isParallel = (clause: readonly Token[]): boolean =>
  fits(clause, 0, ONES) > 0 && clause[0]!.said !== "those";

/** True where nothing is named but a direction: "less". */
export const isDirection = (topic: Predicate | null): boolean =>
  topic === null || (topic.is === "topic" && /^(?:less|fewer|more)$/.test(topic.text));

/** "And the ones who want less?": the topic before, in the other direction. */
export function withDirection(clause: readonly Token[], last: Step): Predicate | null {
  const direction = clause.find(({ said }) => /^(?:less|fewer|more)$/.test(said));
  const before = "of" in last ? last.of : subjectOf(last);
  if (!direction || before?.is !== "topic") return null;
  const turned = (text: string): string =>
    [direction.said, ...text.split(" ").filter((word) => !/^(?:less|fewer|more)$/.test(word))].join(" ");
  return { is: "topic", text: turned(before.text), words: turned(before.words) };
}

/** All that the step before ranks, compares or takes together, as one: "how many want both?" */
function bothOf(last: Step): Predicate | null {
  if (last.do === "rank") return both(...last.items, last.among);
  if (last.do === "compare") return both(...last.sides, last.on);
  return "of" in last && last.of?.is === "or" ? { is: "and", of: last.of.of } : null;
}

/** "Are they mostly women?" is answered by how many of them are. */
const MOSTLY = [
  "and|so|but|then? are|were|is|was|do|did they|those|these|them|it|that|most mostly|mainly|more|rather|predominantly|usually|all|largely|chiefly|often|come",
  "and|so|but|then? are|were most|many|more|half of they|those|these|them",
].map(pattern);

const TOP = 8;
const ABOUT = pattern("and|but? what|how about");
const PLACES = /countr|state|region|cit/i;
const isPlace = (predicate: Predicate): boolean => PLACES.test(columnOf(predicate) ?? "");

interface Asked {
  clause: readonly Token[];
  body: Body;
  topic: Predicate | null;
  groups: Predicate | null;
  asks: ReadonlyMap<Ask, unknown>;
  /** How many values of one column, or topics, it names. */
  sides: number;
}

/** What a clause asks of the step before, where it adds little of its own; null where it stands alone. */
export function followed(last: Step, { clause, body, topic, groups, asks, sides }: Asked): Step | null {
  const isEmpty = body.items.length === 0;
  const isCount = asks.has("count") || asks.has("share");
  if (isEmpty && isCount && body.saysBoth) {
    const of = bothOf(last);
    if (of) return { do: "count", of, among: null };
  }
  if (topic !== null || groups === null) return null;
  const column = columnOf(groups);
  const subject = subjectOf(last);
  if (column !== null && sides === 1 && subject !== null && MOSTLY.some((one) => fits(clause, 0, one) > 0))
    return { do: "breakdown", of: withGroups(subject, null, column), by: column, least: false };
  const isSame = clause.some(
    ({ said }, at) => said === "same" && !/^(?:for|in|with|among|by)$/.test(clause[at + 1]?.said ?? ""),
  );
  if (isSame && sides === 1) return comparedWith(last, null, groups);
  const isOrder = [...asks.keys()].every((ask) => /^(?:rank|top|more|describe)$/.test(ask));
  const isOfRanked = body.pointsBack || clause[0]!.said === "which";
  if (last.do === "rank" && isOfRanked && isOrder) return again(last, null, groups);
  // A place with too few to tell of is told so by itself.
  if (last.do === "compare" && last.on === null && partsOf(groups, ["value"]).some(({ value }) => value === null))
    return { do: "top", of: groups, limit: TOP };
  const isPlaceAlone =
    asks.size === 0 || (fits(clause, 0, ABOUT) > 0 && clause.filter(({ isWord }) => isWord).length <= 4);
  const isNextPlace = last.do === "compare" && last.on === null && isPlaceAlone && isPlace(groups);
  return isNextPlace && last.sides.every(isPlace) ? { ...last, sides: [...last.sides, groups] } : null;
}

const KIND = pattern("which|what kind|kinds|sort|sorts|type|types of");

/** "Which kind of job do they hand over?": what is most common among "them" comes nearest, whatever the kind is called. */
export const isRefusedKind = (clause: readonly Token[], refusals: readonly Refusal[]): boolean =>
  refusals.length > 0 &&
  fits(clause, 0, KIND) > 0 &&
  refusals.every(({ kind }) => kind === "absent" || kind === "common");

/** "Split that by men and women" after a ranking: each of what was ranked, in these groups. */
export function splitOfRanked(last: Step, by: string | null, { topics, groups, excluded }: Parts): Step | null {
  const [column] = [...groups].flatMap(([name, of]) => (of.length > 1 ? [name] : []));
  const split = by ?? column ?? null;
  if (last.do !== "rank" || split === null || topics.length > 0 || excluded || last.items.length < 2) return null;
  if (last.items.some((item) => columnOf(item) === split)) return null;
  const of = both({ is: "or", of: last.items }, withGroups(last.among, null, split));
  return { do: "breakdown", of, by: split, least: false, each: true };
}
