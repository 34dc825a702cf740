import { stemOf } from "../dataset/words";
import type { Reading } from "./body";
import { clausesOf } from "./clauses";
import { withAdded } from "./added";
import { correctedBy } from "./corrections";
import { leftOutOf, ofEarlier } from "./earlier";
import { inLaterWords } from "./laterWords";
import { withNoun } from "./ones";
import { withOtherGender } from "./otherGender";
import { withNamesOfPlaces } from "./ordinals";
import { asksWhich } from "./rivals";
import { withStatesOf } from "./stateOnes";
import { asksToCheck } from "./sure";
import { stemsNamed, subjectOf, type Before } from "./follow";
import { groupsNamed } from "./groupWords";
import { absentLeftOut, isEmptyWord, isNoSign } from "./leftOut";
import { columnOf, isDeviceColumn, predicatesOf, type Known, type Predicate, type Refusal, type Step } from "./plan";
import { fits, pattern, sentencesOf, tokensOf, type Pattern, type Token } from "./tokens";

/** A question as it is to be read after those before it, or what it comes to where it only points at them. */
export interface Turned {
  tokens: readonly Token[];
  before: Before;
  steps: Step[] | null;
  /** Among whom something was listed that it points at by its place. */
  within?: Predicate | null;
  /** Why a part of what it points at has no steps. */
  refusals?: readonly Refusal[];
}

const OPENING = "and|but|so|ok|okay|well|now|then|right|alright|hm? ";
const of = (...texts: string[]): Pattern[] => texts.map((text) => pattern(OPENING + text));

const MEANT = of(
  "no|nope|sorry|oh|actually|wait|rather no|sorry|wait|actually|rather? what? i actually|really? mean|meant to? say|ask? is|was?",
  "i actually|really|only|just? mean|meant to? say|ask?",
  "what i actually|really? mean|meant is|was",
);
const BACK = of(
  "lets|let? us? me? go|going|coming|come|returning|return? back to",
  "lets|let? me? return|returning to",
);
const NTH: readonly (readonly [RegExp, number])[] = [
  [/^(?:first|original|beginning|start)$/, 0],
  [/^second$/, 1],
  [/^third$/, 2],
  [/^(?:previous|last|earlier|former|before)$/, -2],
];
const ONE = /^(?:the|my|our|one|question|topic|thing|point|group|it|that|very|again)$/;
const ADD = of(
  "please? also? add|include|including|plus|throw in? also?",
  "lets|let us? me? also? add|include|throw in? also?",
  "did|do|have you also? count|counted|include|included also? the? ones|those|people? who|that? say|said|mention?",
);
/** "Now add the pending ones." */
export const addsToIt = (asked: readonly Token[]): boolean => startOf(asked, ADD) > 0;
/** "Back to the first one." */
export const goesBack = (asked: readonly Token[]): boolean => startOf(asked, BACK) > 0;
const OTHER_WAY = of("what|how? about? the other way round|around|about", "vice versa", "conversely", "the reverse");
const AS_SHARE = of(
  "what? is|whats? that|it|this? as|in a|an? percentage|percent|percents|percentages|share|proportion|fraction|%",
  "as|in relative terms",
  "what percentage|percent|share|proportion is that|this|it",
  "how many|much is that|this|it in|as percent|percents|percentage|%",
);
const startOf = (tokens: readonly Token[], patterns: readonly Pattern[]): number =>
  Math.max(0, ...patterns.map((one) => fits(tokens.filter(isNoSign), 0, one)));
const INSTEAD = tokensOf("what about");

const MAX_FRAGMENT = 4;
const ASKS_ANEW = /^(?:how|which|who|why|where|when|is|are|do|does|give|show|list|rank|compare)$/;

/** The question that another goes on from: "and for transfers?" goes on from the last that was answered. */
function beforeOf(question: readonly Token[], history: readonly Before[]): Before {
  const last = history.at(-1) ?? { steps: [], refusals: [] };
  const isAbsent = last.steps.length === 0 && last.refusals.every(({ kind }) => kind === "absent");
  const words = question.filter(({ isWord }) => isWord);
  const isFragment = words.length <= MAX_FRAGMENT && !words.some(isPointer) && !ASKS_ANEW.test(words[0]?.said ?? "how");
  const told = isAbsent && isFragment ? history.findLast(({ steps }) => steps.length > 0) : undefined;
  return told ?? last;
}
const isPointer = ({ said }: Token): boolean => /^(?:they|them|those|these|it|that|this|why|more)$/.test(said);

const laterWords = (question: readonly Token[], last: Step, known: Known): readonly Token[] =>
  withStatesOf(withOtherGender(inLaterWords(question), last, known), last, known);

