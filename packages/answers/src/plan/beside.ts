import { stemOf, words } from "../dataset/words";
import { formsOf } from "./forms";
import type { NamedGroup } from "./complements";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { isFixedPair, topicFrom } from "./phrases";
import { columnOf, type Known, type Predicate } from "./plan";
import type { Token } from "./tokens";

/** A value such as "Career" is meant where it is not a part of something longer: "career change". */
export function standsAlone(
  tokens: readonly Token[],
  at: number,
  length: number,
  isLiteral: boolean,
  taken: ReadonlySet<number>,
): boolean {
  if (isLiteral) return false;
  const carries = (i: number): boolean => {
    const token = tokens[i];
    return Boolean(token?.isWord) && !taken.has(i) && !FUNCTION_WORDS.has(token!.said) && !FRAME_WORDS.has(token!.said);
  };
  return !carries(at - 1) && !carries(at + length);
}

/** "Start a business" is narrower than a category "Business", where people use the word at all. */
export const isThing = (tokens: readonly Token[], at: number, length: number, known: Known): boolean =>
  /^(?:a|an|my|your|their|our|own)$/.test(tokens[at - 1]?.said ?? "") &&
  tokens.slice(at, at + length).every(({ said }) => formsOf(said).some((stem) => known.countOf(stem) !== undefined));

/** "Not women", "not in Texas". */
export const isOfGroup = (tokens: readonly Token[], at: number, groups: ReadonlyMap<number, NamedGroup>): boolean =>
  [at + 1, at + 2].some(
    (next) => groups.has(next) && tokens.slice(at + 1, next).every(({ said }) => FUNCTION_WORDS.has(said)),
  );

const COMES = /^(?:come|comes|came|coming|live|lives|lived|living|reside|resides|based|located)$/;

/** "those cards": the noun is told. */
export function isMarkedNoun(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return (
    Boolean(next?.isWord) &&
    !FUNCTION_WORDS.has(next!.said) &&
    !FRAME_WORDS.has(next!.said) &&
    // "Of these live in Texas": said of those, and no thing.
    !COMES.test(next!.said) &&
    tokens[at]!.said !== "it"
  );
}

/** "Bookings" and what stands behind it are two things, though people write "book appointments". */
const DONE = /ings$/;

export function isKnownPair(tokens: readonly Token[], at: number, known: Known): boolean {
  const isAnd = tokens[at]!.said === "and" || tokens[at]!.said === "&";
  const isLong = [tokens[at - 2], tokens[at + 2]].some((token) => token?.isWord && !FUNCTION_WORDS.has(token.said));
  return (
    isAnd && !isLong && !DONE.test(tokens[at - 1]?.said ?? "") && isFixedPair(known, tokens[at - 1], tokens[at + 1])
  );
}

/** "Host it in Europe": where something is, that the texts speak of, and not where people come from. */
export const isPlaceOfThing = ({ predicate }: NamedGroup, phrase: readonly Token[], known: Known): boolean =>
  predicate.is === "or" &&
  predicate.label !== undefined &&
  saysThing(phrase) &&
  words(predicate.label)
    .map(stemOf)
    .some((stem) => known.countOf(stem) !== undefined);

export const saysThing = (phrase: readonly Token[]): boolean =>
  phrase.some(({ said, isWord }) => isWord && !FUNCTION_WORDS.has(said) && !FRAME_WORDS.has(said));

/** "Come in mostly from phones": said of those who ask, and no part of what they ask. */
export function leadsToGroup(
  tokens: readonly Token[],
  at: number,
  groups: ReadonlyMap<number, { isOfPeople: boolean }>,
): boolean {
  if (!COMES.test(tokens[at]!.said)) return false;
  let next = at + 1;
  while (
    !groups.has(next) &&
    /^(?:in|from|the|mostly|mainly|largely|usually|more|often)$/.test(tokens[next]?.said ?? "")
  )
    next += 1;
  // "Come from mobile": a value that may be a topic elsewhere says here where they are.
  return groups.get(next)?.isOfPeople === true || (groups.has(next) && tokens[next - 1]!.said === "from");
}

/** The word that a marker hangs on says how they speak ("furious about"): named where it is not known, else kept. */
export function governing(phrase: Token[], ordinary: Token[], known: Known): void {
  const last = phrase.at(-1);
  if (!last?.isWord || FUNCTION_WORDS.has(last.said) || FRAME_WORDS.has(last.said)) return;
  // "A podcast about money" is a thing, and no way to speak.
  if (phrase.some(({ said }) => /^(?:a|an|the|my|their|some)$/.test(said))) return;
  const found = topicFrom([last], false, known);
  if (!found || !("refusal" in found)) return;
  ordinary.push(last);
  phrase.pop();
}

const MAX_BRIEF = 8;
/** "Guitar and piano", of which the data lacks the first: in so few words nothing but a list is said. */
export const isBriefList = (
  tokens: readonly Token[],
  { items, refusals }: { items: readonly unknown[]; refusals: readonly unknown[] },
): boolean => tokens.length <= MAX_BRIEF && items.length === 0 && refusals.length > 0;

/** True for a word that names no topic by itself. */
export const onlyFrames = ({ said, isWord }: Token): boolean =>
  !isWord || FUNCTION_WORDS.has(said) || FRAME_WORDS.has(said);

/** True where a clause has named no topic yet. */
export const saysNothing = (named: readonly { predicate: Predicate }[], phrase: readonly Token[]): boolean =>
  named.every(({ predicate }) => columnOf(predicate) !== null) && phrase.every(onlyFrames);
