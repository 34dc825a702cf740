import { topOf } from "../dataset/ranking";
import { isTopical, stemOf, words } from "../dataset/words";
import type { Dataset } from "./dataset";
import { extentOf, type Extent } from "./extent";
import { sizeOf, type Mask } from "./publishable";
import { relevance, type Scores } from "./retrieve";

/** What the records say on a topic: who belongs to it and how well each record fits. */
export interface Topic {
  /** The topic's words that at least five records use; nothing else of a question is repeated in a reply. */
  label: string;
  /** Records about the topic: those that hold its words side by side, and those that say it in others. */
  about: Mask;
  /** Records that hold all of the label's words, in any of their forms. */
  mentions: Mask;
  scores: Scores;
  /** Between which sizes the topic likely is, or null where all that are about it hold its words side by side. */
  likely: Extent["likely"] | null;
  /** True where some of the words asked about are in fewer than five records. */
  partly: boolean;
}

/** The best finds, whose themes and company show how far the topic reaches. */
const FIRST_FINDS = 20;
/** For each record that holds a word asked about, so many at most are about it: a rare word stays rare. */
const MAX_LIKE_ONE = 3;

/** The records about a topic; none if the data knows fewer than half of its words. */
export function topicOf(dataset: Dataset, text: string): Topic {
  const asked = words(text).filter(isTopical);
  const known = asked.filter((word) => dataset.stemIds.has(stemOf(word)));
  if (known.length * 2 < asked.length || known.length === 0) {
    const none = new Uint8Array(dataset.size);
    return {
      label: "",
      about: none,
      mentions: none,
      scores: new Float32Array(dataset.size),
      likely: null,
      partly: true,
    };
  }
  const label = known.join(" ");
  const scores = relevance(dataset, label);
  const mentions = mentioning(dataset, known);
  const about = sayingTogether(dataset, known, mentions);
  const saying = sizeOf(about);
  const holding = known.reduce(
    (sum, word) => sum + dataset.vocabulary.recordCounts[dataset.stemIds.get(stemOf(word))!]!,
    0,
  );
  const finds = topOf(scores, FIRST_FINDS);
  const { size, likely } = extentOf(dataset, scores, finds);
  const byLikeness = Math.min(size, MAX_LIKE_ONE * holding) - saying;
  const fits = scores.map((score, i) => (about[i] ? 0 : score));
  for (const record of topOf(fits, Math.max(0, byLikeness))) about[record] = 1;
  return {
    label,
    about,
    mentions,
    scores,
    likely: byLikeness > 0 ? likely : null,
    partly: known.length < asked.length,
  };
}

function mentioning({ size, stemIds, holders: { starts, ids } }: Dataset, known: readonly string[]): Mask {
  const wanted = new Set(known.map((word) => stemIds.get(stemOf(word))!));
  const held = new Uint8Array(size);
  for (const stem of wanted) for (let at = starts[stem]!; at < starts[stem + 1]!; at++) held[ids[at]!]! += 1;
  return held.map((count) => (count === wanted.size ? 1 : 0));
}

/** Those of the records that hold all words in which they are adjacent, ignoring stop words between them. */
function sayingTogether(
  { size, stemIds, recordTerms: { starts, ids } }: Dataset,
  known: readonly string[],
  mentions: Mask,
): Mask {
  const wanted = known.map((word) => stemIds.get(stemOf(word))!);
  const mask = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    for (let at = starts[i]!; mentions[i] && !mask[i] && at + wanted.length <= starts[i + 1]!; at++) {
      if (wanted.every((id, w) => ids[at + w] === id)) mask[i] = 1;
    }
  }
  return mask;
}
