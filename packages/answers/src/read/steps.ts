import type { Guide } from "../guide";
import type { Cue, Predicate, Step } from "../plan";
import { feelingOf } from "./columns";
import type { Frame, Group, Measure } from "./frame";
import { aboutOf, allOf, groupsPredicate, othersOf, rivalsIn, topicsPredicate, whereOf } from "./predicates";

const CUES: Partial<Record<Measure, Cue>> = { reasons: "reason", problems: "problem", wishes: "wish" };
/** Values of a column that are set side by side. */
const MAX_SIDES = 6;

const of = (predicate: Predicate | null): { of?: Predicate } => (predicate === null ? {} : { of: predicate });
const among = (predicate: Predicate | null): { among?: Predicate } => (predicate === null ? {} : { among: predicate });
const limitOf = ({ limit }: Frame): { limit?: number } => (limit === null ? {} : { limit });

/** What is to be computed for a frame: one to three steps. */
export function stepsOf(frame: Frame, guide: Guide): Step[] {
  const { measure, topics, groups, by, order, items } = frame;
  const base = allOf(...frame.within);
  const about = aboutOf(frame);
  switch (measure) {
    case "split":
      return split(frame, guide);
    case "count":
      if (by !== null) return split(frame, guide);
      if (rivalsIn(groups).length > 1) return compare(frame, guide);
      if (topics.length > 1 && frame.join === "each" && frame.polarity === "with") return ranked(frame);
      return counted(frame, "count", about, base);
    case "share":
      if (by !== null) return split(frame, guide);
      if (rivalsIn(groups).length > 1) return compare(frame, guide);
      return counted(frame, "share", about, base);
    case "quotes":
      return eachOf(frame).map((one) => ({ do: "quotes", ...of(one), ...limitOf(frame) }));
    case "rank":
      if (items.length > 1)
        return [{ do: "rank", items: [...items], ...among(allOf(groupsPredicate(groups), base)), ...orderOf(order) }];
      return topics.length > 1 ? ranked(frame) : briefing(frame, guide);
    case "compare":
      return compare(frame, guide);
    case "top":
      return [{ do: "top", ...of(about), ...limitOf(frame) }];
    case "briefing":
      return briefing(frame, guide);
    default: {
      const asked = byColumns(frame, guide);
      if (asked) return asked;
      const cue = CUES[measure];
      if (by !== null) return topics.length > 0 ? split(frame, guide) : acrossColumn(frame, by, guide);
      return eachOf(frame).map((one) => ({ do: "themes", ...of(one), ...(cue && { cue }), ...limitOf(frame) }));
    }
  }
}

/** What is complained of, where columns say who complains and of what: they know it better than words do. */
function byColumns(frame: Frame, guide: Guide): Step[] | null {
  const feeling = feelingOf(guide);
  if (frame.measure !== "problems" || feeling === null || frame.by !== null) return null;
  const isNamed = frame.groups.some(({ column }) => column === feeling.column);
  const groups = isNamed
    ? frame.groups
    : [...frame.groups, { column: feeling.column, values: feeling.negative, said: "problems" }];
  const about = aboutOf({ ...frame, groups });
  const reason = guide.columns.find(({ name, values }) => SAYS_WHY.test(name) && values.length > 2);
  const isOfReason = reason !== undefined && frame.groups.some(({ column }) => column === reason.name);
  return [
    ...(reason && !isOfReason ? [{ do: "split" as const, ...among(about), by: reason.name, ...limitOf(frame) }] : []),
    { do: "themes", ...of(about), ...limitOf(frame) },
  ];
}

/** A column of what a record complains of. */
const SAYS_WHY = /reason|issue|complaint|problem|cause/i;

const orderOf = (order: Frame["order"]): { order?: "least" } => (order === "least" ? { order } : {});

/** What a list is asked of: each of several groups or topics by itself. */
function eachOf(frame: Frame): (Predicate | null)[] {
  const rivals = rivalsIn(frame.groups);
  const isSum = rivals.length > 3;
  if (rivals.length > 1 && !isSum) {
    const rest = frame.groups.filter((one) => !rivals.includes(one));
    return rivals.map((one) => aboutOf({ ...frame, groups: [...rest, one] }));
  }
  if (frame.topics.length > 1 && frame.join === "each")
    return frame.topics.slice(0, 3).map((topic) => aboutOf({ ...frame, topics: [topic] }));
  return [aboutOf(frame)];
}

/** Columns that say what a record is about or how it is meant, which is counted out of those that say whose it is. */
const SAYS_WHAT =
  /categor|topic|theme|subject|tag|intent|reason|issue|complaint|sentiment|feeling|rating|score|stars|status|type|kind/i;

/** How many, out of the group that is named; where only groups are, the first is what the others are a share of. */
function counted(frame: Frame, kind: "count" | "share", about: Predicate | null, base: Predicate | null): Step[] {
  const said = topicsPredicate(frame);
  const groups = groupsPredicate(frame.groups);
  if (said !== null) return step(said, allOf(groups, base));
  if (base !== null && groups === null) {
    // A line of a list is told out of what was listed.
    const [listed, line] = Object.keys(base).length === 1 && base.all?.length === 2 ? base.all : [];
    return line && listed ? step(line, listed) : [{ do: "count", of: base }];
  }
  if (base !== null) return step(groups!, base);
  const what = frame.groups.filter(({ column }) => SAYS_WHAT.test(column));
  const who = frame.groups.filter((one) => !what.includes(one));
  if (what.length > 0 && who.length > 0) return step(groupsPredicate(what)!, groupsPredicate(who));
  if (kind === "share" && frame.groups.length > 1)
    return step(groupsPredicate(frame.groups.slice(1))!, groupsPredicate(frame.groups.slice(0, 1)));
  if (about === null) return [{ do: "count" }];
  return step(about, null);

  function step(part: Predicate, whole: Predicate | null): Step[] {
    return [kind === "count" ? { do: "count", of: part, ...among(whole) } : { do: "share", of: part, ...among(whole) }];
  }
}

