import type { Guide } from "../guide";
import { MAX_LIST, type Predicate } from "../plan";
import type { Frame, Group } from "./frame";

/** All of several predicates as one, as flat as it can be; null for none. */
export function allOf(...parts: readonly (Predicate | null | undefined)[]): Predicate | null {
  const given = parts.flatMap((one) => one ?? []);
  const whole: Predicate = {};
  const rest: Predicate[] = [];
  for (const { topic, words, where, all = [], any, none = [] } of given) {
    for (const one of topic === undefined ? [] : [topic]) {
      if (whole.topic === undefined) whole.topic = one;
      else if (whole.topic !== one) rest.push({ topic: one });
    }
    if (words !== undefined) rest.push({ words });
    for (const [column, value] of Object.entries(where ?? {})) {
      const known = whole.where?.[column];
      if (known === undefined) whole.where = { ...whole.where, [column]: value };
      else if (String(known) !== String(value)) rest.push({ where: { [column]: value } });
    }
    rest.push(...all);
    if (any) rest.push({ any });
    if (none.length > 0) whole.none = [...(whole.none ?? []), ...none.filter((one) => !has(whole.none ?? [], one))];
  }
  const own = rest.filter((one, i) => !has(rest.slice(0, i), one));
  if (own.length > 0) whole.all = own.slice(0, MAX_LIST);
  if (whole.all?.length === 1 && Object.keys(whole).length === 1) return whole.all[0]!;
  return Object.keys(whole).length > 0 ? whole : null;
}

const has = (list: readonly Predicate[], one: Predicate): boolean =>
  list.some((other) => JSON.stringify(other) === JSON.stringify(one));

export const whereOf = ({ column, values, isNot }: Group): Predicate => {
  const where = { [column]: values.length === 1 ? values[0]! : values.slice(0, MAX_LIST) };
  return isNot ? { none: [{ where }] } : { where };
};

/** Groups together: of one column either, of several each. */
export function groupsPredicate(groups: readonly Group[]): Predicate | null {
  const columns = [...new Set(groups.map(({ column }) => column))];
  return allOf(
    ...columns.flatMap((column) => {
      const own = groups.filter((one) => one.column === column && !one.isNot);
      const values = [...new Set(own.flatMap((one) => one.values))];
      const not = groups.filter((one) => one.column === column && one.isNot).map(whereOf);
      return [...(values.length > 0 ? [whereOf({ column, values, said: "" })] : []), ...not];
    }),
  );
}

/** What is said of records, without the groups. */
export function topicsPredicate({
  topics,
  join,
  exclude,
  polarity,
}: Pick<Frame, "topics" | "join" | "exclude" | "polarity">): Predicate | null {
  const named = topics.slice(0, MAX_LIST).map((topic): Predicate => ({ topic }));
  const joined = named.length > 1 && join !== "and" ? { any: named } : allOf(...named);
  const said = joined !== null && polarity === "without" ? { none: [joined] } : joined;
  return allOf(said, exclude.length === 0 ? null : { none: exclude.slice(0, MAX_LIST).map((topic) => ({ topic })) });
}

/** The records that a frame is about. */
export const aboutOf = (frame: Frame): Predicate | null =>
  allOf(topicsPredicate(frame), groupsPredicate(frame.groups), ...frame.within);

/** A column's other values than those of a group; null where there are none. */
export function othersOf({ column, values }: Group, { columns }: Guide): Group | null {
  const all = columns.find(({ name }) => name === column)?.values.map(({ value }) => value) ?? [];
  const others = all.filter((value) => !values.includes(value));
  return others.length === 0
    ? null
    : others.length <= 3
      ? { column, values: others, said: "" }
      : { column, values, said: "", isNot: true };
}

/** The groups of the first column of which several are named. */
export function rivalsIn(groups: readonly Group[]): readonly Group[] {
  const column = groups.find((one, i) => groups.some((other, j) => j > i && other.column === one.column))?.column;
  return column === undefined ? [] : groups.filter((one) => one.column === column);
}
