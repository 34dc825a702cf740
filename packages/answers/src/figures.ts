import { holds, withoutAsides } from "./asides";
import { MIN_GROUP_SIZE } from "./dataset/record";
import { NUMBER_WORDS } from "./numberWords";

const DIGITS = /\d+(?:[.,]\d+)*/g;
/** Words that claim a quantity that was not counted. */
const CLAIMED =
  /\b(?:half|halves|thirds|(?:a|one|two|three|four)[ -](?:third|quarter|fifth|tenth)s?|(?:third|quarter|fifth|tenth)s? of|dozens?|hundreds?|thousands?|millions?|billions?|majority|twice|double[ds]?|triple[ds]?|twofold|threefold|everyone|everybody|nobody|no[ -]one|none|(?:nearly|almost|virtually) (?:all|every))\b/gi;
/** Figures that are made of others: "twenty-three", "5k", "3x", "1 in 3", "2/3". */
const COMPOSED =
  /\b(?:twen|thir|for|fif|six|seven|eigh|nine)ty[-\s]+(?:one|two|three|four|five|six|seven|eight|nine)\b|\d\s?(?:k|m|bn|x)\b|\d\s{0,9}×|\d:\d|\d\s{0,9}(?:\/|\bin\b)\s{0,9}\d|\b(?:one|two|three|four|five|six|seven|eight|nine)\s+in\s+(?:every\s+)?(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|a|\d)\b/iu;
/** List numbering and quotations: these are not counts. */
const ORDINALS = /^[ \t]*\d+[.)]\s/gm;
const QUOTES = /^[ \t]*(?:-[ \t]+)?“.*”$/gm;
const OTHER_DIGITS = /(?![0-9])[\p{Nd}\p{No}\p{Nl}]/u;

const PERCENT =
  "[%％٪]|per[ -]?cent|pct\\b|pro[zc]ent|por ciento|por cento|pour ?cents?\\b|per cento|percento|yüzde|процент";
const FIGURE = "(?<!\\d|\\d[.,])(\\d+(?:[.,]\\d+)*)[ \\u00a0\\u202f-]?";
const PERCENTS = new RegExp(`${FIGURE}(?:${PERCENT})`, "giu");
/** How much a share is above another one. */
const POINTS = new RegExp(
  `${FIGURE}(?:(?:${PERCENT}|percentage)[ -]?)?(?:points?\\b|pp\\b|prozentpunkte|punkte|puntos|pontos|punti)`,
  "giu",
);
/** A share in words alone: "twenty percent", "per mille". */
const SPOKEN_SHARE =
  /\p{L}[ -](?:per[ -]?cent\b|pro[zc]ent\b|por ciento|por cento|pour ?cents?\b|per cento|percento)|‰|per mil/iu;

const plain = (figure: string): number => Number(figure.replace(/,(?=\d{3}(?:\D|$))/g, ""));
/** As other languages write it: 1.204 and 1,4. */
const elsewhere = (figure: string): number =>
  Number(figure.replace(/\.(?=\d{3}(?:\D|$))/g, "").replace(/,(?=\d+$)/, "."));
/** The value of a figure in a reply: the one that was counted, if it can be read so. */
const valueOf = (figure: string, counted: ReadonlySet<number>): number =>
  [plain(figure), elsewhere(figure)].find((value) => counted.has(value)) ?? plain(figure);

/** The figures in a text, by value. */
function figuresIn(text: string): Set<number> {
  return new Set(Array.from(text.matchAll(DIGITS), ([figure]) => plain(figure)));
}

const percentsIn = (text: string): Set<number> =>
  new Set(Array.from(text.matchAll(PERCENTS), ([, figure = ""]) => plain(figure)));

/**
 * A figure in `wording`, in digits or in words, that is none of those counted in `report`, or a quantity that is claimed
 * in words that cannot be looked up there; null where all are right. `asked` is the question.
 */
export function figureNotIn(wording: string, report: string, asked = ""): string | null {
  const counted = figuresIn(report.replace(ORDINALS, "").replace(QUOTES, ""));
  const known = spokenIn(report);
  const spoken = spokenIn(asked);
  const text = withoutAsides(joinedFigures(withoutKnown(wording, known), counted), known, spoken).replace(ORDINALS, "");
  const claimed = Array.from(text.matchAll(CLAIMED)).find((found) => !isSaidSo(text, found, `${known} ${spoken}`));
  const composed = claimed ?? [SPOKEN_SHARE, COMPOSED, OTHER_DIGITS].map((one) => one.exec(text)).find((one) => one);
  if (composed) return composed[0];

  const shares = percentsIn(report);
  const [plainText, points] = taken(text, POINTS);
  const [rest, percents] = taken(plainText, PERCENTS);
  const inWords = (rest.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => Object.hasOwn(NUMBER_WORDS, word));
  const said: [string, number][] = [
    ...Array.from(rest.matchAll(DIGITS), ([one]): [string, number] => [one, valueOf(one, counted)]),
    ...inWords.map((word): [string, number] => [word, NUMBER_WORDS[word]!]),
  ];
  const named = said.map(([, value]) => value).filter((value) => counted.has(value));
  const saidShares = percents.map((one): [string, number] => [one, valueOf(one, shares)]);
  const namedShares = saidShares.map(([, value]) => value).filter((value) => shares.has(value));
  const isRounded = (figure: number): boolean => [...shares].some((one) => Math.round(one) === figure);
  const wrong =
    said.find(([, value]) => !counted.has(value) && !isDerived(value, named)) ??
    saidShares.find(
      ([, value]) =>
        !shares.has(value) && !isRounded(value) && !isDerived(value, namedShares) && !isShare(value, named),
    ) ??
    points
      .map((one): [string, number] => [one, valueOf(one, counted)])
      .find(([, value]) => !counted.has(value) && !isGap(value, namedShares));
  return wrong?.[0] ?? null;
}

