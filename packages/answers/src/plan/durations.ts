import { stemOf } from "../dataset/words";
import type { Known } from "./plan";
import { fits, pattern, tokensOf, type Token } from "./tokens";

const HOW_LONG = pattern("how long");
const TAKES = /^(?:take|takes|took|taken|taking|last|lasts|lasted|need|needs)$/;
const BEFORE_LONG = /^(?:so|too|very|a|as|that|really|quite)$/;
const FRAMES = /^(?:it|does|do|did|will|would|should|to|for)$/;
const MAX_BETWEEN = 8;

/**
 * "How many ask how long a transfer takes?", "transfers that take too long": where the data says "long", it is a part of
 * what is asked about. A question that begins so asks for a time, which is read elsewhere.
 */
export function withDurations(tokens: readonly Token[], { countOf }: Pick<Known, "countOf">): readonly Token[] {
  const [long] = tokensOf("long");
  if (countOf(stemOf(long!.said)) === undefined) return tokens;
  const told = (token: Token, written: string): Token => ({ ...token, written, isTold: true });
  return tokens.flatMap((token, at) => {
    const isAsked = at > 1 && token.said === "how" && fits(tokens, at, HOW_LONG) > 0 && takesIn(tokens, at + 2);
    if (isAsked) return [];
    if (token.said === "long") {
      const isAfterHow = tokens[at - 1]?.said === "how" && at > 2 && takesIn(tokens, at + 1);
      return [isAfterHow ? told(token, "how long") : isTaken(tokens, at) ? told(token, token.written) : token];
    }
    const isFrame = FRAMES.test(token.said) && isBehindHowLong(tokens, at);
    return isFrame ? [] : [token];
  });
}

/** True where something takes so long within a few words. */
const takesIn = (tokens: readonly Token[], from: number): boolean => {
  const end = tokens.findIndex(({ isWord }, i) => i >= from && !isWord);
  return tokens
    .slice(from, end === -1 ? undefined : end)
    .slice(0, MAX_BETWEEN)
    .some(({ said }) => TAKES.test(said));
};

/** "Taking too long". */
function isTaken(tokens: readonly Token[], at: number): boolean {
  let before = at - 1;
  while (BEFORE_LONG.test(tokens[before]?.said ?? "")) before -= 1;
  return TAKES.test(tokens[before]?.said ?? "");
}

const isBehindHowLong = (tokens: readonly Token[], at: number): boolean =>
  at > 3 && tokens[at - 1]?.said === "long" && tokens[at - 2]?.said === "how" && takesIn(tokens, at);