/** Reads what a question says of those before it: "back to the first one", "no, I meant …", "as a percentage", "which is bigger?" */
export function turned(question: readonly Token[], history: readonly Before[], reading: Reading): Turned {
  const before = beforeOf(question, history);
  const last = before.steps.at(-1);
  const said = last ? laterWords(question, last, reading.known) : question;
  const named = startOf(said, BACK) > 0 ? null : withNamesOfPlaces(said, history, reading.known);
  const asked = named?.tokens ?? said;
  const within = named?.within ?? null;
  const as = (tokens: readonly Token[], steps: Step[] | null = null): Turned => ({ tokens, before, steps, within });
  const meant = startOf(asked, MEANT);
  const corrected = meant > 0 && last ? correctedBy(skipped(asked, meant), last) : null;
  if (corrected) return as(asked, [corrected]);
  if (meant > 0) return history.length === 0 ? as(withoutMeant(asked)) : as(insteadOf(skipped(asked, meant)));
  const back = history.length === 0 ? 0 : startOf(asked, BACK);
  if (back > 0) return backTo(skipped(asked, back), history, reading);
  const isWhich = asksWhich(asked);
  const known = history.at(-2)?.steps ?? [];
  // Of two, one is not in the data.
  if (isWhich && !last && known.length > 0) return { ...as(asked, [...known]), refusals: before.refusals };
  if (!last) return as(withoutMeant(asked));
  if (asksToCheck(asked.filter(isNoSign), last)) return as(asked, [...before.steps]);
  const pointed = ofEarlier(asked, history, reading);
  // Of several clauses, each is read by itself.
  const earlier = pointed && clausesOf(asked, true).length > 1 ? leftOutOf(asked, history, reading) : pointed;
  if (earlier) return as(asked, earlier);
  const absent = absentLeftOut(asked, reading);
  if (absent.length > 0) return { ...as(asked, [...before.steps]), refusals: absent };
  const adding = last.do === "rank" || last.do === "count" ? startOf(asked, ADD) : 0;
  const added = adding > 0 && last.do === "count" ? withAdded(last, skipped(asked, adding), reading) : null;
  if (added) return as(asked, [added]);
  if (adding > 0) return as(insteadOf(withoutOnes(skipped(asked, adding))));
  const other = startOf(asked, OTHER_WAY);
  if (other > 0) {
    const rest = skipped(asked, other);
    return rest.every((token) => !token.isWord) ? as(asked, [otherWay(last)]) : as(insteadOf(rest));
  }
  const share = startOf(asked, AS_SHARE);
  if (share > 0 && skipped(asked, share).every(isEmptyWord)) return as(asked, [asShare(last)]);
  // "Which of these has the highest share?" after a table is answered by it.
  const isRelative = asked.some(({ said }) => /^(?:relative|relatively|proportionally|capita)$/.test(said));
  if ((isWhich || isRelative) && (last.do === "breakdown" || last.do === "compare"))
    return as(
      asked,
      before.steps.filter(({ do: does }) => does === last.do),
    );
  return as(withNoun(withPlaces(withOnly(withoutLast(asked), reading), reading), history, reading.known));
}

/** "Just the US: what do they say?" asks what those from the US say. */
function withOnly(tokens: readonly Token[], { aliases, known }: Reading): readonly Token[] {
  const end = tokens.findIndex(({ said }) => /^[,:;–—-]$/.test(said));
  if (!/^(?:just|only)$/.test(tokens[0]?.said ?? "") || end === -1) return tokens;
  const [group, ...others] = groupsNamed(tokens.slice(0, end), aliases, known);
  const rest = tokens.slice(end + 1).filter(({ said }) => !/^[?.!]$/.test(said));
  if (!group || others.length > 0 || rest.length === 0) return tokens;
  return [...rest, ...tokensOf("among"), ...tokens.slice(group.at, group.at + group.length), ...tokensOf("?")];
}

/** Tokens from the `words`th word or so on, without the signs before. */
function skipped(tokens: readonly Token[], words: number): readonly Token[] {
  let at = 0;
  for (let left = words; at < tokens.length && (left > 0 || !isNoSign(tokens[at]!)); at++)
    if (isNoSign(tokens[at]!)) left -= 1;
  return tokens.slice(at);
}

const ASKS =
  /^(?:what|which|how|who|why|where|do|does|did|is|are|show|give|tell|compare|rank|list|only|just|in|among|from)$/;

