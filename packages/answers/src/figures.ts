import { holds, RECORDS, withoutAsides } from "./asides";
import { MIN_GROUP_SIZE } from "./dataset/record";
import { isTopical, stemOf } from "./dataset/words";
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

/** What a reply may say. */
export interface Known {
  /** All results, for what they quote and name. */
  text: string;
  /** What was counted or computed from counts. */
  counts: ReadonlySet<number>;
  /** In percent. */
  shares: ReadonlySet<number>;
  /** Names that hold a number, of values and groups: "26-35". */
  names: readonly string[];
  /** Numbers that records are chosen or grouped by, with the words of their column: no counts. */
  values: readonly { words: readonly string[]; numbers: ReadonlySet<number> }[];
}

/** A figure or claim that was not counted, with the words around it. */
export interface Unknown {
  said: string;
  near: string;
}

/** The figures in a text, by value. */
function figuresIn(text: string): Set<number> {
  return new Set(Array.from(text.matchAll(DIGITS), ([figure]) => plain(figure)));
}

const percentsIn = (text: string): Set<number> =>
  new Set(Array.from(text.matchAll(PERCENTS), ([, figure = ""]) => plain(figure)));

/**
 * What a text that was counted tells, where no number in it is the value of a column.
 *
 * @internal
 */
export const knownIn = (text: string): Known => ({
  text,
  counts: figuresIn(text.replace(ORDINALS, "").replace(QUOTES, "")),
  shares: percentsIn(text),
  names: [],
  values: [],
});

/**
 * The figures in `wording`, in digits or in words, that were not counted, and quantities that are claimed in words that
 * cannot be looked up; none where all are right. `asked` is the question.
 */
export function figuresNotIn(wording: string, known: Known, asked = ""): Unknown[] {
  const { shares } = known;
  const said = spokenIn(known.text);
  const counts = holds(said, "fewer than 5") ? new Set([...known.counts, MIN_GROUP_SIZE]) : known.counts;
  const spoken = spokenIn(asked);
  const own = withoutValues(withoutKnown(wording, said), known);
  const text = withoutAsides(joinedFigures(own, counts), said, spoken).replace(ORDINALS, "");
  const claims = [
    ...Array.from(text.matchAll(CLAIMED)).filter(
      (found) => !isSaidSo(text, found, `${said} ${spoken}`) && !isNoClaim(text, found),
    ),
    ...[SPOKEN_SHARE, COMPOSED, OTHER_DIGITS].flatMap((one) =>
      Array.from(text.matchAll(new RegExp(one, `g${one.flags}`))),
    ),
  ].map(([found]) => found);

  const lines = text.split("\n").map((line) => {
    const [plainText, points] = taken(line, POINTS);
    const [rest, percents] = taken(plainText, PERCENTS);
    const inWords = (rest.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => Object.hasOwn(NUMBER_WORDS, word));
    return {
      figures: [
        ...Array.from(rest.matchAll(DIGITS), ([one]): [string, number] => [one, valueOf(one, counts)]),
        ...inWords.map((word): [string, number] => [word, NUMBER_WORDS[word]!]),
      ],
      shares: percents.map((one): [string, number] => [one, valueOf(one, shares)]),
      points: points.map((one): [string, number] => [one, valueOf(one, counts)]),
    };
  });
  const isRounded = (figure: number): boolean => [...shares].some((one) => Math.round(one) === figure);
  const isToldShare = (value: number): boolean => shares.has(value) || isRounded(value);
  const named = lines.flatMap(({ figures }) => figures.map(([, value]) => value)).filter((value) => counts.has(value));
  const namedAverages = named.filter((value) => !Number.isInteger(value));
  const saidShares = new Set(lines.flatMap((line) => line.shares.map(([, value]) => value)).filter(isToldShare));
  // A reply has them rounded, and what it computes from them may be of either.
  const namedShares = [...new Set([...saidShares, ...[...shares].filter((one) => saidShares.has(Math.round(one)))])];
  const places = wording.split("\n");
  const isSameLines = places.length === lines.length;
  const wrong = lines.flatMap((line, i): Unknown[] => {
    const place = isSameLines ? places[i]! : wording;
    const beside = line.figures
      .map(([, value]) => value)
      .filter((value) => counts.has(value) || isDerived(value, named));
    return [
      ...line.figures.filter(([, value]) => !counts.has(value) && !isDerived(value, named)),
      ...line.shares.filter(
        ([, value]) => !isToldShare(value) && !isOfShares(value, namedShares) && !isShare(value, beside, named),
      ),
      ...line.points.filter(
        ([, value]) => !counts.has(value) && !isGap(value, namedShares) && !isDerived(value, namedAverages),
      ),
    ].map(([one]) => ({ said: one, near: around(place, one) }));
  });
  return [...claims.map((one) => ({ said: one, near: around(wording, one) })), ...wrong];
}

