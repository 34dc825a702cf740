import type { Bounds } from "../plan";
import { tokensOf, type Token } from "./tokens";

/** A text's tokens, and what they say as one line by which patterns find them. */
export interface Text {
  tokens: readonly Token[];
  /** The tokens in lower case with one space between. */
  said: string;
  /** Where each token begins in `said`. */
  starts: readonly number[];
}

/** Places of tokens: `to` is behind the last. */
export interface Place {
  from: number;
  to: number;
}

/** Words of a question that name a column, or values of it. */
export interface Named extends Place {
  column: string;
  /** Null for the column itself. */
  values: string[] | Bounds | null;
  said: string;
  /** True for "not in Berlin", "outside the US". */
  isNot: boolean;
  /** True where a part of a value's name stands for it: "lost" for "Lost Luggage". */
  isPart?: boolean;
  /** True where it is what a question asks of records, rather than which records it asks about. */
  says?: boolean;
}

export function textOf(tokens: readonly Token[]): Text {
  const starts: number[] = [];
  let said = "";
  for (const token of tokens) {
    if (said !== "") said += " ";
    starts.push(said.length);
    said += token.said;
  }
  return { tokens, said, starts };
}

/** Part of a text. */
export const partOf = ({ tokens }: Text, { from, to }: Place): Text => textOf(tokens.slice(from, to));

/** The tokens at which a pattern with the flag `g` is found. */
export const placesOf = (text: Text, pattern: RegExp): (Place & { groups: RegExpExecArray })[] =>
  Array.from(text.said.matchAll(pattern), (found) => ({
    ...placeAt(text, found.index, found.index + found[0].length),
    groups: found,
  }));

function placeAt({ starts }: Text, start: number, end: number): Place {
  const from = Math.max(0, tokenAt(starts, start));
  return { from, to: Math.max(from + 1, tokenAt(starts, end - 1) + 1) };
}

/** The token that a place of the line is in. */
function tokenAt(starts: readonly number[], at: number): number {
  let low = 0;
  for (let high = starts.length; low < high;) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const MAX_TOKENS = 150;

/** The last tokens of a message: what is asked stands at its end. */
export const lastTokensOf = (message: string): Token[] => tokensOf(message.slice(-8 * MAX_TOKENS)).slice(-MAX_TOKENS);

const IRREGULAR: Readonly<Record<string, string>> = {
  children: "child",
  men: "man",
  women: "woman",
  people: "person",
  wives: "wife",
  lives: "life",
};

/** A word in the singular, by its ending. */
export function singular(word: string): string {
  const irregular = IRREGULAR[word];
  if (irregular !== undefined) return irregular;
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:ss|x|ch|sh|to|ro)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
