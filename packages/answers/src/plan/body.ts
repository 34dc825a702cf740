import { antecedentsIn, BACK, BEFORE_POINTER, POINTERS } from "./antecedents";
import {
  governing,
  isBriefList,
  isKnownPair,
  isMarkedNoun,
  isOfGroup,
  isPlaceOfThing,
  isThing,
  leadsToGroup,
  onlyFrames,
  saysNothing,
  saysThing,
  standsAlone,
} from "./beside";
import { FUNCTION_WORDS, NEGATIONS } from "./lexicon";
import { groupsNamed, valueOfPart, type AliasIndex } from "./groupWords";
import { JOINTS, joins, ONLY_COMPARED, stronger, type Joint } from "./joints";
import { isUnwished, isWished, markerAt, runsOn, subjectAt, trimmedLiteral } from "./markers";
import { isPlaceOrDate, placeAt } from "./missing";
import { MONTHS } from "./names";
import { inKnownWords, inOneWord, orInOneWord } from "./otherWords";
import { namingOrdinary, withoutOrdinary } from "./ordinary";
import { topicFrom, trimmed } from "./phrases";
import { isSameValue, type Known, type Predicate, type Refusal } from "./plan";
import { writtenOf, type Token } from "./tokens";

/** One thing that a clause speaks of. */
export interface Item {
  predicate: Predicate;
  joint: Joint;
  /** True for what is left out: "but not delivery". */
  isExcluded: boolean;
  /** True where it is said of what stands before it: "are women", "come from Texas". */
  isSaidOf: boolean;
}

export interface Body {
  items: Item[];
  refusals: Refusal[];
  /** What is to be left out and isn't in the data: leaving it out changes nothing. */
  refusedExclusions: Refusal[];
  /** True where several things are listed, each of which may be answered without the others. */
  isListed: boolean;
  notUnderstood: string[];
  /** Words of everyday English that the data doesn't have: they decide nothing. */
  ordinary: Token[];
  /** "Of those", "about it". */
  pointsBack: boolean;
  saysBoth: boolean;
}

export interface Reading {
  known: Known;
  aliases: AliasIndex;
}

const BEFORE_GROUP = /^(?:among|amongst|in|from|for|by|of|across|within|than)$/;
const SAID_OF = /^(?:are|is|were|was|from|by|come|comes|came|belong)$/;
const NUMBER = /^\d+(?:[.,]\d+)*$/;

/**
 * What the tokens of a clause speak of; `taken` are those that its head has used. `isOpen` where the clause asks what is
 * said: there "and" lists things as "or" does.
 */
