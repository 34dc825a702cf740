import { isTopical, words as wordsOf } from "../dataset/words";
import { WAYS } from "../plan/concepts";
import { formsOf } from "../plan/forms";
import { isNegation } from "./nearness";

/** "Didn't" and "hasn't" say different things of what follows: "payments I did not make" are none that someone can't make. */
const CONTRACTED = /^(ca|wo|do|does|did|is|are|was|were|have|has|had|would|could|should|ai)nt$/;
const WHOLE: Readonly<Record<string, string>> = { ca: "can", wo: "will", ai: "is" };
const ONE_FORM: Readonly<Record<string, string>> = { has: "have", had: "have" };

/** The words of a text as they are read for ways to say a thing: contractions in two words, and one word for "no" and "never". */
export function spokenWords(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    const auxiliary = word === "cannot" ? "can" : CONTRACTED.exec(word)?.[1];
    if (auxiliary === undefined)
      return word === "never" ? ["have", "not"] : [isNegation(word) ? "not" : inOneForm(word)];
    return [WHOLE[auxiliary] ?? inOneForm(auxiliary), "not"];
  });
}

const inOneForm = (word: string): string => ONE_FORM[word] ?? word;

type Stems = readonly string[];

/** One way to say a thing: the stems of all its words, of those that can carry a topic, and of these without "not". */
export interface Way {
  words: readonly Stems[];
  topical: readonly Stems[];
  told: readonly Stems[];
  isTelling: boolean;
  isBeside: boolean;
}

/** The ways to say each thing. */
export const CONCEPTS: readonly (readonly Way[])[] = WAYS.map((ways) =>
  ways.map(({ said, isTelling, isBeside }) => {
    const all = spokenWords(said);
    const topical = all.filter(isTopical);
    const told = topical.filter((word) => !isNegation(word));
    return { words: all.map(formsOf), topical: topical.map(formsOf), told: told.map(formsOf), isTelling, isBeside };
  }),
);

const NAMES = new Set(
  WAYS.flatMap(([first]) => (first && !first.said.includes(" ") ? formsOf(first.said.toLowerCase()) : [])),
);
/** True for a word that names a thing which is said in many ways. */
export const namesThing = (word: string): boolean => formsOf(word).some((stem) => NAMES.has(stem));

/** The ways in a phrase are found by their first words. */
export const BY_STEM = new Map<string, { concept: number; way: Way }[]>();
CONCEPTS.forEach((ways, concept) =>
  ways.forEach((way) => {
    const isFound = way.isTelling && (way.topical.length > 1 || way.words.length === 1);
    for (const stem of isFound ? way.topical[0]! : [])
      BY_STEM.set(stem, [...(BY_STEM.get(stem) ?? []), { concept, way }]);
  }),
);
