import { IS_MARK, SAYS_WHAT, SAYS_WHY } from "../columnKinds";
import type { Guide } from "../guide";
import { MAX_STEPS, type Cue, type Predicate, type Step } from "../plan";
import { feelingOf } from "./columns";
import type { Frame, Group, Measure } from "./frame";
import {
  aboutOf,
  allOf,
  feelingPredicate,
  groupsPredicate,
  othersOf,
  rivalsIn,
  topicPredicate,
  topicsPredicate,
  whereOf,
} from "./predicates";

const CUES: Partial<Record<Measure, Cue>> = { reasons: "reason", problems: "problem", wishes: "wish", likes: "praise" };
/** Values of a column that are set side by side. */
const MAX_SIDES = 6;

const of = (predicate: Predicate | null): { of?: Predicate } => (predicate === null ? {} : { of: predicate });
const among = (predicate: Predicate | null): { among?: Predicate } => (predicate === null ? {} : { among: predicate });
const fewestOf = ({ fewest }: Frame): { fewest?: number } => (fewest === null ? {} : { fewest });
const limitOf = ({ limit }: Frame): { limit?: number } => (limit === null ? {} : { limit });
const orderOf = ({ order }: Frame): { order?: "least" } => (order === "least" ? { order } : {});

/** What is to be computed for a frame: one to four steps, of which the first answers. */
export function stepsOf(asked: Frame, guide: Guide): Step[] {
  const frame = withoutImplied(asked, guide);
  const { measure, topics, groups } = frame;
  const rivals = rivalsIn(groups);
  switch (measure) {
    case "split":
      return split(frame, guide);
    case "average":
      return average(frame, guide);
    case "compare":
      return compare(frame, guide);
    case "rank":
      return rank(frame, guide);
    case "count":
    case "share":
      if (rivals.length > 1 && rivals.length <= MAX_SIDES && !frame.either) return compare(frame, guide);
      if (topics.length > 1 && frame.join === "each") return rank(frame, guide);
      if (frame.numbers !== null && topics.length + groups.length > 0 && isSummed(frame, guide))
        return average(frame, guide);
      return counted(frame, guide);
    case "quotes":
      return [{ do: "quotes", ...of(aboutOf(frame, guide)), ...limitOf(frame) }];
    case "briefing":
      return briefing(frame, guide);
    default:
      return lists(frame, guide);
  }
}

/** So many of the records of a group have a feeling where it goes without saying. */
const IMPLIED = 0.98;

/** Without a feeling that all records of another group have: those of a reason to complain complain. */
function withoutImplied(frame: Frame, guide: Guide): Frame {
  const column = feelingOf(guide);
  const others = frame.groups.filter((one) => one.column !== column?.column && !one.isNot);
  const values =
    frame.feeling !== null
      ? column?.[frame.feeling]
      : frame.groups.find((one) => one.column === column?.column && !one.isNot)?.values;
  if (!column || column.isScale || !Array.isArray(values) || others.length === 0) return frame;
  const where = { [column.column]: values };
  const isImplied = others.some((one) => {
    const all = guide.told(whereOf(one));
    return all > 0 && guide.told(allOf(whereOf(one), { where })!) >= IMPLIED * all;
  });
  return isImplied
    ? {
        ...frame,
        feeling: FEELS.has(frame.measure) ? frame.feeling : null,
        groups: frame.groups.filter((one) => one.column !== column.column),
      }
    : frame;
}
const FEELS: ReadonlySet<Measure> = new Set(["problems", "likes", "themes", "reasons"]);

/** Whether all records that have a value of a column have one feeling. */
function isOfFeeling(by: string, feeling: Predicate | null, guide: Guide): boolean {
  const values =
    guide.columns
      .find(({ name }) => name === by)
      ?.values.map(({ value }) => value)
      .slice(0, 12) ?? [];
  if (feeling === null || values.length === 0) return false;
  const of: Predicate = { where: { [by]: values } };
  const all = guide.told(of);
  return all > 0 && guide.told(allOf(of, feeling)!) >= IMPLIED * all;
}

/** Whether a group is what is asked of records, rather than whose they are: it was said so, or by its column's name. */
const saysWhat = ({ column, says }: Group, groups: readonly Group[]): boolean =>
  groups.some((one) => one.says) ? says === true : SAYS_WHAT.test(column);

