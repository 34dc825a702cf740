// Longer than other files: all the ways in which a question goes on from the one before.
import type { Guide } from "../guide";
import type { Predicate } from "../plan";
import type { Frame, Group, Measure } from "./frame";
import type { Said } from "./frames";
import { aboutOf, allOf, othersOf, rivalsIn, topicsPredicate } from "./predicates";

/** What was asked before: its frames, the last at the end, and the lines of the last result. */
export interface Earlier {
  frames: readonly Frame[];
  lines: () => readonly { name: string; predicate: Predicate }[];
}

/** A part as a frame of its own; the briefing where nothing says what is asked of what is named. */
export function alone(said: Said): Frame {
  const { measure, topics, join, exclude, groups, by, limit, order, polarity, claim } = said;
  const isRanking = measure === "compare" && topics.length > 1 && rivalsIn(groups).length < 2;
  return {
    measure: isRanking ? "rank" : (measure ?? measureOfNamed(said)),
    ...{
      topics,
      join,
      exclude,
      groups,
      by,
      limit,
      order,
      polarity,
      claim,
      pointsBack: "no",
      within: said.within,
      items: [],
    },
  };
}

function measureOfNamed({ by, topics, groups, compares }: Said): Measure {
  if (by !== null) return "split";
  if (compares && topics.length > 1) return "rank";
  if (compares && rivalsIn(groups).length > 1) return "compare";
  return "briefing";
}

const LISTS: ReadonlySet<Measure> = new Set([
  "themes",
  "reasons",
  "problems",
  "wishes",
  "top",
  "briefing",
  "split",
  "rank",
  "compare",
]);
const PARTS: ReadonlySet<Measure> = new Set(["count", "share", "split"]);

/** A part of a later question as a frame, laid over what was asked before. */
export function laidOver(said: Said, earlier: Earlier, guide: Guide): Frame {
  const last = earlier.frames.at(-1);
  if (!last) return alone(said);
  // "Compare the two": of the last two questions, where these are two, else of the lines.
  const ofLines = (said.lines === 2 && overEarlierSides(said, earlier)) || overLines(said, last, earlier);
  if (ofLines) return ofLines;
  const others = said.isOther && said.groups.length === 0 ? overOthers(said, last, guide) : null;
  if (others) return others;
  const { topics, groups, by, exclude } = said;
  const namesTopic = topics.length > 0;
  const namesGroup = groups.length > 0;
  const isBare = !namesTopic && !namesGroup && by === null && exclude.length === 0;
  if (said.measure === "compare" && !namesTopic && rivalsIn(groups).length < 2) {
    const both = overEarlierSides(said, earlier);
    if (both) return both;
  }
  if (
    said.measure === "compare" &&
    namesTopic &&
    topics.length === 1 &&
    !namesGroup &&
    said.refers &&
    last.topics.length === 1
  )
    return { ...alone(said), measure: "rank", topics: [...last.topics, ...topics], groups: last.groups };
  const isElliptic =
    said.measure === null ||
    (said.isByMarks && (said.goesOn || said.words < 5)) ||
    (said.goesOn && said.measure === "compare" && !said.compares) ||
    isSame(said);
  // "How many of those mention rust?": what is named is looked for in what was spoken of.
  if (
    !isElliptic &&
    (said.pointsBack === "all" || isPlace(said)) &&
    (namesTopic || namesGroup) &&
    PARTS.has(said.measure!)
  ) {
    const base = baseOf(last);
    if (base !== null) return { ...alone(said), pointsBack: "all", within: [base] };
  }
  if (isElliptic) return overElliptic(said, last);
  // A measure of its own, of what was spoken of.
  if (isBare || (by !== null && !namesTopic && !namesGroup))
    return { ...restated(said, last), by: by ?? (said.measure === "split" ? last.by : null) };
  if (!namesTopic && namesGroup) {
    const isOpen = said.measure === "themes" || said.measure === "problems" || said.measure === "wishes";
    const keeps = said.refers || said.goesOn || (isContrast(groups, last) && (!isOpen || said.isReaction));
    return keeps ? { ...restated(said, last), groups: mergedGroups(last.groups, groups), by } : { ...alone(said) };
  }
  if (namesTopic && !namesGroup && (isPlaceWord(said) || (said.goesOn && last.groups.length > 0)))
    return { ...alone(said), groups: last.groups };
  return alone(said);
}

