import { stemOf, words } from "../dataset/words";
import { MEMBERS, OTHER_NAMES } from "./members";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { COUNTRIES, PLACES } from "./names";
import type { Known, Predicate } from "./plan";
import { writtenOf, type Token } from "./tokens";
import { formsOf } from "./forms";

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

/** The class whose members a clause asks for, or two of them; null for another question. */
export function classAsked(clause: readonly Token[], known: Known): AskedClass | null {
  const start = clause.findIndex(({ said }) => /^(?:which|what|whats|list|name)$/.test(said));
  if (start === -1 || start > MAX_BEFORE) return null;
  const classes: ClassNamed[] = [];
  for (let at = start + 1; ;) {
    while (SKIPPED.test(clause[at]?.said ?? "")) at += 1;
    const found = classAt(clause, at);
    if (!found) break;
    classes.push(found);
    at = found.end;
    // "Which apps and social networks"
    if (!/^(?:and|or|&)$/.test(clause[at]?.said ?? "")) break;
    at += 1;
  }
  const last = classes.at(-1);
  if (!last) return null;
  // "Which language learning goals": the class is part of something longer.
  const next = clause[last.end];
  if (next?.isWord && !FUNCTION_WORDS.has(next.said) && !FRAME_WORDS.has(next.said) && !NAMING.test(next.said))
    return null;
  const taken = Array.from({ length: last.end - start }, (_, i) => start + i);
  return {
    words: classes.map(({ written }) => written).join(" and "),
    members: membersIn([...new Set(classes.flatMap(({ listed }) => listed))], known),
    taken: [...taken, ...doingAt(clause, last.end)],
  };
}

const PERSONS =
  /^(?:celebrit(?:y|ies)|actors?|actress(?:es)?|singers?|musicians?|politicians?|athletes|players|influencers?|idols?|presidents?|authors)$/;
/** True for a class of persons, whose names are in no data. */
export const isOfPersons = (text: string): boolean => PERSONS.test(text.toLowerCase().split(" ").at(-1)!);

/** "Which brands are named most?": the class that a clause asks for by its members, where no list tells them. */
export function unlistedClass(clause: readonly Token[], known: Known): string | null {
  const [which, ...rest] = clause;
  if (!which || !/^(?:which|what|list|name)$/.test(which.said)) return null;
  const from = rest.findIndex(({ said }) => !SKIPPED.test(said));
  const end = rest.findIndex(
    ({ said, isWord }, i) =>
      i >= from && (!isWord || FUNCTION_WORDS.has(said) || FRAME_WORDS.has(said) || NAMING.test(said)),
  );
  const named = rest.slice(from, end);
  const last = named.at(-1);
  if (from === -1 || end === -1 || !last || named.length > 2) return null;
  const behind = rest.slice(end).map(({ said }) => said);
  const isNew = named.some(({ said }) => formsOf(said).every((stem) => known.countOf(stem) === undefined));
  const asksForNames = behind.some(
    (said) => /^named?s?$/.test(said) || (isNew && /^(?:mention|mentioned|come|appear)$/.test(said)),
  );
  const text = writtenOf(named);
  return last.said.endsWith("s") && (asksForNames || isOfPersons(text)) ? text : null;
}

interface ClassNamed {
  written: string;
  listed: readonly string[];
  end: number;
}

const RECORDS =
  /^(?:goals?|resolutions?|questions?|chats?|messages?|topics?|problems?|issues?|complaints?|requests?|ideas?|tasks?)$/;
const SKIPPED =
  /^(?:are|is|the|all|of|other|different|kinds?|types?|sorts?|lines?|branches|most|common|popular|main|top)$/;
/** What is done with a name: "which apps appear most". */
const NAMING =
  /^(?:named|name|names|mentioned|mention|appear|appears|appeared|crop|pop|show|turn|exist|occur|feature|matter|visitors|customers|users)$/;

/** The longest name of a class at a place. */
function classAt(clause: readonly Token[], at: number): ClassNamed | null {
  for (const length of [4, 3, 2, 1]) {
    const named = clause.slice(at, at + length);
    const name = NAMES.get(named.map(({ said }) => stemOf(said)).join(" "));
    const isPlace = length === 1 && PLACE_CLASSES.test(named[0]?.said ?? "");
    if (named.length < length || (name === undefined && !isPlace)) continue;
    // "The most common business goals": there it says of what kind, and names nothing.
    if (RECORDS.test(clause[at + length]?.said ?? "")) continue;
    const listed = isPlace ? placesOf(named[0]!.said) : MEMBERS[name!]!.split(/,\s+/);
    return { written: named.map(({ written }) => written).join(" "), listed, end: at + length };
  }
  return null;
}

/** The words for the members of a class that a question calls so. */
export function membersCalled(text: string): string[] {
  return text.split(" and ").flatMap((one) => {
    const name = NAMES.get(stemsOf(one).join(" "));
    const listed = name === undefined ? placesOf(one.toLowerCase()) : MEMBERS[name]!.split(/,\s+/);
    return listed.flatMap((member) => member.trim().split("|"));
  });
}

const placesOf = (said: string): string[] =>
  [...(said.startsWith("countr") ? COUNTRIES : PLACES)].flatMap((place) =>
    NO_PLACES.has(place) ? [] : [place.replace(/\b\p{Ll}/gu, (letter) => letter.toUpperCase())],
  );

/** "... do visitors run", "... do people want to learn": what is done with the members says no more than the class does. */
function doingAt(clause: readonly Token[], from: number): number[] {
  if (
    !/^(?:do|does|did|are|were|is|have|can|could|would|should|will|might|must|people|they|get|gets|that|come|comes)$/.test(
      clause[from]?.said ?? "",
    ) &&
    !NAMING.test(clause[from]?.said ?? "")
  )
    return [];
  const end = clause.findIndex(
    ({ said, isWord }, at) =>
      at > from &&
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
