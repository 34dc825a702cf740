import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { MONTHS } from "./names";
import { isAdverb } from "./ordinary";
import type { Known, Refusal } from "./plan";
import { firstFit, pattern, sentencesOf, writtenOf, type Pattern, type Token } from "./tokens";

const AIM = "goal|goals|resolution|resolutions|target|targets|aim|aims|ambition|ambitions|promise|promises|plan|plans";
const WHOSE = "their|the|that|this|these|those|his|her|its|a|our|my";

/** What became of what people said, which no record tells. */
const OUTCOMES: Readonly<Record<Known["kind"], readonly string[]>> = {
  goals: [
    `reached|reach|achieved|achieve|met|meet|kept|keep|fulfilled|fulfil|fulfill|accomplished|accomplish|completed|complete|attained|attain|hit|broke|abandoned|missed|failed|realised|realized to|at|with|on? all|any|most|some? of? ${WHOSE}? last|previous|own|new? year|years? new|years|year? ${AIM}`,
    `stuck|stick|sticking|kept|keep|followed|follow|went|gave|give|fell with|to|through|up|short|behind with|on|of? ${WHOSE}? last|previous|own|new? year|years? new|years|year? ${AIM}`,
    "stuck|stick|sticking|kept|keep|keeping to|with|at it|them|that",
    "thrown|threw|throwing in the towel",
    "still going|doing|at strong|it|well by|in|after|at? the?",
    "gave|give|went up|through on|with it|them|that",
    `succeeded|succeed|succeeding|successful|failed|fail|failing with|at|in|on ${WHOSE}? last|previous|own|new? year|years? ${AIM}`,
    "ended|wound up",
    "fell|fallen|fall off the wagon",
    "relapsed|backslid",
    "followed|follow|following through",
    `saw|seen ${WHOSE}? ${AIM}|it|them through`,
    "managed|manage to",
    "succeeded|succeed in|at|with",
    "got round|around to",
    "pulled|pull it off",
    "made|make it happen",
  ],
  chats: [
    "ended|wound up *",
    "got|get|received|had their|there|the? money|refund|cash|card back? in the end",
    "problem|problems|issue|issues|complaint|complaints|question|questions|it|they get|got|gets|been? resolved|solved|fixed|answered|settled",
    "were|was|got|been resolved|solved|fixed|answered|settled",
    "* up|in|out? afterwards|eventually|later|thereafter",
    "went|go|gone|going on to *",
    "converted|became|become|turned|turn into? a? paying|new|loyal? customer|customers|user|users|subscriber|subscribers",
    "were|was|got|get|are happy|satisfied|pleased|content|unhappy with the|our|their answer|answers|reply|replies|service|support|response|responses",
    "got|get|had|have their|the problem|problems|issue|issues|question|questions solved|resolved|fixed|answered",
  ],
};
const PATTERNS = {
  goals: OUTCOMES.goals.map(pattern),
  chats: OUTCOMES.chats.map(pattern),
};
const WISHES = /^(?:to|will|would|please|help|for|about|of)$/;

/** When it was looked at, which tells nothing of what came of it. */
const isWhen = ({ said }: Token): boolean =>
  MONTHS.has(said) ||
  /^(?:valentines?|christmas|easter|thanksgiving|halloween|spring|summer|autumn|winter)$/.test(said);

const saysNothing = ({ said, isWord }: Token): boolean =>
  !isWord ||
  FUNCTION_WORDS.has(said) ||
  FRAME_WORDS.has(said) ||
  isAdverb(said) ||
  said === "day" ||
  said === "end" ||
  said === "beyond";

/** What a question asks to have come true, and what is left of it to answer; null where it asks for nothing of the kind. */
export function outcomeIn(
  tokens: readonly Token[],
  kind: Known["kind"],
): { refusal: Refusal; isAll: boolean; rest: readonly Token[] } | null {
  const sentences = sentencesOf(tokens);
  // What a story tells of someone asks for nothing.
  const asked = sentences.length < 2 ? sentences : sentences.filter((one) => one.at(-1)!.said === "?");
  const taken = asked.flatMap((sentence) => takenFrom(sentence, PATTERNS[kind]));
  if (taken.length === 0) return null;
  return {
    refusal: { kind: "noOutcome", words: writtenOf(taken), detail: [] },
    isAll: asked.every((sentence) =>
      sentence.every((token) => taken.includes(token) || saysNothing(token) || isWhen(token)),
    ),
    rest: tokens.filter((token) => !taken.includes(token) && !isWhen(token)),
  };
}

function takenFrom(sentence: readonly Token[], patterns: readonly Pattern[]): Token[] {
  const found = firstFit(sentence, patterns);
  // "Who want to keep their resolutions" is a wish.
  if (!found || WISHES.test(sentence[found.at - 1]?.said ?? "")) return [];
  // "Found out only afterwards" is part of what was said.
  if (/^(?:only|just|even|it|them|and)$/.test(sentence[found.at]!.said)) return [];
  // "Ended up buying a paid plan": all that follows is what came of it.
  const isOpen = /^(?:ended|wound)$/.test(sentence[found.at]!.said);
  const end = isOpen ? sentence.length : found.at + found.length;
  return [...sentence.slice(found.at, end), ...takenFrom(sentence.slice(end), patterns)];
}
