import { stemOf, words } from "../dataset/words";
import { MEMBERS, OTHER_NAMES } from "./members";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { COUNTRIES, PLACES } from "./names";
import type { Known, Predicate } from "./plan";
import type { Token } from "./tokens";

/** Names of places that are also words for something else. */
const NO_PLACES = new Set("turkey jordan georgia chad guinea mali oman us".split(" "));
const PLACE_CLASSES = /^(?:countr|cit(?:y|i)|place|destination)/;
/** "For payments, which currencies ...?" */
const MAX_BEFORE = 3;
/** More would be a list, and no answer. */
const MAX_MEMBERS = 12;

const stemsOf = (text: string): string[] => words(text).map(stemOf);
const NAMES = new Map(
  [...Object.keys(MEMBERS), ...Object.keys(OTHER_NAMES)].map((name) => [
    stemsOf(name).join(" "),
    OTHER_NAMES[name] ?? name,
  ]),
);

/** A question for the members of a class: "which currencies", "what kinds of businesses do visitors run". */
export interface AskedClass {
  /** As the question calls it. */
  words: string;
  /** Those that the data speaks of, in the order of how often. */
  members: Predicate[];
  taken: number[];
}

/** The class whose members a clause asks for; null for another question. */
export function classAsked(clause: readonly Token[], known: Known): AskedClass | null {
  const start = clause.findIndex(({ said }) => /^(?:which|what|whats|list|name)$/.test(said));
  if (start === -1 || start > MAX_BEFORE) return null;
  let at = start + 1;
  const isSkipped = (i: number): boolean =>
    /^(?:are|is|the|all|of|other|different|kinds?|types?|sorts?|lines?|branches|most|common|popular|main|top)$/.test(
      clause[i]?.said ?? "",
    );
  while (isSkipped(at)) at += 1;
  for (const length of [4, 3, 2, 1]) {
    const named = clause.slice(at, at + length);
    const name = NAMES.get(named.map(({ said }) => stemOf(said)).join(" "));
    const isPlace = length === 1 && PLACE_CLASSES.test(named[0]?.said ?? "");
    if (named.length < length || (name === undefined && !isPlace)) continue;
    const end = at + length;
    // "Which language learning goals": the class is part of something longer.
    const next = clause[end];
    if (next?.isWord && !FUNCTION_WORDS.has(next.said) && !FRAME_WORDS.has(next.said)) continue;
    const listed = isPlace ? placesOf(named[0]!.said) : MEMBERS[name!]!.split(/,\s+/);
    const members = membersIn(listed, known);
    const taken = Array.from({ length: end - start }, (_, i) => start + i);
    return {
      words: named.map(({ written }) => written).join(" "),
      members,
      taken: [...taken, ...doingAt(clause, end)],
    };
  }
  return null;
}

/** The words for the members of a class that a question calls so. */
export function membersCalled(text: string): string[] {
  const name = NAMES.get(stemsOf(text).join(" "));
  const listed = name === undefined ? placesOf(text.toLowerCase()) : MEMBERS[name]!.split(/,\s+/);
  return listed.flatMap((member) => member.trim().split("|"));
}

const placesOf = (said: string): string[] =>
  [...(said.startsWith("countr") ? COUNTRIES : PLACES)].flatMap((place) =>
    NO_PLACES.has(place) ? [] : [place.replace(/\b\p{Ll}/gu, (letter) => letter.toUpperCase())],
  );

/** "... do visitors run", "... do people want to learn": what is done with the members says no more than the class does. */
function doingAt(clause: readonly Token[], from: number): number[] {
  if (
    !/^(?:do|does|did|are|were|is|have|can|could|would|should|will|might|must|people|they|get|gets)$/.test(
      clause[from]?.said ?? "",
    )
  )
    return [];
  const end = clause.findIndex(
    ({ said, isWord }, at) =>
      at >= from &&
      (!isWord ||
        /^(?:in|among|from|about|with|for|when|who|that|on)$/.test(said) ||
        // "To start or grow" ends what is done.
        (/^(?:or|and)$/.test(said) && clause[at + 2]?.isWord === true)),
  );
  const last = end === -1 ? clause.length : end;
  return Array.from({ length: last - from }, (_, i) => from + i);
}

function membersIn(listed: readonly string[], known: Known): Predicate[] {
  const countOf = (text: string): number => known.countOf(stemsOf(text).join("_")) ?? 0;
  return (
    listed
      .map((member) => {
        const stems = new Map(
          member
            .trim()
            .split("|")
            .map((text) => [stemsOf(text).join("_"), text]),
        );
        const said = [...stems.values()].filter((text) => countOf(text) > 0);
        const of = said.map((text): Predicate => ({ is: "topic", text: words(text).join(" "), words: text }));
        return { of, count: said.reduce((sum, text) => sum + countOf(text), 0) };
      })
      // What nearly all records say is no member: "New Year" among the holidays.
      .filter(({ of, count }) => of.length > 0 && 2 * count < known.size)
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_MEMBERS)
      .map(({ of }) => (of.length === 1 ? of[0]! : { is: "or", of }))
  );
}
