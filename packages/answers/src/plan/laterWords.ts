import { NUMBER_WORDS } from "../numberWords";
import { longestFit, pattern, tokensOf, type Token } from "./tokens";

const SAME_FOR = [
  "and|now|ok? can|could? you? please? do|run|give|show|repeat|tell? me? the? same question|thing|analysis|exercise|count|check|numbers|figures but|only for|about|with|on|of",
  "for comparison ,? please? supply|give|show|provide|report|state|tell? me|us? the? equivalent|same|corresponding|matching figure|number|count|share for|of|in",
  "not just|only|merely * , but? the? whole|all|entire? of?",
  "not just|only|merely * * , but? the? whole|all|entire? of?",
  "and|now|ok? can|could? you? please? do|run|give|show|repeat|tell? me? the? same question|thing|analysis|exercise|count|check|numbers|figures for|about|with|on|of",
].map(pattern);
const PART_OF = [
  "what|which|whats the? share|percentage|percent|proportion|fraction is|are|was that|this|it|those|they? of",
].map(pattern);
const AS_PART_OF = [
  "and|so? thats|its what|which share|percentage|percent|proportion|fraction of?",
  "and|so? that|it is what|which share|percentage|percent|proportion|fraction of?",
  "and|so? as|in a|an share|percentage|proportion|fraction of",
].map(pattern);
const MOSTLY = ["and|so|but|or? mostly|mainly|predominantly|largely"].map(pattern);
const MAX_MOSTLY = 4;
const RELATIVE = [
  "and|so? per capita|head|person ,?",
  "and|so? relatively|proportionally ,?",
  "in relative terms ,?",
  "and|so|but? adjusting|adjusted|allowing|accounting|controlling for their|its|the? size|sizes|population|populations|numbers ,?",
  "relative to their|its|the size|sizes|population|populations|numbers ,?",
].map(pattern);
const IN_EACH = ["and|so? is|was|does that|this|it true|so|hold|same|the? case? in|for|across|by every|each|all"].map(
  pattern,
);
const HOLDS = ["and|so? does|do|is|would|will that|this|it hold|apply|true|same true? also? in|for|among"].map(pattern);
const THE_ONES = ["and|so? what|how about just? the ones"].map(pattern);
const WHO = /^(?:who|that|which|whose|about)$/;
const MORE_THAN = ["and|so|ok? more|less|fewer|bigger|smaller|higher|lower|commoner common|popular? than"].map(pattern);
const IS = /^(?:is|are|were)$/;
/** "The bigger jokers" */
const BIGGER_THINGS = 3;
const ONES = /^ones?$/;
const JUST = ["and|now|ok? just|only the?"].map(pattern);
const MAX_ONES = 4;

const IN_ALL = [
  "and|so? how|that many|much is|are? it|they|that|those? in all",
  "and|so? how many|much is|are? it|they|that|those? altogether|overall",
].map(pattern);
const ANY_WHO = ["and|so? is|are there any|anyone|anybody|some|people of|among? them|those|these? who|that|which"].map(
  pattern,
);
const REAL = [
  "and|so|ok? ok|so|then? what|whats is|are? the|its? real|actual|true|correct|right|exact|precise|current share|percentage|percent|proportion|number|figure|count",
].map(pattern);
/** "And in Finance, is it the other way round?": the same is asked of it. */
const TAILS = [
  ", is|does it|that|this the other way round|around|about",
  ", is|was|are it|that|this|they the? same|similar|different|true|reversed too|also|there?",
  ", is|does it|that|this also? hold|change|differ too|there?",
].map(pattern);
const GOES_ON = /^(?:and|what|how|in|for|among|but)$/;

/** "Any of them say …?", "are any of those asking …?" */
const ANY_OF_THEM = [
  "and|so? is|are|was|were any|some of them|those|these",
  "and|so? any of them|those|these who|that?",
].map(pattern);
const DOES = /^(?:is|are|was|were|any|do|does|did)$/;
const CHECK_TOO = ["and|ok|now|please? check|try|do|add|look at? the?"].map(pattern);
const TOO = /^(?:too|also|well)$/;
const MORE_FEMALE = [
  "and|so? which of? the|these|those|them? two|three|ones? one? is|are|skews|leans|looks more|most female|male|feminine|masculine|manly|womanly|men|women",
].map(pattern);
const PROBLEM = [
  "and|so|ok? what|whats is|are? the|their? usual|main|biggest|typical|real|core|most? common|frequent? problem|problems|issue|issues|trouble|complaint|complaints usually|mostly|typically|mainly|there|here? there?",
  "and|so|ok? what|whats is|are? the|their|its problem|problems|issue|issues|trouble|difficulty|difficulties that? they|people|customers|users|visitors|theyre|theyve|are|have|had|is? are|have|had|having|facing|face|got|experiencing|with? with? it|that|this|them?",
].map(pattern);
const OF_THEM = /^(?:they|theyre|theyve|having|facing|their|usual|typical|usually|typically|there|here)$/;

/** "Are men the bigger jokers?" */
const BIGGER = [
  "and|so|but? is|are|were the? * the bigger|biggest|greater|greatest|keener|keenest|heavier|heaviest|main|real *",
].map(pattern);

