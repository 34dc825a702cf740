import type { Snapshot } from "../dataset/snapshot";
import { stemOf, words as wordsOf } from "../dataset/words";
import { formsOf } from "../plan/forms";

/** Words of a phrase stand near each other where at most this many steps from topic word to topic word lead on. */
const MAX_GAP = 3;
/** So many steps before another word of the phrase stand "less" and the like, and words that qualify the next one. */
const MAX_STEPS_BEFORE = { turn: 2, quality: 1, negation: 3 };

/** Words that turn a topic into another, or into its opposite: they are never left out. */
export const TURNS: ReadonlySet<string> = new Set(["less", "fewer", "not", "no", "without", "never"]);
/** Words that qualify the next one and are left out first: a "new job" is none of the new year. */
export const QUALITIES: ReadonlySet<string> = new Set(["new"]);
/** How a text says no; contractions are no topic words. */
const NEGATIONS =
  "no|not|never|without|none|nor|cannot|(?:ca|wo|do|does|did|is|are|was|were|have|has|had|would|could|should|ai)nt";
const NEGATION = new RegExp(`^(?:${NEGATIONS})$`);

/** True for a word that says that something is not so. */
export const isNegation = (word: string): boolean => NEGATION.test(word);

/** A word of a phrase, and the numbers of its stems. */
export interface Sought {
  word: string;
  ids: readonly number[];
}

/** Whether a record says all words of a phrase near each other, in any order; `denied` is what a negation denies. */
export function sayingNear(
  { recordTerms: { starts, ids }, texts }: Pick<Snapshot, "recordTerms" | "texts">,
  sought: readonly Sought[],
  denied: readonly string[] = [],
): (record: number) => boolean {
  const told = sought.filter(({ word }) => !isNegation(word));
  const standNear = standingNear(told);
  const deniedBy = told.length === sought.length ? null : readingDenied({ texts });
  const stems = new Set((denied.length > 0 ? denied : told.map(({ word }) => word)).flatMap(formsOf));
  return (record) =>
    (told.length < 2 || standNear(ids, starts[record]!, starts[record + 1]!)) &&
    (deniedBy === null || deniedBy(record).some((stem) => stems.has(stem)));
}

/** Whether all words stand near each other among the stems of one record, which are at `from..to`. */
function standingNear(sought: readonly Sought[]): (stems: Uint32Array, from: number, to: number) => boolean {
  const looked = sought.flatMap(({ ids }, place) => ids.map((id) => ({ id, place })));
  const ids = Uint32Array.from(looked, ({ id }) => id);
  const places = Uint32Array.from(looked, ({ place }) => place);
  const steps = sought.map(({ word }) =>
    TURNS.has(word) ? MAX_STEPS_BEFORE.turn : QUALITIES.has(word) ? MAX_STEPS_BEFORE.quality : 0,
  );
  // "Drink less" turns what it follows.
  const after = sought.map(({ word }) => (TURNS.has(word) ? 1 : 0));
  const isOther = (stem: number, place: number): boolean => {
    for (let l = 0; l < ids.length; l++) if (ids[l] === stem && places[l] !== place) return true;
    return false;
  };
  const leads = (stems: Uint32Array, from: number, to: number, own: number, place: number): boolean => {
    for (let at = from; at < to; at++) if (stems[at] !== own && isOther(stems[at]!, place)) return true;
    return false;
  };
  // The group of words in which each was found last.
  const foundIn = new Uint32Array(sought.length);
  let group = 0;
  // For each stem 1 more than where its words are listed, 0 for one that is none of the phrase's.
  const listAt = new Uint16Array(Math.max(0, ...looked.map(({ id }) => id + 1)));
  const lists: number[][] = [];
  for (const { id, place } of looked) {
    listAt[id] ||= lists.push([]);
    lists[listAt[id] - 1]!.push(place);
  }
  return (stems, from, to) => {
    group += 1;
    let found = 0;
    let last = from - 1;
    for (let at = from; at < to; at++) {
      const stem = stems[at]!;
      const list = listAt[stem]!;
      if (!list) continue;
      const own = lists[list - 1]!;
      for (let l = 0; l < own.length; l++) {
        const place = own[l]!;
        const ahead = steps[place]!;
        if (ahead > 0 && !leads(stems, Math.max(from, at - after[place]!), Math.min(to, at + 1 + ahead), stem, place))
          continue;
        if (at - last > MAX_GAP) {
          group += 1;
          found = 0;
        }
        if (foundIn[place] !== group) {
          foundIn[place] = group;
          found += 1;
        }
        last = at;
      }
      if (found === sought.length) return true;
    }
    return false;
  };
}

/** What every text with a negation holds, in a hashtag of several words, too: to split a text into its words takes far longer. */
const MAYBE_NEGATED = new RegExp(`(?:^|[^a-z])(?:${NEGATIONS})(?![a-z])|#\\w*(?:no|never|without|nt)`, "i");

const NONE: readonly string[] = [];

/** The stems that stand right behind a negation in a text. */
function deniedIn(text: string): readonly string[] {
  if (!MAYBE_NEGATED.test(text.normalize("NFKC").replace(/['’ʼ]/g, ""))) return NONE;
  const said = wordsOf(text);
  const denied = said.flatMap((word, at) =>
    isNegation(word) ? said.slice(at + 1, at + 1 + MAX_STEPS_BEFORE.negation).map(stemOf) : [],
  );
  // A copy, for these are kept, and what was built up bit by bit takes more memory.
  return denied.length === 0 ? NONE : denied.slice();
}

/** What the texts of each snapshot deny, as far as they were read: some ten bytes a record, and seventy of one that denies. */
const readOf = new WeakMap<Snapshot["texts"], (readonly string[] | undefined)[]>();

/** The same of records, each of which is read once: questions look for their phrases in the same ones. */
function readingDenied({ texts }: Pick<Snapshot, "texts">): (record: number) => readonly string[] {
  let read = readOf.get(texts);
  if (!read) {
    read = new Array<readonly string[] | undefined>(texts.length).fill(undefined);
    readOf.set(texts, read);
  }
  const known = read;
  return (record) => (known[record] ??= deniedIn(texts.at(record)));
}
