import nlp from "compromise";
import { BREAK, FILLERS } from "./labelPhrases";
import { isDecent } from "./labelForms";
import { NOISE } from "./labelWords";
import { isTopical, stemOf, words } from "./words";
import type { WordUse } from "./wordUses";

/** What is said to be wrong with something: "pending transfer", "card not arrived", "cannot verify identity". */
export interface ProblemName {
  label: string;
  stems: string[];
}

/** One that a text says; where it isn't `isSaid`, the text may ask about it only. */
interface Fault extends ProblemName {
  isSaid: boolean;
}

/** What is wrong with the noun beside it: "declined payment", "payment was declined". */
const FAULTS = new Set(
  `wrong incorrect invalid failed failing declined rejected refused denied pending missing lost stolen stuck blocked locked frozen broken delayed
    late slow unexpected unknown unauthorized unauthorised unrecognized unrecognised fraudulent expired compromised hacked damaged duplicate
    duplicated reverted cancelled canceled disputed confusing suspended swallowed overcharged extra double`.split(
    /\s+/,
  ),
);
/** How texts say no, by what follows: a verb in its plain form, or what is or was done. */
const UNABLE = new Set("cant cannot couldnt unable".split(" "));
const PLAIN = new Set("dont doesnt didnt wont wouldnt".split(" "));
const DONE = new Set("not never hasnt havent hadnt isnt arent wasnt werent".split(" "));
const HELPERS = /^(?:can|could|do|does|did|would)$/;
/** What has not come is waited for. */
const WAITS = /^wait(?:s|ing|ed)?$/;
const HAS_WAITED = /^wait(?:ing|ed)$/;
/** Most texts must say that they wait, not ask how long one does. */
const MIN_WAITED = 0.7;
/** "I don't know", "not sure", "not only": no fault of anything. */
const NO_FAULT = new Set(
  `know sure understand think remember want mind care wish like hope mean plan worry wonder say tell ask need see find get believe feel
    even yet only just really enough able longer too very right good because want going go try use make mention talk forget`
    .split(/\s+/)
    .map(stemOf),
);
/** So many words on, a negation still denies; so far from a fault stands what has it. */
const REACH = 3;
const MAX_STEPS = 4;

/** What stands behind these is no subject of a sentence. */
const LEADS_BESIDE = new Set("to for from of in on at with by into onto about".split(" "));

interface Tally {
  stems: string[];
  texts: number;
  said: number;
  labels: Map<string, number>;
}

/** The faults that at least `least` texts find with the same thing, the most first. */
export function problemNamesOf(
  texts: readonly string[],
  uses: ReadonlyMap<string, WordUse>,
  least: number,
): ProblemName[] {
  const found = new Map<string, Tally>();
  for (const text of texts) {
    const own = new Set<string>();
    for (const part of text.split(BREAK))
      for (const { label, stems, isSaid } of faultsIn(words(part), uses)) {
        const key = [...stems].sort().join(" ");
        const tally = found.get(key) ?? { stems, texts: 0, said: 0, labels: new Map<string, number>() };
        found.set(key, tally);
        if (own.has(key)) continue;
        own.add(key);
        tally.texts += 1;
        tally.said += isSaid ? 1 : 0;
        tally.labels.set(label, (tally.labels.get(label) ?? 0) + (isSaid ? 1 : 0));
      }
  }
  return [...found.values()]
    .filter((one) => one.texts >= least && one.said >= MIN_WAITED * one.texts)
    .sort((a, b) => b.texts - a.texts || (a.stems.join() < b.stems.join() ? -1 : 1))
    .flatMap(({ stems, labels }) => {
      const [label] = [...labels].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]!;
      return isDecent(label) ? [{ label, stems }] : [];
    });
}

function faultsIn(said: readonly string[], uses: ReadonlyMap<string, WordUse>): Fault[] {
  return said.flatMap((word, at): Fault[] => {
    if (FAULTS.has(word)) return faultyAt(said, at, uses);
    if (WAITS.test(word)) return waitedFor(said, at, uses);
    if (UNABLE.has(word) || PLAIN.has(word) || DONE.has(word)) return deniedAt(said, at, uses);
    return [];
  });
}

/** "Declined payment" */
const faultyAt = (said: readonly string[], at: number, uses: ReadonlyMap<string, WordUse>): Fault[] => {
  const noun = nounAfter(said, at, uses, 1) ?? nounBefore(said, at, uses);
  return noun ? [{ label: `${said[at]!} ${noun.label}`, stems: [stemOf(said[at]!), noun.stem], isSaid: true }] : [];
};