const isSummed = ({ numbers }: Frame, { columns }: Guide): boolean =>
  columns.some(({ name, values }) => name === numbers && values.length > 12 && !IS_MARK.test(name));

/** How many, out of the group that is named; where only groups are, what they are like out of who they are. */
function counted(frame: Frame, guide: Guide): Step[] {
  const said = topicsPredicate(frame);
  const base = allOf(...frame.within);
  const feeling = said === null ? feelingPredicate(frame.feeling, guide) : null;
  const what = frame.groups.filter((one) => said === null && saysWhat(one, frame.groups));
  const who = frame.groups.filter((one) => !what.includes(one));
  const part = allOf(said, groupsPredicate(what), feeling);
  const whole = allOf(groupsPredicate(who), base);
  const kind = frame.measure === "share" ? ("share" as const) : ("count" as const);
  if (part === null)
    return [
      { do: "count", ...of(whole) },
      ...(whole === null ? [] : [{ do: "themes" as const, ...of(whole), limit: 5 }]),
    ];
  return [{ do: kind, of: part, ...among(whole) }];
}

/** What the records speak of, with how many they are and where they differ. */
function lists(frame: Frame, guide: Guide): Step[] {
  const { measure, by } = frame;
  if (by !== null) return split(frame, guide);
  const feeling = FEELING[measure];
  // Those who don't recommend it are chosen already.
  const isFelt = frame.groups.some(({ column, says }) => says || column === feelingOf(guide)?.column);
  const asked = isFelt ? { ...frame, feeling: null } : feeling === undefined ? frame : { ...frame, feeling };
  const hasFeelings = feelingOf(guide) !== null;
  const reason = guide.columns.find(({ name, values }) => SAYS_WHY.test(name) && values.length > 2);
  const rivals = rivalsIn(frame.groups);
  if (rivals.length > 1 && measure === "reasons") return compare({ ...frame, topics: [] }, guide);
  if (rivals.length > 1 && rivals.length <= 3) {
    const rest = asked.groups.filter((one) => !rivals.includes(one));
    return rivals.map((one) => ({
      do: "themes",
      ...of(aboutOf({ ...asked, groups: [...rest, one] }, guide)),
      ...(CUES[measure] && { cue: CUES[measure] }),
      ...limitOf(frame),
    }));
  }
  const about = aboutOf(asked, guide);
  const isOfReason = frame.groups.some(({ column }) => column === reason?.name);
  const asksWhy = measure === "problems" || measure === "reasons";
  // Why some are unhappy is what they complain of.
  const cue =
    measure === "reasons" && hasFeelings
      ? asked.feeling === null
        ? undefined
        : CUES[asked.feeling === "negative" ? "problems" : "likes"]
      : CUES[measure];
  const whole = allOf(groupsPredicate(frame.groups), ...frame.within);
  const said = topicsPredicate(frame);
  const part = said ?? feelingPredicate(asked.feeling, guide);
  const count: Step = part !== null ? { do: "count", of: part, ...among(whole) } : { do: "count", ...of(whole) };
  return [
    ...(said !== null && !asksWhy ? [count] : []),
    ...(reason && asksWhy && !isOfReason ? [{ do: "split" as const, ...among(about), by: reason.name }] : []),
    {
      do: "themes",
      ...of(about),
      ...(cue && !(asksWhy && reason) && { cue }),
      ...limitOf(frame),
    },
    // How many there are in all says nothing of what they speak of.
    ...((said !== null && !asksWhy) || (part === null && whole === null) ? [] : [count]),
  ];
}

const FEELING: Partial<Record<Measure, Frame["feeling"]>> = { problems: "negative", likes: "positive" };

