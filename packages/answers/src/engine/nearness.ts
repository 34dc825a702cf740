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
const NEGATION =
  /^(?:no|not|never|without|none|nor|cannot|(?:ca|wo|do|does|did|is|are|was|were|have|has|had|would|could|should|ai)nt)$/;

/** True for a word that says that something is not so. */
export const isNegation = (word: string): boolean => NEGATION.test(word);

/** A word of a phrase, and the numbers of its stems. */
export interface Sought {
  word: string;
  ids: readonly number[];
}

/** True where a record says all words of a phrase near each other, in any order; `denied` is what a negation denies. */
export function saysNear(
  { recordTerms: { starts, ids }, texts }: Pick<Snapshot, "recordTerms" | "texts">,
  record: number,
  sought: readonly Sought[],
  denied: readonly string[] = [],
): boolean {
  const told = sought.filter(({ word }) => !isNegation(word));
  if (told.length > 1 && !standNear(ids.subarray(starts[record], starts[record + 1]), told)) return false;
  return told.length === sought.length || isNegated(wordsOf(texts.at(record)), told, denied);
}

function standNear(terms: Uint32Array, sought: readonly Sought[]): boolean {
  const found = new Set<number>();
  let last = -1;
  for (let at = 0; at < terms.length; at++) {
    sought.forEach(({ word, ids }, w) => {
      if (!ids.includes(terms[at]!)) return;
      const steps = TURNS.has(word) ? MAX_STEPS_BEFORE.turn : QUALITIES.has(word) ? MAX_STEPS_BEFORE.quality : 0;
      // "Drink less" turns what it follows.
      const after = TURNS.has(word) ? 1 : 0;
      const leads = sought.some(
        (other, o) =>
          o !== w &&
          terms
            .subarray(Math.max(0, at - after), at + 1 + steps)
            .some((term) => term !== terms[at] && other.ids.includes(term)),
      );
      if (steps > 0 && !leads) return;
      if (at - last > MAX_GAP) found.clear();
      found.add(w);
      last = at;
    });
    if (found.size === sought.length) return true;
  }
  return false;
}

function isNegated(said: readonly string[], told: readonly Sought[], denied: readonly string[]): boolean {
  const words = denied.length > 0 ? denied : told.map(({ word }) => word);
  const stems = new Set(words.flatMap(formsOf));
  return said.some(
    (word, at) =>
      isNegation(word) &&
      said.slice(at + 1, at + 1 + MAX_STEPS_BEFORE.negation).some((next) => stems.has(stemOf(next))),
  );
}
