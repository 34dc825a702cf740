import { formsOfStem } from "../plan/forms";
import { SAME } from "./everyday";
import { stemOf, terms } from "./words";

const rootOf = (word: string): string => formsOfStem(stemOf(word))[0]!;
const SYNONYMS = new Map(
  SAME.flatMap((words) => words.map((word): [string, string] => [rootOf(word), words.join(" ")])),
);

/** What names share that say the same: the words in any form and order, or one of the words that mean the same anywhere ("kids", "children"). */
export function keyOf(name: string): string {
  const roots = terms(name).map((stem) => formsOfStem(stem)[0]!);
  return roots.length === 1 ? (SYNONYMS.get(roots[0]!) ?? roots[0]!) : roots.sort().join(" ");
}
