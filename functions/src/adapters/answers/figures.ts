const DIGITS = /\d+(?:[.,]\d+)*/g;
/** Figures written as words; "one" is left out, for it is mostly no figure. */
const NUMBER_WORDS: Readonly<Record<string, number>> = {
  two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14,
  fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60,
  seventy: 70, eighty: 80, ninety: 90,
};
/** Words that claim a quantity which nobody counted. */
const CLAIMED =
  /\b(?:half|halves|thirds?|quarters?|fifths?|tenths?|dozens?|hundreds?|thousands?|millions?|billions?|majority|twice|double[ds]?|triple[ds]?|twofold|threefold|(?:nearly|almost|virtually) (?:all|every|everyone|none))\b/i;
const OTHER_DIGITS = /[\p{Nd}\p{No}\p{Nl}]/gu;

const plain = (figure: string): number => Number(figure.replace(/,(?=\d{3}(?:\D|$))/g, ""));

/** The figures in a text, by value. */
export function figuresIn(text: string): Set<number> {
  return new Set(Array.from(text.matchAll(DIGITS), ([figure]) => plain(figure)));
}

/**
 * True where every figure in `text`, in digits or in words, is one of those counted in `report`, and no quantity is
 * claimed in words that cannot be looked up there.
 */
export function hasOnlyFiguresOf(text: string, report: string): boolean {
  const counted = figuresIn(report);
  if (CLAIMED.test(text) || Array.from(text.matchAll(OTHER_DIGITS)).some(([sign]) => !/[0-9]/.test(sign))) return false;
  const spoken = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const inWords = spoken.flatMap((word) => (Object.hasOwn(NUMBER_WORDS, word) ? [NUMBER_WORDS[word]!] : []));
  return [...figuresIn(text), ...inWords].every((figure) => counted.has(figure));
}
