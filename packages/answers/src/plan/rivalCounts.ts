import { inlined, subjectOf } from "./follow";
import { both, columnOf, isSameValue, saysWho, type Predicate, type Step, type Value } from "./plan";

/** A group that a step counts, and what it counts in it. */
interface GroupCount {
  group: Value;
  column: string;
  rest: Predicate | null;
}

/**
 * "How many of them came from a phone, and how many from a computer?": counts that differ only in a group of one column are
 * the sides of a comparison.
 */
export function withRivalCounts(steps: readonly Step[]): readonly Step[] {
  const told = steps.map((step) => inlined(step, steps));
  const joined: Step[] = [];
  let isAny = false;
  for (const step of told) {
    const last = joined.at(-1);
    const compared = last && rivalling(last, step);
    isAny ||= Boolean(compared);
    if (compared) joined.splice(-1, 1, compared);
    else joined.push(step);
  }
  return isAny ? joined : steps;
}

/** Two steps as one comparison; null where they count different things. */
function rivalling(last: Step, step: Step): Step | null {
  const next = groupCountIn(step, last.do === "compare" ? columnOf(last.sides[0]!) : null);
  if (!next) return null;
  if (last.do === "compare") {
    const isNew = columnOf(last.sides[0]!) === next.column && !last.sides.some((side) => isSameValue(next.group, side));
    return isNew && (next.rest === null || isSame(last.on, next.rest))
      ? { ...last, sides: [...last.sides, next.group] }
      : null;
  }
  const first = groupCountIn(last, next.column);
  if (!first || isSameValue(first.group, next.group)) return null;
  const on = first.rest ?? next.rest;
  const isOfBoth = first.rest === null || next.rest === null || isSame(first.rest, next.rest);
  return on !== null && isOfBoth ? { do: "compare", sides: [first.group, next.group], on } : null;
}

/** The last group that a count names of a column, or of any; groups of that column that stand before it are another count's. */
function groupCountIn(step: Step, column: string | null): GroupCount | null {
  if ((step.do !== "count" && step.do !== "share") || step.test) return null;
  const subject = subjectOf(step);
  const parts = subject?.is === "and" ? subject.of : subject === null ? [] : [subject];
  const isGroup = (part: Predicate): part is Value =>
    part.is === "value" && part.value !== null && saysWho(part) && (column === null || part.column === column);
  // "Of them" comes behind what a count adds.
  const group = parts.find(isGroup);
  if (!group) return null;
  return { group, column: group.column, rest: both(...parts.filter((part) => columnOf(part) !== group.column)) };
}

const isSame = (one: Predicate | null, other: Predicate | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
