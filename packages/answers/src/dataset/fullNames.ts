import nlp from "compromise";
import { formsOfStem } from "../plan/forms";
import { BREAK } from "./labelPhrases";
import { ACTIVITIES, ANYTHING, LIGHT, PERSONS, standsForAny } from "./labelWords";
import { stemOf, terms, words } from "./words";

const PREPOSITIONS = new Set("about on for at with from of in into over against".split(" "));
const PEOPLE = new Set("someone somebody him her them you u me people everyone everybody anyone women men".split(" "));
const MORE = new Set(["more", "less"]);
const NO_OBJECT = new Set(
  "one two three four five six ten twenty every everywhere days hours hard harder better well far forward and or but so because as when while if that than then again anymore yet now tomorrow today this ever never not out up off back through lol until before after right fine even just too also in is are was were can will i it".split(
    " ",
  ),
);
const NEGATED = new Set("not never no dont doesnt didnt isnt arent wasnt wont cant couldnt hasnt havent".split(" "));
const BE = new Set("be is am are was were been being get got getting gets its im".split(" "));
/** These take no object: "working", with what or where. */
const INTRANSITIVE = new Set("working waiting listening focusing arriving caring".split(" "));
/** The part of the uses of a verb that are so, for its name to say so. */
const MIN_NEGATED = 0.5;
const MIN_STOPPED = 0.5;
const MIN_MORE = 0.5;
const MIN_PASSIVE = 0.2;
/** The part of the uses of a verb that say with what or whom. */
const MIN_GOING_ON = 0.35;
const MIN_AS_WRITTEN = 0.5;
/** The part of the uses of a light noun behind an article or the like that say whose it is: "my body". */
const MIN_OWNED = 0.3;
const LEADS_NOUN = /^(?:my|our|the|a|an|other)$/;

/** Before these verbs stands who does it; where so few uses have one, something else does it: "the card arrives". */
const LEADS_VERB = new Set(["", ..."to i we you will can should must dont not never and or stop just more".split(" ")]);
const MIN_LED = 0.5;

/** True for a name that says too little by itself: a light noun ("life"), or a verb that lacks its object ("losing"). */
export const isWeak = (label: string): boolean =>
  !/[ -]/.test(label) &&
  !ACTIVITIES.has(label) &&
  !GROUPS_OF_PEOPLE.has(label) &&
  (LIGHT.has(stemOf(label.toLowerCase())) || isDoing(label) || isDone(label));

const GROUPS_OF_PEOPLE = new Set(Object.values(PERSONS).filter((name) => name !== "people"));

/** True for a name that is said of very many things: "watching something", "my life", "who I want to be". */
export const isVague = (label: string): boolean => standsForAny(label) || terms(label).every((stem) => LIGHT.has(stem));

const isDoing = (label: string): boolean => /^\p{Ll}+ing$/u.test(label);
/** "Stolen" */
const isDone = (label: string): boolean =>
  nlp(`it was ${label} by them`).has("(#PastTense|#Participle) by") && /(?:ed|en)$/.test(label);

/** A weak name as the texts that hold its word use it: "my life", "losing something", "waiting for something", "being declined". */
export function fullName(label: string, texts: readonly string[]): string {
  if (isDone(label)) return `being ${label}`;
  const forms = new Set(formsOfStem(stemOf(label)));
  const uses = texts.flatMap((text) =>
    text
      .replace(/\[(?:name|handle)\]/g, ` ${ANYTHING[1]} `)
      .split(BREAK)
      .flatMap((part) => {
        const said = words(part);
        return said.flatMap((word, at) =>
          formsOfStem(stemOf(word)).some((form) => forms.has(form)) && !TAKEN.has(said[at - 1] ?? "")
            ? [{ word, before: said[at - 1] ?? "", next: said[at + 1] ?? "", then: said[at + 2] ?? "" }]
            : [],
        );
      }),
  );
  return isDoing(label) ? ofVerb(label, uses) : ofLight(label, uses);
}

/** "Take care of" is no "caring". */
const TAKEN = new Set(["take", "takes", "took", "taking"]);

interface Use {
  word: string;
  before: string;
  next: string;
  then: string;
}

function ofVerb(gerund: string, uses: readonly Use[]): string {
  const part = (is: (use: Use) => boolean): number => uses.filter(is).length / Math.max(1, uses.length);
  const form = most(uses.map(({ word }) => word));
  if (part(({ before }) => before === "e") >= MIN_AS_WRITTEN) return `e-${form}`;
  const passive = uses.filter(({ word, before }) => /(?:ed|en)$/.test(word) && BE.has(before)).map(({ word }) => word);
  if (passive.length >= MIN_PASSIVE * uses.length) return `being ${most(passive)}`;
  if (part(({ before }) => before === "stop") >= MIN_STOPPED) return `stop ${gerund}`;
  // "Stop complaining" needs nothing more, "waiting" does.
  const isBare = (kind: string): boolean => INTRANSITIVE.has(gerund) && ANYTHING.some((one) => one === kind);
  const all = uses.map(kindOf).filter((kind) => kind !== "" && !isBare(kind));
  const kinds = all.filter((kind) => !MORE.has(kind));
  const degree = most(all.filter((kind) => MORE.has(kind)));
  if (degree !== "" && part((use) => kindOf(use) === degree) >= MIN_MORE) return `${gerund} ${degree}`;
  const goesOn = kinds.length > 0 && all.length >= MIN_GOING_ON * uses.length ? ` ${most(kinds)}` : "";
  if (part(({ before }) => NEGATED.has(before)) >= MIN_NEGATED) return `not ${gerund}${goesOn}`;
  if (goesOn !== "") return `${gerund}${goesOn}`;
  // "The card arrives", but "visit often"
  return part(({ before }) => LEADS_VERB.has(before)) < MIN_LED ? `something ${gerund}` : `${gerund} ${ANYTHING[0]}`;
}

/** How a use of a verb goes on, in the words of a name; "" where it doesn't. */
function kindOf({ next, then }: Use): string {
  const ofWhom = PEOPLE.has(then) ? ANYTHING[1] : ANYTHING[0];
  if (next === "to" || next === "how") return isVerb(then) || next === "how" ? "to do something" : `to ${ofWhom}`;
  if (PREPOSITIONS.has(next)) return next === "in" ? "" : `${next} ${ofWhom}`;
  if (MORE.has(next)) return nlp(then).has("^#Noun") ? ANYTHING[0] : next;
  if (next === "" || NO_OBJECT.has(next)) return "";
  return PEOPLE.has(next) ? ANYTHING[1] : ANYTHING[0];
}

const isVerb = (word: string): boolean => nlp(`to ${word}`).has("to #Infinitive");

function ofLight(noun: string, uses: readonly Use[]): string {
  const group = Object.entries(PERSONS).find(([one, many]) => noun === one || noun === many)?.[1];
  if (group !== undefined && noun !== "people") return group === "people" ? "other people" : group;
  const leads = uses.flatMap(({ before }) => (before === "your" ? ["my"] : LEADS_NOUN.test(before) ? [before] : []));
  const [own, all] = [leads.filter((word) => word === "my").length, leads.length];
  if (noun === "people") return "other people";
  const lead =
    own > 0 && own >= MIN_OWNED * all ? "my" : most(leads.filter((word) => !/s$/.test(noun) || !/^an?$/.test(word)));
  return `${all > 0 && lead !== "" ? lead : /s$/.test(noun) ? "the" : "a"} ${noun}`;
}

/** The most frequent of some words, the first in the alphabet of several; "" for none. */
function most(said: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of said) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? "";
}
