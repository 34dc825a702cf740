import { isParticiple, isState } from "./alternatives";
import { antecedentsIn } from "./antecedents";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { isPair } from "./phrases";
import type { Known } from "./plan";
import type { Token } from "./tokens";

const JOINT = /^(?:or|vs|versus|than|and|nor)$/;
const HOW = /^(?:by|with|via|through|at|using)$/;
/** They belong to the verb before them: "top up by card". */
const PARTICLE = /^(?:up|out|off|in|back|down|away)$/;
const MAX_HEAD = 3;
const MAX_LISTED = 6;
/** Words between "by" and "or by". */
const MAX_WAY = 8;

const carries = (token: Token | undefined): token is Token =>
  token !== undefined && token.isWord && !FUNCTION_WORDS.has(token.said) && !FRAME_WORDS.has(token.said);

/**
 * Two or more things that share words which the question says once, each in full: "physical or virtual cards" is
 * "physical cards or virtual cards", "topping up by transfer or by card" names topping up twice. Only where the data has
 * the words together.
 */
export function withWholeSides(given: readonly Token[], known: Known): readonly Token[] {
  const tokens = withOnes(given, known);
  const added = new Map<number, readonly Token[]>();
  tokens.forEach(({ said }, joint) => {
    // "Compare lost to stolen cards"
    const isCompared = /^(?:to|with|against)$/.test(said) && tokens[0]!.said === "compare";
    if (!JOINT.test(said) && !isCompared) return;
    // "By region and by gender" are two tables.
    if (known.columns.some(({ name }) => name.toLowerCase() === tokens[joint + 2]?.said)) return;
    const shared = sharedBehind(tokens, joint, known);
    for (const at of shared?.places ?? []) added.set(at, shared!.head);
    for (const [at, words] of sharedBefore(tokens, joint)) added.set(at, words);
    const way = sharedWay(tokens, joint, known);
    if (way.length > 0) added.set(joint, way);
    const verb = sharedVerb(tokens, joint, known);
    if (verb) added.set(joint, [verb]);
  });
  return added.size === 0 ? tokens : tokens.flatMap((token, at) => [token, ...(added.get(at) ?? [])]);
}

/** "Physical, plastic or virtual cards": the noun of the last, and where the others stand that lack it. */
function sharedBehind(
  tokens: readonly Token[],
  joint: number,
  known: Known,
): { head: readonly Token[]; places: readonly number[] } | null {
  const [first, last, head] = [tokens[joint - 1], tokens[joint + 1], tokens[joint + 2]];
  const things = thingsBehind(tokens, joint);
  if (things) return { head: things, places: [joint - 1] };
  if (!carries(first) || !carries(last) || !carries(head)) return null;
  // "Failed, pending and reverted top-ups"
  const areSaid = (one: Token): boolean =>
    isPair(known, one, head) || (isParticiple(one) && isPair(known, head, one)) || (isState(one) && isState(last));
  // "Lost or stolen cards" are said of one thing, which is told elsewhere.
  const areOfOne = isState(first) && isState(last) && tokens[joint]!.said === "or" && tokens[joint - 2]?.said !== ",";
  if (!areSaid(last) || areOfOne) return null;
  const places: number[] = [];
  for (let at = joint - 1; places.length < MAX_LISTED; at -= 2) {
    const one = tokens[at];
    const before = tokens[at - 1]?.said;
    // "A bank transfer or card payments", "lost or stolen cards": whole already, or said of one thing.
    if (!carries(one) || carries(tokens[at - 1]) || isPair(known, tokens[at - 1], one) || !areSaid(one)) break;
    places.push(at);
    if (before !== ",") break;
  }
  return places.length > 0 ? { head: [head], places } : null;
}

/** "Pending and failed for card payments": what both are said of. */
function thingsBehind(tokens: readonly Token[], joint: number): readonly Token[] | null {
  const [first, last, link] = [tokens[joint - 1], tokens[joint + 1], tokens[joint + 2]];
  if (!carries(first) || !carries(last) || !isState(first) || !isState(last)) return null;
  if (!/^(?:for|of|among|with)$/.test(link?.said ?? "") || carries(tokens[joint - 2])) return null;
  const things: Token[] = [];
  for (let at = joint + 3; at < joint + 5 && carries(tokens[at]); at++) things.push(tokens[at]!);
  return things.length > 0 ? things : null;
}

