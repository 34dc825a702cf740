import type { AnswerPlan } from "./plan";

/** Longer questions lose more words: what they lose is worth a sentence on how to ask. */
const MAX_SHORT = 14;

/** How to ask, where a long question has words that were not understood; null for all others. Linear in `asked`. */
export function adviceFor({ refusals, notUnderstood }: AnswerPlan, asked: string): string | null {
  const isLost = notUnderstood.length > 0 || refusals.some(({ kind }) => kind === "absent" || kind === "common");
  return isLost && asked.trim().split(/\s+/).length > MAX_SHORT
    ? "Short questions of one topic each, in words that the texts would use, are understood best."
    : null;
}
