import { MIN_GROUP_SIZE } from "./dataset/record";

const DIGITS = /\d+(?:[.,]\d+)*/g;
/** Figures written as words; "one" is left out, for it is mostly no figure. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  zero: 0,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
/** Words that claim a quantity that was not counted. */
const CLAIMED =
  /\b(?:half|halves|thirds?|quarters?|fifths?|tenths?|dozens?|hundreds?|thousands?|millions?|billions?|majority|twice|double[ds]?|triple[ds]?|twofold|threefold|everyone|everybody|nobody|no[ -]one|none|(?:nearly|almost|virtually) (?:all|every))\b/i;
/** Figures that are made of others: "twenty-three", "5k", "3x", "1 in 3", "2/3". */
const COMPOSED =
  /\b(?:twen|thir|for|fif|six|seven|eigh|nine)ty[-\s]+(?:one|two|three|four|five|six|seven|eight|nine)\b|\d\s?(?:k|m|bn|x)\b|\d\s{0,9}×|\d\s{0,9}(?:[/:]|\bin\b)\s{0,9}\d|\b(?:one|two|three|four|five|six|seven|eight|nine)\s+in\s+\p{L}/iu;
/** List numbering and quotations: these are not counts. */
const ORDINALS = /^[ \t]*\d+[.)]\s/gm;
const QUOTES = /^[ \t]*(?:-[ \t]+)?“.*”$/gm;
const OTHER_DIGITS = /[\p{Nd}\p{No}\p{Nl}]/gu;

const PERCENTS =
  /(?<!\d|\d[.,])(\d+(?:[.,]\d+)*)[ \u00a0\u202f]?(?:[%％٪]|per[ -]?cent|pct\b|pro[zc]ent|por ciento|por cento|pour ?cents?\b|per cento|percento|yüzde|процент)/giu;
/** A share in words alone: "twenty percent", "per mille". */
const SPOKEN_SHARE =
  /\p{L}[ -](?:per[ -]?cent\b|pro[zc]ent\b|por ciento|por cento|pour ?cents?\b|per cento|percento)|‰|per mil/iu;

const plain = (figure: string): number => Number(figure.replace(/,(?=\d{3}(?:\D|$))/g, ""));

/** The figures in a text, by value. */
function figuresIn(text: string): Set<number> {
  return new Set(Array.from(text.matchAll(DIGITS), ([figure]) => plain(figure)));
}

const percentsIn = (text: string): Set<number> =>
  new Set(Array.from(text.matchAll(PERCENTS), ([, figure = ""]) => plain(figure)));

/**
 * True where every figure in `wording`, in digits or in words, is one of those counted in `report`, and no quantity is
 * claimed in words that cannot be looked up there.
 */
export function hasOnlyFiguresOf(wording: string, report: string): boolean {
  const counted = figuresIn(report.replace(ORDINALS, "").replace(QUOTES, ""));
  const text = (report.match(QUOTES) ?? [])
    .reduce((left, quote) => left.replaceAll(quote.slice(quote.indexOf("“")), ""), wording)
    .replace(ORDINALS, "");
  if (
    CLAIMED.test(text) ||
    SPOKEN_SHARE.test(text) ||
    COMPOSED.test(text) ||
    Array.from(text.matchAll(OTHER_DIGITS)).some(([sign]) => !/[0-9]/.test(sign))
  )
    return false;
  const spoken = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const inWords = spoken.flatMap((word) => (Object.hasOwn(NUMBER_WORDS, word) ? [NUMBER_WORDS[word]!] : []));
  const said = [...figuresIn(text.replace(PERCENTS, "")), ...inWords];
  const named = said.filter((figure) => counted.has(figure));
  const shares = percentsIn(report);
  const percents = [...percentsIn(text)];
  const namedShares = percents.filter((figure) => shares.has(figure));
  return (
    said.every((figure) => counted.has(figure) || isDerived(figure, named)) &&
    percents.every((figure) => shares.has(figure) || isDerived(figure, namedShares) || isShare(figure, named))
  );
}

const isEqual = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;
const isOfTwo = (named: readonly number[], is: (a: number, b: number) => boolean): boolean =>
  named.some((a) => named.some((b) => a < b && is(a, b)));

/** True for the sum or difference of two counted figures that the text names; one to four could be a small group. */
const isDerived = (figure: number, named: readonly number[]): boolean =>
  figure >= MIN_GROUP_SIZE && isOfTwo(named, (a, b) => isEqual(figure, a + b) || isEqual(figure, b - a));

/** True for one counted figure as a share of another, in percent. */
const isShare = (figure: number, named: readonly number[]): boolean =>
  isOfTwo(named, (a, b) => {
    const percent = (a / b) * 100;
    return isEqual(figure, Math.round(percent)) || isEqual(figure, Math.round(percent * 10) / 10);
  });

/** Between marks of any kind; an apostrophe within ‘…’ ends no quote. */
const QUOTED =
  /[“"«„]([^“”"«»„]*)[”"»“]|‘([^‘\n]*)’|‹([^‹›]*)›|「([^「」]*)」|『([^『』]*)』|`([^`]*)`|(?<![\p{L}\p{N}])'([^'\n]*)'/gu;
/** Emphasis shows words as somebody's own, too. */
const EMPHASIS = /(\*{1,3}|_{1,3})(?=\S)([^*_\n]+)\1/g;
/** "**40 of 150 goals**" is no quote. */
const isFigure = (mark: string, said: string): boolean => mark.length > 1 && /\d/.test(said);
/** A mark that opens a quote without an end, or ends one without a beginning. */
const QUOTE_MARK = /[“”"«»„‘‹›「」『』`]/;

/** True where everything that the wording quotes, and that is longer than a name, stands so in what was counted. */
export function hasOnlyQuotesOf(wording: string, report: string): boolean {
  const known = spokenIn(report);
  if (QUOTE_MARK.test(wording.replace(QUOTED, ""))) return false;
  const quotes = [
    ...Array.from(wording.matchAll(EMPHASIS), ([, mark = "", said = ""]) => (isFigure(mark, said) ? "" : said)),
    ...Array.from(wording.matchAll(QUOTED), (found) => found.slice(1).find((quote) => quote !== undefined) ?? ""),
    ...Array.from(wording.matchAll(/^[ \t]*>(.*)$/gm), ([, quote = ""]) => quote),
  ];
  return quotes.map(spokenIn).every((quote) => quote.split(" ").length < MIN_QUOTED_WORDS || known.includes(quote));
}

/** Fewer words are a name, of a topic or a group. */
const MIN_QUOTED_WORDS = 4;
const spokenIn = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
