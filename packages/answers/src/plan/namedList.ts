import type { Reading } from "./body";
import { groupsNamed } from "./groupWords";
import { JOINTS } from "./joints";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { fits, pattern, tokensOf, type Token } from "./tokens";

const ASKS = /^(?:which|what|whats|rank|ranked|sort|order|most|least|more|often|common|popular|compare)$/;
/** What is asked of a list may stand behind it. */
const QUESTION = /^(?:how|which|what|who|why|where|when|is|are|do|does|did|can|could|please|i|we|my|our|it|they)$/;
const BASE = /^(?:among|amongst|within|of)$/;
const SIGNS = /^(?::|-{1,2}|–|—)$/;
const MAX_WORDS = 8;
/** What people want to do with each of the things on a list, where that turns it round: "quit or cut down". */
const LESS = ["quit", "stop|stopping", "give|giving up", "cut|cutting down|back|out", "reduce|reducing"].map(pattern);

/**
 * "Rank the languages they want to learn: Spanish, French, Latin" asks for these alone: what stands before a list names what
 * they have in common. Null for a clause without a list of its own.
 */
export function withNamedList(clause: readonly Token[], reading: Reading): readonly Token[] | null {
  const at = clause.findIndex(({ said }, i) => SIGNS.test(said) && i > 0);
  if (at === -1) return null;
  // "Among messages about fees, which is most common: …" says of which records it is asked.
  const comma = BASE.test(clause[0]!.said) ? clause.findIndex(({ said }, i) => said === "," && i < at) : -1;
  const frame = clause.slice(0, comma + 1);
  const [head, tail] = [clause.slice(comma + 1, at), clause.slice(at + 1)];
  const items = itemsIn(tail);
  const isList =
    items.length > 1 &&
    items.every((item) => item.length <= MAX_WORDS && item.some(carries) && !QUESTION.test(item[0]!.said)) &&
    head.some(({ said }) => ASKS.test(said)) &&
    [...frame, ...head].some((token) => carries(token) && !ASKS.test(token.said));
  if (!isList) return null;
  const isLess = head.some((_, i) => LESS.some((one) => fits(head, i, one) > 0));
  const each = items.map((item) => (isLess ? [...tokensOf("quit"), ...item] : item));
  const isLeast = head.some(({ said }) => /^(?:least|less|rarest|rarer|fewest|fewer)$/.test(said));
  const degree = isLeast ? ["less", "least"] : ["more", "most"];
  return [
    ...frame,
    ...tokensOf(`Which is ${degree[items.length > 2 && frame.length === 0 ? 1 : 0]!} common ,`),
    ...each.flatMap((item, i) => (i === 0 ? item : [...tokensOf(i < each.length - 1 ? "," : "or"), ...item])),
    ...groupIn(head, reading),
    ...tokensOf("?"),
  ];
}

function itemsIn(tail: readonly Token[]): Token[][] {
  const items: Token[][] = [[]];
  const hasCommas = tail.some(({ said }) => said === "," || said === ";");
  tail.forEach((token, i) => {
    // In a list by commas, an "and" joins only what comes last.
    const isLast = !tail.slice(i + 1).some(({ said }) => said === "," || said === ";");
    const isJoint = token.said in JOINTS && JOINTS[token.said] !== "versus";
    if (isJoint && (!token.isWord || !hasCommas || isLast)) items.push([]);
    else if (token.isWord) items.at(-1)!.push(token);
  });
  return items.filter((item) => item.length > 0);
}

const carries = ({ said, isWord }: Token): boolean => isWord && !FUNCTION_WORDS.has(said) && !FRAME_WORDS.has(said);

/** "… do women in Texas name most: …": among whom it is asked. */
function groupIn(head: readonly Token[], { aliases, known }: Reading): readonly Token[] {
  const groups = groupsNamed(head, aliases, known).filter(({ isOfPeople }) => isOfPeople);
  const [first, last] = [groups[0], groups.at(-1)];
  return first && last ? [...tokensOf("among"), ...head.slice(first.at, last.at + last.length)] : [];
}
