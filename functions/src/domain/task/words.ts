import stem from "wink-porter2-stemmer";
import type { TaskMetadata } from "./metadata";

/** How many different words of a task are found, its title's first. */
export const MAX_WORDS = 64;
/** How many different words a search may have. */
export const MAX_SEARCHED = 8;
const MAX_WORD_LENGTH = 40;

/** Words that nearly every text has. */
const STOP_WORDS = new Set(
  (
    "a an and are as at be been but by can do does for from had has have i if in into is it its me my no not of on or our " +
    "so that the their them then there these they this those to us was we were which will with you your"
  ).split(" "),
);

/** The different words of a text in order, as they are compared: English ones by their stem. Linear in its length. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/['’ʼ]/gu, "")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const searched = words.filter((word) => word.length <= MAX_WORD_LENGTH && !STOP_WORDS.has(word));
  return [...new Set(searched.map((word) => (/^[a-z]{3,30}$/.test(word) ? stem(word) : word)))];
}

/** The words by which a task is found: of its title, tags, labels and description, in this order. */
export function taskWords({ title, description, category, industry = "", tags = [] }: TaskMetadata): string[] {
  return wordsOf([title, ...tags, category, industry, description].join("\n")).slice(0, MAX_WORDS);
}