function split(frame: Frame, guide: Guide): Step[] {
  const { by, order, topics, join } = frame;
  const column = by ?? tellingColumn(frame, guide);
  if (column === null) return briefing(frame, guide);
  const groups = frame.groups.filter((one) => one.column !== column || one.isNot);
  const each =
    topics.length > 1 && join === "each" ? topics.slice(0, 3).map((topic) => ({ ...frame, topics: [topic] })) : [frame];
  // How a group is made up, "the ratings of mental health", or how common something is in each: "complaints by airline".
  const isMakeUp = topics.length === 0 && frame.exclude.length === 0 && SAYS_WHAT.test(column);
  const who = isMakeUp ? groups : groups.filter((one) => !SAYS_WHAT.test(one.column) && topics.length > 0);
  const what = groups.filter((one) => !who.includes(one));
  return each.map((one) => ({
    do: "split",
    ...(isMakeUp ? {} : of(aboutOf({ ...one, groups: what, within: [] }))),
    ...among(allOf(groupsPredicate(who), ...frame.within)),
    by: column,
    ...orderOf(order),
    ...limitOf(frame),
  }));
}

const ranked = ({ topics, groups, within, order }: Frame): Step[] => [
  {
    do: "rank",
    items: topics.slice(0, 12).map((topic) => ({ topic })),
    ...among(allOf(groupsPredicate(groups), ...within)),
    ...orderOf(order),
  },
];

function compare(frame: Frame, guide: Guide): Step[] {
  const { groups, by, items, topics } = frame;
  const said = topicsPredicate({ ...frame, join: frame.join === "each" ? "or" : frame.join });
  const on = said === null ? {} : { on: said };
  if (items.length > 1) return [{ do: "compare", sides: [...items], ...on }];
  const rivals = rivalsIn(groups);
  if (by !== null && rivals.length < 2)
    return topics.length > 0 || groups.length > 0 || SAYS_WHAT.test(by)
      ? split(frame, guide)
      : acrossColumn(frame, by, guide);
  if (rivals.length > 1)
    return sideBySide(
      rivals,
      groups.filter((one) => !rivals.includes(one)),
    );
  if (topics.length > 1) return ranked(frame);
  // Of two columns, the one that is not about how people feel is compared: "do unverified buyers give lower ratings?"
  const [group, ...others] = groups;
  if (!group) return said === null ? briefing(frame, guide) : split({ ...frame, by: null }, guide);
  const rest = othersOf(group, guide);
  if (rest === null) return briefing(frame, guide);
  if (said === null && others.length > 0)
    return [{ do: "compare", sides: [whereOf(group), whereOf(rest)], on: groupsPredicate(others)! }];
  return sideBySide([group, rest], others);

  function sideBySide(sides: readonly Group[], within: readonly Group[]): Step[] {
    // "Are men or women more likely to …": what is asked of both may be a column's value, too.
    const what = said === null ? within.filter(({ column }) => SAYS_WHAT.test(column)) : [];
    const who = within.filter((one) => !what.includes(one));
    const all = allOf(groupsPredicate(who), ...frame.within);
    const asked = what.length > 0 ? { on: groupsPredicate(what)! } : on;
    return [{ do: "compare", sides: sides.slice(0, 12).map((side) => allOf(whereOf(side), all)!), ...asked }];
  }
}

/** The themes of each value of a column, side by side. */
function acrossColumn(frame: Frame, by: string, guide: Guide): Step[] {
  const values = guide.columns.find(({ name }) => name === by)?.values ?? [];
  const own = aboutOf({ ...frame, groups: frame.groups.filter(({ column }) => column !== by) });
  if (values.length < 2 || values.length > MAX_SIDES) return split(frame, guide);
  return [{ do: "compare", sides: values.map(({ value }) => allOf({ where: { [by]: value } }, own)!) }];
}

/** How many, the themes, and the differences by the column that tells most: right for most questions. */
function briefing(frame: Frame, guide: Guide): Step[] {
  const about = aboutOf(frame);
  const column = frame.by ?? tellingColumn(frame, guide);
  return [
    ...(about === null ? [] : counted(frame, "count", about, allOf(...frame.within))),
    { do: "themes", ...of(about), ...limitOf(frame) },
    ...(column === null ? [] : [{ do: "split" as const, ...of(about), by: column }]),
  ];
}

/** The column whose values divide the records most evenly, of those that a reader takes in at a glance. */
function tellingColumn({ groups }: Frame, { columns }: Guide): string | null {
  const known = new Set(groups.map(({ column }) => column));
  const evenness = (counts: readonly number[]): number => {
    const sum = counts.reduce((a, b) => a + b, 0);
    return -counts.reduce((all, count) => all + (count === 0 ? 0 : (count / sum) * Math.log2(count / sum)), 0);
  };
  const [best] = columns
    .filter(({ name, values }) => !known.has(name) && values.length > 1 && values.length <= 8)
    .map(({ name, values }) => ({ name, score: evenness(values.map(({ count }) => count.told ?? 0)) }))
    .sort((a, b) => b.score - a.score);
  return best?.name ?? null;
}
