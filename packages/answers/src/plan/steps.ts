import type { Body, Item } from "./body";
import type { Ask } from "./heads";
import { both, columnOf, isSameValue, partsOf, saysWho, type Predicate, type Step } from "./plan";

/** Predicates as one, by how the question joins them: what stands side by side holds together. */
export function combined(items: readonly Item[], isEither = false): Predicate | null {
  const runs: Predicate[][] = [];
  let isOr = isEither;
  for (const { predicate, joint } of items) {
    if (joint === "beside" && runs.length > 0) runs.at(-1)!.push(predicate);
    else runs.push([predicate]);
    if (joint === "or" || joint === "versus") isOr = true;
  }
  const said = runs.map(together);
  // "Exercise or work out" says one thing twice.
  const of = said.filter(
    (one, i) => !("text" in one) || said.findIndex((o) => o.is === one.is && "text" in o && o.text === one.text) === i,
  );
  return of.length < 2 ? (of[0] ?? null) : isOr ? { is: "or", of } : both(...of);
}

/** What holds together; topics that stand side by side are one: "a card that was swallowed". */
function together(run: readonly Predicate[]): Predicate {
  const topics = run.filter((one) => one.is === "topic");
  if (topics.length < 2) return both(...run)!;
  const one: Predicate = {
    is: "topic",
    text: eachOnce(topics.map(({ text }) => text)),
    words: eachOnce(topics.map(({ words }) => words)),
  };
  return both(one, ...run.filter(({ is }) => is !== "topic"))!;
}

const eachOnce = (said: readonly string[]): string => [...new Set(said.join(" ").split(" "))].join(" ");

/** What a clause speaks of, by role. */
export interface Parts {
  /** Topics, and values that are no group of people, joined as the question joins them. */
  topics: Item[];
  /** Values of columns, each column's together. */
  groups: Map<string, Predicate[]>;
  excluded: Predicate | null;
}

/** `isCompared` where the items are set side by side, whichever words join them. */
export function partsIn({ items }: Pick<Body, "items">, isCompared = false): Parts {
  const groups = new Map<string, Predicate[]>();
  const topics: Item[] = [];
  const isJoint = (item: Item | undefined): boolean =>
    item !== undefined && (item.joint === "or" || item.joint === "versus" || (isCompared && item.joint === "and"));
  /** "Travel or learn a language": a value that says what people speak of, as an alternative to a topic. */
  const isAlternative = (item: Item, at: number): boolean => {
    const beside = isJoint(item) ? items[at - 1] : isJoint(items[at + 1]) ? items[at + 1] : undefined;
    const isOfPeople = item.predicate.is !== "value" || saysWho(item.predicate);
    return !isOfPeople && beside !== undefined && !beside.isExcluded && columnOf(beside.predicate) === null;
  };
  for (const [at, item] of items.entries()) {
    if (item.isExcluded) continue;
    const column = columnOf(item.predicate);
    if (column === null || isAlternative(item, at)) topics.push(item);
    else groups.set(column, withOne(groups.get(column) ?? [], item.predicate));
  }
  for (const [column, predicates] of groups) groups.set(column, withoutTheOthers(predicates));
  const left = combined(
    items
      .filter(({ isExcluded }) => isExcluded)
      .map((item) => ({ ...item, joint: item.joint === "beside" ? "or" : item.joint })),
  );
  const excluded = left && left.is === "and" ? ({ is: "or", of: left.of } as const) : left;
  return { topics, groups, excluded: excluded && { is: "not", of: excluded } };
}

/** A group that is named twice is one. */
const withOne = (groups: Predicate[], one: Predicate): Predicate[] =>
  groups.some((other) => one.is === "value" && isSameValue(one, other)) ? groups : [...groups, one];

/** "Europeans, except Germans": of several values of a column, those that are not left out. */
function withoutTheOthers(of: Predicate[]): Predicate[] {
  const out = of.flatMap((one) => (one.is === "not" ? partsOf(one, ["value"]).map(({ value }) => value) : []));
  const kept = of.map((one) =>
    one.is === "or" ? { ...one, of: one.of.filter((each) => each.is !== "value" || !out.includes(each.value)) } : one,
  );
  const isNarrower = kept.some((one, i) => one.is === "or" && one.of.length < (of[i] as typeof one).of.length);
  const isEmpty = kept.some((one) => one.is === "or" && one.of.length === 0);
  return isNarrower && !isEmpty ? kept.filter(({ is }) => is !== "not") : of;
}

