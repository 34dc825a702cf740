import { withElided } from "./elided";
import { isEmptyWord } from "./leftOut";
import { withListedStates } from "./listedStates";
import { PEOPLE, RECORDS } from "./peopleWords";
import type { Known } from "./plan";
import { withSomeOnes } from "./someOnes";
import { fits, longestFit, pattern, sentencesOf, tokensOf, type Token } from "./tokens";
import { withWhereInCountry } from "./whereMost";

/** A question in plainer words, before anything of it is read. `follows`: true after another question. */
export const plainly = (tokens: readonly Token[], known: Known, follows: boolean): readonly Token[] =>
  withWhereInCountry(
    withSomeOnes(
      withListedStates(
        withElided(
          withSameProblem(
            sentencesOf(tokens).flatMap((one) => withReason(ofAll(ofPile(withoutSure(withoutPleased(one)))), follows)),
          ),
        ),
      ),
      known,
    ),
    known,
  );

const PLEASED =
  /^(?:lovely|brilliant|fantastic|wonderful|excellent|awesome|superb|splendid|super|fab|fabulous|cheers|sweet|neat|great|perfect|cool|nice|amazing|marvellous|terrific|magic|grand)$/;

/** "Lovely, can you give me a quote?": what was told before pleases. */
const withoutPleased = (sentence: readonly Token[]): readonly Token[] =>
  sentence.length > 2 && PLEASED.test(sentence[0]!.said) && /^[,.!]$/.test(sentence[1]!.said)
    ? sentence.slice(2)
    : sentence;

const SURE = [
  "and|but? how sure|certain|confident are you of|about|in? that|this|the|it|your? figure|number|count|answer|estimate|it?",
  "and|but? how sure|certain|reliable|accurate|exact|precise|good is that|this|the|it|your figure|number|count|answer|estimate?",
].map(pattern);

/** "…, and how sure are you of that figure?": each reply says how it counted. */
function withoutSure(sentence: readonly Token[]): readonly Token[] {
  const end = sentence.findLastIndex(({ isWord }) => isWord) + 1;
  const at = sentence.findIndex((_, i) => i > 0 && i < end && i + longestFit(sentence, i, SURE) === end);
  if (at < 1) return sentence;
  const from = sentence[at - 1]!.isWord ? at : at - 1;
  return [...sentence.slice(0, from), ...sentence.slice(end)];
}

const HOW_BIG = ["and|so|ok? how big|large|high|deep is|was the|our|your|that"].map(pattern);
const PILE = /^(?:pile|heap|stack|bucket|mountain|load)$/;
const MAX_PILE = 2;

/** "How big is the refund pile?" asks how many are about refunds. */
function ofPile(sentence: readonly Token[]): readonly Token[] {
  const length = longestFit(sentence, 0, HOW_BIG);
  const end = sentence.findLastIndex(({ isWord }) => isWord);
  const what = sentence.slice(length, end);
  if (length === 0 || !PILE.test(sentence[end]?.said ?? "") || what.length === 0 || what.length > MAX_PILE)
    return sentence;
  return [...tokensOf("how many are about"), ...what, ...sentence.slice(end + 1)];
}

const OF_ALL = [`and|so|ok? how many of all? the|your|our? ${RECORDS} that? have|has|contain|include|hold|got|use`].map(
  pattern,
);
const IN_THEM = pattern("in it|them");

/** "How many of all the messages have fees in them?": "them" are the messages. */
function ofAll(sentence: readonly Token[]): readonly Token[] {
  const length = longestFit(sentence, 0, OF_ALL);
  const end = sentence.findLastIndex(({ isWord }) => isWord) + 1;
  const inThem = sentence.findIndex((_, at) => at > length && at + fits(sentence, at, IN_THEM) === end);
  if (length === 0 || inThem === -1 || inThem === end) return sentence;
  return [...tokensOf("how many messages mention"), ...sentence.slice(length, inThem), ...sentence.slice(end)];
}

const GIVE = ["give|gives|gave|cite|cites|cited|name|names|named|state|states|blame|blames|offer|offers"].map(pattern);
const AS_REASON = [
  "as the|a|an|their|one? main|real|only? reason|reasons|cause|motive|excuse why|for? it|that|this?",
].map(pattern);
const HOW_MANY = [`and|so|ok? about|roughly|approximately? how many of? ${PEOPLE}|they|these?`].map(pattern);

/** "How many give bad service as the reason?": who mention it, of those who were spoken of. */
function withReason(sentence: readonly Token[], follows: boolean): readonly Token[] {
  const end = sentence.findLastIndex(({ isWord }) => isWord) + 1;
  const as = sentence.findIndex((_, i) => i > 0 && i < end && i + longestFit(sentence, i, AS_REASON) === end);
  const give = sentence.findIndex((_, i) => i < as - 1 && longestFit(sentence, i, GIVE) > 0);
  if (as < 1 || give === -1) return sentence;
  const lead = sentence.slice(0, give);
  const isOfThem = follows && longestFit(lead, 0, HOW_MANY) === lead.length;
  return [
    ...(isOfThem ? tokensOf("how many of them") : lead),
    ...tokensOf("mention"),
    ...sentence.slice(give + 1, as),
    ...sentence.slice(end),
  ];
}

const SAME_PROBLEM = [
  `do|does|is|are? many|other|others|lots|more|some|any|a? lot? of? other|${PEOPLE}|anyone|anybody? else? have|has|having|get|got|with the|this|that? same|this|that problem|problems|issue|trouble|thing too|also?`,
].map(pattern);
const MY = /^(?:my|our|the|a|i|have)$/;
const MAX_TOLD = 8;

/** "My card does not work. Do many people have the same problem?" asks how many say so. */
function withSameProblem(tokens: readonly Token[]): readonly Token[] {
  const [first = [], second = [], ...others] = sentencesOf(tokens);
  const end = second.findLastIndex(({ isWord }) => isWord) + 1;
  const told = first.filter(({ isWord }) => isWord);
  const isAsked = end > 0 && longestFit(second, 0, SAME_PROBLEM) === end && first.at(-1)?.written !== "?";
  if (!isAsked || others.length > 0 || told.length > MAX_TOLD || told.every(isEmptyWord)) return tokens;
  const from = told.findIndex(({ said }) => !MY.test(said));
  return [...tokensOf("how many people say"), ...told.slice(from), ...tokensOf("?")];
}
