import nlp from "compromise";
import { NOISE } from "./labelWords";
import { isBroken, isDecent, isOpen, shownForm } from "./labelForms";
import { phrasesIn } from "./labelPhrases";
import type { Subject } from "./snapshot";
import { problemNamesOf } from "./problemNames";
import { stateNamesOf } from "./stateNames";
import { isEverywhere } from "./vocabulary";
import { stemOf, terms } from "./words";
import { formsOf, formsOfStem } from "../plan/forms";
import { FRAME_WORDS, WEAK_WORDS } from "../plan/lexicon";
import { usesOf, type WordUse } from "./wordUses";

/** What records may be said to be about, by name; its stems are those that can carry a topic. */
export interface SubjectName {
  label: string;
  stems: string[];
  /** A lone verb says less than a noun or a phrase. */
  isVerb: boolean;
  problem?: Subject["problem"];
}

/** Words by which people say that something is wrong. */
const PROBLEM = new Set(
  `wrong incorrect error errors fail failed failing declined decline rejected reject refused refuse denied pending missing lost stolen steal
  stuck blocked block broken break bug crash crashed fraud fraudulent scam hacked unauthorized unauthorised unrecognized unrecognised unknown
  duplicate duplicated twice double overcharged extra unexpected delay delayed late slow unable expired compromised swallowed frozen dispute
  disputed confusing confused frustrated annoyed mistake unhappy disappointed invalid suspended reverted disappeared damaged`
    .split(/\s+/)
    .map(stemOf),
);
/** These say so only of something: "twice a day" is no problem. */
const OF_SOMETHING = new Set(
  ["twice", "double", "extra", "late", "slow", "unknown", "miss", "break", "block"].map(stemOf),
);
/** "Not working" */
const NOT = "not";

/** The smallest part of the records that must hold a subject. */
const MIN_PART = 0.001;
/** The part of its uses in which a word must be a noun for sure, or stand so in the texts, to be called as one. */
const MIN_NOUN = 0.2;
const SURE_NOUN = 0.9;
/** The part of its uses as a verb, and surely as a noun, that makes a word a verb after a noun. */
const MIN_VERB = 0.4;
const MIN_SURE = 0.5;
/** Only the most used are looked at closely. */
const MAX_NAMES = 700;
const MAX_PROBLEMS = 200;

/** The words and phrases that enough texts use to be asked about: nouns, verbs as what people do, and phrases in good grammar. */
export function subjectNamesOf(texts: readonly string[], fewest: number): SubjectName[] {
  const least = Math.max(fewest, Math.ceil(texts.length * MIN_PART));
  const held = heldAtLeast(texts, least);
  const uses = usesOf(texts);
  const forms = new Map<string, Map<string, number>>([...held.keys()].map((phrase) => [phrase, new Map()]));
  for (const text of texts)
    for (const [phrase, form] of phrasesIn(text)) {
      const own = forms.get(phrase);
      if (own) own.set(form, (own.get(form) ?? 0) + 1);
    }
  const states = stateNamesOf(texts, least);
  const everywhere = everywhereIn(texts);
  const names = [...held]
    .filter(([phrase]) => !phrase.split(" ").some((stem) => everywhere.has(stem)))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .flatMap(([phrase]): SubjectName[] => {
      const stems = phrase.split(" ");
      const isProblem = stems.some((stem) => PROBLEM.has(stem)) || (stems.length === 2 && stems.includes(NOT));
      if ((isOpen(phrase) && !isProblem) || (!isProblem && stems.every((stem) => isNoise(stem) || isOpen(stem))))
        return [];
      const named = phrase.includes(" ")
        ? asPhrase(forms.get(phrase)!, uses, fewest)
        : (stateAs(states.get(phrase)) ?? asWord(uses.get(phrase), forms.get(phrase)!, fewest));
      if (named !== null) return [{ ...named, stems, ...(isProblem && { problem: "named" as const }) }];
      // "Pending", "not working"
      const written = most(forms.get(phrase)!);
      return isProblem &&
        !OF_SOMETHING.has(phrase) &&
        stems.length === (stems[0] === NOT ? 2 : 1) &&
        written !== null &&
        forms.get(phrase)!.get(written)! >= fewest
        ? [{ label: faultOf(written), stems, isVerb: false, problem: "alone" }]
        : [];
    })
    .slice(0, MAX_NAMES);
  const problems = problemNamesOf(texts, uses, Math.max(fewest, Math.ceil((texts.length * MIN_PART) / 2)));
  return [
    ...names,
    ...problems.slice(0, MAX_PROBLEMS).map((one) => ({ ...one, isVerb: false, problem: "alone" as const })),
  ];
}

