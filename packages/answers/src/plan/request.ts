import { OPENERS } from "./lexicon";
import { lookingFor, withoutQuotesEach } from "./quoteRequests";
import { PLACES, withoutLead } from "./stories";
import { firstFit, fits, longestFit, pattern, sentencesOf, tokensOf, type Token } from "./tokens";

/** After these, a document is where an answer goes: "quotes for the poster", "that I could use in an article". */
const BEFORE_PLACE =
  /^(?:it|this|that|them|one|ones|quotes?|figures?|numbers?|lines?|examples?|sentences?|something|use|used|put|cite|print|show|work|inclusion|one|two|three|four|five|six|few|couple|please|pls)$/;
/** "I could use", "we can put", before the document. */
const USE = pattern(
  "which|that? i|we|you could|can|might|may|want|need|will|would|to to? use|put|show|print|cite|quote",
);

/** These ask for an answer, and say nothing of the data. */
const REQUESTS =
  "provide|supply|furnish|return|output|state|indicate|specify|identify|report|present|outline|estimate|determine|establish|ascertain|quantify|assess|evaluate|gauge|calculate|work";
const COURTESY = "please|kindly|pls|and|also|then|next|finally|now|,";
const REQUEST = [
  `could|can|would|will you please|kindly? ${REQUESTS} out? , in * order of frequency|size|volume|importance? ,`,
  `could|can|would|will you please|kindly? ${REQUESTS} out?`,
  `${REQUESTS} out? , in * order of frequency|size|volume|importance? ,`,
  `${REQUESTS} out?`,
].map(pattern);
const ASKED =
  /^(?:the|a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d+|how|which|what|who|where|why|any|some|for|approximately|roughly|about|all|only|,)$/;
const WHETHER = /^(?:whether|if)$/;

/** Other words for what is asked of an answer, and for saying that something is believed or asked to be checked. */
const SAME: readonly (readonly [said: string, instead: string])[] = [
  [
    ", compared|relative to|with its|their|the overall? share|proportion|part|percentage overall|generally|of? all? goals|chats|records?",
    "",
  ],
  [
    "and|with|plus the|their|its|a? share|shares|count|counts|percentage|percentages|percent|number|numbers|figure|figures|proportion of|for each one|topic|category|goal?",
    "",
  ],
  [
    "and|with|plus the|their|its a? share|percentage|percent|proportion|fraction of|among|in all|total the|your|our? goals|resolutions|tweets|chats|messages|questions|records|posts?",
    "",
  ],
  [
    "without|nobody|noone|none|nothing|and|with|no counted|counting|count? anybody|anyone|people|them|no|none? double|twice counting|counted?",
    "in total",
  ],
  ["without|and? count|counting|counted nobody|noone|none|no one? twice|double", "in total"],
  ["which|what complaints|problems|issues go|goes|come|comes along? with", "what complaints are about"],
  ["in descending|decreasing|falling order of? frequency|size|volume|importance|popularity?", "from most to least"],
  [
    "together|along with a|an|the brief|short|quick|rough|general? characterisation|characterization|description|summary|outline|overview|account|sketch|idea of what|how|why",
    "and what",
  ],
  [
    "together|along with a|an|the brief|short|quick|rough|general? characterisation|characterization|description|summary|outline|overview|account|sketch|idea of what the? users|people|customers|visitors|clients|individuals|folks|they",
    "and what they",
  ],
  [
    "and a|an|the brief|short|quick|rough|general? characterisation|characterization|description|summary|outline|overview|account|sketch|idea of what the? users|people|customers|visitors|clients|individuals|folks|they",
    "and what they",
  ],
  ["a? short|brief|small|quick list|selection|handful|choice|number of quotes|examples|quotations", "some quotes"],
  [
    "a|an|the brief|short|quick|rough|general? characterisation|characterization|description|summary|outline|account|sketch of what",
    "what",
  ],
  ["for inclusion in", "for"],
  ["or|and parts|regions|corners|places of|in the world|globe|planet", ""],
  ["which|what parts|corners of the world|globe|planet", "which countries"],
  [
    "i|we|you|they|he|she have|has|had|got a|an|the|this|my sneaking|strong|vague|gut? theory|hunch|feeling|suspicion|impression|idea|notion|belief that",
    "I think that",
  ],
  [
    "has|have|had a|an|the|this sneaking|strong|vague|gut? theory|hunch|feeling|suspicion|impression|notion|belief that",
    "thinks that",
  ],
  [
    "you|we|i|one always|often|constantly|keep|keeps|sometimes? hear|hears|hearing|heard|read|reading that?",
    "I think that",
  ],
  ["everyone|everybody|people always|often? says|tells|tell|keeps|claims me|us|saying|telling? that?", "I think that"],
  ["i|we bet|wager|guess|assume|suppose|suspect that?", "I think that"],
  ["the? ratio of", "compare"],
  ["is|would it be? fair|accurate|reasonable|safe|right to say|claim|assume|conclude that", "is it true that"],
];
const SAYINGS = SAME.map(([said, instead]) => ({ said: pattern(said), instead: tokensOf(instead) }));
const PATTERNS = SAYINGS.map(({ said }) => said);

