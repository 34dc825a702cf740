import type { Guide } from "../guide";
import { MAX_LIST, type Predicate } from "../plan";
import { dateOf } from "../dataset/numbers";
import { feelingOf } from "./columns";
import type { Feeling, Frame, Group, Measure } from "./frame";

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
      else if (JSON.stringify(known) !== JSON.stringify(value)) rest.push({ where: { [column]: value } });
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
  const given = !Array.isArray(values) ? values : values.length === 1 ? values[0]! : values.slice(0, MAX_LIST);
  return isNot ? { none: [{ where: { [column]: given } }] } : { where: { [column]: given } };
};

/** Groups together: of one column either, of several each. */
export function groupsPredicate(groups: readonly Group[]): Predicate | null {
  const columns = [...new Set(groups.map(({ column }) => column))];
  return allOf(
    ...columns.flatMap((name) => {
      const own = groups.filter(({ column, isNot }) => column === name && !isNot);
      const not = groups.filter(({ column, isNot }) => column === name && isNot).map(whereOf);
      const lists = own.flatMap(({ values }) => (Array.isArray(values) ? values : []));
      const bounds = own.filter(({ values }) => !Array.isArray(values)).map(whereOf);
      const either = [
        ...(lists.length > 0 ? [whereOf({ column: name, values: [...new Set(lists)], said: "" })] : []),
        ...bounds,
      ];
      return [...(either.length > 1 ? [{ any: either }] : either), ...not];
    }),
  );
}

/** What is said of records, without the groups. */
export function topicsPredicate({
  topics,
  join,
  exclude,
  labels,
}: Pick<Frame, "topics" | "join" | "exclude" | "labels">): Predicate | null {
  const named = topics.slice(0, MAX_LIST).map((topic) => topicPredicate(topic, labels));
  const joined = named.length > 1 && join !== "and" ? { any: named } : allOf(...named);
  return allOf(joined, exclude.length === 0 ? null : { none: exclude.slice(0, MAX_LIST).map((topic) => ({ topic })) });
}

/** The records that mention a topic, or that a column files under it. */
export function topicPredicate(topic: string, labels: Frame["labels"]): Predicate {
  const own = labels.find((one) => one.topic === topic);
  return own ? { any: [{ topic }, { where: { [own.column]: own.values } }] } : { topic };
}

/** The records of a feeling, where a column says how they are meant. */
export function feelingPredicate(feeling: Feeling | null, guide: Guide): Predicate | null {
  const column = feeling === null ? null : feelingOf(guide);
  return column ? whereOf({ column: column.column, values: column[feeling!], said: "" }) : null;
}

/** The records that a frame is about. */
export const aboutOf = (frame: Frame, guide: Guide): Predicate | null =>
  allOf(
    topicsPredicate(frame),
    groupsPredicate(frame.groups),
    FEELS.has(frame.measure) ? feelingPredicate(frame.feeling, guide) : null,
    ...frame.within,
  );

/** Asked for these, what is praised or complained of is a part of the records; of figures it is left to columns. */
const FEELS: ReadonlySet<Measure> = new Set(["problems", "likes", "quotes", "themes", "reasons"]);

/** A column's other values than those of a group; null where there are none. */
export function othersOf({ column, values }: Group, { columns }: Guide): Group | null {
  if (!Array.isArray(values)) return { column, values, said: "", isNot: true };
  const all = columns.find(({ name }) => name === column)?.values.map(({ value }) => value) ?? [];
  const others = all.filter((value) => !values.includes(value));
  if (others.length === 0) return null;
  return others.length <= 3 ? { column, values: others, said: "" } : { column, values, said: "", isNot: true };
}

/** The time before that of a group: of a column of dates the value before. */
export function earlierOf(groups: readonly Group[], { columns }: Guide): Group | null {
  for (const { column, values } of groups) {
    const dated = columns.find(({ name, isDated }) => name === column && isDated);
    if (!dated || !Array.isArray(values) || values.length !== 1) continue;
    const order = dated.values
      .flatMap(({ value }) => {
        const date = dateOf(value);
        return date ? [{ value, at: date.year * 400 + (date.month ?? 0) * 32 + (date.day ?? 0) }] : [];
      })
      .sort((a, b) => a.at - b.at);
    const before = order[order.findIndex(({ value }) => value === values[0]) - 1];
    if (before) return { column, values: [before.value], said: "" };
  }
  return null;
}

/** The groups of the first column of which several are named, without those that are left out. */
export function rivalsIn(groups: readonly Group[]): readonly Group[] {
  const given = groups.filter(({ isNot }) => !isNot);
  const column = given.find((one, i) => given.some((other, j) => j > i && other.column === one.column))?.column;
  return column === undefined ? [] : given.filter((one) => one.column === column);
}
