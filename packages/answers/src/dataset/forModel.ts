import { isEverywhere } from "./vocabulary";

const PLACEHOLDER = /\[[a-z]{2,10}\]/g;
const TAG = /#[\p{L}\p{N}_]+/gu;
/** Signs that say nothing about a text's meaning, broken encodings among them; and all but the first of several. */
const SIGNS = /[^\p{L}\p{M}\p{N}'’?!.,#]+/gu;
const REPEATED = /([?!.,])[?!., ]+/g;

/**
 * Texts as a model is to read them: without the placeholders of what was removed, hashtags that most of the texts carry,
 * and idle signs. These tell no text from another, and a model takes longer the more it reads: a tag of several words is
 * a third of a short post. A text of nothing else stays as it is.
 */
export function forModel(texts: readonly string[]): string[] {
  const held = new Map<string, number>();
  for (const text of texts)
    for (const tag of new Set(text.toLowerCase().match(TAG))) held.set(tag, (held.get(tag) ?? 0) + 1);
  const isLeftOut = (tag: string): boolean => isEverywhere(held.get(tag.toLowerCase()) ?? 0, texts.length);
  return texts.map((text) => {
    const told = text.replace(PLACEHOLDER, " ").replace(TAG, (tag) => (isLeftOut(tag) ? " " : tag));
    return told.replace(SIGNS, " ").replace(REPEATED, "$1 ").trim() || text;
  });
}
