import { MIN_GROUP_SIZE } from "../dataset/record";
import { both, type Predicate } from "../plan/plan";
import type { Evidence, Evidences } from "./evidence";
import { meeting, sizeOf } from "./sets";
import type { Bound } from "./lines";

/**
 * So much must lie between nothing, all records, and the sizes of two sets and of what is outside them. Of eight of which
 * fewer than five do and fewer than five don't, four do; and two bounds on nearly the same sets would tell the rest.
 */
const MIN_BOUNDED = 2 * MIN_GROUP_SIZE - 1;

/**
 * On which side a count is that may not be said: fewer than five of some records fit, or all but fewer than five. Only of
 * what people say, never of a column's groups: of several groups with fewer than five each, the sum would tell them all.
 */
export function boundOf(size: number, evidences: Evidences, { predicate, conditions, mask }: Evidence): Bound | null {
  if (predicate === null || conditions.some((condition) => !("mask" in condition))) return null;
  const parts = both(predicate)?.is === "and" ? partsOfAnd(predicate) : [predicate];
  if (parts.length !== conditions.length || parts.length !== 2 || !parts.every(isSaid)) return null;
  const count = sizeOf(mask);
  const sides = parts.map((claims, i) => {
    const others = parts.filter((_, at) => at !== i);
    const around = sizeOf(
      meeting(
        size,
        conditions.filter((_, at) => at !== i),
      ),
    );
    return { claims, within: both(...others), around };
  });
  // What is said is counted of records that may be counted themselves.
  if (sides.some(({ within }) => within && evidences.of(within).count === null)) return null;
  const [a, b] = sides.map(({ around }) => around) as [number, number];
  const gaps = [a, b, size - a, size - b, Math.abs(a - b), Math.abs(a + b - size)];
  if (gaps.some((gap) => gap < MIN_BOUNDED)) return null;
  // Of which records it is said follows from the question and the exact counts alone, so that it tells nothing itself.
  const said = sides.sort((a, b) => Number(isNot(b.claims)) - Number(isNot(a.claims)) || a.around - b.around)[0]!;
  if (count < MIN_GROUP_SIZE) return { side: "few", ...said };
  return said.around - count < MIN_GROUP_SIZE ? { side: "nearlyAll", ...said } : null;
}

/** The same of those who say each topic in its own words. */
export function inWordsAlone(size: number, evidences: Evidences, { predicate }: Evidence): Bound | null {
  const literal = predicate && literally(predicate);
  const found = literal && evidences.of(literal);
  return found && found.count === null && found.gaps.length === 0 ? boundOf(size, evidences, found) : null;
}

function literally(of: Predicate): Predicate {
  if (of.is === "topic") return { is: "mentions", text: of.text, words: of.words };
  if (of.is === "not") return { ...of, of: literally(of.of) };
  return of.is === "and" || of.is === "or" ? { ...of, of: of.of.map(literally) } : of;
}

const partsOfAnd = (predicate: Predicate): Predicate[] =>
  predicate.is === "and" ? predicate.of.flatMap(partsOfAnd) : [predicate];
const isNot = ({ is }: Predicate): boolean => is === "not";
const isSaid = (part: Predicate): boolean =>
  part.is === "topic" || part.is === "mentions" || (part.is === "not" && isSaid(part.of));