export function bodyOf(
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
  compared: "sides" | "items" | null,
  { known, aliases }: Reading,
  isOpen = false,
): Body {
  const body: Body = {
    items: [],
    refusals: [],
    refusedExclusions: [],
    isListed: false,
    notUnderstood: [],
    ordinary: [],
    pointsBack: false,
    saysBoth: false,
  };
  const meant = antecedentsIn(tokens);
  body.pointsBack = tokens.some(({ said }, at) => BACK.test(said) && !meant.has(at));
  const groups = new Map(groupsNamed(tokens, aliases, known).map((group) => [group.at, group]));
  /** "People who are not from Texas": what leaves a group out belongs to the group. */
  const takesOthers = (from: number, length: number): boolean =>
    [...groups.values()].some(({ at, predicate }) => predicate.is === "not" && at >= from && at < from + length);
  let phrase: Token[] = [];
  let [isMarked, isLiteral, isExcluded] = [false, false, false];
  let joint: Joint = "beside";
  let isWithin = false;

  const add = (predicate: Predicate, isSaidOf = false): void => {
    const last = body.items.at(-1);
    if (isWithin && last)
      last.predicate = {
        is: "or",
        of: [...(last.predicate.is === "or" ? last.predicate.of : [last.predicate]), predicate],
      };
    else body.items.push({ predicate, joint: last ? joint : "beside", isExcluded, isSaidOf });
    [joint, isWithin] = ["beside", false];
  };
  const flush = (): void => {
    if (isLiteral && phrase.every(({ said }) => FUNCTION_WORDS.has(said))) return void (phrase = []);
    if (isLiteral && runsOn(phrase)) isLiteral = false;
    const { telling, ordinary } = isLiteral ? { telling: phrase, ordinary: [] } : withoutOrdinary(phrase, known);
    const kept = isLiteral ? trimmedLiteral(phrase) : trimmed(telling, isMarked, known);
    const inWord = isLiteral ? null : inOneWord(telling, isMarked, known);
    phrase = [];
    body.ordinary.push(...ordinary);
    if (kept.length === 0) return;
    if (kept.every(({ written }) => NUMBER.test(written))) return void body.notUnderstood.push(writtenOf(kept));
    const found = orInOneWord(kept, topicFrom(kept, isLiteral, known), inWord);
    const refusal = found && "refusal" in found ? found.refusal : null;
    const value = refusal && valueOfPart(kept, refusal, known);
    const other = refusal && !isLiteral ? inKnownWords(kept, refusal, known) : null;
    if (value && body.items.some((item) => isSameValue(value, item.predicate))) return;
    if (value) add(value);
    else if (other && "predicate" in other) add(other.predicate);
    else if (found && "predicate" in found) add(found.predicate);
    else if (found) (isExcluded ? body.refusedExclusions : body.refusals).push(found.refusal);
    if (refusal) body.isListed ||= joint === "and" && !isExcluded; // "appointments and reservations"
  };

  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]!;
    const group = groups.get(at);
    const found = markerAt(tokens, at);
    const marker = found && !takesOthers(at, found.length) ? found : null;
    const subject = subjectAt(tokens, at);
    if (marker?.kind === "exclusion" && isUnwished(tokens, at, marker.length) && saysNothing(body.items, phrase)) {
      // "Who don't want to drink": what they want is the opposite, and no others are left out.
      flush();
      phrase.push(tokens.slice(at, at + marker.length).find(({ said }) => NEGATIONS.has(said))!);
      at += marker.length + (tokens[at + marker.length]?.said === "to" ? 1 : 0);
    } else if (marker?.kind === "exclusion") {
      flush();
      [isExcluded, isMarked, isLiteral, joint] = [true, true, false, "beside"];
      at += marker.length;
    } else if (marker) {
      governing(phrase, body.ordinary, known);
      // "Complaints about fees": who speaks of it, or how, is no topic beside it.
      if (marker.kind === "topic" && phrase.every(onlyFrames)) phrase = [];
      else if (phrase.length > 0) flush();
      [isMarked, isLiteral] = [true, marker.kind === "literal"];
      at += marker.length;
    } else if (
      group &&
      (group.isOfPeople
        ? (!isLiteral || group.predicate.is === "not" || BEFORE_GROUP.test(tokens[at - 1]?.said ?? "")) &&
          !isPlaceOfThing(group, phrase, known)
        : standsAlone(tokens, at, group.length, isLiteral, taken) && !isThing(tokens, at, group.length, known))
    ) {
      // "The whole South"
      if (phrase.every(onlyFrames)) phrase = [];
      flush();
      add(group.predicate, SAID_OF.test(tokens[at - 1]?.said ?? ""));
      [isMarked, isLiteral] = [false, false];
      at += group.length;
    } else if (taken.has(at) && (JOINTS[token.said] !== "versus" || ONLY_COMPARED.has(token.said))) {
      flush();
      at += 1;
    } else if (token.said === "such" && tokens[at + 1]?.said === "as") {
      // "A language such as Spanish": an example of what is meant.
      flush();
      body.isListed = true;
      if (body.items.length > 0) joint = "or";
      at += 2;
    } else if (meant.has(at)) {
      phrase.push(...meant.get(at)!);
      at += 1;
    } else if (
      POINTERS.has(token.said) &&
      (!isMarkedNoun(tokens, at) || groups.get(at + 1)?.isOfPeople === true) &&
      !(token.said === "same" && /^(?:for|in|with|among|by)$/.test(tokens[at + 1]?.said ?? ""))
    ) {
      flush();
      if ((token.said !== "that" && token.said !== "this") || BEFORE_POINTER.test(tokens[at - 1]?.said ?? ""))
        body.pointsBack = true;
      // "About crypto, is it a trouble?": what is said of "it" is marked by nothing.
      if (BACK.test(token.said) || token.said === "same") [isMarked, isLiteral] = [false, false];
      at += 1;
    } else if (known.kind === "goals" && !isLiteral && !taken.has(at) && isWished(tokens, at)) {
      // "How many also want to write?": a word that mostly frames a question is what they want.
      flush();
      const wished = topicFrom([token], false, known);
      if (wished && "predicate" in wished) add(wished.predicate);
      at += 1;
    } else if (phrase.length > 0 && !isLiteral && subject > 0 && !takesOthers(at, subject)) {
      // "Which books do people want to read": what stands before and what stands behind.
      if (isMarked || markerAt(tokens, at + subject)) flush();
      isMarked = false;
      at += subject;
    } else if (isPlaceOrDate(tokens, at)) {
      const isOfThing = tokens[at - 1]!.said !== "from" && saysThing(phrase);
      flush();
      const isDate = MONTHS.has(token.said);
      const named = isDate ? token.written : placeAt(tokens, at)!;
      const length = named.split(" ").length;
      const place = isDate || !isOfThing ? null : topicFrom(tokens.slice(at, at + length), false, known);
      if (place && "predicate" in place) add(place.predicate);
      else if (!isDate && known.columns.some(({ name }) => /countr|state|region|cit/i.test(name)))
        body.refusals.push({ kind: "noValue", words: named, detail: known.columns.map(({ name }) => name) });
      else
        body.refusals.push(
          isDate
            ? { kind: "noDates", words: named, detail: [] }
            : { kind: "noColumn", words: named, detail: known.columns.map(({ name }) => name) },
        );
      at += length;
    } else if (token.said === "," && taken.has(at + 1)) {
      // Before what is asked, a comma ends what it is asked about: "leaving aside fees, what …".
      flush();
      [isExcluded, isMarked] = [false, false];
      at += 1;
    } else if (token.said in JOINTS && joins(token.said, compared) && (isLiteral || !isKnownPair(tokens, at, known))) {
      flush();
      body.isListed ||= token.said === "or" || isOpen || isBriefList(tokens, body);
      isWithin = token.isWithin === true;
      if (body.items.length > 0 || body.refusals.length > 0) joint = stronger(joint, JOINTS[token.said]!);
      at += 1;
    } else if (known.kind === "goals" && token.said === "new" && /^years?$/.test(tokens[at + 1]?.said ?? "")) {
      // What every one of these goals is for.
      flush();
      at += 2;
    } else if (NEGATIONS.has(token.said) && isOfGroup(tokens, at, groups)) {
      flush();
      [isExcluded, joint] = [true, "beside"];
      at += 1;
    } else if (leadsToGroup(tokens, at, groups)) {
      flush();
      at += 1;
    } else if (!token.isWord) {
      const ends = isLiteral && phrase.length > 0 && /^["”]$/.test(token.written);
      flush();
      if (ends) [isMarked, isLiteral] = [false, false];
      at += 1;
    } else {
      if (token.said === "both") body.saysBoth = true;
      phrase.push(token);
      at += 1;
    }
  }
  flush();
  namingOrdinary(body);
  return body;
}
