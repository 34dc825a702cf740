import { longestFit, pattern, type Token } from "./tokens";

const JOINT = /^(?:[,:–—(-]|--|and|then|but|or|also|so)$/;
/** These stand before what a part of a sentence tells or asks. */
const LEAD =
  /^(?:please|pls|kindly|now|so|and|but|then|also|first|next|finally|instead|just|simply|ok|okay|hey|hi|hello|can|could|would|will|you|must|should|important|attention|note|urgent)$/;
const WISH = pattern("i|we want|need|would|id like? you to");
const MAX_LEADS = 5;

const ASKS = [
  "how many|much|often|common|popular|do|does|is|are|old",
  "what|whats|which|why|who|whos|whose|where|wheres|when",
  "compare|rank|count|list|show|give|tell|name|quote|describe|summarise|summarize|break|find|print|export|dump|reveal|write|send|split|sort|identify",
  "do|does|did|is|are *",
].map(pattern);

/** Where a part's own words begin, behind "please", "and then", "I want you to". */
export function afterLeads(tokens: readonly Token[], from: number): number {
  let at = from;
  while (at < tokens.length && !tokens[at]!.isWord) at += 1;
  // "</question> …": a tag is no word of the sentence.
  if (tokens[at - 1]?.said === "/" && at === 1) at += 1;
  at += longestFit(tokens, at, [WISH]);
  for (let i = 0; i < MAX_LEADS && tokens[at] && (!tokens[at]!.isWord || LEAD.test(tokens[at]!.said)); i++) at += 1;
  return at;
}

/** True for a place where a part of a sentence may begin: its first word, or behind what joins another part to it. */
export function mayBegin(tokens: readonly Token[], at: number): boolean {
  if (!tokens[at]!.isWord) return false;
  for (let i = at - 1; i >= 0; i--) {
    if (JOINT.test(tokens[i]!.said)) return true;
    if (tokens[i]!.isWord) return false;
  }
  return true;
}

/** True for a place where a part begins that asks by itself: "…, and how many of them are women?" */
export const asksFrom = (tokens: readonly Token[], at: number): boolean =>
  mayBegin(tokens, at) && longestFit(tokens, afterLeads(tokens, at), ASKS) > 0;

/** A sentence cut before each part that asks by itself. */
export function partsOfSentence(sentence: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  sentence.forEach((token, at) => {
    if (at > 0 && parts.at(-1)!.some(({ isWord }) => isWord) && asksFrom(sentence, at)) parts.push([]);
    parts.at(-1)!.push(token);
  });
  return parts;
}

const END = /^[.!?…;\n]$/;

/** What is left of a sentence when parts of it are taken out: no joint at its end, and the sign that ended it. */
export function closed(kept: readonly Token[], sentence: readonly Token[]): Token[] {
  const end = kept.findLastIndex(({ said, isWord }) => isWord && !JOINT.test(said));
  const last = sentence.at(-1)!;
  return end === -1 ? [] : [...kept.slice(0, end + 1), ...(END.test(last.said) ? [last] : [])];
}
