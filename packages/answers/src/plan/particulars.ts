import { NUMBER_WORDS } from "../numberWords";
import type { NamedGroup } from "./complements";
import { columnsNamed } from "./groupWords";
import { FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS } from "./lexicon";
import { topicFrom } from "./phrases";
import type { Known, Predicate } from "./plan";
import type { Token } from "./tokens";

const SPLITS =
  /^(?:split|gap|divide|breakdown|distribution|mix|ratio|balance|makeup|composition|differences?|variations?)$/;

/** The column that a clause asks to split by: "by state", "which category", "the gender split". */
export function splitColumn(
  clause: readonly Token[],
  known: Known,
  groups: readonly NamedGroup[],
): { column: string; taken: number[] } | null {
  for (const { at, column } of columnsNamed(clause, known.columns)) {
    // "English-speaking countries", "the other states" are groups.
    if (groups.some((group) => at >= group.at && at < group.at + group.length)) continue;
    let from = at - 1;
    while (from >= 0 && /^(?:the|different|us|of)$/.test(clause[from]!.said)) from -= 1;
    const most = superlativeBefore(clause, at);
    if (most !== null) return { column, taken: Array.from({ length: at - most + 1 }, (_, i) => most + i) };
    const isPlural = clause[at]!.said.endsWith("s") && clause[at]!.said !== column.toLowerCase();
    const width = column.split(/[^\p{L}\p{N}]+/u).length;
    const isSplit = SPLITS.test(clause[at + width]?.said ?? "");
    if (isSplit) return { column, taken: Array.from({ length: width + 1 }, (_, i) => at + i) };
    const isListed =
      isPlural &&
      (clause.every((token, i) => i === at || saysHowListed(token)) ||
        (/^(?:list|name)$/.test(clause[from]?.said ?? "") && clause[at + 1]?.said === "where"));
    if (isListed || (isPlural && clause.some(({ said }) => /^(?:compare|differ|vary|rank|sort|order)$/.test(said))))
      from = at;
    else if (!/^(?:by|per|which|what|each|across|every|between|among|all)$/.test(clause[from]?.said ?? "")) continue;
    return { column, taken: [from, ...Array.from({ length: width }, (_, i) => at + i)] };
  }
  return null;
}

/** "List the categories with their sizes": nothing but the groups themselves. */
const saysHowListed = ({ said, isWord }: Token): boolean =>
  !isWord || FUNCTION_WORDS.has(said) || FRAME_WORDS.has(said) || /^(?:sizes?|name|names|exist|available)$/.test(said);

/** "By region and gender": the clause with the first of two columns, and the second; null where it names no two. */
export function byTwo(clause: readonly Token[], { columns }: Known): { clause: readonly Token[]; also: string } | null {
  const named = columnsNamed(clause, columns);
  const first = named.find(
    ({ at }) =>
      /^(?:by|per|across)$/.test(clause[at - 1]?.said ?? "") &&
      /^(?:and|&)$/.test(clause[at + 1]?.said ?? "") &&
      named.some((one) => one.at === at + 2 || (one.at === at + 3 && /^(?:by|per)$/.test(clause[at + 2]!.said))),
  );
  if (!first) return null;
  const { at, column } = named.find((one) => one.at > first.at)!;
  return { clause: clause.toSpliced(first.at + 1, at - first.at), also: column };
}

const SUPERLATIVES = /^(?:most|least|fewest|rarest|smallest|lowest|biggest|largest|commonest|top|highest|leading)$/;
const HOW_MUCH =
  /^(?:common|popular|frequent|used|named|mentioned|chosen|asked|frequently|often|[2-9]|ten|five|three)$/;

/** Where "the least common" begins, before "categories"; null where nothing of the kind stands there. */
function superlativeBefore(clause: readonly Token[], at: number): number | null {
  let from = at - 1;
  while (from > 0 && HOW_MUCH.test(clause[from]!.said)) from -= 1;
  return from >= 0 && SUPERLATIVES.test(clause[from]!.said) ? from : null;
}

const LIVE = /^(?:live|lives|living|lived|reside|resides|based|located|come|comes|from)$/;

/** "Which states do they live in": it says only that they are there. */
export const verbsOfPlace = (clause: readonly Token[], column: string): number[] =>
  /countr|state|region|cit|place/i.test(column) ? clause.flatMap(({ said }, at) => (LIVE.test(said) ? [at] : [])) : [];

