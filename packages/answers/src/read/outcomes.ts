import { stemOf } from "../dataset/words";
import type { Guide } from "../guide";
import { nameWords } from "./names";
import { placesOf, type Named, type Place, type Text } from "./text";

/** A column that says of each record whether something is so, or how it came out. */
interface Flag {
  column: string;
  /** The stems of its name that carry it; none for an outcome, which is named by what came of it. */
  stems: readonly string[];
  weights: ReadonlyMap<string, number>;
  /** "Would" of a name that begins with it. */
  modal: string | null;
  yes: string[];
  no: string[];
}

const YES = /^(?:yes|true|y|1)\b/i;
const NO = /^(?:no|false|n|0)\b/i;
const WON = /^(?:success\w*|funded|won|passed|approved|accepted|completed?|resolved|solved|hired|delivered)$/i;
const LOST = /^(?:fail\w*|unsuccess\w*|unfunded|lost|rejected|refused|declined|denied|unresolved|unsolved)$/i;
/** Words of a column's name that don't carry it. */
const EMPTY =
  /^(?:is|are|was|were|has|have|had|would|will|can|could|should|do|did|it|its|as|at|in|on|of|for|to|by|the|a|an|my|you|your|their|they|this|that|or|and|flag|status|purchase|answer)$/;
/** Last words that say only that a column is of yes and no, unless other columns share the words before: "Country_IND". */
const KIND = /[\s_-](?:ind|indicator|yn|bool|boolean)$/i;
const MAX_VALUES = 8;
/** So much of a name of several words must be said, its words no further from each other than this. */
const SAID = 0.6;
const NEAR = 8;
const NOT =
  /^(?:not|no|never|without|dont|doesnt|didnt|wont|wouldnt|isnt|arent|wasnt|werent|hasnt|havent|hadnt|cant|couldnt|shouldnt|non|nobody)$/;
/** Words that deny a column's word by themselves. */
const OPPOSITES: Readonly<Record<string, RegExp>> = {
  current: /^(?:former|ex|past|previous|previously)$/,
  full: /^part$/,
  paid: /^(?:free|unpaid)$/,
  public: /^private$/,
  onlin: /^offline$/,
};
/** How far a word of denial may stand before what it denies. */
const BEFORE = 3;

const SUCCESS =
  /\b(?:success\w*|succe(?:ed|eds|eded|eding)|(?:reach|met|meet|hit|achiev|mak|mad)\w* (?:(?:their|its|the|his|her|a|funding) )*(?:goals?|targets?)|funded|made it|(?:do|does|did|doing|perform\w*|fare[sd]?) (?:any |much )?(?:better|best|well))(?= |$)/g;
const FAILURE =
  /\b(?:fail\w*|flop\w*|unsuccess\w*|unfunded|(?:do|does|did|doing|perform\w*|fare[sd]?) (?:worse|worst|badly))(?= |$)/g;

const known = new WeakMap<Guide, { flags: Flag[]; outcome: Flag | null }>();

function flagsOf(guide: Guide): { flags: Flag[]; outcome: Flag | null } {
  let found = known.get(guide);
  if (found) return found;
  const flags: Flag[] = [];
  let outcome: Flag | null = null;
  const names = guide.columns.map(({ name }) => new Set(nameWords(name).map(stemOf)));
  const weights = new Map(
    [...new Set(names.flatMap((one) => [...one]))].map((stem) => [
      stem,
      1 / names.filter((one) => one.has(stem)).length,
    ]),
  );
  for (const { name, values: given } of guide.columns) {
    const values = given.map(({ value }) => value);
    const of = (pattern: RegExp): string[] => values.filter((value) => pattern.test(value));
    if (values.length > MAX_VALUES * 2) continue;
    // Of 1 to 5, a 1 is no yes.
    const isMarks = values.filter((value) => /^\d/.test(value)).length > 2;
    if (values.length <= MAX_VALUES && !isMarks && of(YES).length > 0 && of(NO).length > 0) {
      const bare = name.replace(KIND, "");
      const isShared = guide.columns.some((one) => one.name !== name && one.name.startsWith(bare));
      const stems = nameWords(isShared ? name : bare)
        .filter((word) => !EMPTY.test(word))
        .map(stemOf);
      const modal = /^(?:would|will|can|could|should)(?=[\s_-])/i.exec(name)?.[0].toLowerCase() ?? null;
      if (stems.length > 0)
        flags.push({ column: name, stems: [...new Set(stems)], weights, modal, yes: of(YES), no: of(NO) });
    } else if (!outcome && of(WON).length > 0)
      outcome = { column: name, stems: [], weights, modal: null, yes: of(WON), no: of(LOST) };
  }
  found = { flags, outcome };
  known.set(guide, found);
  return found;
}

/** Whether a column says how the records came out. */
export const hasOutcome = (guide: Guide): boolean => flagsOf(guide).outcome !== null;

