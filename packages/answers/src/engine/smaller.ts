import { FRAME_WORDS } from "../plan/lexicon";
import type { Predicate, Step } from "../plan/plan";
import type { Result } from "./results";

/** The last word says what the others qualify, unless another is much rarer: "invoices" of "AI invoices", "TV" of "TV shows". */
const RARER = 2;
/** Of a topic in more words, no single one says most. */
const MAX_WORDS = 3;

/** The step on the one word that says most of a topic, where nothing holds all its words: it is told apart, with that word. */
export function smallerStep(steps: readonly Step[], results: readonly Result[]): { step: Step; word: string } | null {
  const [step] = steps;
  const [result] = results;
  if (steps.length !== 1 || results.length !== 1 || result?.do !== "nothing") return null;
  if (step?.do !== "describe" && step?.do !== "quotes") return null;
  if (step.of?.is !== "topic" || result.gaps.length !== 1) return null;
  if (step.of.text.split(" ").length > MAX_WORDS) return null;
  const [gap] = result.gaps;
  if (gap?.why !== "notTogether") return null;
  // "Real" is no part of what "a real person" is about.
  if (gap.alone.some(({ word }) => FRAME_WORDS.has(word))) return null;
  const [rarest] = [...gap.alone].sort((a, b) => a.count - b.count);
  const last = gap.alone.at(-1)!;
  const { word } = last.count > rarest!.count * RARER ? rarest! : last;
  const of: Predicate = { is: "topic", text: word, words: word };
  return { step: { ...step, of }, word };
}
