import { bodyOf, type Reading } from "./body";
import type { Ask } from "./heads";
import { both, columnOf, type Predicate, type Refusal, type Step } from "./plan";
import { combined, groupsAsOne, partsIn } from "./steps";
import type { Token } from "./tokens";

const BASE = /^(?:among|amongst|within|of|out)$/;

/** "Among people who take out cash, ...": what a comparison is made among, and how many tokens say so. */
export function frameOf(
  clause: readonly Token[],
  reading: Reading,
): { predicate: Predicate | null; refusals: readonly Refusal[]; length: number } | null {
  const comma = clause.findIndex(({ said }) => said === ",");
  if (!BASE.test(clause[0]!.said) || comma === -1) return null;
  const body = bodyOf(clause.slice(1, comma), new Set(), null, reading);
  const { topics, groups, excluded } = partsIn(body);
  const predicate = both(combined(topics), excluded, groupsAsOne(groups));
  // "Of those, …": what was spoken of, which the whole clause points at.
  if (predicate === null && body.refusals.length === 0) return null;
  return {
    predicate,
    refusals: body.refusals,
    length: comma + 1,
  };
}

const MAX_EACH = 3;
const QUOTES = 3;

/** "... and what do they say about it?" after a comparison of topics: what is said of each. */
export function ofEach(last: Step, asks: ReadonlyMap<Ask, unknown>, limit: number | null): Step[] {
  const [sides, within] =
    last.do === "rank" ? [last.items, last.among] : last.do === "compare" ? [last.sides, last.on] : [[], null];
  const isQuoted = asks.has("quotes") && !asks.has("reasons");
  if (sides.length > MAX_EACH || (!isQuoted && sides.some((side) => columnOf(side) !== null))) return [];
  if (["count", "share", "breakdown", "rank", "compare", "more", "trend"].some((ask) => asks.has(ask as Ask)))
    return [];
  if (!["describe", "top", "quotes", "reasons"].some((ask) => asks.has(ask as Ask))) return [];
  if (isQuoted) return sides.map((side) => ({ do: "quotes", of: both(side, within), limit: limit ?? QUOTES }));
  return sides.map((side) => ({ do: "describe", of: both(side, within), reasons: asks.has("reasons") }));
}