/** The groups as one predicate; several values of a column are alternatives. */
export function groupsAsOne(groups: ReadonlyMap<string, Predicate[]>, but: string | null = null): Predicate | null {
  return both(
    ...[...groups]
      .filter(([column]) => column !== but)
      .map(([, of]): Predicate => (of.length === 1 ? of[0]! : { is: "or", of })),
  );
}

export interface Clause {
  asks: ReadonlyMap<Ask, ReadonlySet<number>>;
  parts: Parts;
  /** The column that it names to split by. */
  by: string | null;
  /** What everything that it compares is counted among. */
  frame: Predicate | null;
  limit: number | null;
  least: boolean;
  saysBoth: boolean;
  saysAnd: boolean;
  /** True where the last thing it names is said of the rest: "are women". */
  lastIsSaidOf: boolean;
  /** True where it sets a group against all others: "than elsewhere". */
  hasElse: boolean;
  /** True where the first thing it names is what the second is counted among. */
  hasBase: boolean;
}

/** How many of the most common things are named where the question says no number. */
export const DEFAULT_TOP = 8;
const QUOTES = 8;
const LISTED = 3;

/** The step, or steps, that a clause asks for. */
export function stepsOf(clause: Clause, from: Predicate | null): Step[] {
  const { asks, parts, by, least } = clause;
  const { topics, groups, excluded } = parts;
  const rivals = [...groups].find(([, values]) => values.length > 1);
  // "Chats about bookings and appointments" are those on either.
  const isEither = !clause.saysBoth && clause.saysAnd && isListOfThings(topics);
  const joined = both(combined(topics, isEither), excluded);
  const within = both(groupsAsOne(groups), clause.frame, from);
  const of = both(joined, within);
  const runs = runsOf(topics);
  const has = (...any: Ask[]): boolean => any.some((ask) => asks.has(ask));
  const isMore = asks.has("more") && topics.some(({ joint }) => joint === "or" || joint === "versus");

  if (has("trend")) return [{ do: "trend", of }];
  // "Compare finance with humor by gender": each side by itself, for a step splits one selection.
  if (rivals && by !== null && by !== rivals[0] && !has("rank", "more") && rivals[1].length <= LISTED) {
    const on = both(joined, groupsAsOne(groups, rivals[0]), clause.frame, from);
    return rivals[1].map((side) => ({ do: "breakdown", of: both(side, on), by, least }));
  }
  // "Rank Finance, Career and Travel by size"
  if (rivals && has("rank") && by === null) {
    const of = both(joined, { is: "or", of: rivals[1] }, groupsAsOne(groups, rivals[0]), clause.frame, from);
    return [{ do: "breakdown", of, by: rivals[0], least }];
  }
  const isCounted = has("count", "share") && !has("compare", "more", "rank") && by === null && !joined;
  // "How many are in Career and Finance?", "… come from Texas or California?"
  if (rivals && isCounted && isSummed(rivals[0], rivals[1])) {
    const what = has("share") && !has("count") ? "share" : "count";
    const among = both(groupsAsOne(groups, rivals[0]), clause.frame, from);
    return [{ do: what, of: { is: "or", of: rivals[1] }, among }];
  }
  if (
    rivals &&
    !has("rank", "trend") &&
    (has("compare", "more", "count", "share", "describe", "top") || asks.size === 0)
  )
    return [{ do: "compare", sides: rivals[1], on: both(joined, groupsAsOne(groups, rivals[0]), from) }];
  // "In Texas than elsewhere": each state with its share, for "elsewhere" is many.
  const [besides, ...more] = [...groups].filter(([, values]) => values.some(isOfPeople)).map(([column]) => column);
  const spoken = both(joined, groupsAsOne(groups, besides), from);
  if (clause.hasElse && spoken && besides !== undefined && more.length === 0)
    return [{ do: "breakdown", of: spoken, by: besides, least: false }];
  if (by !== null && runs.length > 1 && has("compare"))
    return [{ do: "breakdown", of: both({ is: "or", of: runs }, excluded, within), by, least, each: true }];
  if (by !== null && !(runs.length > 1 && has("rank")))
    return [{ do: "breakdown", of, by, least, ...(isEither && runs.length > 1 && { each: true }) }];
  if (
    runs.length > 1 &&
    (has("rank") ||
      isMore ||
      (has("count", "share", "top") && (isList(clause, runs) || hasVersus(topics)) && !clause.saysBoth))
  )
    return [{ do: "rank", items: runs, among: both(excluded, within), least }];
  if (runs.length > 1 && (has("compare") || hasVersus(topics)))
    return [{ do: "compare", sides: runs, on: both(excluded, within) }];
  if (has("share", "count") && !asks.has("quotes")) {
    const what = has("share") && !has("count") ? "share" : "count";
    const [base, ...others] = topics;
    if (base && runs.length === 1 && (clause.hasBase ? others.length > 0 : what === "share" && others.length === 1))
      return [{ do: what, of: both(combined(others), excluded), among: both(base.predicate, within) }];
    const saidOf = clause.lastIsSaidOf && groups.size === 1;
    if (joined && what === "share" && saidOf) return [{ do: what, of: groupsAsOne(groups), among: both(joined, from) }];
    if (joined) return [{ do: what, of: joined, among: within }];
    const told = groupsAsOne(new Map([...groups].filter(([, values]) => !values.some(isOfPeople))));
    const people = groupsAsOne(new Map([...groups].filter(([, values]) => values.some(isOfPeople))));
    // "What share of humor is from men?", not "among men, what share is humor?"
    if (told && people && what === "share" && clause.lastIsSaidOf && [...groups].at(-1)![1].some(isOfPeople))
      return [{ do: what, of: people, among: both(told, from) }];
    const column = [...groups.keys()].at(-1);
    if (!told && groups.size > 1 && clause.lastIsSaidOf)
      return [
        { do: what, of: groupsAsOne(new Map([...groups].slice(-1))), among: both(groupsAsOne(groups, column), from) },
      ];
    if (!told && !people) return [{ do: what, of: from, among: null }];
    return [told ? { do: what, of: told, among: both(people, from) } : { do: what, of: people, among: from }];
  }
  if (has("quotes")) return [{ do: "quotes", of, limit: clause.limit ?? QUOTES }];
  if (has("reasons")) return [{ do: "describe", of, reasons: true }];
  if (has("compare") && !joined && by === null) return [{ do: "top", of, limit: DEFAULT_TOP }];
  if (joined && runs.length > 1 && topics.every(({ joint }) => joint !== "or") && runs.length <= LISTED)
    return runs.map((one) => ({ do: "describe", of: both(one, excluded, within), reasons: false }));
  if (has("top") && !(has("describe") && (joined || from)))
    return [{ do: "top", of, limit: clause.limit ?? DEFAULT_TOP }];
  return joined || (from && has("describe"))
    ? [{ do: "describe", of, reasons: false }]
    : [{ do: "top", of, limit: clause.limit ?? DEFAULT_TOP }];
}