/** A later question in one wording for what is said in many: "same question for men", "more than fees?", "just the funny ones". */
export function inLaterWords(given: readonly Token[]): readonly Token[] {
  const tokens = withoutTail(withoutCourtesy(given));
  const same = longestFit(tokens, 0, SAME_FOR);
  if (same > 0) return [...tokensOf("what about"), ...tokens.slice(same)];
  const part = longestFit(tokens, 0, PART_OF);
  const end = tokens.findLastIndex(({ isWord }) => isWord) + 1;
  if (longestFit(tokens, 0, IN_ALL) === end) return tokensOf("how many are there in total?");
  if (longestFit(tokens, 0, PROBLEM) === end && tokens.some(({ said }) => OF_THEM.test(said)))
    return tokensOf("what are their main problems?");
  const some = longestFit(tokens, 0, ANY_OF_THEM);
  if (some > 0 && tokens.slice(some, end).some(({ said }) => !(said in NUMBER_WORDS))) {
    const verb =
      tokens[0]!.said === "any" || /^(?:do|does|did)$/.test(tokens.find(({ said }) => DOES.test(said))?.said ?? "");
    return [...tokensOf(verb ? "how many of them" : "how many of them are"), ...tokens.slice(some)];
  }
  const check = longestFit(tokens, 0, CHECK_TOO);
  if (check > 0 && end - check <= MAX_ONES && TOO.test(tokens[end - 1]!.said))
    return [
      ...tokensOf("what about"),
      ...tokens.slice(check, end - 1).filter(({ said }) => said !== "as"),
      ...tokensOf("?"),
    ];
  const female = longestFit(tokens, 0, MORE_FEMALE);
  if (female > 0 && female === end)
    return tokensOf(
      `which has the higher share of ${/^(?:male|men|masculine|manly)$/.test(tokens[end - 1]!.said) ? "men" : "women"}?`,
    );
  const bigger = longestFit(tokens, 0, BIGGER);
  if (bigger === end && end > 0) {
    const is = tokens.findIndex(({ said }) => IS.test(said));
    return [...tokens.slice(0, end - BIGGER_THINGS), ...tokensOf("more into that?")].filter((_, i) => i >= is);
  }
  const any = longestFit(tokens, 0, ANY_WHO);
  if (any > 0 && any < end) return [...tokensOf("how many of them"), ...tokens.slice(any)];
  const real = longestFit(tokens, 0, REAL);
  if (real > 0 && real === end)
    return tokensOf(
      /^(?:number|figure|count)$/.test(tokens[real - 1]!.said)
        ? "how many are there in total?"
        : "what percentage is that?",
    );
  // "What percentage is that of all women?"
  if (part > 0) return [...tokensOf("what share of"), ...tokens.slice(part, end), ...tokensOf("is that?")];
  const as = longestFit(tokens, 0, AS_PART_OF);
  if (as > 0 && as < end) return [...tokensOf("what share of"), ...tokens.slice(as, end), ...tokensOf("is that?")];
  if (as > 0) return tokensOf("what percentage is that?");
  const mostly = longestFit(tokens, 0, MOSTLY);
  if (mostly > 0 && end <= MAX_MOSTLY) return [...tokensOf("are they mostly"), ...tokens.slice(mostly)];
  if (end > 1 && end < MAX_MOSTLY && /^(?:mostly|mainly)$/.test(tokens[end - 1]!.said))
    return [...tokensOf("are they mostly"), ...tokens.slice(0, end - 1), ...tokens.slice(end)];
  const relative = longestFit(tokens, 0, RELATIVE);
  if (relative > 0 && /^(?:which|who)$/.test(tokens[relative]?.said ?? "")) return tokens.slice(relative);
  if (relative > 0 && relative === end) return tokensOf("per capita?");
  const each = longestFit(tokens, 0, IN_EACH);
  if (each > 0) return [...tokensOf("by"), ...tokens.slice(each)];
  const holds = longestFit(tokens, 0, HOLDS);
  // "Does that hold in Texas, too?"
  if (holds > 2 && /^(?:hold|apply|true|same)$/.test(tokens[holds - 2]?.said ?? ""))
    return [...tokensOf("what about"), ...tokens.slice(holds - 1).filter(({ said }) => said !== "too" && said !== ",")];
  const ones = longestFit(tokens, 0, THE_ONES);
  if (ones > 0 && !WHO.test(tokens[ones]?.said ?? ""))
    return [...tokensOf("only the ones about"), ...tokens.slice(ones)];
  const more = longestFit(tokens, 0, MORE_THAN);
  if (more > 0) return [...tokensOf("is that"), ...tokens];
  const just = longestFit(tokens, 0, JUST);
  const isOfKind = just > 0 && end - just > 1 && end - just <= MAX_ONES && ONES.test(tokens[end - 1]!.said);
  return isOfKind ? [...tokensOf("only the ones about"), ...tokens.slice(just, end - 1)] : tokens;
}

const AT_IT = ["while|as you|youre are? at it", "if you dont mind", "for me please?"].map(pattern);

/** Without "while you're at it". */
function withoutCourtesy(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((_, i) => i > 1 && longestFit(tokens, i, AT_IT) > 0);
  const end = at === -1 ? 0 : at + longestFit(tokens, at, AT_IT);
  return at === -1 || tokens.slice(end).some(({ isWord }) => isWord)
    ? tokens
    : [...tokens.slice(0, at), ...tokens.slice(end)];
}

function withoutTail(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((_, i) => i > 1 && longestFit(tokens, i, TAILS) > 0);
  const isTail = at !== -1 && !tokens.slice(at + longestFit(tokens, at, TAILS)).some(({ isWord }) => isWord);
  return isTail && GOES_ON.test(tokens[0]!.said) ? [...tokens.slice(0, at), ...tokensOf("?")] : tokens;
}
