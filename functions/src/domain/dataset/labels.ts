import { isFrame } from "./vocabulary";
import { carriesTopic, stemOf, words } from "./words";

/** A word or pair of words, how many texts of the group hold it, and how it is mostly written. */
interface Phrase {
  key: string;
  count: number;
  shown: string;
}

const LABEL_WORDS = 3;

/** Words and neighbouring pairs of a text by stem, each once, as it is written there. */
function phrasesIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let before: string | null = null;
  for (const word of words(text)) {
    const carries = carriesTopic(word);
    if (carries) {
      found.set(stemOf(word), word);
      if (before !== null) found.set(`${stemOf(before)} ${stemOf(word)}`, `${before} ${word}`);
    }
    before = carries ? word : null;
  }
  return found;
}

/** How many of all texts hold each word or pair; the yardstick that `labelOf` measures a group against. */
export function phraseCounts(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const key of phrasesIn(text).keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * A few words that tell a group of texts from all the others: those that many of the group hold and few others do.
 * A word that fewer than `fewest` of the group hold never appears.
 */
export function labelOf(group: readonly string[], all: ReadonlyMap<string, number>, total: number, fewest: number): string {
  const found = new Map<string, Phrase & { forms: Map<string, number> }>();
  for (const text of group) {
    for (const [key, written] of phrasesIn(text)) {
      const phrase = found.get(key) ?? { key, count: 0, shown: written, forms: new Map<string, number>() };
      phrase.count += 1;
      phrase.forms.set(written, (phrase.forms.get(written) ?? 0) + 1);
      found.set(key, phrase);
    }
  }
  const worth = ({ key, count }: Phrase): number => {
    const share = count / group.length;
    const lift = share / ((all.get(key) ?? count) / total);
    return share * Math.log(Math.max(1, lift)) * (key.includes(" ") ? 1.6 : 1);
  };
  const ranked = [...found.values()].filter(({ key, count }) => count >= fewest && !key.split(" ").some((stem) => isFrame(all.get(stem) ?? 0, total))).sort((a, b) => worth(b) - worth(a) || (a.key < b.key ? -1 : 1));
  const chosen: string[] = [];
  const used = new Set<string>();
  for (const phrase of ranked.slice(0, 12)) {
    const stems = phrase.key.split(" ");
    if (stems.some((stem) => used.has(stem))) continue;
    stems.forEach((stem) => used.add(stem));
    chosen.push([...phrase.forms].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]![0]);
    if (used.size >= LABEL_WORDS) break;
  }
  return chosen.join(", ");
}
