import { isEmptyWord } from "./leftOut";
import { longestFit, pattern, sentencesOf, tokensOf, type Token } from "./tokens";

const STOP = [
  "or to? stop|quit it|that|them? altogether|completely|entirely|outright?",
  "or to? give it|that|them up altogether|completely|entirely?",
  "or to? give up it|that|them? altogether|completely|entirely|outright?",
].map(pattern);
const MAX_LESS = 3;

/** "Drink less alcohol or stop?": stop drinking alcohol. */
function stopped(sentence: readonly Token[]): readonly Token[] {
  const less = sentence.findIndex(({ said }) => said === "less" || said === "fewer");
  const or = sentence.findIndex(({ said }, at) => at > less && said === "or");
  const end = sentence.findLastIndex(({ isWord }) => isWord) + 1;
  const verb = sentence[less - 1];
  const thing = sentence.slice(less + 1, or);
  const isLast = or !== -1 && or + longestFit(sentence, or, STOP) === end;
  const isPlain = less > 0 && verb !== undefined && !isEmptyWord(verb) && thing.every(({ isWord }) => isWord);
  if (!isLast || !isPlain || thing.length > MAX_LESS) return sentence;
  const doing = verb.said.endsWith("e") ? `${verb.said.slice(0, -1)}ing` : `${verb.said}ing`;
  return [...sentence.slice(0, or), ...tokensOf(`or stop ${doing}`), ...thing, ...sentence.slice(end)];
}

const THE_ONE = [
  "the one|ones that|which? they|theyve|people|im|ive|i|we|weve|you have|had|got|are|in|on? got|in|on|now|already?",
].map(pattern);

/** "Find a new job, or leave the one they've got": leave the job. */
function withItsNoun(sentence: readonly Token[]): readonly Token[] {
  const at = sentence.findIndex((_, i) => longestFit(sentence, i, THE_ONE) > 0);
  const or = sentence.findLastIndex(({ said }, i) => i < at && said === "or");
  const noun = sentence.slice(0, Math.max(0, or)).findLast(({ isWord }) => isWord);
  if (at === -1 || or < 1 || !noun || isEmptyWord(noun)) return sentence;
  return [
    ...sentence.slice(0, at),
    ...tokensOf("the"),
    noun,
    ...sentence.slice(at + longestFit(sentence, at, THE_ONE)),
  ];
}

const ASKING = /^(?:ask|asks|asked|asking|wonder|wondering|know)$/;
const WHICH = /^(?:which|what)$/;
const VERB = /^(?:can|could|may|might|will|would|are|is|do|does)$/;
const MAX_SAID = 8;

/** "Ask which cards and currencies can be used to add money": which cards can be used to add money, or which currencies can. */
function saidOfBoth(sentence: readonly Token[]): readonly Token[] {
  const at = sentence.findIndex(({ said }, i) => WHICH.test(said) && ASKING.test(sentence[i - 1]?.said ?? ""));
  const [, one, and, other, verb] = at === -1 ? [] : sentence.slice(at, at + 5);
  const end = sentence.findLastIndex(({ isWord }) => isWord) + 1;
  if (!one || !other || !/^(?:and|or)$/.test(and?.said ?? "") || !VERB.test(verb?.said ?? "")) return sentence;
  const tail = sentence.slice(at + 4, end);
  if (isEmptyWord(one) || isEmptyWord(other) || tail.length > MAX_SAID || tail.some(({ isWord }) => !isWord))
    return sentence;
  return [...sentence.slice(0, at + 2), ...tail, ...tokensOf("or which"), other, ...tail, ...sentence.slice(end)];
}

/** A question with what its second half leaves unsaid. */
export const withElided = (tokens: readonly Token[]): readonly Token[] =>
  sentencesOf(tokens).flatMap((sentence) => saidOfBoth(withItsNoun(stopped(sentence))));
