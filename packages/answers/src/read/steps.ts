import { SAYS_WHAT } from "../columnKinds";
import type { Guide } from "../guide";
import { MAX_LIST, MAX_STEPS, type Bounds, type Cue, type Predicate, type Step } from "../plan";
import { FUNCTION_WORDS } from "./lexicon";
import { allOf } from "./predicates";
import type { Frame, Role, Slot } from "./frame";
import { feelingsOf } from "./mentions";

export const CUES: Partial<Record<Frame["ask"], Cue>> = {
  reason: "reason",
  problem: "problem",
  wish: "wish",
  praise: "praise",
};

function whereOf({ column, values }: Slot): Predicate {
  const is = (one: string[] | Bounds): Predicate => ({
    where: { [column]: Array.isArray(one) && one.length === 1 ? one[0]! : one },
  });
  if (!Array.isArray(values) || values.length <= MAX_LIST) return is(values!);
  // A list takes so many values, and either of so many lists.
  const lists = Math.min(MAX_LIST, Math.ceil(values.length / MAX_LIST));
  return { any: Array.from({ length: lists }, (_, i) => is(values.slice(i * MAX_LIST, (i + 1) * MAX_LIST))) };
}
const predicateOf = (slot: Slot): Predicate =>
  slot.kind === "topic" ? (slot.isExact ? { words: slot.topic } : { topic: slot.topic }) : whereOf(slot);

/** The records that meet slots: either of several values of a column, each column, and each group of topics. */
function predicateOfAll(slots: readonly Slot[]): Predicate | null {
  const columns = [...new Set(slots.filter(({ kind }) => kind === "value").map(({ column }) => column))];
  const values = columns.map((column): Predicate => {
    const own = slots.filter((one) => one.kind === "value" && one.column === column);
    const lists = [...new Set(own.flatMap(({ values: all }) => (Array.isArray(all) ? all : [])))];
    const either = [
      ...(lists.length > 0 ? [whereOf({ ...own[0]!, values: lists })] : []),
      ...own.filter(({ values: all }) => !Array.isArray(all)).map(whereOf),
    ];
    return either.length > 1 ? { any: either } : either[0]!;
  });
  return allOf(...groupsOf(slots.filter(({ kind }) => kind === "topic")), ...values);
}

/** Each group of topics, and each other slot by itself. */
function groupsOf(slots: readonly Slot[]): Predicate[] {
  const groups = new Map<unknown, Predicate[]>();
  for (const slot of slots) {
    const group = slot.kind === "topic" ? (slot.group ?? 0) : slot;
    groups.set(group, [...(groups.get(group) ?? []), predicateOf(slot)]);
  }
  return [...groups.values()].map((any) => (any.length > 1 ? { any: any.slice(0, MAX_LIST) } : any[0]!));
}

const of = (predicate: Predicate | null): { of?: Predicate } => (predicate === null ? {} : { of: predicate });
const among = (predicate: Predicate | null): { among?: Predicate } => (predicate === null ? {} : { among: predicate });

/** What is to be computed for a frame: the first step answers, the others say what a reader asks next. */
export function stepsOf(frame: Frame, guide: Guide): Step[] {
  const steps = answersOf(frame, guide);
  const [first] = steps;
  const slots = frame.slots.filter(({ role }) => role !== "by" && role !== "num");
  const records = allOf(
    predicateOfAll(slots.filter(({ role }) => role !== "not")),
    ...slots.filter(({ role }) => role === "not").map((one): Predicate => ({ none: [predicateOf(one)] })),
  );
  if (first!.do === "themes" && records) steps.push({ do: "count", of: records });
  const narrow = first!.do === "count" || first!.do === "share" ? narrowIn(slots, guide) : null;
  if (narrow) steps.push({ do: "rank", items: narrow });
  const isWhole = first!.do === "count" && first!.among === undefined && slots.every(({ kind }) => kind === "value");
  if (isWhole && records) steps.push({ do: "themes", ...of(records), limit: 5 });
  return steps;
}

/** Of a word of a topic so much is left where all of its words stand together. */
const NARROW = 0.25;

/** The words of a topic that few records hold together, where each by itself is what many are about. */
function narrowIn(slots: readonly Slot[], guide: Guide): Predicate[] | null {
  for (const { kind, role, topic, isExact } of slots) {
    const words = topic.split(" ").filter((word) => !FUNCTION_WORDS.has(word.toLowerCase()));
    if (kind !== "topic" || role !== "of" || isExact || words.length < 2) continue;
    const told = words.map((word) => guide.told({ topic: word }));
    const isApart = told.every((one) => one > 0 && one < (guide.size.told ?? 0) * COMMON);
    if (isApart && guide.told({ topic }) < NARROW * Math.max(...told)) return words.map((word) => ({ topic: word }));
  }
  return null;
}
/** So many of the records hold a word that says little. */
const COMMON = 0.4;