/** "How many ask about a, b and c?" asks for each; "about a, b or c?" for those on any of them, too. */
const isList = ({ asks, parts: { topics } }: Clause, runs: readonly Predicate[]): boolean => {
  // "What share": nothing else is asked by "what".
  const isShare = asks.has("share") && (asks.get("top")?.size ?? 0) <= 1;
  const isOfAny = isShare || (asks.has("count") && !asks.has("top"));
  return runs.length >= LISTED && !(isOfAny && topics.at(-1)?.joint === "or");
};

/** True for things side by side; what is said of one holds together: "lost and not found". */
const isListOfThings = (topics: readonly Item[]): boolean =>
  topics.every(
    ({ predicate }) => predicate.is === "mentions" || (predicate.is === "topic" && !SAYS_NOT.test(predicate.text)),
  );
const SAYS_NOT = /^not\b/;

/** Topics that the question joins with "and", "or" or "versus", each as one. */
function runsOf(topics: readonly Item[]): Predicate[] {
  const runs: Predicate[][] = [];
  for (const { predicate, joint } of topics)
    if (joint === "beside" && runs.length > 0) runs.at(-1)!.push(predicate);
    else runs.push([predicate]);
  return runs.map(together);
}

/** Men and women are everyone: what is asked of both is how they compare. */
const isSummed = (column: string, values: readonly Predicate[]): boolean =>
  !values.some(saysWho) || /countr|state|region|cit/i.test(column);

/** Said of who they are or where they are from; ages and devices may be what is asked for of these. */
const isOfPeople = (one: Predicate): boolean =>
  one.is === "value"
    ? one.isOfPeople
    : (one.is === "not" || one.is === "or") && partsOf(one, ["value"]).every(isOfPeople);
const hasVersus = (topics: readonly Item[]): boolean => topics.some(({ joint }) => joint === "versus");

/** What people complain of is what most of them say is wrong. */
export const ofProblems = (step: Step): Step =>
  step.do === "top" || (step.do === "describe" && !step.reasons)
    ? { do: "top", of: step.of, limit: step.do === "top" ? step.limit : DEFAULT_TOP, problems: true }
    : step;