/** Sentences that only ask whether what was said before them holds. */
const CHECKS = [
  "is? that|this|it? true|right|correct|accurate|so ?",
  "is? that|this|it? true|false|right|wrong|fact|myth|fair|correct or not|false|true|wrong|right|fiction|myth|fact|unfair|incorrect",
  "is|was the|my|our|his|her|their|that|this hunch|theory|feeling|suspicion|impression|idea|notion|belief|gut|claim|assumption|guess right|true|correct|wrong|justified|borne? out?",
  "do|does|would|can|could the|your|this|these|our data|numbers|figures|records|dataset back|backs|support|confirm|bear|agree|show|prove|say|tell that|this|it|with|so? up|out|that|this|it?",
  "do you agree",
  "agree or disagree|not?",
  "can|could|would you|we please? double? confirm|verify|check|refute|disprove that|this|it?",
].map(pattern);

/** A sentence of these says what the one who asks does, and asks for nothing. */
const OWN = [
  "thinking|planning|looking|hoping|trying of|about|to|on",
  "i|we need|want|have it|this|that|them for|by|on|in|to",
  "it|that|this would|will|could|might|may|can *",
].map(pattern);
/** "A rough count would do": how an answer is to look. */
const WOULD_DO = pattern(
  "would|will be|do|help|suffice|make really|very|so? lovely|great|nice|perfect|fine|ideal|good|useful|helpful|handy|me|us|my?",
);
const WORDING = /^(?:quotes?|examples?|words?|wording|wordings|sentences?|lines?|verbatims?|phrases?)$/;
const PER = /^(?:per|by|each|every)$/;

/**
 * A question without what it says of the answer that is wanted and of what the answer is for, and with one wording for
 * "true or not?".
 */
export function withoutRequest(tokens: readonly Token[]): readonly Token[] {
  const sentences = sentencesOf(lookingFor(tokens));
  const isMore = sentences.length > 1;
  return sentences.flatMap((sentence, i) => {
    if (i > 0 && isCheck(sentence)) return tokensOf("Is that true?");
    if (sentences[i + 1] !== undefined && isCheck(sentences[i + 1]!)) return inOneWording(withoutRest(sentence));
    if (isMore && OWN.some((one) => fits(sentence, 0, one) > 0) && firstFit(sentence, STRONG) === null) return [];
    if (i > 0 && isLook(sentence)) return splitIn(sentence);
    return requested(withoutQuotesEach(withoutPurpose(inOneWording(withoutLead(withoutRole(sentence))))));
  });
}

/** These ask wherever they stand. */
const STRONG = OPENERS.slice(0, 5);

const wordsIn = (sentence: readonly Token[]): number => sentence.filter(({ isWord }) => isWord).length;
const isCheck = (sentence: readonly Token[]): boolean =>
  CHECKS.some((one) => fits(sentence, 0, one) >= Math.max(1, wordsIn(sentence)));