/** "Is it the same in the West?" */
const isSame = (said: Said): boolean =>
  said.measure === "compare" && !said.compares
    ? true
    : said.goesOn &&
      said.topics.length === 0 &&
      said.groups.length === 1 &&
      said.by === null &&
      (said.measure === "compare" || said.measure === "count");
const isPlace = (said: Said): boolean => said.refers && said.measure === "share" && said.pointsBack !== "no";
const isPlaceWord = (said: Said): boolean => said.refers && said.pointsBack === "all";

const isContrast = (groups: readonly Group[], last: Frame): boolean =>
  last.topics.length > 0 &&
  (last.groups.length === 0 || groups.some(({ column }) => last.groups.some((one) => one.column === column)));

/** What a count of a part is a part of: all that was spoken of, and of a share what it was a share of, too. */
const baseOf = (last: Frame): Predicate | null => (last.items.length > 1 ? { any: last.items } : aboutOf(last));

/** A question of its own about what was spoken of. */
function restated(said: Said, last: Frame): Frame {
  const own = alone(said);
  const isRanking = last.topics.length > 1 && own.measure === "compare";
  return {
    ...own,
    measure: isRanking ? "rank" : own.measure,
    topics: last.topics,
    join:
      last.join === "each" && last.topics.length > 1 && own.measure !== "count" && own.measure !== "rank"
        ? "or"
        : last.join,
    exclude: [...last.exclude, ...said.exclude],
    polarity: last.polarity,
    groups: said.groups.length > 0 ? said.groups : last.groups,
    within: last.within,
    items: own.measure === "compare" || own.measure === "rank" ? last.items : [],
    pointsBack: "all",
  };
}

/** "And men?", "by region", "what about the canteen?": the last question with what is named in its place. */
function overElliptic(said: Said, last: Frame): Frame {
  const { topics, groups, by } = said;
  const measure = measureAfter(said, last);
  const isNewSubject = topics.length > 0;
  const isAdded =
    last.measure === "rank" &&
    topics.length === 1 &&
    groups.length === 0 &&
    last.topics.length > 1 &&
    said.goesOn &&
    !last.topics.includes(topics[0]!);
  return {
    ...last,
    measure,
    topics: isNewSubject ? (isAdded ? [...last.topics, ...topics] : topics) : last.topics,
    join: isNewSubject && !isAdded ? said.join : last.join,
    exclude: [...new Set([...last.exclude, ...said.exclude])],
    polarity: said.polarity === "without" ? "without" : isNewSubject ? "with" : last.polarity,
    // What a share is of comes first: "and for Voltair?"
    groups:
      last.measure === "share" && last.topics.length === 0
        ? [...groups, ...mergedGroups(last.groups, groups).filter((one) => !groups.includes(one))]
        : mergedGroups(last.groups, groups),
    by: by ?? (groups.some(({ column }) => column === last.by) ? null : last.by),
    limit: said.limit ?? last.limit,
    order: said.order === "least" ? "least" : last.order,
    claim: said.claim,
    within: isNewSubject && last.pointsBack !== "all" ? [] : last.within,
    items: isNewSubject ? [] : last.items,
  };
}

function measureAfter(said: Said, last: Frame): Measure {
  const { by, groups, topics } = said;
  if (by !== null) return "split";
  if (rivalsIn(groups).length > 1) return "compare";
  if (last.measure === "split" && groups.some(({ column }) => column === last.by))
    return last.topics.length > 0 ? "count" : "briefing";
  if (last.measure === "compare" && groups.length > 0) return last.topics.length > 0 ? "count" : "themes";
  if (last.measure === "rank" && topics.length === 1 && !said.goesOn) return "count";
  if (last.measure === "compare" && topics.length === 0) return "compare";
  return last.measure;
}

/** A group takes the place of those of its column, and stands beside those of others. */
const mergedGroups = (last: readonly Group[], own: readonly Group[]): Group[] => [
  ...last.filter(({ column }) => !own.some((one) => one.column === column)),
  ...own,
];