/** A text without what a pattern finds, and the figures of that. */
function taken(text: string, pattern: RegExp): [rest: string, figures: string[]] {
  return [text.replace(pattern, ""), Array.from(text.matchAll(pattern), ([, figure = ""]) => figure)];
}

/** "9 971" as one figure, if it was counted. */
const joinedFigures = (text: string, counted: ReadonlySet<number>): string =>
  text.replace(/(?<![\d.,])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)/gu, (figure) => {
    const joined = figure.replace(/\D/g, "");
    return counted.has(Number(joined)) ? joined : figure;
  });

/** A reply without what it quotes or names as the results do. */
const withoutKnown = (wording: string, known: string): string =>
  wording.replace(QUOTED, (found, ...parts: unknown[]) => {
    const quote = spokenIn(parts.slice(0, QUOTE_FORMS).find((part): part is string => typeof part === "string") ?? "");
    return /\p{L}/u.test(quote) && holds(known, quote) ? "" : found;
  });

/** True where the word stands beside the same one in what is known: "double charged", "half marathon". */
function isSaidSo(text: string, { 0: found, index }: RegExpExecArray, known: string): boolean {
  const said = spokenIn(found);
  const [before] = spokenIn(text.slice(Math.max(0, index - 40), index))
    .split(" ")
    .slice(-1);
  const [after] = spokenIn(text.slice(index + found.length, index + found.length + 40)).split(" ");
  return (!!after && holds(known, `${said} ${after}`)) || (!!before && holds(known, `${before} ${said}`));
}

const isEqual = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;
const isOfTwo = (named: readonly number[], is: (a: number, b: number) => boolean): boolean =>
  named.some((a) => named.some((b) => a < b && is(a, b)));
const isRoundedTo = (figure: number, exact: number): boolean =>
  isEqual(figure, Math.round(exact)) || isEqual(figure, Math.round(exact * 10) / 10);

/** True for the sum or difference of two counted figures that the text names; one to four could be a small group. */
const isDerived = (figure: number, named: readonly number[]): boolean =>
  figure >= MIN_GROUP_SIZE && isOfTwo(named, (a, b) => isEqual(figure, a + b) || isEqual(figure, b - a));

/** True for the distance of two shares that the text names. */
const isGap = (figure: number, shares: readonly number[]): boolean =>
  isOfTwo(shares, (a, b) => isRoundedTo(figure, b - a));

/** True for one counted figure as a share of another, in percent. */
const isShare = (figure: number, named: readonly number[]): boolean =>
  isOfTwo(named, (a, b) => isRoundedTo(figure, (a / b) * 100));

/** Between marks of any kind; an apostrophe within ‘…’ ends no quote. */
const QUOTED =
  /[“"«„]([^“”"«»„]*)[”"»“]|‘([^‘\n]*)’|‹([^‹›]*)›|「([^「」]*)」|『([^『』]*)』|`([^`]*)`|(?<![\p{L}\p{N}])'([^'\n]*)'/gu;
const QUOTE_FORMS = 7;
/** Emphasis shows words as somebody's own, too. */
const EMPHASIS = /(\*{1,3}|_{1,3})(?=\S)([^*_\n]+)\1/g;
/** "**40 of 150 goals**" is no quote, nor is the name of a point in a list: "- **Getting into the account**: …" */
const isFigure = (mark: string, said: string): boolean => mark.length > 1 && /\d/.test(said);
const POINT = /^([ \t]*(?:[-*•]|\d+[.)])[ \t]+)\*\*([^*\n“”"]{1,60})\*\*(?=[ \t]*[:–—(,.])/gm;
/** A mark that opens a quote without an end, or ends one without a beginning. */
const QUOTE_MARK = /[“”"«»„‘‹›「」『』`]/;

/** What the wording quotes, if it is longer than a name and does not stand so in what was counted; else null. */
export function quoteNotIn(wording: string, report: string): string | null {
  const known = spokenIn(report);
  const mark = QUOTE_MARK.exec(wording.replace(QUOTED, ""));
  if (mark) return mark[0];
  const quotes = [
    ...Array.from(wording.replace(POINT, "$1").matchAll(EMPHASIS), ([, mark = "", said = ""]) =>
      isFigure(mark, said) ? "" : said,
    ),
    ...Array.from(wording.matchAll(QUOTED), (found) => found.slice(1).find((quote) => quote !== undefined) ?? ""),
    ...Array.from(wording.matchAll(/^[ \t]*>(.*)$/gm), ([, quote = ""]) => quote),
  ];
  const isKnown = (quote: string): boolean => quote.split(" ").length < MIN_QUOTED_WORDS || holds(known, quote);
  return quotes.find((quote) => !isKnown(spokenIn(quote))) ?? null;
}

/** Fewer words are a name, of a topic or a group. */
const MIN_QUOTED_WORDS = 4;
const spokenIn = (text: string): string =>
  (
    text
      .toLowerCase()
      .replace(/['’]/g, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ");