const MAX_LOOK = 12;
const isLook = (sentence: readonly Token[]): boolean =>
  wordsIn(sentence) <= MAX_LOOK &&
  sentence.at(-1)?.written !== "?" &&
  !sentence.some(({ said }) => WORDING.test(said)) &&
  /^(?:a|an|just|some|one|any|rough|ballpark|the)$/.test(sentence[0]!.said) &&
  firstFit(sentence, [WOULD_DO]) !== null;

/** "A figure per country would be nice": by what an answer is to be split. */
function splitIn(sentence: readonly Token[]): readonly Token[] {
  const at = sentence.findIndex(({ said }) => PER.test(said));
  return at === -1 || !sentence[at + 1]?.isWord ? [] : [...tokensOf("By"), sentence[at + 1]!, ...tokensOf("?")];
}

const MAX_ROLE = 10;
const PART = /^(?:share|percentage|percent|proportion|fraction)$/;

/** "As head of product, I need …": who asks is no part of what is asked. */
function withoutRole(sentence: readonly Token[]): readonly Token[] {
  if (
    sentence[0]!.said !== "as" ||
    !/^(?:a|an|the|your|our|head|someone)$/.test(sentence[1]?.said ?? "") ||
    PART.test(sentence[2]?.said ?? "")
  )
    return sentence;
  const end = sentence.findIndex(({ said }, at) => at > 1 && at <= MAX_ROLE && /^(?:,|i|we|id|please)$/.test(said));
  return end === -1 || wordsIn(sentence.slice(end)) === 0 ? sentence : sentence.slice(end);
}

/** Without "for an infographic", "that I could use in an article". */
function withoutPurpose(sentence: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < sentence.length;) {
    const use = fits(sentence, at, USE);
    const place = longestFit(sentence, at + use, PLACES);
    const before = sentence[at - 1];
    const isPlace =
      place > 0 && (use > 0 || !before?.isWord || BEFORE_PLACE.test(before.said)) && endsAt(sentence, at + use + place);
    if (!isPlace) kept.push(sentence[at]!);
    at += isPlace ? use + place : 1;
    if (isPlace && kept.length === 0) while (sentence[at] && !sentence[at]!.isWord) at += 1;
  }
  return wordsIn(kept) > 0 ? kept : sentence;
}

/** "…, while the rest comes from computers": said of what is not asked about. */
const REST = pattern("while|whereas|and|but all? the rest|others");
const withoutRest = (sentence: readonly Token[]): readonly Token[] => {
  const at = sentence.findIndex((_, i) => i > 2 && fits(sentence, i, REST) > 0);
  return at === -1 ? sentence : [...sentence.slice(0, at), sentence.at(-1)!];
};

const endsAt = (sentence: readonly Token[], at: number): boolean =>
  !sentence[at]?.isWord || /^(?:and|or|but|so|about|on|if|then|next|this|by|which|what|how)$/.test(sentence[at].said);

/** "Please identify the …" is "give me the …", "indicate whether they …" "do they …". */
function requested(sentence: readonly Token[]): readonly Token[] {
  const asked: Token[] = [];
  const courtesy = new Set(COURTESY.split("|"));
  for (let at = 0; at < sentence.length;) {
    const isFirst = asked.every(({ said, isWord }) => !isWord || courtesy.has(said));
    const length = isFirst || courtesy.has(sentence[at - 1]?.said ?? "") ? longestFit(sentence, at, REQUEST) : 0;
    const next = sentence[at + length]?.said ?? "";
    if (length > 0 && WHETHER.test(next)) {
      asked.push(...tokensOf("do"));
      at += length + 1;
    } else if (length > 0 && ASKED.test(next)) {
      asked.push(...tokensOf("give me"));
      at += length;
    } else {
      asked.push(sentence[at]!);
      at += 1;
    }
  }
  return asked.filter(({ said }) => said !== "kindly");
}

function inOneWording(sentence: readonly Token[]): readonly Token[] {
  const said: Token[] = [];
  for (let at = 0; at < sentence.length;) {
    const length = longestFit(sentence, at, PATTERNS);
    const found = length > 0 && SAYINGS.find((one) => fits(sentence, at, one.said) === length);
    if (found) said.push(...found.instead);
    else said.push(sentence[at]!);
    at += found ? length : 1;
  }
  return said;
}