/** "The second one", "which of these", "compare the first two". */
function overLines(said: Said, last: Frame, { lines }: Earlier): Frame | null {
  if (!LISTS.has(last.measure)) return null;
  if (typeof said.pointsBack === "number") {
    const all = lines();
    const at = said.pointsBack === -1 ? all.length - 1 : said.pointsBack;
    const line = all[at];
    if (!line) return null;
    const own =
      said.measure === "compare" && said.by === null ? { ...alone(said), measure: "briefing" as const } : alone(said);
    const measure = own.measure === "problems" && said.measure !== "problems" ? "briefing" : own.measure;
    // A line is part of what the list was of; its groups may be exchanged by what is asked next.
    const of = last.measure === "rank" ? null : topicsPredicate(last);
    const apart = withoutGroups(line.predicate, last.groups);
    const isWhole = said.groups.length === 0 && JSON.stringify(apart) !== JSON.stringify(line.predicate);
    const within = allOf(isWhole ? line.predicate : apart, of, ...last.within);
    const groups = isWhole ? [] : mergedGroups(last.groups, said.groups);
    return { ...own, measure, groups, pointsBack: at, within: within === null ? [] : [within] };
  }
  const isChoice = said.lines > 0 && said.topics.length === 0 && said.by === null;
  const asksFor =
    said.measure === "compare" ||
    said.measure === "rank" ||
    said.measure === "count" ||
    said.measure === "themes" ||
    said.measure === "problems" ||
    said.measure === null;
  if (!isChoice || !asksFor || last.topics.length > 1) return null;
  const items = lines()
    .slice(0, said.lines)
    .map(({ predicate }) => predicate);
  if (items.length < 2) return null;
  const groups = said.groups.length > 0 ? mergedGroups(last.groups, said.groups) : last.groups;
  const measure = said.measure === "compare" && said.lines === 2 && last.measure === "split" ? "compare" : "rank";
  return {
    ...alone(said),
    measure,
    topics: measure === "compare" ? last.topics : [],
    groups,
    items,
    pointsBack: "all",
    limit: null,
  };
}

/** A predicate without what the groups say. */
function withoutGroups(predicate: Predicate, groups: readonly Group[]): Predicate | null {
  const { where = {}, all = [], ...rest } = predicate;
  const kept = Object.entries(where).filter(([column]) => !groups.some((one) => one.column === column));
  return allOf(
    rest,
    kept.length === 0 ? null : { where: Object.fromEntries(kept) },
    ...all.flatMap((one) => withoutGroups(one, groups) ?? []),
  );
}

/** "And the others?": the values of the column that were not asked of. */
function overOthers(said: Said, last: Frame, guide: Guide): Frame | null {
  const group = last.groups.at(-1);
  const other = group && othersOf(group, guide);
  if (!group || !other) return null;
  if (said.compares || said.measure === "compare")
    return { ...restated(said, last), measure: "compare", groups: [...last.groups, other], by: null };
  return {
    ...restated({ ...said, measure: said.measure ?? last.measure }, last),
    groups: [...last.groups.filter((one) => one !== group), other],
  };
}

/** "Compare the two": the groups or topics of the last two questions. */
function overEarlierSides(said: Said, { frames }: Earlier): Frame | null {
  const last = frames.at(-1)!;
  if (rivalsIn(last.groups).length > 1 || last.topics.length > 1 || said.by !== null) return null;
  const before = frames.slice(0, -1).reverse();
  for (const one of before) {
    const topicApart = one.topics.length === 1 && last.topics.length === 1 && one.topics[0] !== last.topics[0];
    if (topicApart)
      return {
        ...alone(said),
        measure: "rank",
        topics: [one.topics[0]!, last.topics[0]!],
        groups: said.groups.length > 0 ? said.groups : last.groups,
        pointsBack: "all",
      };
    const group = last.groups.find((own) =>
      one.groups.some((other) => other.column === own.column && other.values.join() !== own.values.join()),
    );
    const other = group && one.groups.find(({ column }) => column === group.column)!;
    if (group && other && said.groups.length === 0)
      return {
        ...alone(said),
        measure: "compare",
        topics: last.topics,
        groups: [...last.groups.filter((own) => own !== group), other, group],
        pointsBack: "all",
      };
  }
  return null;
}
