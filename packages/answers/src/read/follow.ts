import type { Guide } from "../guide";
import type { Predicate } from "../plan";
import type { Frame, Group, Measure } from "./frame";
import { feelingOf } from "./columns";
import {
  aboutOf,
  allOf,
  earlierOf,
  groupsPredicate,
  topicsPredicate,
  othersOf,
  rivalsIn,
  topicPredicate,
} from "./predicates";
import type { Said } from "./said";

/** What was asked before: its frames, the last at the end, and the lines of the last result. */
export interface Earlier {
  frames: readonly Frame[];
  lines: () => readonly { name: string; predicate: Predicate }[];
}

const LISTS: ReadonlySet<Measure> = new Set(["themes", "reasons", "problems", "likes", "wishes"]);
/** A turn of so few words is about what was spoken of. */
const SHORT = 5;

/** A part as a frame of its own. */
export function alone(said: Said): Frame {
  const { topics, groups, by, exclude } = said;
  if (said.isVersus) {
    const own = topicsPredicate({ ...said, join: said.join === "each" ? "or" : said.join });
    const all = [groupsPredicate(groups), ...basesOf(said)];
    const sides = [allOf(own, ...all), allOf({ none: [own!] }, ...all)];
    return {
      ...alone({ ...said, isVersus: false, topics: [], groups: [], base: [], exclude: [] }),
      measure: "compare",
      items: sides.flatMap((side) => side ?? []),
    };
  }
  return {
    measure: measureOf(said, topics, groups),
    topics,
    labels: said.labels,
    join: said.join,
    exclude,
    groups,
    feeling: said.feeling,
    by,
    numbers: said.numbers,
    also: said.also,
    limit: said.limit,
    fewest: said.fewest,
    byNumber: said.byNumber,
    either: said.either,
    isTop: said.asksWhich && by !== null,
    order: said.order,
    claim: said.claim,
    within: basesOf(said),
    items: [],
  };
}

/** The records that are asked about by what they mention. */
function basesOf({ base, labels, join }: Said): Predicate[] {
  const all = base.map((topic) => topicPredicate(topic, labels));
  return all.length > 1 && join !== "and" ? [{ any: all }] : all;
}

/** What is asked for, where the words alone don't say it: a column answers "which", two things are set side by side. */
function measureOf(
  { measure, by, asksWhich, compares, either }: Pick<Said, "measure" | "by" | "asksWhich" | "compares" | "either">,
  topics: readonly string[],
  groups: readonly Group[],
): Measure {
  if (measure === "average") return "average";
  if (by !== null && measure !== "quotes") return "split";
  if (
    rivalsIn(groups).length > 1 &&
    !either &&
    (compares || measure === null || measure === "share" || measure === "count")
  )
    return "compare";
  if (
    topics.length > 1 &&
    (measure === "compare" || (measure === null && asksWhich) || (compares && (measure === null || asksWhich)))
  )
    return "rank";
  return measure ?? "briefing";
}

