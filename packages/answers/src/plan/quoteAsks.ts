import { NUMBER_WORDS } from "../numberWords";
import { subjectOf, type Before } from "./follow";
import { isEmptyWord, opening } from "./leftOut";
import { both, type Step } from "./plan";
import { setsBefore, withoutSums } from "./rivals";
import { longestFit, pattern, type Token } from "./tokens";

const QUOTE = opening(
  "show|give|quote|read me? one|two|three|four|five|six|1|2|3|4|5|6|some",
  "can|could? i|we|you? get|have|see|give|show|quote|read me? a|an|one|two|three|four|five|six|some|1|2|3|4|5|6|few|couple? of? typical|typically|sample|representative|real? complaints|complaint|messages|message|questions|question|examples|example|quotes|quote|goals|resolutions|chats",
);
const PULL = opening(
  "can|could|would? you|we|i? please? pull|pick|choose|select|put|paste|copy|read|give|show|get|send|share|list|fetch|print|quote out|up|down? me|us? the|a|just|your|those|these? best|nicest|funniest|strongest|clearest|top|good|typical|most? telling|representative? one|two|three|four|five|six|1|2|3|4|5|6|some|few|couple",
);
const TYPICAL =
  /^(?:left|remaining|typical|representative|real|sample|quote|read|few|couple|\d|pull|put|paste|copy|select|best|nicest|funniest|strongest|clearest|good|telling|print|share|send|here|fit)$/;
const DEFAULT_QUOTES = 3;
const MAX_QUOTES = 8;

/** "Give me two typical complaints": quotes of those who were spoken of. */
export function quotedFrom(words: readonly Token[], last: Step): Step[] | null {
  const length = Math.max(longestFit(words, 0, QUOTE), longestFit(words, 0, PULL));
  const of = last.do === "rank" || last.do === "compare" ? null : subjectOf(last);
  if (length === 0 || of === null || !words.every((word) => isEmptyWord(word) || TYPICAL.test(word.said))) return null;
  const number = words
    .map(({ said }) => (said === "couple" ? 2 : (NUMBER_WORDS[said] ?? Number(said))))
    .find((one) => one > 0);
  return [{ do: "quotes", of, limit: Math.min(number ?? DEFAULT_QUOTES, MAX_QUOTES) }];
}

const QUOTE_OF = opening(
  "show|give|quote|read me? a|an|one|two|three|1|2|3 or? two|three|2|3?",
  "show|give|quote|read? me? a|an|one|two|three|1|2|3 real|typical|sample? quote|quotes|example|examples|message|messages|line|lines",
);
const FOR_EACH = [
  "for|of|from|per|on? each|all|every of? them|those|these?",
  "each",
  "for|of|from|per|on each|either|every|both side|sides|group|groups|camp|camps|one",
].map(pattern);
const MAX_EACH = 4;

/** "A quote for each": of each thing that was counted. */
export function quotedEach(words: readonly Token[], history: readonly Before[]): Step[] | null {
  const [isQuote, last] = [longestFit(words, 0, QUOTE_OF) > 0, history.at(-1)?.steps.at(-1)];
  const at = words.findIndex((_, i) => longestFit(words, i, FOR_EACH) === words.length - i);
  const sets = isQuote && at > 0 && last?.do === "count" ? withoutSums(setsBefore(history)).slice(-MAX_EACH) : [];
  const number = words.map(({ said }) => NUMBER_WORDS[said] ?? Number(said)).find((one) => one > 0) ?? 1;
  const limit = Math.min(number, DEFAULT_QUOTES);
  return sets.length > 1 ? sets.map(({ of, among }) => ({ do: "quotes", of: both(of, among), limit })) : null;
}

/** "How do they put it? Three examples would do.": the second says how many quotes the first asks for. */
export function quotedOnce(steps: Step[]): Step[] {
  const [first, second] = steps.slice(-2);
  const isAgain =
    first?.do === "quotes" &&
    second?.do === "quotes" &&
    (second.of?.is === "step" || JSON.stringify(first.of) === JSON.stringify(second.of));
  return isAgain ? [...steps.slice(0, -2), { ...first, limit: second.limit }] : steps;
}
