import { isState } from "./alternatives";
import type { Known, Step } from "./plan";
import { spokenOf } from "./spoken";
import { longestFit, pattern, tokensOf, type Token } from "./tokens";
import { unrecordedIn } from "./unrecorded";

const THAT_ARE = [
  "the? ones|those that|which|who are|is|were|was|have|has|had|got|just|only|still|already? been|just|only|still|already|actually?",
  "the? ones|those still|just|already",
].map(pattern);
const ONES = /^ones?$/;
/** "Card payments", "top up": a longer thing is a story. */
const MAX_THING = 3;
const MAX_ASKED = 10;

/**
 * "And the failed ones?", "only the ones that are pending": the thing that was spoken of, so: "failed transfers". What is
 * said of a thing alone would be counted with any other thing.
 */
export function withStatesOf(tokens: readonly Token[], last: Step, { columns }: Known): readonly Token[] {
  if (tokens.filter(({ isWord }) => isWord).length > MAX_ASKED || unrecordedIn(tokens, columns).length > 0)
    return tokens;
  const things = thingsOf(last);
  if (things.length === 0) return tokens;
  const at = tokens.findIndex((token, i) => isState(token) && ONES.test(tokens[i + 1]?.said ?? ""));
  if (at !== -1) return [...tokens.slice(0, at + 1), ...things, ...tokens.slice(at + 2)];
  const from = tokens.findIndex((_, i) => isState(tokens[i + longestFit(tokens, i, THAT_ARE)] ?? NONE));
  const length = from === -1 ? 0 : longestFit(tokens, from, THAT_ARE);
  return length === 0
    ? tokens
    : [...tokens.slice(0, from), tokens[from + length]!, ...things, ...tokens.slice(from + length + 1)];
}
const NONE = { said: "" };
const DETERMINERS = /^(?:the|a|an|my|our|their|your|his|her|any|some)$/;

/** The words of the one thing that was spoken of, without how it was. */
function thingsOf(last: Step): readonly Token[] {
  const [only, ...others] = spokenOf(last);
  if (!only || others.length > 0 || !("text" in only.of)) return [];
  const things = tokensOf(only.of.words).filter((word) => !DETERMINERS.test(word.said) && !isState(word));
  return things.length > MAX_THING ? [] : things;
}