/** A few words on each side of what is said. */
function around(text: string, said: string): string {
  const escaped = said.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // Letters may follow digits: "30s", "5k".
  const end = /\d$/.test(said) ? "(?![.,]?\\p{N})" : "(?![\\p{L}\\p{N}])";
  const found = text.search(new RegExp(`(?<![\\p{L}\\p{N}.,])${escaped}${end}`, "iu"));
  const at = found >= 0 ? found : Math.max(0, text.indexOf(said));
  return text
    .slice(Math.max(0, at - 30), at + said.length + 30)
    .replace(/\s+/g, " ")
    .trim();
}

/** What follows a number that counts records: "97 campaigns", "97 have hit", "97 of them". */
const OF_RECORDS = new RegExp(
  `^[\\s*_-]{0,3}(?:${RECORDS}|have|has|had|are|were|is|was|do|did|don|didn|say|said|want|mention\\w*|hit|reach\\w*)\\b`,
  "iu",
);
const BOUND_OF_RECORDS = new RegExp(`^[\\s*_]{0,3}or (?:more|less|fewer) (?:${RECORDS})\\b`, "iu");
const BOUND_BEFORE =
  /(?:\b(?:at|least|most|over|under|above|below|from|between|to|and|or|than|exactly|up to)|[≥≤<>–-])[\s*_]{0,3}$/iu;
const BOUND_AFTER =
  /^[\s*_]{0,3}(?:or (?:more|less|fewer|lower|higher|above|below|over|under|better|worse)|and (?:more|over|above|up|below|\d)|to \d|[–+-]|stars?\b|points?\b|years?\b)/iu;
/** Where the name of a row, of a point of a list or of a table's column stands, and what ends it. */
const ROW_BEFORE = /^[ \t]{0,9}(?:\|[ \t]{0,9}|[-*•][ \t]{1,9})?[*_]{0,2}[^|:\d]{0,40}$/u;
const HEAD_BEFORE = /\|[^|:\d]{0,40}$/u;
const BELOW_HEAD = /^[ \t]{0,9}\|?[ \t]{0,9}:?-{3}/;
const NAME_AFTER = /^[^|:\d.]{0,30}(?:\||:)/u;
const PERCENT_AFTER = new RegExp(`^[ \u00a0\u202f-]?(?:${PERCENT})`, "iu");

/**
 * A reply without the numbers that are values of columns, where they are named as such: as the name of a row, or as a
 * bound beside a word of the column. Beside a word for records they count these.
 */
function withoutValues(wording: string, { names, values }: Known): string {
  const isCounting = (after: string): boolean => OF_RECORDS.test(after) || BOUND_OF_RECORDS.test(after);
  const unnamed = names.reduce(
    (text, name) =>
      text.includes(name)
        ? text
            .split(name)
            .reduce((done, part) => done + (isOwnName(done, part) && !isCounting(part) ? "" : name) + part)
        : text,
    wording,
  );
  const isYear = (value: number): boolean => value >= 1900 && value <= 2100;
  return unnamed
    .split("\n")
    .map((line, i, lines) => {
      const isHead = BELOW_HEAD.test(lines[i + 1] ?? "");
      const inLine = new Set(spokenIn(line).split(" ").map(stemOf));
      return line.replace(DIGITS, (found, at: number) => {
        const of = values.filter(({ numbers }) => numbers.has(plain(found)));
        if (of.length === 0) return found;
        const before = line.slice(0, at);
        const unit = PERCENT_AFTER.exec(line.slice(at + found.length))?.[0] ?? "";
        const after = line.slice(at + found.length + unit.length);
        if (isCounting(after)) return found;
        const isNamed = (ROW_BEFORE.test(before) || (isHead && HEAD_BEFORE.test(before))) && NAME_AFTER.test(after);
        const isOfColumn = of.some(({ words }) => words.some((word) => inLine.has(word)));
        const isBound = BOUND_BEFORE.test(before) || BOUND_AFTER.test(after);
        const isBeside = of.some(({ words }) =>
          [...spokenIn(before).split(" ").slice(-2), ...spokenIn(`${unit} ${after}`).split(" ").slice(0, 3)].some(
            (word) => words.includes(stemOf(word)),
          ),
        );
        return isNamed || isBeside || (isOfColumn && isBound) || (isYear(plain(found)) && unit === "") ? VALUE : found;
      });
    })
    .join("\n")
    .replace(new RegExp(`${VALUE}[ \u00a0\u202f-]?(?:${PERCENT})?`, "giu"), "");
}
/** Stands for a value while its unit is taken out, too; no reply has it. */
const VALUE = "\ue000";

/** True where no letter or digit continues a name. */
const isOwnName = (before: string, after: string): boolean =>
  !/[\p{L}\p{N}]$|\d[.,]$/u.test(before) && !/^(?:[\p{L}\p{N}]|[.,]\d)/u.test(after);

