import { stemOf } from "../dataset/words";
import { isEmptyWord } from "./leftOut";
import type { Known } from "./plan";
import { firstFit, pattern, tokensOf, writtenOf, type Token } from "./tokens";

const WHERE = [
  "ask|asks|asking|asked|wonder|wonders|wondering|know|knows|knowing about? where|wheres is|are? their|his|her|my|our|your|the",
].map(pattern);
const IS = /^(?:is|are|went|has|gone|got|gotten|to|stays|stuck)$/;
const NEW = /^(?:new|ordered|first|replacement)$/;
const MAX_WORDS = 3;

/** "How many ask where their new card is?" asks for cards that have not arrived. */
export function withArrival(tokens: readonly Token[], { countOf }: Pick<Known, "countOf">): readonly Token[] {
  const found = firstFit(tokens, WHERE);
  if (!found || countOf(stemOf("arrived")) === undefined) return tokens;
  const from = tokens.findIndex(({ said }, at) => at >= found.at && /^wheres?$/.test(said));
  const start = found.at + found.length;
  const end = tokens.findIndex(({ isWord, said }, at) => at >= start && (!isWord || IS.test(said)));
  const named = tokens.slice(start, end === -1 ? tokens.length : end);
  const thing = named.filter((token) => !isEmptyWord(token) && !NEW.test(token.said));
  let to = start + named.length;
  while (IS.test(tokens[to]?.said ?? "")) to += 1;
  const isAll = to === tokens.length || !tokens[to]!.isWord;
  const isKnown = thing.length > 0 && thing.every(({ said }) => countOf(stemOf(said)) !== undefined);
  if (!isAll || !isKnown || named.length > MAX_WORDS) return tokens;
  const insteadOf = writtenOf(tokens.slice(from, to));
  const instead = [
    ...tokensOf("about"),
    ...[...thing, ...tokensOf("not arrived")].map((one) => ({ ...one, insteadOf })),
  ];
  return [...tokens.slice(0, from), ...instead, ...tokens.slice(to)];
}