function answersOf(frame: Frame, guide: Guide): Step[] {
  const { ask, slots } = frame;
  const is = (role: Role): Slot[] => slots.filter((one) => one.role === role);
  const left = is("not").map(predicateOf);
  const none: Predicate | null = left.length > 0 ? { none: left.slice(0, MAX_LIST) } : null;
  const [looked, limits] =
    ask === "share"
      ? parted(is("of"), is("among"))
      : ask === "compare"
        ? onWhat(is("of"), is("among"))
        : [is("of"), is("among")];
  const said = predicateOfAll(looked);
  // "Insurance but not damage" is looked for as one; of groups, what is left out limits them.
  const what = said === null ? null : allOf(said, none);
  const who = allOf(predicateOfAll(limits), said === null ? none : null);
  const all = allOf(what, who);
  // "Which of the soups …": of several values of a column that are named as one, each by itself.
  const several = slots.find(
    ({ kind, role, values }) =>
      kind === "value" && role !== "side" && Array.isArray(values) && values.length > 1 && values.length < 12,
  );
  const asksEach = ask === "split" || (ask === "compare" && is("side").length === 0);
  const by = is("by")[0]?.column ?? (asksEach ? (several?.column ?? null) : null);
  const num = is("num")[0]?.column ?? mainNumbers(guide);
  const sides = is("side");
  const order = frame.order === "least" ? { order: "least" as const } : {};
  const limit = frame.limit === null ? {} : { limit: frame.limit };
  const fewest = frame.fewest === null ? {} : { fewest: frame.fewest };
  switch (ask) {
    case "split":
      if (by !== null) return [{ do: "split", ...of(what), ...among(who), by, ...order, ...limit, ...fewest }];
      break;
    case "average": {
      if (num === null) break;
      const rival = sides.find(({ kind }) => kind === "value");
      const own = rival ? sides.filter(({ column }) => column === rival.column) : [];
      const group = rival ? predicateOfAll(own) : predicateOfAll(sides);
      // "Boeing and Cessna": what is named one by one is told one by one.
      const named = slots.filter(
        ({ kind, role, values }) => kind === "value" && role === "among" && Array.isArray(values),
      );
      const twice = named.find((one) => named.some((other) => other !== one && other.column === one.column));
      // Spans of numbers are no groups of a column: each has its own average.
      if (by === null && own.length > 1 && own.some(({ values }) => !Array.isArray(values)))
        return own
          .slice(0, MAX_STEPS)
          .map((one): Step => ({ do: "average", column: num, ...among(allOf(all, predicateOf(one))) }));
      const split = by ?? rival?.column ?? twice?.column ?? null;
      return [
        {
          do: "average",
          column: num,
          ...among(allOf(all, group)),
          ...(split !== null && split !== num && { by: split, ...fewest }),
          ...order,
          ...limit,
        },
      ];
    }
    case "compare":
    case "rank": {
      const groups = groupsOf(sides);
      if (groups.length > 1 && (ask === "rank" || sides.every(({ kind }) => kind === "topic")))
        return [{ do: "rank", items: groups.slice(0, MAX_LIST), ...among(all), ...order }];
      if (groups.length > 1)
        return [
          { do: "compare", sides: groups.map((one) => allOf(one, who)!).slice(0, MAX_LIST), ...(what && { on: what }) },
        ];
      if (groups.length === 1)
        return [
          {
            do: "compare",
            sides: [groups[0]!, othersOf(sides[0]!, guide)].map((one) => allOf(one, who)!),
            ...(what && { on: what }),
          },
        ];
      if (by !== null) return [{ do: "split", ...of(what), ...among(who), by, ...order, ...limit }];
      break;
    }
    case "share":
      if (what !== null) return [{ do: "share", of: what, ...among(allOf(who, predicateOfAll(sides))) }];
      if (who !== null) return [{ do: "share", of: who }];
      break;
    case "count":
      if (what === null) return [{ do: "count", ...of(allOf(who, predicateOfAll(sides))) }];
      return [{ do: "count", of: what, ...among(allOf(who, predicateOfAll(sides))) }];
    case "quotes":
      return [{ do: "quotes", ...of(all), ...limit }];
    case "top":
      return [{ do: "top", ...of(all), ...limit }];
    default:
  }
  const cue = CUES[ask];
  const subset = allOf(all, predicateOfAll(sides));
  return [{ do: "themes", ...of(subset), ...(cue && { cue }), ...limit }];
}

/**
 * A share is of something among something. Where all has one role, what is named last is looked for: "… who talk about
 * the referee are negative", "of the angry ones, what share came from an iPhone".
 */
function parted(looked: Slot[], limits: Slot[]): [Slot[], Slot[]] {
  if (looked.length > 0 && limits.length > 0) return [looked, limits];
  const all = [...looked, ...limits];
  const last = all.at(-1);
  const own = all.filter(({ kind, column }) => kind === last?.kind && column === last.column);
  return own.length < all.length ? [own, all.filter((one) => !own.includes(one))] : [looked, limits];
}

/** "Men and women on AI": what both sides are compared on may be a value of a column that tells what records are about. */
function onWhat(looked: Slot[], limits: Slot[]): [Slot[], Slot[]] {
  const what = limits.filter(({ kind, column }) => kind === "value" && SAYS_WHAT.test(column));
  return looked.length > 0 || what.length === 0
    ? [looked, limits]
    : [what, limits.filter((one) => !what.includes(one))];
}

/** Those that a side is set against: the other value of two, else all that don't have it. */
function othersOf(side: Slot, { columns }: Guide): Predicate {
  const values = columns.find(({ name }) => name === side.column)?.values.map(({ value }) => value) ?? [];
  const others = values.filter((value) => Array.isArray(side.values) && !side.values.includes(value));
  return values.length === 2 && others.length === 1
    ? whereOf({ ...side, values: others })
    : { none: [predicateOf(side)] };
}

function mainNumbers(guide: Guide): string | null {
  const feeling = feelingsOf(guide);
  return feeling?.isScale ? feeling.column : (guide.columns.find(({ isNumbers }) => isNumbers)?.name ?? null);
}
