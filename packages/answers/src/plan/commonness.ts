import { longestFit, pattern, tokensOf, type Token } from "./tokens";

const IS = ["so? is|are|was the?"].map(pattern);
const COMMON = [
  "a|an|such|really very|really|fairly|pretty|rather|quite? frequent|common|big|major|regular|typical|widespread|recurring|popular|hot|large question|questions|topic|topics|issue|issues|problem|problems|theme|themes|complaint|complaints|concern|concerns|request|requests|subject|subjects|thing|resolution|resolutions|goal|goals|one?",
].map(pattern);
/** A longer story is no question for how common one thing is. */
const MAX_SUBJECT = 6;

/** "Is the age limit a frequent question?" asks how often it is mentioned. */
export function howCommon(sentence: readonly Token[]): readonly Token[] {
  const start = longestFit(sentence, 0, IS);
  const end = sentence.findIndex((_, at) => at > start && longestFit(sentence, at, COMMON) > 0);
  const subject = sentence.slice(start, end);
  if (start === 0 || end === -1 || subject.length > MAX_SUBJECT || !subject.every(({ isWord }) => isWord))
    return sentence;
  const rest = sentence.slice(end + longestFit(sentence, end, COMMON));
  return rest.some(({ isWord }) => isWord) ? sentence : [...tokensOf("how many people mention"), ...subject, ...rest];
}

const WHO_IS_IT = ["and|so|but|ok? who|whos is|are? it|this|that ,? mostly|mainly|typically|usually"].map(pattern);

/** "So who is it, mostly?" asks who they are. */
export const whoIsIt = (sentence: readonly Token[]): readonly Token[] => {
  const length = longestFit(sentence, 0, WHO_IS_IT);
  return length === 0 ? sentence : [...tokensOf("who are they mostly"), ...sentence.slice(length)];
};

const SKEWS = [
  "which|what are|is? the? * skew|skews|lean|leans|skewed more|most? male|female|men|women|young|younger|old|older",
].map(pattern);
const OTHER: Readonly<Record<string, string>> = { male: "women", men: "women", female: "men", women: "men" };

/** "Which resolutions skew female?" asks what women want more than men. */
export function whatSkews(sentence: readonly Token[], columns: readonly { name: string }[]): readonly Token[] {
  const length = longestFit(sentence, 0, SKEWS);
  const noun = sentence.slice(0, length).find(({ said }) => columns.some(({ name }) => name.toLowerCase() === said));
  const group = sentence[length - 1];
  const other = OTHER[group?.said ?? ""];
  if (length === 0 || noun || !group || other === undefined) return sentence;
  return [...tokensOf("compare what"), group, ...tokensOf(`and ${other} want`), ...sentence.slice(length)];
}
