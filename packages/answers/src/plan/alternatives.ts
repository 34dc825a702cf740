import { isPastForm } from "./forms";
import { FRAME_WORDS, FUNCTION_WORDS, NEGATIONS } from "./lexicon";
import type { Token } from "./tokens";

const ADVERBS = /^(?:just|also|even|simply|still|already|only|really|never|not|yet|maybe|perhaps)$/;
const VERBS_OF_STATE =
  /^(?:is|are|was|were|got|get|gets|has|have|had|do|does|did|can|could|would|will|cannot|wont|went|goes|go)$/;
const MAX_HEAD = 3;
const PARTICLES = /^(?:up|out|in|off)$/;

const carries = (token: Token | undefined): boolean =>
  token !== undefined && token.isWord && !FUNCTION_WORDS.has(token.said) && !FRAME_WORDS.has(token.said);

/** "Card details": the second says little, and is of the thing. */
const isThing = (tokens: readonly Token[], at: number): boolean =>
  carries(tokens[at]) ||
  (/^details?$/.test(tokens[at]?.said ?? "") && (carries(tokens[at - 1]) || OWNED.test(tokens[at - 1]?.said ?? "")));

/** "Lost", "declined": a form of a verb that may stand for a quality of a thing. */
export const isParticiple = ({ said }: Pick<Token, "said">): boolean => isPastForm(said) || /[^e]ed$/.test(said);

const STATES = /^(?:forgot|pending|missing|late|wrong|expired|overdue|faulty)$/;
/** "Lost", "pending": how a thing is. */
export const isState = (token: Pick<Token, "said">): boolean => isParticiple(token) || STATES.test(token.said);

/** True for a word that begins what is said of a thing: "never arrive", "are stuck", "stolen". */
const beginsVerb = (tokens: readonly Token[], at: number): boolean => {
  let next = at;
  while (ADVERBS.test(tokens[next]?.said ?? "") && !NEGATIONS.has(tokens[next]!.said)) next += 1;
  const token = tokens[next];
  return (
    token !== undefined &&
    token.isWord &&
    (NEGATIONS.has(token.said) || VERBS_OF_STATE.test(token.said) || isParticiple(token) || /ing$/.test(token.said))
  );
};

/** What follows the words of a thing, up to a sign or the end. */
const endOf = (tokens: readonly Token[], from: number): number => {
  const end = tokens.findIndex(({ isWord, written }, i) => i > from && !isWord && written !== "&");
  return end === -1 ? tokens.length : end;
};

/**
 * "Cards that are lost or stolen": each alternative with the thing that it is said of, joined by an "or" within the one
 * thing (`isWithin`).
 */
export function alternativesOf(tokens: readonly Token[]): readonly Token[] {
  const added = new Map<number, readonly Token[]>();
  const before = new Map<number, readonly Token[]>();
  /** "That" in "cards that are lost": without it, the first stands as the others do. */
  const dropped = new Set<number>();
  for (let at = 1; at < tokens.length; at++) {
    if (tokens[at]!.said !== "or" || tokens[at - 1]!.said === ",") continue;
    const head = headOf(tokens, at);
    if (head && beginsVerb(tokens, at + 1)) {
      added.set(at, head.thing);
      if (head.that !== null) dropped.add(head.that);
    } else if (!head) {
      const said = saidOfBoth(tokens, at);
      if (said.length > 0) {
        before.set(at, said);
        added.set(at, []);
      }
      const why = purposeOfBoth(tokens, at);
      if (why.length > 0) {
        before.set(at, why);
        added.set(at, []);
      }
      const verb = verbOfBoth(tokens, at);
      if (verb) added.set(at, [verb]);
      const owner = ownerOf(tokens, at);
      if (owner) {
        added.set(at, [owner]);
        if (/^an?$/.test(tokens[at + 1]?.said ?? "")) dropped.add(at + 1);
      }
      const things = thingsAfter(tokens, at);
      if (things) {
        before.set(at, things);
        added.set(at, []);
      }
    }
  }
  return added.size === 0
    ? tokens
    : tokens.flatMap((token, at) =>
        dropped.has(at)
          ? []
          : added.has(at)
            ? [...(before.get(at) ?? []), { ...token, isWithin: true }, ...added.get(at)!]
            : [token],
      );
}

/** The thing that an "or" stands behind, in "cards that are lost or" and "cards lost or". */
function headOf(tokens: readonly Token[], or: number): { thing: readonly Token[]; that: number | null } | null {
  let start = or - 1;
  while (start >= 0 && tokens[start]!.isWord) start -= 1;
  const that = tokens.findLastIndex(({ said }, i) => i > start && i < or && /^(?:that|which)$/.test(said));
  // "A top up that failed or ..."
  const isParticle = PARTICLES.test(tokens[that - 1]?.said ?? "") && tokens[that - 2]?.isWord === true;
  if (that > start + 1 && (carries(tokens[that - 1]) || isParticle)) return { thing: thingBefore(tokens, that), that };
  const last = tokens[or - 1]!;
  // "… failed or got reversed"
  const next = VERBS_OF_STATE.test(tokens[or + 1]?.said ?? "") ? tokens[or + 3] : tokens[or + 2];
  // "Cards are lost or stolen"
  const isSaid = /^(?:are|is|was|were|got|get|been)$/.test(tokens[or - 2]?.said ?? "") && isThing(tokens, or - 3);
  if (isParticiple(last) && isSaid && !isParticiple(tokens[or - 3]!) && !carries(next))
    return { thing: thingBefore(tokens, or - 2), that: null };
  return isParticiple(last) && isThing(tokens, or - 2) && !isParticiple(tokens[or - 2]!) && !carries(next)
    ? { thing: thingBefore(tokens, or - 1), that: null }
    : null;
}

