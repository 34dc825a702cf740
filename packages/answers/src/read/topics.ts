import compromise from "compromise/two";
import type { Guide } from "../guide";
import { isHolder } from "./columns";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { isFelt } from "./measure";
import { singular } from "./text";
import { writtenOf, type Token } from "./tokens";
import { stemOf } from "../dataset/words";

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words for what is asked for, whatever it is: by themselves they are no topic. */
const GENERAL = set(`
  topic theme subject issue problem complaint thing reason cause word goal wish request feature improvement suggestion point concern aspect
  feedback opinion trend insight pattern priority need expectation frustration praise matter area category kind type sort way question
  answer result data dataset record number figure share percentage amount example quote detail idea change difference trouble challenge hurdle obstacle
  weakness strength benefit driver factor sentiment minute breakdown split list order rank summary overview total overall volume rate rating
  mention mentions say talk ask complain complaining want like love hate say think feel bring raise report describe praised praising
  most more less least often frequent common popular main big top good bad best worst important mostly mainly usually generally particular
  relationship correlation correlate link connection drive drives driving vibe low high anything something everything nothing someone people one two three four five others rest same different
  contact write come get make unhappy happy angry upset frustrated satisfied dissatisfied annoyed disappointed annoying higher lower keep`);
/** Words of the one who asks, and of what the answer is for: a topic only where they are marked as one. */
const FRAMING = set(`
  product service company business market team page slide deck report presentation meeting roadmap newsletter blog article board boss client stakeholder
  manager colleague quarter quarterly budget launch sprint campaign programme program strategy address focus tackle consider prioritise prioritize fix improve
  build plan decide post tweet customer user buyer time year month week day life chart table csv excel podcast workshop talk pitch draft brief project
  relative volume giving given proportion score scored merging
  skip check verify confirm truly startup founder owner director lead head analyst researcher journalist consultant intern wondering curious hello hi thanks interesting figures
  improving working works know need needs understand understanding learn help quick quickly short sentence sentences bullet bullets please`);
/** Of a topic that has more to it, these are left off at its ends. */
const AT_ENDS = set(`
  mention mentions mentioned mentioning say says said saying talk talks talking talked speak speaks speaking ask asks asked asking about for complain complains
  complained complaining complaint complaints report reports reported reporting want wants wanted wanting bring brings up raise raises raised discuss discusses
  problem problems issue issues trouble troubles difficulty difficulties concern concerns matter matters topic topics theme themes word words thing things
  most more often frequently mainly mostly less least please bigger biggest main common overall general generally
  frustrated unhappy happy angry annoyed upset satisfied dissatisfied disappointed`);

const isEmpty = ({ said, isWord }: Token): boolean => !isWord || FUNCTION_WORDS.has(said);
const isIn = (words: ReadonlySet<string>, said: string): boolean => words.has(said) || words.has(singular(said));
const isGeneral = ({ said }: Token, guide: Guide): boolean => isIn(GENERAL, said) || isWriter(said, guide);
/** Words for those who wrote, or for what they wrote; "staff" may be what is written of. */
const isWriter = (said: string, guide: Guide): boolean =>
  /^(?:people|persons?|customers?|users?|clients?|respondents?|reviewers?|posters?|folks?|ones?|everyone|anyone|anybody|everybody)$/.test(
    said,
  ) || isRecord(said, guide);
const isRecord = (said: string, guide: Guide): boolean =>
  [
    guide.record.one,
    guide.record.many,
    "record",
    "post",
    "review",
    "ticket",
    "comment",
    "feedback",
    "response",
    "message",
    "letter",
    "tweet",
    "answer",
  ].includes(singular(said)) || said === guide.record.many;

/** A word for whose question it is, or for what the answer is for, that texts may be about as well. */
export const isAsker = (said: string): boolean =>
  /^(?:managers?|management|owners?|directors?|products?|services?|support|business(?:es)?|teams?|boss(?:es)?|colleagues?|board|market|price|programmes?|programs?|launch|update|reports?|meetings?|budget)$/.test(
    said,
  );

