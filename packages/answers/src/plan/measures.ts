import { stemOf } from "../dataset/words";
import { FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS } from "./lexicon";
import type { Measure } from "./plan";
import { fits, pattern, type Token } from "./tokens";

const THEY = "they|those|these|it|that|this|people|customers|visitors|users";
const DO = "do|does|did|have|has|had|is|are|was|were|will|would|must|should|can|could";
const SAY =
  "says|say|said|mention|mentions|tell|tells|told|state|states|give|gives|gave|name|names|specify|specifies|put|puts|quantify";
/** "How long have they been waiting", "do any of them say how much?" */
const HOW_LONG = [
  `how long|often|soon|quickly|fast|late|frequently ${DO} ${THEY}`,
  `how many hours|days|weeks|months|years|times ${DO} ${THEY}`,
].map(pattern);
const HOW_MUCH = [`how much|far|heavy|high|big|large ${DO} ${THEY}`].map(pattern);
const SAYING = [
  `do|does|did|are|is there? any|some|many|most|all|they|people|those|anyone|anybody of? them|they|those|these? who|that? ever|actually|also? ${SAY} us|you? exactly|roughly|about?`,
].map(pattern);
const ASKED = [
  ["how long|often|soon|quickly|fast|late|frequently", "how many hours|days|weeks|months|years|times"].map(pattern),
  ["how much|many|far|heavy|high|big|large"].map(pattern),
];

/** What is asked of something else: "how long do they wait for a refund?" */
const OWNING = /^(?:a|an|the|their|my|your|our|each|every)$/;
const LINKED = /^(?:for|about|of|on|in|with|from|at)$/;

/**
 * What a question of how long, how often or how much asks of those spoken of, which no column holds; null for another
 * question, and for one of another subject.
 */
export function measureAsked(clause: readonly Token[], own: ReadonlySet<string>): Measure | null {
  const measure = measureIn(clause);
  return measure === null || namesOther(clause, own) ? null : measure;
}

function measureIn(clause: readonly Token[]): Measure | null {
  for (let at = 0; at < clause.length; at++) {
    const begins = at === 0 || !clause[at - 1]!.isWord || clause.slice(0, at).every(isEmptyWord);
    if (!begins) continue;
    if (HOW_LONG.some((one) => fits(clause, at, one) > 0)) return "time";
    if (HOW_MUCH.some((one) => fits(clause, at, one) > 0)) return "amount";
    const said = Math.max(...SAYING.map((one) => fits(clause, at, one)));
    if (said === 0) continue;
    const [times, amounts] = ASKED.map((all) => all.some((one) => fits(clause, at + said, one) > 0));
    if (times) return "time";
    if (amounts) return clause[at + said + 1]!.said === "many" ? "number" : "amount";
  }
  return null;
}

/** True where a noun of its own says what it is asked of. */
export const namesOther = (clause: readonly Token[], own: ReadonlySet<string>): boolean =>
  clause.some(({ said }, at) => {
    const isNoun = OWNING.test(clause[at - 1]?.said ?? "") || LINKED.test(clause[at - 1]?.said ?? "");
    return isNoun && !isEmptyWord(clause[at]!) && !OWNING.test(said) && !WEAK_WORDS.has(said) && !own.has(stemOf(said));
  });

const isEmptyWord = ({ said, isWord }: Token): boolean => !isWord || FUNCTION_WORDS.has(said) || FRAME_WORDS.has(said);
