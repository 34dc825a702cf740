import { isStopWord, words } from "./words";

/** Only tags of so many letters are looked at, and parts of so many; shorter parts are words such as "in" alone. */
const TAG = /#(\p{L}{6,40})/gu;
const MIN_PART_LENGTH = 3;
const MAX_PARTS = 5;
/** A part is a word that so many texts write outside tags. */
const MIN_TEXTS = 5;

/** Texts whose tags of several words are split into these, each a tag: "#get #in #shape" for "#getinshape". */
export function tagsSplit(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(words(text.replace(/#\w+/g, " ")))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const split = new Map<string, string>();
  const splitTag = (tag: string, name: string): string => {
    // Words in camel case are known to be several.
    if (/\p{Ll}\p{Lu}/u.test(name)) return tag;
    const word = name.toLowerCase();
    if (!split.has(word)) {
      const parts = counts.has(word) ? null : partsOf(word, counts);
      split.set(word, parts ? parts.map((part) => `#${part}`).join(" ") : tag);
    }
    return split.get(word)!;
  };
  return texts.map((text) => (text.includes("#") ? text.replace(TAG, splitTag) : text));
}

/** The fewest known words that a word is made of, the most used where there are several ways; null for none. */
function partsOf(word: string, counts: ReadonlyMap<string, number>): string[] | null {
  const best: ({ parts: string[]; used: number } | null)[] = [{ parts: [], used: 0 }];
  for (let to = 1; to <= word.length; to++) {
    best[to] = null;
    for (let from = 0; from < to; from++) {
      const before = best[from]!;
      const part = word.slice(from, to);
      const count = counts.get(part) ?? 0;
      if (!before || before.parts.length === MAX_PARTS || count < MIN_TEXTS) continue;
      if (part.length < MIN_PART_LENGTH && !(part.length === 2 && isStopWord(part))) continue;
      const found = { parts: [...before.parts, part], used: before.used + Math.log(count) };
      const known = best[to];
      if (
        !known ||
        found.parts.length < known.parts.length ||
        (found.parts.length === known.parts.length && found.used > known.used)
      )
        best[to] = found;
    }
  }
  const found = best[word.length];
  return found && found.parts.length > 1 ? found.parts : null;
}
