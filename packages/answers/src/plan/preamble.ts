import { bodyOf, type Body, type Reading } from "./body";
import { DEEDS } from "./deeds";
import { groupsNamed } from "./groupWords";
import { FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS } from "./lexicon";
import { isPair, topicFrom } from "./phrases";
import { asksForSize } from "./particulars";
import { both, type Known, type Predicate } from "./plan";
import { firstFit, pattern, type Token } from "./tokens";

/** "Is there demand?" asks about what was told before. */
export const DEMAND = /^(?:demand|appetite|interest|interested|market)$/;
const POINTS = /^(?:it|this|that|them|these|those|one)$/;
const IS = /^(?:are|is|were|was)$/;

type Topic = ReturnType<typeof topicFrom>;

/** What a question means by "it" and "there", where only the words before the question say so. */
export function withPreamble(body: Body, preamble: readonly Token[], clause: readonly Token[], reading: Reading): void {
  const add = (predicate: Predicate): void =>
    void body.items.push({ predicate, joint: "beside", isExcluded: false, isSaidOf: false });
  // "I'm looking at refunds. How many mention one?"
  body.refusals = body.refusals.filter(({ words }) => !POINTS.test(words.toLowerCase()));
  if (
    body.items.length + body.refusals.length === 0 &&
    clause.some(({ said }) => POINTS.test(said) || DEMAND.test(said))
  ) {
    const topic = topicOf(withoutGroupsIn(preamble, reading), reading);
    if (topic && "predicate" in topic) add(topic.predicate);
    else if (topic) body.refusals.push(topic.refusal);
  }
  // "I'm looking at refunds. How many are there?"
  if (body.items.length + body.refusals.length === 0 && asksForSize(clause.filter(({ isWord }) => isWord))) {
    const topic = lookedAt(preamble, reading);
    if (topic) add(topic);
  }
  const saysThere = clause.some(
    ({ said }, at) => said === "there" && !IS.test(clause[at - 1]?.said ?? "") && !IS.test(clause[at + 1]?.said ?? ""),
  );
  if (!saysThere) return;
  for (const { predicate, isOfPeople } of groupsNamed(preamble, reading.aliases, reading.known))
    if (isOfPeople) add(predicate);
}

const LOOKING = [
  "looking at|into|for",
  "interested|specialised|specialized in",
  "writing|working|focused|focusing|research|article|piece|report|story|study about|on",
].map(pattern);

/** What somebody says to be looking at. */
function lookedAt(preamble: readonly Token[], reading: Reading): Predicate | null {
  const found = firstFit(preamble, LOOKING);
  const rest = preamble.slice(found ? found.at + found.length : preamble.length);
  const end = rest.findIndex(({ isWord, written }) => !isWord && written !== "&");
  const words = end === -1 ? rest : rest.slice(0, end);
  const { refusals, items } = bodyOf(words, new Set(), null, reading);
  return refusals.length > 0 ? null : both(...items.map(({ predicate }) => predicate));
}

/** Groups are no topic: a sign stands in the place of each. */
function withoutGroupsIn(preamble: readonly Token[], { aliases, known }: Reading): readonly Token[] {
  const groups = groupsNamed(preamble, aliases, known);
  const isGroup = (at: number): boolean => groups.some((one) => at >= one.at && at < one.at + one.length);
  return preamble.map((token, at) => (isGroup(at) ? { written: ",", said: ",", isWord: false } : token));
}

/** The thing that a preamble is about: a name, else the last thing that it speaks of. */
function topicOf(preamble: readonly Token[], { known }: Reading): Topic {
  const runs: Token[][] = [[]];
  const isTelling = (token: Token | undefined): boolean =>
    token?.isWord === true && ![FUNCTION_WORDS, FRAME_WORDS, WEAK_WORDS, DEEDS].some((words) => words.has(token.said));
  preamble.forEach((token, at) => {
    // "An account for kids" is one thing.
    const isLink = token.said === "for" && isTelling(preamble[at - 1]) && isTelling(preamble[at + 1]);
    const carries = isLink || isTelling(token);
    if (carries) runs.at(-1)!.push(token);
    const isEnd = !carries || preamble[at + 1]?.isWord !== true;
    if (isEnd && runs.at(-1)!.length > 0) runs.push([]);
  });
  const named = runs
    .map((run) => run.filter((token) => /^\p{Lu}/u.test(token.written) && token !== preamble[0]))
    .findLast((run) => run.length > 0);
  const paired = runs.map((run) => pairedIn(run, known)).findLast(({ length }) => length > 1);
  const run = named ?? paired ?? runs.findLast(({ length }) => length > 0);
  return run ? topicFrom(run, false, known) : null;
}

/** The longest part of a run whose words the data has side by side: "virtual card" of "building a virtual card feature". */
function pairedIn(run: readonly Token[], known: Known): readonly Token[] {
  let best: readonly Token[] = [];
  for (let from = 0; from < run.length;) {
    let to = from + 1;
    while (to < run.length && isPair(known, run[to - 1], run[to])) to += 1;
    if (to - from > best.length) best = run.slice(from, to);
    from = to;
  }
  return best;
}