/** "Not seeing" for "not see". */
function faultOf(written: string): string {
  const [no, verb, ...rest] = written.split(" ");
  if (no !== NOT || !verb || rest.length > 0 || !nlp(verb).has("^#Infinitive$")) return written;
  const doing = gerundOf(verb);
  return /^\p{Ll}+ing$/u.test(doing) ? `${NOT} ${doing}` : written;
}

/** The stems that are in too many texts to say what any of them is about. */
function everywhereIn(texts: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const stem of new Set(terms(text))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return new Set([...counts].flatMap(([stem, count]) => (isEverywhere(count, texts.length) ? [stem] : [])));
}

/** The phrases that so many texts hold: first the words, then what is made of them. */
function heldAtLeast(texts: readonly string[], least: number): Map<string, number> {
  const count = (isCounted: (phrase: string) => boolean): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const text of texts)
      for (const phrase of phrasesIn(text).keys())
        if (isCounted(phrase)) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
    return new Map([...counts].filter(([, texts]) => texts >= least));
  };
  const single = count((phrase) => !phrase.includes(" "));
  const longer = count((phrase) => phrase.includes(" ") && phrase.split(" ").every((stem) => single.has(stem)));
  return new Map([...single, ...longer]);
}

/** Endings of nouns that are made of other words: a word that is no noun itself may be called by one. */
const MADE_NOUN = /\p{L}{2}(?:ness|ment|tion|sion|ity|ance|ence|ship|ism)s?$/u;
/** "Quit my job and run" */
const JOINS = / (?:and|or) /;
/** "Card to arrive", "see the money", "think my card": parts of sentences. */
const LOOSE_VERB =
  /^(?:see|saw|seen|think|thought|know|look|say|tell|told|let|put|find|keep|kept|resolve|remember|have|had|make|made) | (?:think|thinks|seems|shows|says|looks)$/;

/** "Gave" is "give". */
const isNoise = (stem: string): boolean => formsOfStem(stem).some((form) => NOISE.has(form));

const asPhrase = (
  forms: ReadonlyMap<string, number>,
  uses: ReadonlyMap<string, WordUse>,
  fewest: number,
): Pick<SubjectName, "label" | "isVerb"> | null => {
  const label = shownForm(forms, fewest);
  const last = uses.get(stemOf(label?.split(" ").at(-1) ?? ""));
  // "The support bot hand"
  const isVerb = last !== undefined && last.verb > last.noun && !/(?:ed|ing|s| up| out| off)$/.test(label ?? "");
  // "Charged an extra"
  const isCut = isVerb || (last !== undefined && last.other > last.noun && / (?:an?|the|my) \S+$/.test(label ?? ""));
  return label === null ||
    isCut ||
    saysWhoDoes(label, uses) ||
    JOINS.test(label) ||
    LOOSE_VERB.test(label) ||
    isBroken(label) ||
    isPart(label)
    ? null
    : { label, isVerb: false };
};

/** "Agent write descriptions" is cut from a question: a noun before a verb in its plain form. */
const saysWhoDoes = (label: string, uses: ReadonlyMap<string, WordUse>): boolean => {
  const said = label.split(" ").map((word) => ({ word, use: uses.get(stemOf(word)) }));
  return said.some(({ word, use }, at) => {
    const before = said[at - 1]?.use;
    if (!use || !before || before.noun <= before.verb + before.other || /(?:s|ed|ing)$/.test(word)) return false;
    const all = use.noun + use.verb + use.other;
    return use.verb >= MIN_VERB * all && use.surely < MIN_SURE * all;
  });
};

