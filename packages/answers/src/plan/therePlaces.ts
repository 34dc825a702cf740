import { groupsNamed } from "./groupWords";
import type { Reading } from "./body";
import { longestFit, pattern, sentencesOf, tokensOf, type Token } from "./tokens";

const THESE = [
  "in|from|of|for|across|within these|those|the|all? two|three|four|five|six? states|regions|countries|places|areas|markets|cities",
].map(pattern);

/** "We have clubs in Texas and Florida. How many people from these states …?": "there" are those named before. */
export function withTherePlaces(tokens: readonly Token[], { aliases, known }: Reading): readonly Token[] {
  const [first = [], ...others] = sentencesOf(tokens);
  if (others.length === 0 || groupsNamed(first, aliases, known).length === 0) return tokens;
  const rest = others.flat();
  const at = rest.findIndex((_, i) => longestFit(rest, i, THESE) > 0 && POINTS.test(rest[i + 1]!.said));
  return at === -1
    ? tokens
    : [...first, ...rest.slice(0, at), ...tokensOf("there"), ...rest.slice(at + longestFit(rest, at, THESE))];
}
const POINTS = /^(?:these|those|the|all)$/;
