import { PHRASES } from "../dataset/everyday";
import { stemOf } from "../dataset/words";
import { topicFrom, trimmed } from "./phrases";
import type { Known, Predicate } from "./plan";
import type { Token } from "./tokens";

const SAME = Object.entries(PHRASES).map(([phrase, word]) => ({
  stems: phrase.split(" ").map(stemOf),
  instead: word.split(" ").map((said): Token => ({ written: said === "atm" ? "ATM" : said, said, isWord: true })),
}));

interface InOneWord {
  predicate: Predicate;
  /** The words that the one word is in the place of. */
  replaced: readonly Token[];
}

/** A phrase with one word in the place of several that mean the same ("money back"), where the data has that word. */
export function inOneWord(phrase: readonly Token[], isMarked: boolean, known: Known): InOneWord | null {
  for (let at = 0; at < phrase.length; at++)
    for (const { stems, instead } of SAME) {
      if (!stems.every((stem, i) => phrase[at + i]?.isWord === true && stemOf(phrase[at + i]!.said) === stem)) continue;
      const end = at + stems.length;
      const tokens = [...phrase.slice(0, at), ...instead, ...phrase.slice(end)];
      const found = topicFrom(trimmed(tokens, isMarked, known), false, known);
      return found && "predicate" in found ? { ...found, replaced: phrase.slice(at, end) } : null;
    }
  return null;
}

/** A topic also in one word, or only in it where the topic would lose a word ("work out") or isn't in the data. */
export function orInOneWord(
  kept: readonly Token[],
  found: ReturnType<typeof topicFrom>,
  other: InOneWord | null,
): ReturnType<typeof topicFrom> {
  if (!other) return found;
  if (!found || !("predicate" in found)) return other;
  const isWhole = other.replaced.every(
    (token) => kept.includes(token) || /^(?:get|gets|getting|got)$/.test(token.said),
  );
  if (!isWhole) return other;
  return { predicate: { is: "or", of: [found.predicate, other.predicate] } };
}
