import { stemOf } from "../dataset/words";
import { FRAME_WORDS } from "../plan/lexicon";
import type { Known, Predicate, Step } from "../plan/plan";
import type { Result } from "./results";

/** The last word says what the others qualify, unless another is much rarer: "invoices" of "AI invoices", "TV" of "TV shows". */
const RARER = 2;
/** Of a topic in more words, no single one says most. */
const MAX_WORDS = 3;

/**
 * The step on the one word that says most of a topic, where nothing holds all its words or their number is withheld: it is
 * told apart, with that word.
 */
export function smallerStep(
  known: Known,
  steps: readonly Step[],
  results: readonly Result[],
): { step: Step; word: string } | null {
  const [step] = steps;
  const [result] = results;
  if (steps.length !== 1 || results.length !== 1 || result?.do !== "nothing") return null;
  if (!step || !("of" in step) || step.of?.is !== "topic" || step.of.text.split(" ").length > MAX_WORDS) return null;
  const isWithheld = result.gaps.length === 0 && !result.range && !result.bound && result.wider.length === 0;
  if (!isWithheld && step.do !== "describe" && step.do !== "quotes") return null;
  const alone = isWithheld ? countsOf(known, step.of.text) : aloneIn(result);
  // "Real" is no part of what "a real person" is about.
  if (alone.length < 2 || alone.some(({ word }) => FRAME_WORDS.has(word))) return null;
  const [rarest] = [...alone].sort((a, b) => a.count - b.count);
  const last = alone.at(-1)!;
  const { word } = last.count > rarest!.count * RARER ? rarest! : last;
  const of: Predicate = { is: "topic", text: word, words: word };
  return { step: { ...step, of }, word };
}

function aloneIn({ gaps }: Extract<Result, { do: "nothing" }>): readonly { word: string; count: number }[] {
  const [gap, ...others] = gaps;
  return gap?.why === "notTogether" && others.length === 0 ? gap.alone : [];
}

/** How many records use each word, which a question for it tells. */
const countsOf = (known: Known, text: string): readonly { word: string; count: number }[] =>
  text.split(" ").flatMap((word) => {
    const count = known.countOf(stemOf(word));
    return count === undefined ? [] : [{ word, count }];
  });
