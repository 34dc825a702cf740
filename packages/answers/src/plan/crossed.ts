import type { Reading } from "./body";
import { columnsNamed } from "./groupWords";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { SAYS_WHAT, type Step } from "./plan";
import type { Token } from "./tokens";

const EACH = /^(?:each|every|per|by|across|all)$/;
/** Each group is a table of its own. */
const MAX_GROUPS = 8;
const MOST =
  /^(?:most|least|common|popular|frequent|top|biggest|largest|main|leading|favou?rite|number-one|dominant|dominates?|leads?|wins?)$/;

/** "The most popular category in each region": the values of one column within each value of another; null for another question. */
export function crossed(clause: readonly Token[], { aliases, known: { columns } }: Reading): Step[] | null {
  const named = columnsNamed(clause, columns);
  const within = named.find(({ at }) => EACH.test(clause[at - 1]?.said ?? ""));
  const isOfWhat = clause.some(({ said }) => /^(?:resolution|goal|topic|theme|subject|thing|wish|aim)s?$/.test(said));
  const what = columns.find(({ name }) => SAYS_WHAT.test(name))?.name;
  const asked =
    named.find(({ column }) => column !== within?.column) ??
    (isOfWhat && what !== undefined && named.length === 1 ? { column: what } : undefined);
  const values = columns.find(({ name }) => name === within?.column)?.values ?? [];
  if (!within || !asked || values.length < 2 || values.length > MAX_GROUPS) return null;
  const own = new Set(named.map(({ at }) => at));
  const isPlain = ({ said, isWord }: Token, at: number): boolean =>
    !isWord || own.has(at) || MOST.test(said) || FUNCTION_WORDS.has(said) || FRAME_WORDS.has(said);
  if (!clause.every(isPlain) || !clause.some(({ said }) => MOST.test(said))) return null;
  const labels = aliases.labels.get(within.column);
  return values.map((value, i) => {
    // Codes of values begin at 1.
    const label = labels?.get(i + 1);
    return {
      do: "breakdown",
      of: {
        is: "value",
        column: within.column,
        value,
        label: label ?? value,
        isOfPeople: label !== undefined,
        words: value,
      },
      by: asked.column,
      least: false,
    };
  });
}