/** "Lost cards and stolen ones": the noun that "ones" stands for, where the data has both words together. */
function withOnes(tokens: readonly Token[], known: Known): readonly Token[] {
  const antecedents = antecedentsIn(tokens);
  return tokens.map((token, at) => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    if (!/^ones?$/.test(token.said) || carries(next)) return token;
    const meant = /^(?:or|and)$/.test(before?.said ?? "") ? undefined : antecedents.get(at)?.at(-1);
    if (meant) return meant;
    if (!carries(before)) return token;
    const isThing = (one: Token): boolean =>
      isPair(known, before, one) || (isState(before) && (isPair(known, one, before) || hasState(one)));
    const hasState = (one: Token): boolean => {
      const prior = tokens[tokens.indexOf(one) - 1];
      return prior !== undefined && carries(prior) && isState(prior);
    };
    return tokens.findLast((one, i) => i < at - 1 && carries(one) && !isState(one) && isThing(one)) ?? token;
  });
}

/** "Topping up by transfer, by cheque or by card": what is done in each way, by the places that lack it. */
function sharedBefore(tokens: readonly Token[], joint: number): Map<number, readonly Token[]> {
  const none = new Map<number, readonly Token[]>();
  const way = tokens[joint + 1];
  if (!way || !HOW.test(way.said) || !carries(tokens[joint + 2])) return none;
  const places = [joint];
  let first = joint - 1;
  for (;;) {
    while (first > 0 && joint - first < MAX_WAY && tokens[first]!.isWord && !HOW.test(tokens[first]!.said)) first -= 1;
    if (first < 1 || tokens[first]!.said !== way.said) return none;
    if (tokens[first - 1]!.said !== "," || places.length === MAX_LISTED) break;
    places.push(first - 1);
    first -= 2;
  }
  let from = first;
  while (from > 0 && first - from < MAX_HEAD && (carries(tokens[from - 1]) || PARTICLE.test(tokens[from - 1]!.said)))
    from -= 1;
  const head = tokens.slice(from, first);
  return head.some(carries) ? new Map(places.map((at) => [at, head])) : none;
}

/** Words of one way: "with a cheque". */
const MAX_THING = 3;

/** "Top up with cash or a cheque": both are ways of the same, where the data has the verb as one of two words. */
function sharedWay(tokens: readonly Token[], joint: number, known: Known): readonly Token[] {
  const how = tokens.findLastIndex(({ said }, i) => i < joint && i >= joint - MAX_THING && HOW.test(said));
  const [verb, particle] = [tokens[how - 2], tokens[how - 1]];
  const end = tokens.findIndex(({ isWord }, i) => i > joint && !isWord);
  const other = tokens.slice(joint + 1, end === -1 ? tokens.length : end);
  const isWay =
    tokens[joint]!.said === "or" &&
    how > 1 &&
    PARTICLE.test(particle!.said) &&
    isPair(known, verb, particle) &&
    carries(tokens[joint - 1]) &&
    other.length <= MAX_THING &&
    carries(other.at(-1)) &&
    !other.some(({ said }) => HOW.test(said));
  return isWay ? [verb!, particle!, tokens[how]!] : [];
}

/** "Quit smoking or drinking", "lost cards or phones": what is said of both, where the data has it before each. */
function sharedVerb(tokens: readonly Token[], joint: number, known: Known): Token | null {
  const [verb, one, other, next] = [tokens[joint - 2], tokens[joint - 1], tokens[joint + 1], tokens[joint + 2]];
  if (!carries(verb) || !carries(one) || !carries(other) || carries(next)) return null;
  const isOfBoth = tokens[joint]!.said === "or" && isParticiple(verb) && ![one, other].some(isParticiple);
  if (isOfBoth && isPair(known, verb, one) && isPair(known, verb, other)) return verb;
  const areAlike = [one, other].every(({ said }) => /..ing$/.test(said)) && !/ing$/.test(verb.said);
  return areAlike && isPair(known, verb, one) && isPair(known, verb, other) ? verb : null;
}
