import { longestFit, pattern, tokensOf, type Token } from "./tokens";

const SAME_FOR = [
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
  "relative to their|its|the size|sizes|population|populations|numbers ,?",
].map(pattern);
const IN_EACH = ["and|so? is|was|does that|this|it true|so|hold|same|the? case? in|for|across|by every|each|all"].map(
  pattern,
);
const HOLDS = ["and|so? does|do|is|would|will that|this|it hold|apply|true|same true? also? in|for|among"].map(pattern);
const THE_ONES = ["and|so? what|how about just? the ones"].map(pattern);
const WHO = /^(?:who|that|which|whose|about)$/;
const MORE_THAN = ["and|so|ok? more|less|fewer|bigger|smaller|higher|lower|commoner common|popular? than"].map(pattern);
const ONES = /^ones?$/;
const JUST = ["and|now|ok? just|only the?"].map(pattern);
const MAX_ONES = 4;

/** A later question in one wording for what is said in many: "same question for men", "more than fees?", "just the funny ones". */
export function inLaterWords(tokens: readonly Token[]): readonly Token[] {
  const same = longestFit(tokens, 0, SAME_FOR);
  if (same > 0) return [...tokensOf("what about"), ...tokens.slice(same)];
  const part = longestFit(tokens, 0, PART_OF);
  const end = tokens.findLastIndex(({ isWord }) => isWord) + 1;
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