/** True for a "none" that is no number of records: of columns or words, "or none", and beside "fewer than 5". */
function isNoClaim(text: string, { 0: found, index }: RegExpExecArray): boolean {
  if (!/^(?:none|nobody|no[ -]one)$/i.test(found)) return false;
  const line = text.slice(text.lastIndexOf("\n", index) + 1).split("\n", 1)[0]!;
  if (/fewer than (?:5|five)/i.test(line)) return true;
  const after = text.slice(index + found.length, index + found.length + 60);
  return (
    /\bor (?:of )?$/i.test(text.slice(Math.max(0, index - 8), index)) ||
    /^ of (?:the|these|those|its|your) (?:\p{L}+ )?(?:columns?|words?|topics?|themes?|values?|fields?|names?|groups?)\b/iu.test(
      after,
    )
  );
}

/** A text without what a pattern finds, and the figures of that. */
function taken(text: string, pattern: RegExp): [rest: string, figures: string[]] {
  return [text.replace(pattern, ""), Array.from(text.matchAll(pattern), ([, figure = ""]) => figure)];
}

/** Joins digits that spaces group by three, if the whole is a counted figure. */
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
  const isTelling = (word: string | undefined): word is string =>
    word !== undefined && isTopical(word) && !OF_RECORDS.test(word);
  return (
    (isTelling(after) && holds(known, `${said} ${after}`)) || (isTelling(before) && holds(known, `${before} ${said}`))
  );
}

const isEqual = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;
const isOfTwo = (named: readonly number[], is: (a: number, b: number) => boolean): boolean =>
  named.some((a) => named.some((b) => a < b && is(a, b)));
const isRoundedTo = (figure: number, exact: number): boolean =>
  isEqual(figure, Math.round(exact)) || isEqual(figure, Math.round(exact * 10) / 10);

/**
 * True for the sum or difference of two counted figures that the text names. One to four could be a small group, but not
 * where one of both is an average.
 */
const isDerived = (figure: number, named: readonly number[]): boolean =>
  isOfTwo(
    named,
    (a, b) =>
      (figure >= MIN_GROUP_SIZE || !Number.isInteger(a) || !Number.isInteger(b)) &&
      (isEqual(figure, a + b) || isEqual(figure, b - a)),
  );

/** True for the distance of two shares that the text names. */
const isGap = (figure: number, shares: readonly number[]): boolean =>
  isOfTwo(shares, (a, b) => isRoundedTo(figure, b - a));

/** … or for their sum. */
const isOfShares = (figure: number, shares: readonly number[]): boolean =>
  figure > 0 && (isGap(figure, shares) || isOfTwo(shares, (a, b) => a + b <= 100.5 && isRoundedTo(figure, a + b)));

/**
 * True for a figure that stands beside it as a share of another one, in percent, and for two that do if what they are
 * shares of stands there, too.
 */
const isShare = (figure: number, beside: readonly number[], named: readonly number[]): boolean => {
  const isPart = (a: number, b: number): boolean => a < b && isRoundedTo(figure, (a / b) * 100);
  return (
    figure > 0 &&
    beside.some(
      (a) => named.some((b) => isPart(a, b)) || beside.some((b) => a < b && beside.some((all) => isPart(a + b, all))),
    )
  );
};

/** Between marks of any kind; an apostrophe within ‘…’ ends no quote. */
const QUOTED =
  /[“"«„]([^“”"«»„]*)[”"»“]|‘([^‘\n]*)’|‹([^‹›]*)›|「([^「」]*)」|『([^『』]*)』|`([^`]*)`|(?<![\p{L}\p{N}])'([^'\n]*)'/gu;
const QUOTE_FORMS = 7;
/** Emphasis shows words as somebody's own, too. */
const EMPHASIS = /(\*{1,3}|_{1,3})(?=\S)([^*_\n]+)\1/g;
/** Bold text is no quote if it holds a figure or names a point of a list. */
const isFigure = (mark: string, said: string): boolean => mark.length > 1 && /\d/.test(said);
const POINT = /^([ \t]*(?:[-*•]|\d+[.)])[ \t]+)\*\*([^*\n“”"]{1,60})\*\*(?=[ \t]*[:–—(,.])/gm;
/** A mark that opens a quote without an end, or ends one without a beginning. */
const QUOTE_MARK = /[“”"«»„‘‹›「」『』`]/;

/** What the wording quotes that is longer than a name and does not stand so in what was counted. */
export function quotesNotIn(wording: string, report: string): string[] {
  const known = spokenIn(report);
  const mark = QUOTE_MARK.exec(wording.replace(QUOTED, ""));
  if (mark) return [mark[0]];
  const quotes = [
    ...Array.from(wording.replace(POINT, "$1").matchAll(EMPHASIS), ([, mark = "", said = ""]) =>
      isFigure(mark, said) ? "" : said,
    ),
    ...Array.from(wording.matchAll(QUOTED), (found) => found.slice(1).find((quote) => quote !== undefined) ?? ""),
    ...Array.from(wording.matchAll(/^[ \t]*>(.*)$/gm), ([, quote = ""]) => quote),
  ];
  const isKnown = (quote: string): boolean => quote.split(" ").length < MIN_QUOTED_WORDS || holds(known, quote);
  return quotes.filter((quote) => !isKnown(spokenIn(quote)));
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
