import { forInstructions, instructionAt } from "./instructions";
import { afterLeads, asksFrom, closed, mayBegin, partsOfSentence } from "./parts";
import { personalIn } from "./personal";
import type { Known, Refusal } from "./plan";
import { sentencesOf, writtenOf, type Token } from "./tokens";

/** A question without what it demands that no answer does, and why not. */
export interface Demanded {
  tokens: readonly Token[];
  refusals: Refusal[];
}

/** "What's her handle, and which state is she in?" asks about one person, whatever else it asks. */
const ONE_PERSON = /^(?:she|shes|he|hes|her|hers|his|him)$/;

/**
 * Takes out what tells the answerer what to do or asks who someone is. What is left is read as if it stood alone: an
 * instruction that stays in would be read as a topic, and a demand beside a question would be left out without a word.
 */
export function withoutDemands(tokens: readonly Token[], known: Pick<Known, "countOf">): Demanded {
  const instructions: string[] = [];
  const personal: string[] = [];
  const sentences = sentencesOf(tokens);
  const kept = sentences.flatMap((sentence) => {
    const told = withoutInstructions(sentence, sentences.length > 1, instructions);
    return told.some(({ isWord }) => isWord) ? withoutPersonal(told, known, personal) : [];
  });
  const refusals = [
    ...instructions.slice(0, 1).map((words): Refusal => ({ kind: "instructions", words, detail: [] })),
    ...personal.slice(0, 1).map((words): Refusal => ({ kind: "personalData", words, detail: [] })),
  ];
  const isAboutOne = personal.length > 0 && tokens.some(({ said }) => ONE_PERSON.test(said));
  return { tokens: refusals.length === 0 ? tokens : isAboutOne ? [] : kept, refusals };
}

/** A sentence without its instructions, each up to where the sentence asks something. */
function withoutInstructions(sentence: readonly Token[], isBesideMore: boolean, found: string[]): readonly Token[] {
  const told = forInstructions(sentence);
  const lastAsking = once(() => sentence.findLastIndex((_, at) => asksFrom(sentence, at)));
  const kept: Token[] = [];
  let isCut = false;
  for (let at = 0; at < sentence.length; at++) {
    const mayTell = mayBegin(sentence, at);
    const from = mayTell ? afterLeads(sentence, at) : at;
    const asksMore = (): boolean => isBesideMore || lastAsking() > from;
    // "You are now …": what leads another part may be an instruction's own.
    const begin = mayTell && [from, at].find((one) => instructionAt(told, one, asksMore) > 0);
    if (typeof begin === "number") {
      const end = begin + instructionAt(told, begin, asksMore);
      found.push(writtenOf(sentence.slice(begin, end)));
      isCut = true;
      at = end - 1;
    } else if (!isCut || asksFrom(sentence, at)) {
      isCut = false;
      kept.push(sentence[at]!);
    }
  }
  return kept.length === sentence.length ? sentence : closed(kept, sentence);
}

function once<T>(find: () => T): () => T {
  let found: { value: T } | null = null;
  return () => (found ??= { value: find() }).value;
}

/** A sentence without its parts that ask who someone is, or for what is theirs alone. */
function withoutPersonal(sentence: readonly Token[], known: Pick<Known, "countOf">, found: string[]): readonly Token[] {
  const parts = partsOfSentence(sentence).map((part) => ({ part, words: personalIn(part, known) }));
  const asked = parts.flatMap(({ words }) => (words === null ? [] : [words]));
  if (asked.length === 0) return sentence;
  found.push(...asked);
  return closed(
    parts.flatMap(({ part, words }) => (words === null ? part : [])),
    sentence,
  );
}