function split(frame: Frame, guide: Guide): Step[] {
  const { by, topics, join, numbers } = frame;
  if (by === null) return briefing(frame, guide);
  const column = guide.columns.find(({ name }) => name === by);
  const feeling = feelingOf(guide);
  const groups = frame.groups.filter((one) => one.column !== by || one.isNot || rivalsIn(frame.groups).includes(one));
  // How people mark what they speak of is told as an average: "which country is most satisfied?"
  const marks =
    numbers !== null && numbers !== by
      ? numbers
      : feeling?.isScale && frame.feeling !== null && topics.length === 0
        ? feeling.column
        : null;
  if (marks !== null && marks !== by)
    return average({ ...frame, numbers: marks, groups, order: isLow(frame) ? "least" : "most" }, guide);
  if (column?.isNumbers && topics.length === 0 && groups.every(({ says }) => !says))
    return [{ do: "average", column: by, ...among(allOf(groupsPredicate(groups), ...frame.within)) }];
  const who = groups.some(({ says }) => says)
    ? groups.filter(({ says }) => !says)
    : topics.length > 0 || SAYS_WHAT.test(by)
      ? groups
      : groups.filter((one) => one.isNot || !SAYS_WHAT.test(one.column));
  const what = groups.filter((one) => !who.includes(one));
  const felt = topics.length === 0 && feeling?.column !== by ? feelingPredicate(frame.feeling, guide) : null;
  // Whoever has a reason to complain complains.
  const isImplied = isOfFeeling(by, felt, guide);
  const said = (one: readonly string[]): Predicate | null =>
    allOf(topicsPredicate({ ...frame, topics: [...one] }), groupsPredicate(what), isImplied ? null : felt);
  const whole = allOf(groupsPredicate(who), isImplied ? felt : null, ...frame.within);
  if (frame.byNumber)
    return [
      {
        do: "split",
        ...among(allOf(said(topics), whole)),
        by,
        ...orderOf(frame),
        ...limitOf(frame),
        ...fewestOf(frame),
      },
    ];
  const each = topics.length > 1 && join === "each" ? topics.slice(0, 3).map((topic) => [topic]) : [topics];
  return each.map((one) => ({
    do: "split",
    ...of(said(one)),
    ...among(whole),
    by,
    ...orderOf(frame),
    ...limitOf(frame),
    ...fewestOf(frame),
  }));
}

/** Asked for the lowest, or for whom is unhappy. */
const isLow = ({ order, feeling }: Frame): boolean => (order === "least") !== (feeling === "negative");

/** The average of a column of numbers: of the one that is named, else of marks, else of the first. */
function average(frame: Frame, guide: Guide): Step[] {
  const columns = guide.columns.filter(({ isNumbers }) => isNumbers);
  const feeling = feelingOf(guide);
  const column = frame.numbers ?? (feeling?.isScale ? feeling.column : columns[0]?.name);
  if (column === undefined) return briefing({ ...frame, measure: "briefing" }, guide);
  const [rival] = rivalsIn(frame.groups);
  if (rival && !Array.isArray(rival.values))
    return rivalsIn(frame.groups).flatMap((one) =>
      average(
        { ...frame, groups: [...frame.groups.filter((other) => other.column !== one.column), one], by: null },
        guide,
      ),
    );
  const by = rival && rival.column !== column ? rival.column : frame.by;
  const groups = frame.groups.filter((one) => one.column !== column || !isWholeOf(one, guide));
  if (frame.topics.length > 1 && frame.by === null) return rank(frame, guide);
  // "How much does a family spend?": of what no column holds there is no average.
  if (frame.numbers === null && frame.topics.length > 0) return briefing(frame, guide);
  const about = allOf(topicsPredicate(frame), groupsPredicate(groups), ...frame.within);
  return [column, ...frame.also.filter((one) => one !== column)].slice(0, MAX_STEPS).map((one) => ({
    do: "average" as const,
    column: one,
    ...among(about),
    ...(by !== null && by !== one && { by, ...fewestOf(frame) }),
    ...orderOf(frame),
    ...limitOf(frame),
  }));
}

const isWholeOf = ({ column, said }: Group, guide: Guide): boolean =>
  feelingOf(guide)?.column === column && /^(?:negative|positive)$/.test(said);

