/** A word or a sign of a question. */
export interface Token {
  /** As written in the question. */
  written: string;
  /** In lower case, without apostrophes. */
  said: string;
  isWord: boolean;
  /** True for a word in quotation marks. */
  isQuoted?: boolean;
}

const PIECE =
  /[\p{L}\p{M}\p{N}]+(?:['’ʼ.-](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+)*\+?|[&%]|[,;:.!?…/()"“”\n]|-{1,2}(?=\s)|[–—]/gu;
const ENDS = /^[.!?…;\n]$/;

/** In compounds with these endings only the first word counts. */
const MINDED = /^(\p{L}{2,})-(?:minded|related|oriented|focused|focussed|conscious|wise)$/iu;

/** Open age groups, in digits or words. */
const AGED = /\b(over|under|above|below)[ -](\d{2}|(?:twen|thir|for|fif|six|seven|eigh)ties)s?\b/giu;
/** Age bands and single ages. */
const BANDS = /\b([1-9]\d) ?(?:to|-|–) ?([1-9]\d)s\b/giu;
const YEAR_OLDS = /\b([1-9]\d(?: ?(?:to|-|–) ?[1-9]\d)?)[ -]years?[ -]olds\b/giu;
/** The prefix that negates a group. */
const NON = /\bnon-(?=\p{L})/giu;

/** The full stop of "vs." ends no sentence. */
const VERSUS = /\bvs\.(?=\s)/giu;

/** A possessive that adds nothing, because every record is a person's. */
const WHOSE = /\b(?:people|folk)['’]s\b/giu;
/** "Twice", spelt out. */
const TWICE = /\b(?:two|2) times(?! (?:as|more|less|the)\b)/giu;
/** A contracted "why is". */
const WHYS = /\bwhy['’]s\b/giu;
/** What troubles people, and no pain. */
const PAIN_POINT = /\bpain[ -]?point(s?)\b/giu;
/** "About", abbreviated. */
const RE = /\bre:(?=\s)/giu;

/** The markers of an enumeration. */
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
  ["pct", "percent"],
  ["avg", "average"],
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
    .replace(PAIN_POINT, "problem$1")
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