/** Words that could be what texts are about. */
export const isTelling = (token: Token, guide: Guide): boolean =>
  !isEmpty(token) &&
  /\p{L}{2}/u.test(token.said) &&
  !FRAME_WORDS.has(token.said) &&
  (token.isQuoted === true || !isFelt(token.said)) &&
  !(token.said.endsWith("ly") && compromise(token.said).has("#Adverb")) &&
  !isGeneral(token, guide) &&
  !isIn(FRAMING, token.said) &&
  !isHolder(token.said, guide);

/** Words that a topic of several may hold, though they say little by themselves. */
export const isNaming = (token: Token, guide: Guide): boolean =>
  !isEmpty(token) &&
  /\p{L}{2}/u.test(token.said) &&
  !isFelt(token.said) &&
  !isIn(GENERAL, token.said) &&
  !isRecord(token.said, guide);

export interface Topic {
  /** Null where the data has none of it. */
  text: string | null;
  dropped: string[];
}

/** A topic in words that the data has; null where the words name none. */
export function topicOf(words: readonly Token[], guide: Guide, before = ""): Topic | null {
  const isLeft = (token: Token, i: number): boolean => {
    if (isEmpty(token)) return true;
    if (token.isQuoted) return false;
    // A word for the writers that begins a longer topic is part of that topic.
    const isFirstOfTwo =
      isWriter(token.said, guide) &&
      token.said === singular(token.said) &&
      words[i + 1] !== undefined &&
      !isEmpty(words[i + 1]!);
    return AT_ENDS.has(token.said) || (isWriter(token.said, guide) && !isFirstOfTwo);
  };
  const trimmed = trim(words, isLeft);
  if (trimmed.length === 0 || trimmed.every((token) => isEmpty(token) || (isGeneral(token, guide) && !token.isQuoted)))
    return null;
  const telling = trimmed.filter((token) => !isEmpty(token));
  // What nearly all records say tells none of them apart: "ride" in "the Iron Man ride".
  const rare = telling.filter((token) => token.isQuoted || !isCommon(token, guide));
  const content = (rare.length > 0 ? rare : telling).slice(0, MAX_WORDS);
  const whole = writtenOf(content.length === telling.length ? trimmed : content);
  if (guide.told({ topic: whole }) > 0) return { text: whole, dropped: [] };
  // As many of its words as records hold together; of several such, what most records are about.
  const [best] = subsetsOf(content)
    .filter((some) => some.some((token) => !isGeneral(token, guide)))
    .map((some) => ({ some, told: guide.told({ topic: writtenOf(some) }) }))
    .filter(({ told }) => told > 0)
    .sort((a, b) => b.some.length - a.some.length || b.told - a.told);
  if (best) {
    const left = content.filter((token) => !best.some.includes(token) && guide.told({ topic: token.written }) === 0);
    return { text: writtenOf(best.some), dropped: left.map(({ written }) => written) };
  }
  // A verb that the data doesn't have is how the question is put: "which team handles the most tickets?"
  const isNoun = OF.test(before) || content.length > 1;
  return !isNoun && isVerb(content[0]!.written) ? null : { text: null, dropped: [whole] };
}

const MAX_WORDS = 4;
/** So much of the records holds a word that is common to all. */
const COMMON = 0.4;

/** Whether so many records hold a word that it is about none of them. */
export function isCommon({ said }: Pick<Token, "said">, guide: Guide): boolean {
  return (guide.countOf(stemOf(said)) ?? 0) > COMMON * (guide.size.told ?? Infinity);
}

/** Whether so many records are about a topic that it tells none of them apart. */
export const isOfAll = (topic: string, guide: Guide): boolean =>
  guide.told({ topic: topic }) > COMMON * (guide.size.told ?? Infinity);

/** All choices of some words, in their order. */
const subsetsOf = (all: readonly Token[]): Token[][] =>
  Array.from({ length: 2 ** all.length - 2 }, (_, i) => all.filter((_, at) => ((i + 1) >> at) & 1));

const OF = /^(?:about|of|with|the|a|an|any|for|on|mention|mentions|no)$/;
const isVerb = (word: string): boolean => compromise(word).has("#Verb");

function trim(words: readonly Token[], isLeft: (token: Token, i: number) => boolean): readonly Token[] {
  const start = words.findIndex((token, i) => !isLeft(token, i));
  return start === -1 ? [] : words.slice(start, words.findLastIndex((token, i) => !isLeft(token, i)) + 1);
}