/** "Card to arrive" is part of a sentence; "earlier today" says when. */
const isPart = (label: string): boolean => {
  const said = nlp(label);
  return said.has("^(#Noun|#Adjective)+ to #Infinitive") || said.has("^#Date+$");
};

/** A word as the noun that it mostly is, or as what people do, or what is done to them: "eating", "being charged". */
function asWord(
  use: WordUse | undefined,
  forms: ReadonlyMap<string, number>,
  fewest: number,
): Pick<SubjectName, "label" | "isVerb"> | null {
  const [joined] = [...forms.keys()].sort((a, b) => forms.get(b)! - forms.get(a)!);
  // "Top up", "get married"
  if (joined?.includes(" "))
    return nlp(joined).has("^(#PastTense|#Participle|#PresentTense)") && !/^(?:top|get) /.test(joined)
      ? null
      : shown({ label: joined, isVerb: !/ up$/.test(joined) }, forms, fewest);
  if (!use) return null;
  const made = most(forms, (form) => MADE_NOUN.test(form));
  const isMade = made !== null && forms.get(made)! >= fewest;
  if (Math.max(use.noun, use.verb) < MIN_NOUN * use.other)
    return isMade ? shown({ label: made, isVerb: false }, forms, fewest) : null;
  const all = use.noun + use.verb;
  const isNoun = use.noun >= SURE_NOUN * all || use.surely >= MIN_NOUN * all;
  const noun = isNoun ? most(use.nouns, (form) => isNounAlone(form, use.surely >= MIN_NOUN * all)) : null;
  if (noun !== null) return shown({ label: noun, isVerb: false }, forms, fewest);
  if (isMade) return shown({ label: made, isVerb: false }, forms, fewest);
  const verb = use.verb > use.other ? most(use.verbs) : null;
  if (verb === null) return null;
  const isDone = /ed$/.test(verb) && use.passive >= MIN_NOUN * use.verb;
  const label = isDone ? `being ${verb}` : gerundOf(verb);
  // "Paying" is rarely written where people say "pay".
  const isFormed = !FRAME_WORDS.has(verb) && !WEAK_WORDS.has(verb) && formsOf(verb).includes(stemOf(label));
  const isSaid = isDone || use.verbs.has(label) || use.nouns.has(label) || isFormed;
  return isSaid && /^(?:being )?\p{Ll}+(?:ing|ed)$/u.test(label) ? shown({ label, isVerb: true }, forms, fewest) : null;
}

/** "Transfer" may be a verb, too; "happy" is none. */
function isNounAlone(form: string, isUsedSo: boolean): boolean {
  const said = nlp(form);
  return !said.has("^(#Adjective|#Adverb)$") && (isUsedSo || !said.has("^#Verb$"));
}

const stateAs = (label: string | undefined): Pick<SubjectName, "label" | "isVerb"> | null =>
  label !== undefined && isDecent(label) ? { label, isVerb: false } : null;

const gerundOf = (verb: string): string =>
  nlp(verb)
    .verbs()
    .toGerund()
    .text("normal")
    .replace(/^(?:am|is|are|was|were|be|been) /, "");

const shown = (
  name: Pick<SubjectName, "label" | "isVerb">,
  forms: ReadonlyMap<string, number>,
  fewest: number,
): Pick<SubjectName, "label" | "isVerb"> | null =>
  !isBroken(name.label) && isDecent(name.label) && [...forms.values()].reduce((sum, count) => sum + count, 0) >= fewest
    ? name
    : null;

const most = (forms: ReadonlyMap<string, number>, isWanted: (form: string) => boolean = () => true): string | null =>
  [...forms].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).find(([form]) => isWanted(form))?.[0] ?? null;