/** A part of a later question as a frame, laid over what was asked before. */
export function laidOver(said: Said, earlier: Earlier, guide: Guide): Frame {
  const last = earlier.frames.at(-1);
  if (!last) return alone(said);
  // "How many does this affect?" is about the first of what was listed.
  const isOfFirst =
    said.line === null &&
    said.refersToOne &&
    LISTS.has(last.measure) &&
    said.topics.length + said.groups.length === 0 &&
    (/^(?:count|share|quotes)$/.test(said.measure ?? "") || said.by !== null);
  if (isOfFirst) return overLine({ ...said, line: 0 }, last, earlier, guide) ?? alone(said);
  // "Which airline …?" – "Why?": of the one that came first.
  const isOfTop =
    last.isTop &&
    last.by !== null &&
    said.line === null &&
    said.topics.length + said.exclude.length === 0 &&
    !said.isOther &&
    said.groups.every(({ column }) => column !== last.by) &&
    (said.by === null || said.by !== last.by) &&
    (said.measure === "reasons" || (said.isThere && said.measure !== null));
  if (isOfTop) {
    const low = last.order === "least" ? "negative" : "positive";
    const feeling = said.feeling ?? (said.measure === "reasons" ? (last.feeling ?? (last.numbers ? low : null)) : null);
    const own = overLine({ ...said, feeling, line: 0 }, last, earlier, guide);
    if (own) return own;
  }
  const ofLine =
    said.line === null
      ? (overBoth(said, earlier) ?? overLine(said, last, earlier, guide))
      : overLine(said, last, earlier, guide);
  if (ofLine) return ofLine;
  const { topics, groups, by } = said;
  const names = topics.length + groups.length > 0;
  const isWhole = said.measure !== null && topics.length > 0;
  const isDependent =
    said.goesOn ||
    (said.refers && !isWhole) ||
    !names ||
    said.words <= SHORT ||
    said.measure === null ||
    // "As a percentage, leaving out the self-employed"
    (topics.length === 0 && groups.every(({ isNot }) => isNot)) ||
    (said.refers && said.words <= 2 * SHORT);
  if (!isDependent) return alone(said);
  const group = said.isOther ? last.groups.at(-1) : undefined;
  const others = group ? othersOf(group, guide) : null;
  const before = said.isBefore ? earlierOf(last.groups, guide) : null;
  if (before)
    return {
      ...last,
      measure: last.measure === "average" ? "average" : "compare",
      by: null,
      groups: [...last.groups, before],
      claim: null,
    };
  const own = (others ? [...groups, others] : groups).map((one) => inColumnOf(one, last, guide));
  if (said.isDenied && last.groups.some(({ says }) => says))
    return {
      ...last,
      measure: said.measure ?? last.measure,
      limit: said.limit,
      groups: last.groups.map((one) => (one.says ? { ...one, isNot: one.isNot !== true } : one)),
    };
  // "How many of those mention rust?": what is named is looked for in what was spoken of.
  const isPart =
    names &&
    rivalsIn(last.groups).length < 2 &&
    said.refers &&
    (!said.goesOn || /^(?:count|share)$/.test(said.measure ?? "")) &&
    (/^(?:count|share)$/.test(said.measure ?? "") ||
      (said.measure === null && groups.length > 0 && topics.length === 0));
  if (isPart)
    return {
      ...alone(said),
      groups: [
        ...last.groups.filter(({ column }) => !own.some((one) => one.column === column)).map(withoutSays),
        ...own.map((one) => ({ ...one, ...(topics.length === 0 && { says: true }) })),
      ],
      within: [aboutOf({ ...last, groups: [] }, guide) ?? []].flat(),
    };
  // "Los Angeles instead of Chicago" leaves the others as they were.
  const [added, left] = said.isInstead && own.length === 2 && own[0]!.column === own[1]!.column ? own : [];
  const kept = last.groups.filter((one) => JSON.stringify(one.values) !== JSON.stringify(left?.values));
  const merged =
    added && rivalsIn(last.groups).length > 1
      ? [...kept, added]
      : mergedGroups(last.groups, own, said.measure === null && said.by === null);
  // "Luggage problems … lost or damaged?": the values stand in the place of the topic that they are called by.
  const isOfLabel = topics.length === 0 && last.labels.some(({ column }) => own.some((one) => one.column === column));
  const isNewTopic = topics.length > 0;
  const isCompared =
    isNewTopic && topics.length === 1 && last.topics.length === 1 && said.compares && !last.topics.includes(topics[0]!);
  const nextTopics = isCompared ? [...last.topics, ...topics] : isNewTopic ? topics : isOfLabel ? [] : last.topics;
  return {
    ...last,
    measure: measureAfter(said, last, nextTopics, own),
    topics: nextTopics,
    labels: [...last.labels, ...said.labels],
    join: isNewTopic ? said.join : last.join,
    exclude: [...new Set([...(isNewTopic && !said.goesOn ? [] : last.exclude), ...said.exclude])],
    groups: merged,
    feeling: said.feeling ?? (isNewTopic && said.measure !== null ? null : last.feeling),
    by: by ?? (keepsColumn(said, last) ? last.by : null),
    numbers: said.numbers ?? last.numbers,
    also: said.numbers === null ? last.also : said.also,
    limit: said.limit,
    fewest: said.fewest ?? last.fewest,
    byNumber: said.measure === "share" ? false : said.byNumber || (said.by === null && last.byNumber),
    order: said.order === "least" ? "least" : last.order,
    claim: said.claim,
    isTop: said.by === null ? last.isTop : said.asksWhich,
    within: said.base.length > 0 ? basesOf(said) : isNewTopic ? [] : last.within,
    items: isNewTopic || own.length > 0 ? [] : last.items,
  };
}

