import { MIN_GROUP_SIZE } from "../dataset/record";
import { words } from "../dataset/words";
import { formsOf } from "../plan/forms";
import type { Dataset } from "./dataset";
import { recordsIn, type Mask } from "./sets";

/** How many records hold very words, of those that hold them in any form. */
export interface Exactly {
  /** To the nearest five; null for fewer than five. */
  count: number | null;
  /** Other forms that records hold: "people" for "person"; none that fewer than five hold. */
  others: string[];
}

/** A question has up to eight steps: to read more texts for each word takes too long. */
const MAX_READ = 5_000;
/** The forms that a reply names. */
const MAX_NAMED = 3;

/**
 * The records that hold very words, with plain endings, among those that hold them in any form: “personal” without “people”.
 * Null where the texts are too many to read, or all but fewer than five hold them so: beside the count in any form, even a
 * rounded one would tell how many those are. To the nearest five: the counts of several forms, or of a
 * longer phrase, taken from one another would leave one to four records.
 */
export function exactly(dataset: Dataset, said: string, held: Mask): Exactly | null {
  const records = recordsIn(held);
  if (records.length > MAX_READ) return null;
  const found = formsIn(dataset, words(said), records);
  const holding = new Map<string, number>();
  for (const forms of found) for (const form of forms) holding.set(form, (holding.get(form) ?? 0) + 1);
  const own = holding.get(OWN) ?? 0;
  if (records.length - own < MIN_GROUP_SIZE) return null;
  const others = [...holding].filter(([form, size]) => form !== OWN && form !== APART && size >= MIN_GROUP_SIZE);
  return {
    count: own < MIN_GROUP_SIZE ? null : MIN_GROUP_SIZE * Math.round(own / MIN_GROUP_SIZE),
    others: others
      .sort((one, other) => other[1] - one[1])
      .slice(0, MAX_NAMED)
      .map(([form]) => form),
  };
}

/** True for a text that holds very words. */
export const holdsExactly = (text: string, said: string): boolean =>
  formsOfText(words(said), words(text)).includes(OWN);

const OWN = "";
const APART = "apart";

/** In which forms a text holds what is asked for; of several words, whether side by side. */
function formsOfText(asked: readonly string[], text: readonly string[]): string[] {
  const [only = "", ...others] = asked;
  if (others.length > 0)
    return [text.some((_, at) => asked.every((word, i) => isPlainForm(word, text[at + i] ?? ""))) ? OWN : APART];
  const stems = new Set(formsOf(only));
  return text.flatMap((word) =>
    isPlainForm(only, word) ? [OWN] : formsOf(word).some((stem) => stems.has(stem)) ? [word] : [],
  );
}

const formsIn = ({ texts }: Dataset, asked: readonly string[], records: Uint32Array): ReadonlySet<string>[] =>
  Array.from(records, (record) => new Set(formsOfText(asked, words(texts.at(record)))));

/** True for words that only endings tell apart: "refund" and "refunds", "save" and "saving"; not "person" and "people". */
const isPlainForm = (one: string, other: string): boolean => {
  const own = basesOf(one);
  return one === other || basesOf(other).some((base) => own.includes(base));
};

const MIN_BASE = 3;
/** What a word may be without its ending. */
function basesOf(word: string): string[] {
  const cut = (ending: string, instead = ""): string[] =>
    word.endsWith(ending) ? [word.slice(0, -ending.length) + instead] : [];
  const verbal = [...cut("ing"), ...cut("ed")];
  const doubled = verbal.flatMap((base) => (/([bdfglmnprt])\1$/.test(base) ? [base.slice(0, -1)] : []));
  return [
    word,
    ...(word.endsWith("ss") ? [] : cut("s")),
    ...cut("es"),
    ...cut("ies", "y"),
    ...cut("ied", "y"),
    ...verbal,
    ...doubled,
    ...cut("ing", "e"),
    ...cut("ed", "e"),
  ].filter((base) => base.length >= MIN_BASE);
}
