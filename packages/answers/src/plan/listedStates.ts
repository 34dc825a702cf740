import { isState } from "./alternatives";
import { isEmptyWord } from "./leftOut";
import { longestFit, pattern, sentencesOf, tokensOf, type Token } from "./tokens";

const WHICH = [
  "which|what of? these|those|the|them? one|ones|things? is|are|was|were|gets|get|got|has|have been|being|getting?",
].map(pattern);
const MOST = ["the? most|more often|frequently|commonly? of? all?", "the? oftenest"].map(pattern);
const SOMETHING = ["something|anything|things|stuff that|which? is|are? still|currently|just|being?"].map(pattern);
const SIGN = /^[:,(–—-]$/;
const MAX_ITEM = 3;

/**
 * "Which gets declined most often: card payments, cash withdrawals or transfers?", "something pending - payments, top-ups":
 * what is said before a list is said of each thing in it.
 */
export const withListedStates = (tokens: readonly Token[]): readonly Token[] =>
  sentencesOf(tokens).flatMap((sentence) => whichIs(sentence) ?? somethingIs(sentence) ?? sentence);

/** The things of a list, up to the end of a sentence; none where they are no plain things. */
function itemsIn(list: readonly Token[]): Token[][] {
  const items: Token[][] = [[]];
  for (const token of list) {
    if (/^(?:,|or|and|\/)$/.test(token.said)) items.push([]);
    else if (token.isWord) items.at(-1)!.push(token);
  }
  const named = items.filter(({ length }) => length > 0);
  const arePlain = named.every(
    (item) => item.length <= MAX_ITEM && !item.some((word) => isEmptyWord(word) && !isSmall(word)),
  );
  return arePlain && named.length > 1 ? named : [];
}
/** "Top ups", "sign up" */
const isSmall = ({ said }: Token): boolean => /^(?:up|in|out|off|top|new)$/.test(said);

const saidOfEach = (state: Token, items: readonly Token[][]): Token[] =>
  items.flatMap((item, i) => [...tokensOf(i === 0 ? "" : i === items.length - 1 ? "or" : ","), state, ...item]);

function whichIs(sentence: readonly Token[]): Token[] | null {
  const at = longestFit(sentence, 0, WHICH);
  const state = at > 0 ? sentence[at] : undefined;
  const length = longestFit(sentence, at + 1, MOST);
  const from = at + 1 + length;
  if (!state || !isState(state) || length === 0 || !SIGN.test(sentence[from]?.said ?? "")) return null;
  const items = itemsIn(sentence.slice(from + 1));
  return items.length > 0
    ? [...tokensOf("which is more common :"), ...saidOfEach(state, items), ...tokensOf("?")]
    : null;
}

function somethingIs(sentence: readonly Token[]): Token[] | null {
  const at = sentence.findIndex((_, i) => longestFit(sentence, i, SOMETHING) > 0);
  const of = at === -1 ? 0 : at + longestFit(sentence, at, SOMETHING);
  const state = of > 0 ? sentence[of] : undefined;
  if (!state || !isState(state) || !SIGN.test(sentence[of + 1]?.said ?? "")) return null;
  const items = itemsIn(sentence.slice(of + 2));
  return items.length > 0 ? [...sentence.slice(0, at), ...saidOfEach(state, items), ...tokensOf("?")] : null;
}
