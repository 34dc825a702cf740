import compromise from "compromise/two";
import type { Guide } from "../guide";
import { isHolder } from "./columns";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
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
  anything something everything nothing someone people one two three four five others rest same different
  contact write come get make happen occur involve become unhappy happy angry upset frustrated satisfied dissatisfied annoyed disappointed annoying higher lower keep`);
/** Words of the one who asks, and of what the answer is for: a topic only where they are marked as one. */
const FRAMING = set(`
  product service company business market team page slide deck report presentation meeting roadmap newsletter blog article board boss client stakeholder
  manager colleague quarter quarterly budget launch sprint campaign programme program strategy address focus tackle consider prioritise prioritize fix improve
  build plan decide post tweet customer user buyer time year month week day life chart table csv excel podcast workshop talk pitch draft brief project
  relative volume giving given proportion score scored merging worth
  skip check verify confirm truly startup founder owner director lead head analyst researcher journalist consultant intern wondering curious hello hi thanks interesting figures
  improving working work works know need needs understand understanding learn help quick quickly short sentence sentences bullet bullets please`);
/** Of a topic that has more to it, these are left off at its ends. */
const AT_ENDS = set(`
  mention mentions mentioned mentioning say says said saying talk talks talking talked speak speaks speaking ask asks asked asking about for complain complains
  complained complaining complaint complaints report reports reported reporting want wants wanted wanting bring brings up raise raises raised discuss discusses
  problem problems issue issues trouble troubles difficulty difficulties concern concerns matter matters topic topics theme themes word words thing things
  most more often frequently mainly mostly less least please bigger biggest main common overall general generally
  frustrated unhappy happy angry annoyed upset satisfied dissatisfied disappointed`);

const isEmpty = ({ said, isWord }: Token): boolean => !isWord || FUNCTION_WORDS.has(said);
/** Of verbs, every form counts: "tweeting" is one of "tweet". */
const isIn = (words: ReadonlySet<string>, said: string): boolean =>
  words.has(said) || words.has(singular(said)) || (/(?:ing|ed)$/.test(said) && words.has(stemOf(said)));
export const isGeneralWord = (said: string, guide: Guide): boolean => isIn(GENERAL, said) || isWriter(said, guide);
const isGeneral = ({ said }: Token, guide: Guide): boolean => isIn(GENERAL, said) || isWriter(said, guide);
/** Words for those who wrote, or for what they wrote; "staff" may be what is written of. */
const isWriter = (said: string, guide: Guide): boolean =>
  /^(?:people|persons?|customers?|users?|clients?|respondents?|reviewers?|posters?|folks?|ones?|everyone|anyone|anybody|everybody)$/.test(
    said,
  ) ||
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
  ].includes(singular(said)) ||
  said === guide.record.many;

/** Words that could be what texts are about. */
export const isTelling = (token: Token, guide: Guide): boolean =>
  !isEmpty(token) &&
  !FRAME_WORDS.has(token.said) &&
  !token.said.endsWith("ly") &&
  !isGeneral(token, guide) &&
  !isIn(FRAMING, token.said) &&
  !isHolder(token.said, guide);

export interface Topic {
  /** Null where the data has none of it. */
  text: string | null;
  dropped: string[];
}

/** A topic in words that the data has; null where the words name none. */
export function topicOf(words: readonly Token[], guide: Guide): Topic | null {
  const isLeft = (token: Token, i: number): boolean => {
    if (isEmpty(token)) return true;
    if (token.isQuoted) return false;
    // "Customer service" is more than customers.
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
  const content = trimmed.filter((token) => !isEmpty(token));
  const whole = writtenOf(trimmed);
  if (trimmed.length <= 5 && content.length <= 3 && guide.finds(whole))
    return { text: heartOf(trimmed, guide) ?? whole, dropped: [] };
  // The longest run of its words that the data has, and of several the one that says most.
  for (let length = Math.min(3, content.length); length > 0; length--) {
    const found = Array.from({ length: content.length - length + 1 }, (_, at) => content.slice(at, at + length))
      .filter((run) => run.some((token) => !isGeneral(token, guide)) && guide.finds(writtenOf(run)))
      .sort((a, b) => rarity(a, guide) - rarity(b, guide));
    const [best] = found;
    if (!best) continue;
    const left = content.filter(
      (token) => !best.includes(token) && isTelling(token, guide) && !guide.finds(token.written),
    );
    return { text: heartOf(best, guide) ?? writtenOf(best), dropped: left.map(({ written }) => written) };
  }
  // A verb that the data doesn't have is how the question is put: "which team handles the most tickets?"
  return content.length === 1 && isVerb(content[0]!.written) ? null : { text: null, dropped: [whole] };
}

/** So much of the records about a noun are about the verb beside it where the verb is what is asked, too: "losing weight". */
const VERB_PART = 0.5;
/** A word of so much of the records is what all of them are about: "planes" in reports of crashes. */
const FRAME_PART = 0.25;

export const isFrameWord = (word: string, guide: Guide): boolean =>
  (guide.countOf(stemOf(word)) ?? 0) >= FRAME_PART * (guide.size.told ?? Infinity);

/**
 * What a run of words is about at heart, if that is less than all of it: without words that stand in all records, and
 * without a verb that few records have beside the noun, "kids using", "playing music", "bought it as a gift".
 */
function heartOf(run: readonly Token[], guide: Guide): string | null {
  const content = run.filter((token) => !isEmpty(token));
  if (content.length < 2 || content.some(({ isQuoted }) => isQuoted)) return null;
  const rare = trim(run, (token) => isEmpty(token) || isFrameWord(token.said, guide));
  const own = rare.length > 0 && rare.length < run.length && guide.finds(writtenOf(rare)) ? rare : run;
  const tags = tagsOf(writtenOf(own));
  const isNoun = ({ said }: Token): boolean => tags.get(said) === "noun";
  const noun = trim(own, (token) => isEmpty(token) || tags.get(token.said) === "verb");
  const isAct = noun.length > 0 && noun.length < own.length && noun.some(isNoun);
  const [all, part] = isAct ? [guide.sizeOf(writtenOf(noun)), guide.sizeOf(writtenOf(own)) ?? 0] : [null, 0];
  const heart =
    all !== null && part < all * VERB_PART && !noun.every(({ said }) => isFrameWord(said, guide)) ? noun : own;
  return heart.length < run.length ? writtenOf(heart) : null;
}

/** Which words of a phrase are nouns and verbs. */
function tagsOf(phrase: string): Map<string, "noun" | "verb"> {
  const terms = (
    compromise(phrase) as unknown as { document: { normal: string; tags: Set<string> }[][] }
  ).document.flat();
  return new Map(
    terms.flatMap(({ normal, tags }) => {
      const is = tags.has("Verb") ? "verb" : tags.has("Noun") ? "noun" : null;
      return is === null ? [] : [[normal, is] as const];
    }),
  );
}

const isVerb = (word: string): boolean => compromise(word).has("#Verb");

/** How many records have the rarest word of a run. */
const rarity = (run: readonly Token[], guide: Guide): number =>
  Math.min(...run.map(({ said }) => guide.countOf(stemOf(said)) ?? Infinity));

function trim(words: readonly Token[], isLeft: (token: Token, i: number) => boolean): readonly Token[] {
  const start = words.findIndex((token, i) => !isLeft(token, i));
  return start === -1 ? [] : words.slice(start, words.findLastIndex((token, i) => !isLeft(token, i)) + 1);
}