/** "What about 2015?" is asked of the column that was spoken of, where several have such a value. */
function inColumnOf(one: Group, last: Frame, { columns }: Guide): Group {
  const { values } = one;
  if (
    !Array.isArray(values) ||
    one.says ||
    values.some((value) => /^(?:yes|no|true|false)\b/i.test(value)) ||
    last.groups.some(({ column }) => column === one.column)
  )
    return one;
  const other = last.groups.find(({ column }) => {
    const known = columns.find(({ name }) => name === column)?.values.map(({ value }) => value) ?? [];
    return values.every((value) => known.includes(value));
  });
  return other ? { ...one, column: other.column } : one;
}

const withoutSays = ({ says: _, ...group }: Group): Group => group;

const keepsColumn = (said: Said, last: Frame): boolean =>
  (said.measure === null ||
    said.measure === "split" ||
    (said.measure === "share" && said.topics.length === 0) ||
    (said.measure === "average" && said.refers)) &&
  !(said.groups.filter(({ column, isNot }) => column === last.by && !isNot).length === 1);

function measureAfter(said: Said, last: Frame, topics: readonly string[], groups: readonly Group[]): Measure {
  // "Do men and women differ?" of data that has neither: what was spoken of, with what it has.
  if (said.dropped.length > 0 && said.topics.length + said.groups.length === 0 && said.by === null)
    return plainMeasure(last);
  // "As a percentage": of what was split.
  if (said.measure === "share" && said.topics.length === 0 && last.measure === "split") return "split";
  if (last.measure === "average" && rivalsIn(groups).length > 1) return "average";
  if (said.measure !== null || said.by !== null) {
    // "Compare": with what was asked before.
    const own = measureOf(said, topics, groups);
    return own === "compare" && rivalsIn(groups).length < 2 && topics.length < 2 && groups.length > 0
      ? plainMeasure(last)
      : own;
  }
  if (rivalsIn(groups).length > 1) return "compare";
  if (topics.length > 1 && said.topics.length > 0) return "rank";
  if (last.measure === "split" && groups.some(({ column, isNot }) => column === last.by && !isNot))
    return plainMeasure(last);
  if (
    last.measure === "compare" &&
    rivalsIn(last.groups).some(({ column }) => groups.some((one) => one.column === column))
  )
    return plainMeasure(last);
  if (last.measure === "rank" && said.topics.length === 1) return "count";
  if (said.feeling !== null && said.topics.length === 0 && said.groups.length === 0)
    return said.feeling === "negative" ? "problems" : "likes";
  return last.measure;
}

/** What is asked of one group or topic where the last question set several side by side. */
const plainMeasure = ({ measure, topics, groups }: Frame): Measure =>
  measure === "split" || measure === "compare" || measure === "rank"
    ? topics.length > 0 || groups.some(({ says }) => says)
      ? "count"
      : "briefing"
    : measure;

/** A group takes the place of those of its column, and stands beside those of others; what is left out joins them. */
const mergedGroups = (last: readonly Group[], own: readonly Group[], isOnly: boolean): Group[] => [
  ...last.filter(({ column }) => !own.some((one) => one.column === column && !one.isNot)),
  ...own.map((one) => {
    const before = last.find(({ column }) => column === one.column);
    // "Only tech companies" says whose, where something was asked of them before.
    return before?.says === undefined ? (isOnly ? withoutSays(one) : one) : { ...one, says: before.says };
  }),
];

/** A line's records as the slots of a frame, so that a later turn may change each of them. */
function slotsOf({ topic, where = {}, all = [], ...rest }: Predicate): Pick<Frame, "topics" | "groups" | "within"> {
  const nested = all.map(slotsOf);
  return {
    topics: [...(topic === undefined ? [] : [topic]), ...nested.flatMap(({ topics }) => topics)],
    groups: [
      ...Object.entries(where).map(([column, values]) => ({
        column,
        values: typeof values === "string" ? [values] : values,
        said: [values].flat().join(" or "),
      })),
      ...nested.flatMap(({ groups }) => groups),
    ],
    within: [...(Object.keys(rest).length > 0 ? [rest] : []), ...nested.flatMap(({ within }) => within)],
  };
}