const RECORDS =
  /^(?:goals|resolutions|questions|chats|conversations|messages|requests|queries|tickets|entries|records|comments)$/;

/** "Makes the most resolutions", "sends the fewest messages": the verb says only that there are records. */
export function verbsOfMost(clause: readonly Token[]): number[] {
  return clause.flatMap(({ said }, at) => {
    if (!/^(?:most|fewest|least)$/.test(said) || !RECORDS.test(clause[at + 1]?.said ?? "")) return [];
    const verb = clause[at - 1]?.said === "the" ? at - 2 : at - 1;
    return verb >= 1 && clause[verb]!.isWord && !FUNCTION_WORDS.has(clause[verb]!.said) ? [verb] : [];
  });
}

const MAX_LIMIT = 20;

/** "Top 5", "three examples". */
export function limitIn(clause: readonly Token[], taken: Set<number>): number | null {
  for (let at = 0; at < clause.length; at++) {
    const value = /^\d{1,2}$/.test(clause[at]!.written)
      ? Number(clause[at]!.written)
      : (NUMBER_WORDS[clause[at]!.said] ?? 0);
    const near = [clause[at - 1]?.said, clause[at + 1]?.said].some((said) =>
      /^(?:top|most|biggest|largest|main|key|examples?|quotes?|themes|topics|reasons|goals|things|least|common|popular|me|questions|commonest|complaints|concerns|issues)$/.test(
        said ?? "",
      ),
    );
    if (value < 1 || !near) continue;
    taken.add(at);
    return Math.min(value, MAX_LIMIT);
  }
  return null;
}

/** "How many want to write?": a word that mostly frames a question is its topic where there is no other. */
export function lastVerb(clause: readonly Token[], known: Known, mayBeWeak: boolean): Predicate | null {
  const to = clause.map(({ said }) => said).lastIndexOf("to");
  const verb = clause[to + 1];
  if (to === -1 || !verb?.isWord || FUNCTION_WORDS.has(verb.said)) return null;
  if (!mayBeWeak && WEAK_WORDS.has(verb.said)) return null;
  const found = topicFrom([verb], false, known);
  return found && "predicate" in found ? found.predicate : null;
}

const OF_ALL =
  /^(?:what|whats|which|most|main|biggest|largest|common|commonest|popular|overview|summary|summarise|summarize|themes|topics|overall|general|generally|people|they)$/;
/** A question for what is most common of all holds one of these; "top five, please" doesn't. */
export const asksOfAll = (words: readonly Token[]): boolean => words.some(({ said }) => OF_ALL.test(said));

const LEAST = /^(?:least|fewest|rarest|smallest|lowest)$/;
const isLeast = ({ said }: Token): boolean => LEAST.test(said);
/** "Which is the least common?": not "from most to least", nor "at least". */
export const asksLeast = (clause: readonly Token[]): boolean =>
  clause.some((token, at) => isLeast(token) && !/^(?:to|at)$/.test(clause[at - 1]?.said ?? ""));

const OF_SIZE =
  /^(?:how|many|much|big|large|number|count|size|total|of|the|are|is|there|here|in|all|a|this|that|these|your|our|my|data|dataset|database|file|sample|corpus|survey|do|does|did|you|we|it|have|has|hold|contain|contains|include|includes|people|persons|visitors|users|customers|clients|subscribers|respondents|goals|resolutions|questions|chats|conversations|messages|tweets|posts|requests|records|rows|entries|texts|comments|overall|altogether|whats|what|tell|give|show|me|please|and|so|ok|then|currently|now|for|covered|counted|say|said|answered|asked|wrote|responded|participated|took|part|got|found|find|counted)$/;
/** "How many chats are there?": the size of the data is no answer to a question that says anything else. */
export const asksForSize = (words: readonly Token[]): boolean => words.every(({ said }) => OF_SIZE.test(said));

const ELSE =
  /\b(?:elsewhere|(?:everyone|everybody|everywhere|anywhere|anyone|people) else|than (?:in )?(?:the )?(?:others?|rest)|more of an?)\b/;
/** "In Texas than elsewhere": a group is set against all others. */
export const saysElse = (words: readonly Token[]): boolean => ELSE.test(words.map(({ said }) => said).join(" "));