/** "Still waiting for my card" */
function waitedFor(said: readonly string[], at: number, uses: ReadonlyMap<string, WordUse>): Fault[] {
  const noun = nounAfter(said, at, uses, MAX_STEPS);
  return noun
    ? [{ label: `waiting for ${noun.label}`, stems: ["wait", noun.stem], isSaid: HAS_WAITED.test(said[at]!) }]
    : [];
}

/** "Card not arrived", "cannot verify identity" */
function deniedAt(said: readonly string[], at: number, uses: ReadonlyMap<string, WordUse>): Fault[] {
  // "Does not", "can not"
  const no =
    said[at] === "not" && HELPERS.test(said[at - 1] ?? "") ? `${said[at - 1]!.replace(/n$/, "")}nt` : said[at]!;
  const on = said.slice(at + 1, at + 1 + REACH).findIndex((word) => isTopical(word));
  const verb = said[at + 1 + on];
  if (on === -1 || verb === undefined || !isVerb(verb, uses)) return [];
  const place = at + 1 + on;
  if (UNABLE.has(no)) {
    const object = nounAfter(said, place, uses, REACH);
    return object
      ? [{ label: `cannot ${verb} ${object.label}`, stems: ["not", stemOf(verb), object.stem], isSaid: true }]
      : [];
  }
  // "I don't recognise a payment" is said of the payment, "my card doesn't work" of the card.
  const isOfObject = /^(?:i|we|you)$/.test(said[at - 1] ?? "") || /^(?:i|we)$/.test(said[at - 2] ?? "");
  const noun = isOfObject ? nounAfter(said, place, uses, REACH) : nounBefore(said, at, uses);
  if (!noun) return [];
  const form = PLAIN.has(no) ? (isOfObject || no === "didnt" ? doneOf(verb) : doingOf(verb)) : verb;
  return form === null
    ? []
    : [{ label: `${noun.label} not ${form}`, stems: [noun.stem, "not", stemOf(verb)], isSaid: true }];
}

const isVerb = (word: string, uses: ReadonlyMap<string, WordUse>): boolean => {
  const stem = stemOf(word);
  const use = uses.get(stem);
  return !NO_FAULT.has(stem) && use !== undefined && use.verb > 0 && use.verb >= use.noun / 2;
};

interface Noun {
  label: string;
  stem: string;
}

const isNoun = (word: string | undefined, uses: ReadonlyMap<string, WordUse>): word is string => {
  if (word === undefined || !isTopical(word) || FILLERS.has(word) || FAULTS.has(word)) return false;
  const use = uses.get(stemOf(word));
  return use !== undefined && !NOISE.has(stemOf(word)) && use.noun > use.verb + use.other;
};

/** The noun after a word; of "exchange rate" the rate. */
function nounAfter(
  said: readonly string[],
  at: number,
  uses: ReadonlyMap<string, WordUse>,
  within: number,
): Noun | null {
  for (let i = at + 1; i <= at + within && i < said.length; i++)
    if (isNoun(said[i], uses)) {
      const last = isNoun(said[i + 1], uses) ? i + 1 : i;
      return { label: said.slice(i, last + 1).join(" "), stem: stemOf(said[last]!) };
    }
  return null;
}

/** What a fault behind it is said of: the nearest noun, but rather the transfer than the friend in "the transfer to my friend". */
function nounBefore(said: readonly string[], at: number, uses: ReadonlyMap<string, WordUse>): Noun | null {
  let beside: Noun | null = null;
  for (let i = at - 1, steps = 0; i >= 0 && steps < REACH; i--) {
    if (isTopical(said[i]!)) steps += 1;
    if (!isNoun(said[i], uses)) continue;
    const noun = { label: said[i]!, stem: stemOf(said[i]!) };
    if (!LEADS_BESIDE.has(said[i - 1] ?? "") && !LEADS_BESIDE.has(said[i - 2] ?? "")) return noun;
    beside ??= noun;
  }
  return beside;
}

const doingOf = (verb: string): string | null =>
  plain(
    nlp(verb)
      .verbs()
      .toGerund()
      .text("normal")
      .replace(/^(?:am|is|are|was|were|be|been) /, ""),
  );
const doneOf = (verb: string): string | null => plain(nlp(verb).verbs().toPastTense().text("normal"));
const plain = (form: string): string | null => (/^\p{Ll}+$/u.test(form) ? form : null);
