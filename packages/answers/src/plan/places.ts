import { asksLeast } from "./particulars";
import type { Step } from "./plan";
import { firstFit, pattern, type Token } from "./tokens";

const PLACES = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
const NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight"];
const ALL = PLACES.join("|");
const NTH = [
  `${ALL} most|least|largest|biggest|highest|commonest|greatest|rarest|smallest|lowest`,
  `the ${ALL} place|spot|position|rank`,
  `ranks|ranked|comes|is in? ${ALL}`,
  `number|no|place ${NUMBERS.join("|")}|2|3|4|5|6|7|8`,
].map(pattern);

/** "The second most common": 2; null where none but the first is asked for. */
function placeIn(tokens: readonly Token[]): number | null {
  const found = firstFit(tokens, NTH);
  const said = found ? tokens.slice(found.at, found.at + found.length).map((token) => token.said) : [];
  const places = said.map((word) => Math.max(PLACES.indexOf(word), NUMBERS.indexOf(word), Number(word) - 2 || -1));
  const place = Math.max(...places, -1);
  return place === -1 ? null : place + 2;
}

/** Steps that list things, with the one of the list that a clause asks for. */
export function withPlace(steps: readonly Step[], clause: readonly Token[]): Step[] {
  const place = placeIn(clause);
  const isLeast = asksLeast(clause);
  return steps.map((step) => {
    if (step.do === "top" && isLeast && !step.claimed) return { ...step, least: true };
    return place !== null && (step.do === "top" || step.do === "breakdown") ? { ...step, place } : step;
  });
}
