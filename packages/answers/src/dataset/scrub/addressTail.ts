import { UNIT, type Part } from "./addressWords";
import { capitals, isNear, isOrdinal } from "./streetRules";

/** What stands between the parts of an address. */
export const BREAK = /^[.,\s>?()]{1,8}$/;
/** Within a town's name, or in place of a missing field: exports write NaN or null. */
const TAIL_WORD = /^(?:de|del|la|le|na|nad|u|am|an|sur|of|and|the|y|do|da|pri|pod|v|nan|null)$/;
const CODE = /^\d{4,6}(?:-\d{3,4})?$|^\d{2}-\d{3}$/;
const TWO_PART_CODE = /^(?:\p{Lu}{1,2}\d[\p{Lu}\d]? \d\p{Lu}{2}|\p{Lu}\d\p{Lu} \d\p{Lu}\d|\d{3} \d{2})$/u;
const MAX_TAIL = 12;
/** In a text without capitals a town is known by its code alone, at most so many words behind. */
const MAX_SMALL = 6;

/** The place after the units, the town and the postal code that follow an address which ends before `i`. */
export function tail(parts: readonly Part[], i: number, text: string): number {
  let at = i;
  let units = false;
  while (parts[at] && BREAK.test(parts[at]!.gap)) {
    const { lower, text: word } = parts[at]!;
    if (UNIT.has(lower)) at += 1 + Number(/^#?\d{0,5}[a-z]?$/i.test(parts[at + 1]?.text ?? "-"));
    else if (/^#\d{1,5}[a-z]?$/i.test(word)) at += 1;
    else if (isOrdinal(parts[at]!) && parts[at + 1]?.lower === "floor") at += 2;
    else break;
    units = true;
  }
  // A building or an estate before the unit: "12 Main Street Oak Heights Apt. 4".
  if (!units && isNear(parts[at])) {
    const name = capitals(parts, at, 3);
    const next = parts[at + name];
    if (name > 0 && next && UNIT.has(next.lower) && next.lower !== "lot" && BREAK.test(next.gap))
      return tail(parts, at + name, text);
  }
  let town = at;
  const isSmall = units && !/\p{Lu}/u.test(text);
  for (let next = at; next < at + MAX_TAIL && parts[next] && BREAK.test(parts[next]!.gap); next++) {
    const { text: word, lower, capital, end, start } = parts[next]!;
    const two = parts[next + 1] ? text.slice(start, parts[next + 1]!.end) : "";
    if (TWO_PART_CODE.test(two)) return next + 2;
    if (CODE.test(word)) {
      const behind = parts[next + 1];
      const named = behind && text.slice(end, behind.start) === " " && behind.capital && next === at;
      return next + 1 + Number(named === true);
    }
    if (isSmall && next - at < MAX_SMALL) continue;
    if ((!capital && !TAIL_WORD.test(lower)) || lower === "i") break;
    // A town without a code counts after a comma or a unit; a sentence may begin after a full stop.
    if (capital && next - at < 5 && !/[.?]/.test(parts[next]!.gap) && (units || /[,\n]/.test(parts[at]!.gap)))
      town = next + 1;
  }
  return town;
}
