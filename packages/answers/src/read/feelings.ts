import type { Guide } from "../guide";
import { feelingOf, isHolder, scaleOf } from "./columns";
import type { Feeling, Group } from "./frame";
import { textOf, type Text } from "./text";

const ASKS = /^(?:[a-z]+ )?(?:which|who|what|whose)\b/;
const IS = /\b(?:are|is|were|was) (?:they|those|these|it|that|most|mostly|the [a-z]+)\b/;
/** How people are said to be. */
const STATED = {
  negative: /^(?:negative|unhappy|dissatisfied|unsatisfied|angry|upset|frustrated|disappointed|furious)$/,
  positive: /^(?:positive|happy|satisfied|pleased|delighted)$/,
};

/** Groups of those who are said to be happy or unhappy. */
export function statedIn({ tokens, said }: Text, guide: Guide): Group[] {
  const feeling = feelingOf(guide);
  if (!feeling) return [];
  // "Positive, neutral or negative"
  const own = feeling.isScale ? [] : guide.columns.find(({ name }) => name === feeling.column)!.values;
  const listed = own.filter(({ value }) => tokens.some((token) => token.said === value.toLowerCase()));
  if (listed.length > 1) return listed.map(({ value }) => ({ column: feeling.column, values: [value], said: value }));
  return (["negative", "positive"] as const).flatMap((is) => {
    // Of marks only "unhappy guests": that guests are unhappy may be a claim.
    const isStated = tokens.some(({ said: word }, at) => {
      const next = tokens[at + 1]?.said ?? "";
      const isAll = !ASKS.test(said) && /^(?:|[?.!,]|or)$/.test(next) && IS.test(textOf(tokens.slice(0, at)).said);
      return STATED[is].test(word) && (!feeling.isScale || next === "ones" || isHolder(next, guide) || isAll);
    });
    const says = IS.test(said) && !ASKS.test(said);
    return isStated ? [{ column: feeling.column, values: feeling[is], said: is, ...(says && { says }) }] : [];
  });
}

/** Those who mark something low or high: "why are the washrooms rated badly?" */
export function markedBy(column: string, feeling: Feeling | null, guide: Guide): Group | null {
  if (feeling === null || column === feelingOf(guide)?.column) return null;
  const most = scaleOf(column, guide);
  if (most === null) return null;
  return feeling === "negative"
    ? { column, values: { to: most * 0.4 }, said: "low" }
    : { column, values: { from: most * 0.8 }, said: "high" };
}

const NEGATIVELY = /negative|unhapp|angr|upset|dissatisf|unsatisf|annoy|frustrat|complain/;
/** How people feel of what they mention; the first group where both ways are named. */
const FEELS_HOW =
  /\b(?:are|is|were|was|be|mostly|mainly)(?: (?:it|they|people|customers|users|those|these|that|reviews|posts|tweets|mostly|mainly|usually|generally|an?)){0,3} ((?:good|positive|happy) or (?:bad|negative|unhappy)|(?:bad|negative|unhappy) or (?:good|positive|happy))?(?:(?<= )(?:negative|positive|happy|unhappy|angry|upset|satisfied|dissatisfied|annoyed|frustrated|complaints?|complaining))?(?= (?:when|if|about|with)\b| ?(?:[?.!,]|$))/;

/** Which feeling is asked for of what is named: "are they mostly negative?", "is that good or bad?"; null for none. */
export function howFelt(said: string): Feeling | "either" | null {
  const found = FEELS_HOW.exec(said);
  return !found ? null : found[1] !== undefined ? "either" : NEGATIVELY.test(found[0]) ? "negative" : "positive";
}
