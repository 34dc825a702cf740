import { fits, longestFit, pattern, sentencesOf, tokensOf, type Token } from "./tokens";

const LOOKING = [
  "hi|hello|hey? ,|!? i|im|we|were? am|are? looking|searching|hunting for some|any|a? few|good|nice|real|typical? quotes|examples|ones|tweets|goals|resolutions|messages|chats|questions|posts? about|on|that|who|which|from?",
].map(pattern);
const FIND = [
  "can|could|would|do you|we please? find|show|give|get|have|pull|suggest|dig me|us? up|out? some|any|a|one|them|those|that? few? for|of? me|us|them? please?",
  "any|some? suggestions|ideas|examples|quotes|finds|matches|luck",
  "got|have|are|is you|there? some|any|one?",
].map(pattern);
const RECORDS = /^(?:quotes|examples|ones|tweets|goals|resolutions|messages|chats|questions|posts)$/;

/** "I'm looking for funny ones about food. Can you find some?" asks to see some of them. */
export function lookingFor(tokens: readonly Token[]): readonly Token[] {
  const [first = [], second = [], ...others] = sentencesOf(tokens);
  const length = longestFit(first, 0, LOOKING);
  const isAsked = longestFit(second, 0, FIND) >= Math.max(1, second.filter(({ isWord }) => isWord).length);
  if (length === 0 || others.length > 0 || !isAsked || !first.slice(length).some(({ isWord }) => isWord)) return tokens;
  const start = first.findIndex(({ said }) => said === "for") + 1;
  const what = first.slice(start).filter(({ isWord }) => isWord);
  const isNamed = what.some(({ said }) => RECORDS.test(said));
  return [...tokensOf(isNamed ? "show me some" : "show me some quotes about"), ...what, ...tokensOf("?")];
}

const QUOTES_EACH = pattern(
  "with|including|plus a|an|one|two|three|1|2|3|some quote|quotes|example|examples|verbatim for|per|of|from? each|apiece|every one?",
);

/** "The top three, with a quote each": what is most common comes with quotes. */
export function withoutQuotesEach(sentence: readonly Token[]): readonly Token[] {
  const at = sentence.findIndex((_, i) => fits(sentence, i, QUOTES_EACH) > 0);
  if (at === -1 || !sentence.some(({ said }) => /^(?:top|most|main|biggest)$/.test(said))) return sentence;
  return [...sentence.slice(0, at), ...sentence.slice(at + fits(sentence, at, QUOTES_EACH))];
}
