/** A word or a sign of a question. */
export interface Token {
  /** As it stands in the question. */
  written: string;
  /** In lower case, without apostrophes. */
  said: string;
  isWord: boolean;
}

const PIECE =
  /[\p{L}\p{M}\p{N}]+(?:['’ʼ.-](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+)*\+?|[&%]|[,;:.!?…/()"“”\n]|-{1,2}(?=\s)|[–—]/gu;
const ENDS = /^[.!?…;\n]$/;

/** The words and signs of a text, in order. */
export function tokensOf(text: string): Token[] {
  return Array.from(text.normalize("NFKC").matchAll(PIECE), ([written]) => {
    const isWord = /[\p{L}\p{N}&]/u.test(written);
    return { written, said: isWord ? written.toLowerCase().replace(/['’ʼ]/g, "") : written, isWord };
  });
}

/** The tokens by sentence; each keeps the sign that ends it. */
export function sentencesOf(tokens: readonly Token[]): Token[][] {
  const sentences: Token[][] = [[]];
  for (const token of tokens) {
    sentences.at(-1)!.push(token);
    if (ENDS.test(token.written)) sentences.push([]);
  }
  return sentences.filter((sentence) => sentence.some(({ isWord }) => isWord));
}

/** Tokens as they are written, with single spaces. */
export function writtenOf(tokens: readonly Token[]): string {
  return tokens
    .filter(({ isWord }) => isWord)
    .map(({ written }) => written)
    .join(" ");
}

/** One place of a pattern: the words that may stand there (any, for null), and whether it may be left out. */
type Place = { words: ReadonlySet<string> | null; optional: boolean };
export type Pattern = readonly Place[];

/** A pattern of words: `how many|often of? *` is "how", then "many" or "often", then perhaps "of", then any word. */
export function pattern(text: string): Pattern {
  return text.split(" ").map((place) => ({
    words: place === "*" ? null : new Set(place.replace(/\?$/, "").split("|")),
    optional: place.endsWith("?"),
  }));
}

/** How many tokens a pattern takes from `at` on; 0 where it does not fit. */
export function fits(tokens: readonly Token[], at: number, places: Pattern): number {
  let next = at;
  for (const { words, optional } of places) {
    const token = tokens[next];
    if (token && (words === null ? token.isWord : words.has(token.said))) next += 1;
    else if (!optional) return 0;
  }
  return next - at;
}

/** Where the first of some patterns fits; the longest there. */
export function firstFit(
  tokens: readonly Token[],
  patterns: readonly Pattern[],
  from = 0,
): { at: number; length: number } | null {
  for (let at = from; at < tokens.length; at++) {
    const length = Math.max(0, ...patterns.map((one) => fits(tokens, at, one)));
    if (length > 0) return { at, length };
  }
  return null;
}
