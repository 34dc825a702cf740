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
  /** Records about the topic: those that hold its words, and those that most likely say it in others. */
  about: Mask;
  /** Records that hold all of the label's words, in any of their forms. */
  mentions: Mask;
  scores: Scores;
  /** How many hold the words, and how many more likely mean it. */
  extent: Extent;
  /** Between which sizes nine in ten such topics are; null where the data does not tell, or none beyond the words. */
  likely: [from: number, to: number] | null;
  /** True where some of the words asked about are in fewer than five records. */
  partly: boolean;
}

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
      extent: { literal: 0, more: null },
      likely: null,
      partly: true,
    };
  }
  const label = known.join(" ");
  const scores = relevance(dataset, label);
  const mentions = mentioning(dataset, known);
  const holding = known.reduce(
    (sum, word) => sum + dataset.vocabulary.recordCounts[dataset.stemIds.get(stemOf(word))!]!,
    0,
  );
  const { literal, more } = extentOf(dataset, scores, sizeOf(mentions));
  const capped = (count: number): number => Math.max(0, Math.min(count, MAX_LIKE_ONE * holding - literal));
  const likeness = more && {
    about: more.about === null ? null : capped(more.about),
    low: capped(more.low),
    high: capped(more.high),
  };
  const about = mentions.slice();
  const others = scores.map((score, i) => (mentions[i] ? 0 : score));
  for (const record of topOf(others, likeness?.about ?? 0)) about[record] = 1;
  return {
    label,
    about,
    mentions,
    scores,
    extent: { literal, more: likeness },
    likely: likeness && likeness.high > 0 ? [literal + likeness.low, literal + likeness.high] : null,
    partly: known.length < asked.length,
  };
}

function mentioning({ size, stemIds, holders: { starts, ids } }: Dataset, known: readonly string[]): Mask {
  const wanted = new Set(known.map((word) => stemIds.get(stemOf(word))!));
  const held = new Uint8Array(size);
  for (const stem of wanted) for (let at = starts[stem]!; at < starts[stem + 1]!; at++) held[ids[at]!]! += 1;
  return held.map((count) => (count === wanted.size ? 1 : 0));
}
