import { isTopical, stemOf, words } from "../dataset/words";
import { FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS } from "../plan/lexicon";
import type { Known, Refusal } from "../plan/plan";
import type { Dataset } from "./dataset";
import { Evidences } from "./evidence";
import { escapeMarkdown, listed, number, recordsCalled } from "./wording";

type Absent = Pick<Refusal, "words" | "detail">;

const MAX_ECHO = 60;

/** Words of a question as a reply repeats them: short, on one line, without long numbers. */
export function echo(text: string): string {
  const short = text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}…` : text;
  return `“${escapeMarkdown(short.replace(/\d{4,}/g, "…"))}”`;
}

const MAX_ECHOED = 6;
export const echoes = (said: readonly string[]): string => listed([...new Set(said)].map(echo), MAX_ECHOED);

/** Words that are not in the data, told together, each once; and phrases that were not found as they are said. */
export function absentLines(dataset: Dataset, absent: readonly Absent[], hasFigure: boolean): string[] {
  const { known } = dataset;
  const phrases = absent
    .filter(isPhrase)
    .slice(0, MAX_ECHOED)
    .map((one) => `${absentReason(known, one)}${aloneIn(dataset, one)}`);
  const rare = [...new Set(absent.filter((one) => !isPhrase(one)).flatMap(({ detail }) => detail))];
  if (rare.length === 0) return phrases;
  if (absent.length === 1 && !hasFigure) return [absentReason(known, absent[0]!)];
  const { many } = recordsCalled(known.kind);
  const isBeside = hasFigure || phrases.length > 0;
  const use = rare.length > 1 ? "each of these words" : "this word";
  return [
    ...phrases,
    `${isBeside ? "Not counted:" : "The data has nothing to report about"} ${echoes(rare)}: fewer than 5 of ${isBeside ? "" : "its "}${number(known.size)} ${many} use ${use}. ${OTHERWISE}`,
  ];
}

const OTHERWISE = "Whoever says it in other words is not counted.";

/** Why nothing is counted for one of them, without a figure of the data. */
export function absentReason({ kind, size }: Pick<Known, "kind" | "size">, absent: Absent): string {
  const said = echo(absent.words);
  const few = `${number(size)} ${recordsCalled(kind).many} use ${alternatives(absent.detail.map(echo))}`;
  const own = ownWords(absent);
  if (own.length > MAX_NAME) return `${said} can't be counted as asked: fewer than 5 of ${few}.`;
  return isPhrase(absent)
    ? `${said} can't be counted: fewer than 5 of ${few}. ${OTHERWISE}`
    : `The data has nothing to report about ${said}: fewer than 5 of its ${few}.${own.length === 1 ? ` ${OTHERWISE}` : ""}`;
}

/** A topic in more words is said in many ways: that the data lacks one of them says nothing of how many mean it. */
const MAX_NAME = 2;
const isPhrase = (absent: Absent): boolean => {
  const own = ownWords(absent);
  return own.length > MAX_NAME || own.some((word) => !absent.detail.includes(word));
};
const ownWords = ({ words: said }: Absent): string[] => words(said).filter((word) => !FUNCTION_WORDS.has(word));

/** Of a phrase, the words that the data has and that tell something of it. */
const MAX_ALONE = 3;
/** A word of a larger share of the records tells nothing of what is asked. */
const MAX_TOLD = 0.1;

function aloneIn(dataset: Dataset, { words: said, detail }: Absent): string {
  const alone = [...new Set(words(said))].filter((word) => !detail.includes(word) && isTold(dataset.known, word));
  // As a question for the word tells it: one form's own count, taken from that of all forms, would leave those of the others.
  const evidences = new Evidences(dataset, []);
  const counted = alone.slice(0, MAX_ALONE).flatMap((word) => {
    const { count, gaps } = evidences.of({ is: "mentions", text: word, words: word });
    return count === null || gaps.length > 0 ? [] : [`“${escapeMarkdown(word)}” alone is in ${number(count)}`];
  });
  return counted.length === 0 ? "" : ` ${listed(counted)}.`;
}

/** True for a word of a phrase that was not found, which the reply counts by itself. */
export function isTold(known: Known, word: string): boolean {
  const count = isTopical(word) && !isFrame(word) ? known.countOf(stemOf(word)) : undefined;
  return count !== undefined && count <= MAX_TOLD * known.size;
}

const isFrame = (word: string): boolean => [FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS].some((some) => some.has(word));
const alternatives = (said: readonly string[]): string =>
  said.length < 2 ? (said[0] ?? "") : `${said.slice(0, -1).join(", ")} or ${said.at(-1)!}`;
