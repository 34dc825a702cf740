/** A word or a sign of a question. */
export interface Token {
  /** As written in the question. */
  written: string;
  /** In lower case, without apostrophes. */
  said: string;
  isWord: boolean;
  /** True for an "or" between two things that are said of one: "cards that are lost or stolen". */
  isWithin?: boolean;
  /** True for the verb of those who are asked about: "do people stumble over fees". */
  isVerb?: boolean;
  /** True for a word in quotation marks. */
  isQuoted?: boolean;
  /** True for a word of a saying, which tells what is meant though it says little alone: "put money aside". */
  isTold?: boolean;
  /** The words of the question that it stands in the place of. */
  insteadOf?: string;
}

const PIECE =
  /[\p{L}\p{M}\p{N}]+(?:['’ʼ.-](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+)*\+?|[&%]|[,;:.!?…/()"“”\n]|-{1,2}(?=\s)|[–—]/gu;
const ENDS = /^[.!?…;\n]$/;

/** "Career-minded", "AI-related": the first word is what is meant. */
const MINDED = /^(\p{L}{2,})-(?:minded|related|oriented|focused|focussed|conscious|wise)$/iu;

/** "Over-55s", "the under 30s", "over-fifties". */
const AGED = /\b(over|under|above|below)[ -](\d{2}|(?:twen|thir|for|fif|six|seven|eigh)ties)s?\b/giu;
/** "25 to 34s", "30-year-olds". */
const BANDS = /\b([1-9]\d) ?(?:to|-|–) ?([1-9]\d)s\b/giu;
const YEAR_OLDS = /\b([1-9]\d(?: ?(?:to|-|–) ?[1-9]\d)?)[ -]years?[ -]olds\b/giu;
/** "Non-US visitors" */
const NON = /\bnon-(?=\p{L})/giu;

/** The full stop of "vs." ends no sentence. */
const VERSUS = /\bvs\.(?=\s)/giu;

/** "People's top-ups": whose they are goes without saying. */
const WHOSE = /\b(?:people|folk)['’]s\b/giu;
/** "Charged two times" */
const TWICE = /\b(?:two|2) times(?! (?:as|more|less|the)\b)/giu;
/** "Why's that?" */
const WHYS = /\bwhy['’]s\b/giu;
/** "Chats re: fees" */
const RE = /\bre:(?=\s)/giu;

/** "(a) …, (b) …": the places of a list. */
const PLACES = /\((?:[a-h]|\d|i{1,3})\)\s/giu;

/** 'Urgent' in single quotation marks; an apostrophe stands within a word, or behind one. */
const SINGLE = /(?<![\p{L}\p{N}])['‘]([\p{L}\p{N}][\p{L}\p{N} -]{0,58}[\p{L}\p{N}])['’](?![\p{L}\p{N}])/gu;

/** Words as people type them in haste. */
const IN_HASTE: ReadonlyMap<string, string> = new Map([
  ["ppl", "people"],
  ["peeps", "people"],
  ["pls", "please"],
  ["plz", "please"],
  ["thx", "thanks"],
  ["abt", "about"],
  ["u", "you"],
  ["ur", "your"],
  ["em", "them"],
  ["wanna", "want to"],
  ["gonna", "going to"],
  ["gotta", "got to"],
  ["lemme", "let me"],
  ["gimme", "give me"],
  ["tho", "though"],
  ["cuz", "because"],
  ["wich", "which"],
  ["thru", "through"],
  ["recieve", "receive"],
  ["lol", ""],
  ...["btw", "tbh", "ngl", "imo", "imho", "fyi"].map((word) => [word, ""] as const),
]);
const HASTE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...IN_HASTE.keys()].join("|")})(?![\\p{L}\\p{N}])`, "giu");

/** The words and signs of a text, in order. */
export function tokensOf(text: string): Token[] {
  const plain = text
    .normalize("NFKC")
    .replace(AGED, "$1 $2")
    .replace(BANDS, "people aged $1 to $2")
    .replace(YEAR_OLDS, "people aged $1")
    .replace(NON, "non ")
    .replace(VERSUS, "vs")
    .replace(WHOSE, "the")
    .replace(WHYS, "why is")
    .replace(TWICE, "twice")
    .replace(RE, "about")
    .replace(PLACES, " ")
    .replace(SINGLE, "“$1”")
    .replace(HASTE, (word) => IN_HASTE.get(word.toLowerCase())!);
  let isQuoted = false;
  return Array.from(plain.matchAll(PIECE), ([piece]) => {
    const written = MINDED.exec(piece)?.[1] ?? piece;
    const isWord = /[\p{L}\p{N}&]/u.test(written);
    isQuoted = written === "“" || (written === '"' ? !isQuoted : written !== "”" && isQuoted);
    const said = isWord ? written.toLowerCase().replace(/['’ʼ]/g, "") : written;
    return { written, said, isWord, ...(isWord && isQuoted && { isQuoted }) };
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

/** Patterns by the words that they may begin with; those that any word may begin stand under each. */
const indexes = new WeakMap<readonly Pattern[], { by: ReadonlyMap<string, readonly Pattern[]>; any: Pattern[] }>();

function beginning(patterns: readonly Pattern[], said: string): readonly Pattern[] {
  let index = indexes.get(patterns);
  if (!index) {
    const by = new Map<string, Pattern[]>();
    const any: Pattern[] = [];
    for (const one of patterns) {
      const end = one.findIndex(({ optional }) => !optional);
      const places = one.slice(0, end === -1 ? one.length : end + 1);
      if (places.some(({ words }) => words === null)) any.push(one);
      else
        for (const word of new Set(places.flatMap(({ words }) => [...words!])))
          by.set(word, [...(by.get(word) ?? []), one]);
    }
    indexes.set(patterns, (index = { by, any }));
  }
  const found = index.by.get(said);
  return found && index.any.length > 0 ? [...found, ...index.any] : (found ?? index.any);
}

/** How many tokens the longest fitting of some patterns takes from `at` on; 0 where none fits. The same list is given each time. */
export function longestFit(tokens: readonly Token[], at: number, patterns: readonly Pattern[]): number {
  const token = tokens[at];
  if (!token) return 0;
  let longest = 0;
  for (const one of beginning(patterns, token.said)) longest = Math.max(longest, fits(tokens, at, one));
  return longest;
}

/** Where the first of some patterns fits; the longest there. */
export function firstFit(
  tokens: readonly Token[],
  patterns: readonly Pattern[],
): { at: number; length: number } | null {
  for (let at = 0; at < tokens.length; at++) {
    const length = longestFit(tokens, at, patterns);
    if (length > 0) return { at, length };
  }
  return null;
}