/** What is said of the second is said again of the first: a long story is not. */
const MAX_SAID = 6;
const IS = /^(?:is|are|was|were|got|gets|get)$/;
const THEY = /^(?:they|that|which|who)$/;

/** "A payment or withdrawal they don't recognise": what is said of the second is said of the first, too. */
function saidOfBoth(tokens: readonly Token[], or: number): readonly Token[] {
  const isSaid = carries(tokens[or - 1]) && carries(tokens[or + 1]) && THEY.test(tokens[or + 2]?.said ?? "");
  // "A card payment or transfer was declined"
  const isStateOfBoth = IS.test(tokens[or + 2]?.said ?? "") && tokens[or + 3] !== undefined && isState(tokens[or + 3]!);
  if (isStateOfBoth && carries(tokens[or - 1]) && carries(tokens[or + 1])) return tokens.slice(or + 2, or + 4);
  const said = isSaid ? tokens.slice(or + 2, endOf(tokens, or + 2)) : [];
  return said.length <= MAX_SAID && said.some(carries) && NEGATIONS.has(said[1]?.said ?? "") ? said : [];
}

const OWNED = /^(?:their|his|her|my|our|your)$/;
const PURPOSE = /^(?:for|on|of|from|to|when|while|after|with|by)$/;

/** "A fee or charge for taking out cash": what follows is said of both. */
function purposeOfBoth(tokens: readonly Token[], or: number): readonly Token[] {
  const isOf =
    /^(?:a|an|the|any|some)$/.test(tokens[or - 2]?.said ?? "") &&
    carries(tokens[or - 1]) &&
    carries(tokens[or + 1]) &&
    PURPOSE.test(tokens[or + 2]?.said ?? "");
  // "An account or a card for their kids"
  const isOfEither =
    /^an?$/.test(tokens[or - 2]?.said ?? "") &&
    carries(tokens[or - 1]) &&
    /^an?$/.test(tokens[or + 1]?.said ?? "") &&
    carries(tokens[or + 2]) &&
    PURPOSE.test(tokens[or + 3]?.said ?? "");
  if (isOfEither) {
    const of = tokens.slice(or + 3, endOf(tokens, or + 3));
    return of.length <= MAX_SAID && of.some(carries) ? of : [];
  }
  // "Accounts or cards for their children"
  const isOwn =
    PURPOSE.test(tokens[or + 2]?.said ?? "") &&
    OWNED.test(tokens[or + 3]?.said ?? "") &&
    carries(tokens[or + 1]) &&
    carries(tokens[or - 1]) &&
    !carries(tokens[or - 2]);
  const said = isOf || isOwn ? tokens.slice(or + 2, endOf(tokens, or + 2)) : [];
  return said.length <= MAX_SAID && said.some(carries) ? said : [];
}

/** "Lost their phone or their card": both are lost. */
function verbOfBoth(tokens: readonly Token[], or: number): Token | null {
  const [owned, thing] = [tokens[or + 1], tokens[or + 2]];
  const at = tokens.findLastIndex(({ said }, i) => i < or && i > or - MAX_OWNED && said === owned?.said);
  const verb = tokens[at - 1];
  return owned && OWNED.test(owned.said) && carries(thing) && at > 0 && verb && isParticiple(verb) ? verb : null;
}

/** "Kids having an account or a card": who has the second, too. */
function ownerOf(tokens: readonly Token[], or: number): Token | null {
  const having = tokens.findLastIndex(({ said }, i) => i > or - MAX_OWNED && i < or && HAVING.test(said));
  const after = tokens.slice(or + 1, endOf(tokens, or + 1)).filter(carries);
  const owner = tokens[having - 1];
  return having > 0 && owner && carries(owner) && after.length === 1 ? owner : null;
}
const HAVING = /^(?:having|getting|owning|holding)$/;
const MAX_OWNED = 5;

function thingBefore(tokens: readonly Token[], end: number): readonly Token[] {
  let from = end;
  if (PARTICLES.test(tokens[from - 1]?.said ?? "")) from -= 2;
  while (from > 0 && end - from < MAX_HEAD && isThing(tokens, from - 1)) from -= 1;
  return tokens.slice(from, end);
}

/** "Lost or stolen cards": the thing that both are said of. */
function thingsAfter(tokens: readonly Token[], or: number): readonly Token[] | null {
  const [one, other] = [tokens[or - 1]!, tokens[or + 1]];
  if (!other || !isParticiple(one) || !isParticiple(other) || carries(tokens[or - 2])) return null;
  const end = endOf(tokens, or + 1);
  const things: Token[] = [];
  for (let at = or + 2; at < end && carries(tokens[at]); at++) things.push(tokens[at]!);
  return things.length > 0 && things.length <= MAX_HEAD ? things : null;
}