function rank(frame: Frame, guide: Guide): Step[] {
  const { topics, items, groups, within } = frame;
  // Of those who marked it high, all are happy: marks are told beside each topic instead.
  const isMarked = feelingOf(guide)?.isScale === true && frame.feeling === "positive";
  const whole = allOf(groupsPredicate(groups), isMarked ? null : feelingPredicate(frame.feeling, guide), ...within);
  if (items.length > 1)
    return [{ do: "rank", items: [...items], ...among(allOf(groupsPredicate(groups), ...within)), ...orderOf(frame) }];
  const isLabelled = topics.every((topic) => frame.labels.some((one) => one.topic === topic));
  const isAmount = frame.numbers !== null && !IS_MARK.test(frame.numbers);
  if (isAmount && topics.length > 1)
    return topics.slice(0, 4).map((topic) => ({
      do: "average",
      column: frame.numbers!,
      among: allOf(topicPredicate(topic, frame.labels), whole)!,
    }));
  if (topics.length < 2)
    return topics.length + groups.length > 0
      ? briefing(frame, guide)
      : lists({ ...frame, measure: frame.feeling === "negative" ? "problems" : "themes" }, guide);
  return [
    {
      do: "rank",
      // All are counted alike: by what texts mention, where a column has some of them only.
      items: topics.slice(0, 12).map((topic) => topicPredicate(topic, isLabelled ? frame.labels : [])),
      ...among(whole),
      ...orderOf(frame),
    },
  ];
}

function compare(frame: Frame, guide: Guide): Step[] {
  const { groups, by, items, topics } = frame;
  const said = topicsPredicate({ ...frame, join: frame.join === "each" ? "or" : frame.join });
  if (items.length > 1) return [{ do: "compare", sides: [...items], ...(said && { on: said }) }];
  const rivals = rivalsIn(groups);
  if (by !== null && rivals.length < 2) return split(frame, guide);
  const column = guide.columns.find(({ name }) => name === rivals[0]?.column);
  if (rivals.length > 2 && rivals.length === column?.values.length && said === null)
    return split(
      { ...frame, by: column.name, groups: groups.filter((one) => !rivals.includes(one)), feeling: null },
      guide,
    );
  if (rivals.length > 1)
    return sideBySide(
      rivals,
      groups.filter((one) => !rivals.includes(one)),
    );
  if (topics.length > 1) return rank(frame, guide);
  // "Do staff picks do better?": those against the others, by what is asked of both.
  const group = groups.find((one) => !saysWhat(one, groups)) ?? groups[0];
  const others = groups.filter((one) => one !== group);
  const rest = group && othersOf(group, guide);
  if (!group || !rest) return briefing(frame, guide);
  return sideBySide([group, rest], others);

  function sideBySide(sides: readonly Group[], within: readonly Group[]): Step[] {
    // "Are men or women more likely to …": what is asked of both may be a column's value, too.
    const says = said === null ? within.filter((one) => saysWhat(one, within)) : [];
    // "Of the negative ones, which share is about lost bags?"
    const what = says.length > 1 ? says.filter(({ column }) => column !== feelingOf(guide)?.column) : says;
    const who = within.filter((one) => !what.includes(one));
    const all = allOf(groupsPredicate(who), ...frame.within);
    const feeling = feelingOf(guide);
    const felt =
      said === null &&
      what.length === 0 &&
      feeling &&
      !feeling.isScale &&
      !sides.some(({ column }) => SAYS_WHAT.test(column)) &&
      !sides.some(({ column }) => column === feeling.column)
        ? feelingPredicate(frame.feeling ?? "negative", guide)
        : null;
    const on = allOf(said, groupsPredicate(what), felt);
    const list = sides.slice(0, 12).map((side) => allOf(whereOf(side), all)!);
    return [
      ...(on === null ? [] : [{ do: "compare" as const, sides: list, on }]),
      ...(on === null || (felt !== null && list.length < 4) ? [{ do: "compare" as const, sides: list }] : []),
    ];
  }
}

/** How many, where they differ, and the themes: right for most questions. */
function briefing(frame: Frame, guide: Guide): Step[] {
  const felt = frame.feeling === null ? frame : { ...frame, measure: "themes" as const };
  const about = aboutOf(felt, guide);
  const part = topicsPredicate(frame) ?? feelingPredicate(frame.feeling, guide);
  const whole = allOf(groupsPredicate(frame.groups), ...frame.within);
  return [
    part === null ? { do: "count", ...of(whole) } : { do: "count", of: part, ...among(whole) },
    { do: "themes", ...of(about), ...limitOf(frame) },
  ];
}
