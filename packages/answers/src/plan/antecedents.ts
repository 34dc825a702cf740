import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import type { Token } from "./tokens";

/** Words that may point at what was said before. */
export const POINTERS = new Set("those these them they it that this ones same".split(" "));
/** "People that" points at nothing; "does that", "of this" do. */
export const BEFORE_POINTER =
  /^(?:do|does|did|is|was|of|about|from|than|with|how|why|among|like|split|break|show|sort)$/;
/** These point back wherever they stand. */
export const BACK = /^(?:they|them|it)$/;

const OWNED = /^(?:their|a|an|the|my|his|her|your|our)$/;
const MAX_OBJECT = 3;

const DENIED = /^(?:dont|didnt|doesnt|havent|hadnt|never|cant|couldnt|cannot|wont)$/;
const OPEN = /^(?:what|which|whose|why|where)$/;

/** "Withdrawals they didn't make": those who made none are not those spoken of before. */
function saysOfThing(tokens: readonly Token[], at: number): boolean {
  const [thing, next] = [tokens[at - 1], tokens[at + 1]];
  const isThing = thing?.isWord && !FUNCTION_WORDS.has(thing.said) && !FRAME_WORDS.has(thing.said);
  const isOpen = tokens.some(({ said }, i) => OPEN.test(said) && tokens[i + 1]?.said !== "about");
  return isThing === true && DENIED.test(next?.said ?? "") && !isOpen;
}

/** "Forgot their PIN or want to change it": what "it" means where the same clause says so before an "or". */
export function antecedentsIn(tokens: readonly Token[]): Map<number, readonly Token[]> {
  const meant = new Map<number, readonly Token[]>();
  let [object, isAfterOr]: [readonly Token[], boolean] = [[], false];
  tokens.forEach((token, at) => {
    if (token.said === "they" && saysOfThing(tokens, at)) meant.set(at, []);
    if (OWNED.test(token.said)) {
      const end = tokens.findIndex(({ said, isWord }, i) => i > at && (!isWord || FUNCTION_WORDS.has(said)));
      object = tokens.slice(at + 1, end === -1 ? tokens.length : end).slice(0, MAX_OBJECT);
      isAfterOr = false;
    } else if (token.said === "or" || token.said === "and") isAfterOr = true;
    else if (/^(?:it|them|one)$/.test(token.said) && isAfterOr && object.length > 0) meant.set(at, object);
  });
  return meant;
}