/** "… the ones still pending": what they are is added, and not to those before. */
const withoutOnes = (tokens: readonly Token[]): readonly Token[] =>
  tokens.slice(
    Math.max(
      0,
      tokens.findIndex(({ said }) => !/^(?:the|ones|those|still|who|whose|which|that|are|was|also|people)$/.test(said)),
    ),
  );

/** "French", said in place of something else, asks about French as was asked before. */
const insteadOf = (tokens: readonly Token[]): readonly Token[] =>
  ASKS.test(tokens[0]?.said ?? "") && !/^(?:only|just)$/.test(tokens[0]!.said) ? tokens : [...INSTEAD, ...tokens];

const I_MEAN = pattern("i actually|really|just? mean|meant");

/** "…, I mean." and a sentence that says only how it was meant: "I mean the share of visitors." */
function withoutMeant(tokens: readonly Token[]): readonly Token[] {
  const sentences = sentencesOf(tokens);
  return sentences.flatMap((sentence, i) => {
    const at = sentence.findIndex((_, from) => fits(sentence, from, I_MEAN) > 0);
    if (at === -1) return sentence;
    const rest = [...sentence.slice(0, at), ...sentence.slice(at + fits(sentence, at, I_MEAN))];
    return i > 0 && rest.every(isEmptyWord) ? [] : rest;
  });
}

/** "Only about top-ups, I mean." */
function withoutLast(tokens: readonly Token[]): readonly Token[] {
  const words = withoutMeant(tokens);
  const isCut = words.length < tokens.length;
  return isCut && /^(?:only|just)$/.test(words[0]?.said ?? "") ? insteadOf(words.slice(1)) : words;
}

/** "Back to the first one: …", "back to smoking: …" */
function backTo(tokens: readonly Token[], history: readonly Before[], reading: Reading): Turned {
  const end = tokens.findIndex((token) => /^[,:;.!?–—-]$/.test(token.said));
  const named = (end === -1 ? tokens : tokens.slice(0, end)).filter(isNoSign);
  const rest = end === -1 ? [] : tokens.slice(end + 1);
  const nth = NTH.find(([form]) => named.some(({ said }) => form.test(said)))?.[1];
  const isPlace =
    nth !== undefined && named.every(({ said }) => ONE.test(said) || NTH.some(([form]) => form.test(said)));
  const stems = named.filter((token) => !isEmptyWord(token)).map(({ said }) => stemOf(said));
  const before = isPlace
    ? (history.at(nth) ?? history[0]!)
    : (history.findLast(({ steps }) => isAbout(steps, stems, true)) ??
      history.findLast(({ steps }) => isAbout(steps, stems, false)));
  if (!before) return { tokens: [...insteadOf(named), ...rest], before: history.at(-1)!, steps: null };
  const saysMore = rest.some(({ isWord }) => isWord);
  if (!saysMore) return { tokens: rest, before, steps: [...before.steps] };
  return turned(rest, [...history.filter((one) => one !== before), before], reading);
}

/** True for steps about what some words name; `alone`: and about nothing else. */
function isAbout(steps: readonly Step[], stems: readonly string[], alone: boolean): boolean {
  const own = new Set(stemsIn(steps));
  return stems.length > 0 && stems.every((stem) => own.has(stem)) && (!alone || own.size === stems.length);
}

const stemsIn = (steps: readonly Step[]): string[] => steps.flatMap(predicatesOf).flatMap(stemsNamed);

function asShare(last: Step): Step {
  if (last.do === "count") return { ...last, do: "share" };
  const subject = subjectOf(last);
  return subject && last.do !== "share" && last.do !== "breakdown" ? { do: "share", of: subject, among: null } : last;
}

/** Of women, how many want it? The other way round: of those who want it, how many are women? */
function otherWay(last: Step): Step {
  if ((last.do === "count" || last.do === "share") && last.of && last.among)
    return { do: "share", of: last.among, among: last.of };
  if (last.do === "rank") return { ...last, least: !last.least };
  if (last.do === "compare") return { ...last, sides: [...last.sides].reverse() };
  return last;
}

/** More words than these are a question of their own. */
const MAX_PLACES = 16;

/** "Phones or computers?" after another question asks about those who are on them. */
function withPlaces(tokens: readonly Token[], { aliases, known }: Reading): readonly Token[] {
  if (tokens.length > MAX_PLACES) return tokens;
  const on = tokens.flatMap((token) => (isEmptyWord(token) ? [token] : [...tokensOf("on"), token]));
  const devices = groupsNamed(on, aliases, known).filter(({ predicate }) => isDeviceColumn(columnOf(predicate) ?? ""));
  return devices.length > 1 && devices.length === tokens.filter((token) => !isEmptyWord(token)).length ? on : tokens;
}