/** "The second one", "which of these", "compare the first two". */
function overLine(said: Said, last: Frame, { lines }: Earlier, guide: Guide): Frame | null {
  if (said.line !== null) {
    const all = lines();
    const line = all[said.line === -1 ? all.length - 1 : said.line];
    if (!line) return null;
    // "And the second?": the same of another line.
    if (said.goesOn && said.measure === null && said.topics.length + said.groups.length === 0 && said.by === null) {
      const columns = slotsOf(line.predicate).groups.map(({ column }) => column);
      const isOther = last.groups.some(({ column, values }) =>
        slotsOf(line.predicate).groups.some(
          (one) => one.column === column && JSON.stringify(one.values) !== JSON.stringify(values),
        ),
      );
      if (isOther)
        return {
          ...last,
          groups: [
            ...last.groups.filter(({ column }) => !columns.includes(column)),
            ...slotsOf(line.predicate).groups.filter(
              ({ column }) => column !== feelingOf(guide)?.column || last.feeling === null,
            ),
          ],
        };
    }
    const own = alone(said);
    const measure = said.measure === null || said.measure === "compare" ? "briefing" : said.measure;
    const isFigure = /^(?:count|share)$/.test(measure);
    const slots = slotsOf(line.predicate);
    // Of the airline with the most complaints something else is asked now.
    const feels = feelingOf(guide)?.column;
    const wasAsked = last.feeling !== null || last.groups.some((one) => one.column === feels && one.says);
    const isKept = ({ column }: Group): boolean =>
      isFigure || column !== feels || (said.feeling === null && (LISTS.has(last.measure) || !wasAsked));
    const groups = [
      ...slots.groups.filter((one) => isKept(one) && !said.groups.some(({ column }) => column === one.column)),
      ...said.groups.map((one) => (isFigure && said.topics.length === 0 ? { ...one, says: true } : one)),
    ];
    return {
      ...own,
      measure,
      by: said.by,
      groups,
      topics: said.topics.length > 0 ? said.topics : slots.topics,
      within: [...slots.within, ...(said.topics.length > 0 ? slots.topics.map((topic): Predicate => ({ topic })) : [])],
    };
  }
  if (said.lines === 0 || said.topics.length > 0 || said.by !== null || last.topics.length > 1) return null;
  if (!LISTS.has(last.measure) && last.measure !== "split") return null;
  const items = lines()
    .slice(0, said.lines)
    .map(({ predicate }) => predicate);
  return items.length < 2 ? null : { ...alone(said), measure: "rank", items };
}

/** "Which of the two", "compare them": the groups or topics of the last questions. */
function overBoth(said: Said, { frames }: Earlier): Frame | null {
  const asks = said.compares && (said.lines > 0 || said.refers || said.asksWhich);
  if (!asks || said.by !== null || rivalsIn(said.groups).length > 1) return null;
  const last = frames.at(-1)!;
  const before = frames.at(-2);
  const topics = said.topics.length > 0 ? said.topics : last.topics;
  if (rivalsIn(last.groups).length > 1)
    return {
      ...last,
      measure: "compare",
      topics,
      feeling: said.feeling ?? last.feeling,
      numbers: said.numbers,
      by: null,
      items: [],
    };
  if (said.groups.length > 0 || said.topics.length > 1) return null;
  if (last.topics.length > 1 && said.topics.length === 0)
    return { ...last, measure: "rank", feeling: said.feeling, claim: null, by: null };
  if (!before) return null;
  const group = last.groups.find((own) => before.groups.some((other) => isRival(own, other)));
  if (group) {
    const other = before.groups.find((one) => isRival(group, one))!;
    return {
      ...alone(said),
      measure: "compare",
      topics,
      feeling: said.feeling ?? (said.topics.length > 0 ? null : last.feeling),
      groups: [...last.groups.filter((own) => own !== group), other, group],
    };
  }
  const [a, b] = [before.topics, last.topics];
  if (said.topics.length === 0 && a.length === 1 && b.length === 1 && a[0] !== b[0])
    return {
      ...alone(said),
      measure: "rank",
      feeling: null,
      topics: [a[0]!, b[0]!],
      labels: [...before.labels, ...last.labels],
      groups: last.groups,
    };
  return null;
}

const isRival = (one: Group, other: Group): boolean =>
  one.column === other.column && JSON.stringify(one.values) !== JSON.stringify(other.values);
