import compromise from "compromise/two";
import { stemOf } from "../dataset/words";
import type { Guide } from "../guide";
import { isNameWord } from "./mentions";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { singular } from "./text";
import type { Token } from "./tokens";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Shorter words are too near to others. */
const MIN_LENGTH = 6;
/** Words of questions are meant more often, so that they may be shorter; still shorter ones are near to too many. */
const MIN_QUESTION = 5;
/** So many records use the word that is meant, and none the one that was typed. */
const MIN_USED = 20;

/** So many unknown words of a message are looked at. */
const MAX_TRIES = 10;

/**
 * Words with one slip of the keys as they are meant: "custumers", "recomend". Only what no record, no column and no
 * question has is taken for a slip, so that no topic turns into another.
 */
export function respelt(tokens: readonly Token[], guide: Guide): Token[] {
  const isQuestionWord = (word: string): boolean => FUNCTION_WORDS.has(word) || FRAME_WORDS.has(word);
  const isName = (word: string): boolean => isNameWord(word, guide);
  let tries = 0;
  return tokens.map((token) => {
    const { said, written, isWord } = token;
    if (!isWord || token.isQuoted || said.length < MIN_QUESTION || !/^[a-z]+$/.test(written)) return token;
    if (isEnglish(said) || isQuestionWord(said) || isName(said) || guide.countOf(stemOf(said)) !== undefined)
      return token;
    if (++tries > MAX_TRIES) return token;
    const all = slipsOf(said);
    const used = (word: string): number => guide.countOf(stemOf(word)) ?? 0;
    const meant =
      all.find(isQuestionWord) ??
      (said.length < MIN_LENGTH
        ? undefined
        : (all.find(isName) ??
          all
            .filter((word) => used(word) >= MIN_USED && (isEnglish(word) || stemOf(word) === word))
            .sort((a, b) => used(b) - used(a))[0]));
    return meant === undefined ? token : { ...token, said: meant, written: meant };
  });
}

const LEXICON = (compromise.model() as { one: { lexicon: Readonly<Record<string, unknown>> } }).one.lexicon;
const isEnglish = (word: string): boolean => LEXICON[word] !== undefined || LEXICON[singular(word)] !== undefined;

/** The words from which one slip makes this one: a letter left out, doubled or swapped, or another in its place. */
function slipsOf(word: string): string[] {
  const found = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after !== "") found.add(before + after.slice(1));
    if (after.length > 1) found.add(before + after[1]! + after[0]! + after.slice(2));
    for (const letter of LETTERS) {
      found.add(before + letter + after);
      if (after !== "" && at > 0) found.add(before + letter + after.slice(1));
    }
  }
  found.delete(word);
  return [...found];
}