/**
 * What a text says of records by columns of yes and no, in any form of their names ("wouldn't recommend" for
 * `recommended: no`), and by a column of outcomes ("reached their goal" for `state: successful`).
 */
export function saidByFlags(text: Text, guide: Guide, saidOf: (from: number, to: number) => string): Named[] {
  const { flags, outcome } = flagsOf(guide);
  const words = text.tokens.map(({ said }) => said);
  const found: Named[] = [];
  const isFree = ({ from, to }: Place): boolean => found.every((one) => one.to <= from || one.from >= to);
  const add = (place: Place, { column, stems, modal, yes, no }: Flag, is: boolean): void => {
    if (!isFree(place)) return;
    const denies = ({ from, to }: Place, by: (word: string) => boolean): boolean => words.slice(from, to).some(by);
    const isDenied =
      denies({ from: Math.max(0, place.from - BEFORE), to: place.from }, (word) => NOT.test(word)) ||
      denies(place, (word) => stems.some((stem) => isOpposite(stem, word))) ||
      (modal !== null && words.includes(`${modal}nt`));
    const values = narrowed(is ? yes : no, words);
    const said = saidOf(place.from, place.to);
    // Who would not recommend says no; what did not succeed may have failed or been given up.
    if (isDenied && is && no.length > 0 && outcome?.column !== column)
      found.push({ ...place, column, values: no, said: `not ${said}`, isNot: false, says: true });
    else if (values.length > 0) found.push({ ...place, column, values, said, isNot: isDenied, says: true });
  };
  // The column of which most is said comes first, and of such the longest.
  const part = (flag: Flag): number => saidBy(flag, Array.from(words.keys()), words);
  for (const flag of [...flags].sort((a, b) => part(b) - part(a) || b.stems.length - a.stems.length)) {
    const at = words.flatMap((word, i) => (flag.stems.some((one) => isFormOf(one, word)) ? [i] : []));
    const groups = at.map((first) => at.filter((i) => i >= first && i < first + NEAR));
    const best = groups.sort((a, b) => saidBy(flag, b, words) - saidBy(flag, a, words))[0];
    // "Would they bring it up in an interview?" says as much of `would_raise_in_interview` by its "would".
    const isAsked = flag.modal !== null && words.some((word) => word.startsWith(flag.modal!)) && flag.stems.length < 3;
    const least = isAsked ? 0 : SAID;
    if (!best || saidBy(flag, best, words) < least) continue;
    if (flag.stems.length === 1 && ADVICE.test(text.said)) continue;
    // "Split by recommended" names the column itself.
    const isBy = /^(?:by|per|each|across)$/.test(words[best[0]! - 1] ?? "") && words[best.at(-1)! + 1] !== "rate";
    if (isBy) continue;
    // What stands between its "would" and its word belongs to it.
    const modal = isAsked ? words.findLastIndex((word, i) => i < best[0]! && word.startsWith(flag.modal!)) : -1;
    add({ from: modal >= 0 ? modal : best[0]!, to: best.at(-1)! + 1 }, flag, true);
  }
  if (outcome) {
    for (const place of placesOf(text, FAILURE)) add(place, outcome, false);
    for (const place of placesOf(text, SUCCESS)) add(place, outcome, true);
  }
  return found;
}

/** Of several values, "Yes, it has" and "Yes, I think it would", those whose own words are said. */
function narrowed(values: string[], words: readonly string[]): string[] {
  const own = values.map((value) => nameWords(value));
  const said = values.filter((_, i) =>
    own[i]!.some((word) => words.includes(word) && own.every((other, j) => j === i || !other.includes(word))),
  );
  return said.length > 0 ? said : values;
}

const ADVICE =
  /\b(?:you|u) (?:would )?recommend|\brecommend(?:s|ed)? (?:we|that|to|doing|fixing|for us)\b|\b(?:your|any|what|some|me) recommendations\b/;

/** Which part of a flag's name some tokens say; a word that several columns have in their names says less. */
function saidBy({ stems, weights }: Flag, at: readonly number[], words: readonly string[]): number {
  const sum = (some: readonly string[]): number => some.reduce((all, stem) => all + (weights.get(stem) ?? 1), 0);
  return sum(stems.filter((stem) => at.some((i) => isFormOf(stem, words[i]!)))) / sum(stems);
}

const isFormOf = (stem: string, word: string): boolean =>
  word.split("-").some((one) => isForm(stem, stemOf(one)) || isOpposite(stem, one));
const isOpposite = (stem: string, word: string): boolean =>
  OPPOSITES[stem]?.test(word) === true || (/^un.{4}/.test(word) && isForm(stem, stemOf(word.slice(2))));

/** "Recommend" and "recommendation": the same stem, or most of it. */
const isForm = (one: string, other: string): boolean => {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 5 && long.length - short.length <= 4 && long.startsWith(short);
};
