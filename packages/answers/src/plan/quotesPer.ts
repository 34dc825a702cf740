import { NUMBER_WORDS } from "../numberWords";
import type { Reading } from "./body";
import { subjectOf } from "./follow";
import { columnsNamed } from "./groupWords";
import { isEmptyWord, topicOf } from "./leftOut";
import { both, conjuncts, columnOf, type Predicate, type Step } from "./plan";
import type { Token } from "./tokens";

const QUOTES = /^(?:quotes?|examples?|tweets?|messages?|goals?|resolutions?|chats?|questions?|comments?|posts?)$/;
const PER = /^(?:per|each|every)$/;
/** Said of the quotes, or of where they come from. */
const SAYS_QUOTES =
  /^(?:show|give|find|list|quote|from|for|of|in|or|so|typical|good|real|nice|share|pull|could|can|use|quoted?)$/;
/** With more groups, nobody reads a quote of each. */
const MAX_GROUPS = 6;
const MAX_EACH = 3;

/** "A quote from each region", "two examples about sleep per region": quotes of each group; null for another clause. */
export function quotesPer(clause: readonly Token[], last: Step | null, reading: Reading): Step[] | null {
  const [named, ...others] = columnsNamed(clause, reading.known.columns);
  const column = reading.known.columns.find(({ name }) => name === named?.column);
  const quoted = clause.findIndex(({ said }, at) => QUOTES.test(said) && countedAt(clause, at) > 0);
  if (!named || !column || others.length > 0 || quoted === -1 || !PER.test(clause[named.at - 1]?.said ?? ""))
    return null;
  if (column.values.length > MAX_GROUPS) return null;
  const rest = clause.filter(
    (token, at) =>
      at !== quoted && at !== named.at && !PER.test(token.said) && !SAYS_QUOTES.test(token.said) && !isNumber(token),
  );
  const topic = rest.every(isEmptyWord) ? null : topicOf(rest, reading);
  if (topic === null && !rest.every(isEmptyWord)) return null;
  const before = topic === null && last && last.do !== "rank" && last.do !== "compare" ? subjectOf(last) : topic;
  const of = both(...conjuncts(before).filter((one) => columnOf(one) !== column.name));
  const limit = Math.min(countedAt(clause, quoted), MAX_EACH);
  return column.values.map((value): Step => {
    const group: Predicate = { is: "value", column: column.name, value, label: value, isOfPeople: true, words: value };
    return { do: "quotes", of: both(of, group), limit };
  });
}

const numberOf = ({ said }: Token): number =>
  (/^(?:an?|one)$/.test(said) ? 1 : (NUMBER_WORDS[said] ?? Number(said))) || 0;
const isNumber = (token: Token): boolean => token.isWord && numberOf(token) > 0;

/** How many quotes are asked for: "one quote", "two short examples"; 0 where no number says so. */
const countedAt = (clause: readonly Token[], at: number): number => {
  const before = clause.slice(Math.max(0, at - 2), at).findLast(isNumber);
  return before ? numberOf(before) : 0;
};
