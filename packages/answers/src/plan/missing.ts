import { ATTRIBUTES, MONTHS, PLACES } from "./names";
import { agesNamed, isAgeColumn, lengthOfAge, saysAge } from "./ages";
import type { Known, Refusal } from "./plan";
import { writtenOf, type Token } from "./tokens";

const BEFORE_PLACE = new Set("in from across within among".split(" "));
const BEFORE_DATE = new Set("in during since before after last until by on".split(" "));

/** The place that is named from `at` on. */
export function placeAt(tokens: readonly Token[], at: number): string | null {
  for (const length of [3, 2, 1]) {
    const written = writtenOf(tokens.slice(at, at + length));
    if (PLACES.has(written.toLowerCase())) return written;
  }
  return null;
}

/** True for "in France", "since May". */
export function isPlaceOrDate(tokens: readonly Token[], at: number): boolean {
  let before = at - 1;
  while (before >= 0 && /^(?:the|last|this|next|past)$/.test(tokens[before]!.said)) before -= 1;
  const said = tokens[before]?.said ?? "";
  if (MONTHS.has(tokens[at]!.said))
    return BEFORE_DATE.has(said) && (tokens[at]!.said !== "may" || tokens[at]!.written === "May");
  return BEFORE_PLACE.has(said) && placeAt(tokens, at) !== null;
}

/** An attribute that a question splits or asks by ("by age", "which city"), and the data has no column for. */
export function missingColumn(tokens: readonly Token[], known: Known): Refusal | null {
  const has = (name: string): boolean =>
    known.columns.some((column) => (name === "age" ? isAgeColumn(column) : column.name.toLowerCase().includes(name)));
  const named = agesNamed(tokens, known.columns);
  const none = named.find(({ values }) => values.length === 0);
  if (none) {
    const words = writtenOf(tokens.slice(none.at, none.at + none.length));
    return { kind: "noValue", words, detail: [...known.columns.find(isAgeColumn)!.values] };
  }
  for (let at = 0; at < tokens.length; at++) {
    if (named.some((age) => at >= age.at && at < age.at + age.length)) continue;
    const ages = known.columns.find(isAgeColumn);
    const length = ages ? 0 : lengthOfAge(tokens, at);
    if (length > 0 || saysAge(tokens, at)) {
      const columns = known.columns.map(({ name }) => name);
      const words = writtenOf(length > 0 ? tokens.slice(at, at + length) : tokens.slice(Math.max(0, at - 1), at + 1));
      return ages ? { kind: "noValue", words, detail: [...ages.values] } : { kind: "noColumn", words, detail: columns };
    }
    if (!/^(?:by|per|each|every|across|which|between|different)$/.test(tokens[at - 1]?.said ?? "")) continue;
    const [name] = Object.entries(ATTRIBUTES).find(([, form]) => form.test(tokens[at]!.said)) ?? [];
    if (name === undefined || has(name)) continue;
    return {
      kind: name === "date" ? "noDates" : "noColumn",
      words: tokens[at]!.written,
      detail: known.columns.map((c) => c.name),
    };
  }
  return null;
}
