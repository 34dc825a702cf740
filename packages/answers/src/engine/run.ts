// Longer than other files: one function for each step, and what is wrong with a plan.
import { keyOf } from "../dataset/topics";
import { FEW, type Records } from "../disclosure/people";
import { shareOf, shareVerdict, sizeVerdict } from "../disclosure/shares";
import { boundsOf, withNested, type Plan, type Predicate, type Step, type StepOf } from "../plan";
import { themeIds, type Dataset } from "./dataset";
import { acrossOf, LEAST_GROUP } from "./across";
import { averaged, averageOf, groupsOf, marksIn } from "./numbers";
import { quotesOf } from "./quotes";
import { columnNamed, isBounds } from "./columns";
import { both, predicateFaults, recordsOf, setOf, unknownColumn } from "./sets";
import { columnsBeside, partsBeside } from "./sides";
import { wordingsOf } from "./wordings";
import { themesIn, themesResult, topResult, DEFAULT_LINES } from "./themes";
import type {
  Average,
  CompareResult,
  CountResult,
  Fault,
  Figure,
  Line,
  Quote,
  QuotesResult,
  RankResult,
  Result,
  Share,
  SplitResult,
  Verdict,
} from "./results";

/**
 * What bounds the cost of any plan of the schema: at most six steps; at most 12³ predicates a side, of which `MAX_PREDICATES`
 * are looked at in a step; one pass over the records for each topic, and at most twelve other words tried for each of its
 * words; and one pass over the stored sets for each list of themes, of which a comparison makes at most `MAX_SIDE_THEMES`.
 */
const MAX_PREDICATES = 60;
const MAX_SIDE_THEMES = 4;
const QUOTES = 3;

/** What each step finds, in order. */
export const runPlan = (dataset: Dataset, { steps }: Pick<Plan, "steps">): Result[] =>
  steps.map((step) => runStep(dataset, step));

/** What of a plan this data does not have: columns and values, by their pointers. */
export function faultsIn(dataset: Dataset, { steps }: Pick<Plan, "steps">): Fault[] {
  const columns = dataset.columns.map(({ name }) => name);
  return steps.flatMap((step, i): Fault[] => {
    const at = `/steps/${i}`;
    const places = placesOf(step);
    const parts = places.flatMap(({ predicate, pointer }) => predicateFaults(dataset, predicate, `${at}${pointer}`));
    const size = places.reduce((sum, { predicate }) => sum + sizeOf(predicate), 0);
    return [
      ...(size > MAX_PREDICATES
        ? [{ pointer: at, detail: `The step has ${size} predicates. Use at most ${MAX_PREDICATES}.` }]
        : []),
      ...("by" in step && step.by !== undefined && !columnNamed(dataset, step.by)
        ? [{ pointer: `${at}/by`, detail: unknownColumn(step.by, columns) }]
        : []),
      ...(step.do === "average" && !columnNamed(dataset, step.column)?.ranges
        ? [{ pointer: `${at}/column`, detail: noNumbers(dataset, step.column) }]
        : []),
      ...parts,
    ];
  });
}

function noNumbers({ columns }: Dataset, name: string): string {
  const numbers = columns.filter(({ ranges }) => ranges !== null).map((one) => one.name);
  return unknownColumn(name, numbers).replace("no column", "no column of numbers");
}

const sizeOf = ({ all = [], any = [], none = [] }: Predicate): number =>
  1 + [...all, ...any, ...none].reduce((sum, one) => sum + sizeOf(one), 0);

function placesOf(step: Step): { predicate: Predicate; pointer: string }[] {
  const at = (pointer: string, predicate: Predicate | undefined) => (predicate ? [{ predicate, pointer }] : []);
  const many = (name: string, list: readonly Predicate[]) => list.flatMap((one, i) => at(`/${name}/${i}`, one));
  if (step.do === "compare") return [...many("sides", step.sides), ...at("/on", step.on)];
  if (step.do === "rank") return [...many("items", step.items), ...at("/among", step.among)];
  if (step.do === "average") return at("/among", step.among);
  return [...at("/of", step.of), ...(step.do === "count" || step.do === "share" ? at("/among", step.among) : [])];
}

/** What one step finds. Unknown columns and values find nobody: `faultsIn` names them. */
export function runStep(dataset: Dataset, step: Step): Result {
  switch (step.do) {
    case "count":
    case "share":
      return counted(dataset, step);
    case "top":
      return topResult(dataset, step.of ?? null, step.limit ?? DEFAULT_LINES);
    case "split":
      return split(dataset, step);
    case "average":
      return averaged(dataset, step);
    case "compare":
      return compared(dataset, step);
    case "rank":
      return ranked(dataset, step);
    case "themes":
      return themesResult(dataset, step.of ?? null, step.cue ?? null, step.limit ?? DEFAULT_LINES);
    case "quotes":
      return quoted(dataset, step);
  }
}

function counted(dataset: Dataset, step: StepOf<"count"> | StepOf<"share">): CountResult {
  const among = recordsOf(dataset, step.among);
  const found = recordsOf(dataset, step.of);
  const records = step.of && step.among ? found.records.and(among.records) : step.of ? found.records : among.records;
  const ofSet = setOf(dataset, step.of ?? step.among, records);
  const amongSet = setOf(dataset, step.among, among.records);
  const quotes = step.of
    ? quotesOrWordings(dataset, records, QUOTES, [step.of, ...(step.among ? [step.among] : [])])
    : [];
  return {
    do: step.do,
    of: ofSet,
    among: amongSet,
    share: shareOf(ofSet.count, amongSet.count),
    alsoBy: found.alsoBy,
    quotes,
    across: acrossOf(dataset, [step.of, step.among], records, among.records),
  };
}

/** Quotes, or what people say in the very same words where no text may be quoted. */
function quotesOrWordings(dataset: Dataset, records: Records, count: number, met: readonly Predicate[]): Quote[] {
  // A part of a text is quoted for what itself says each topic that the record was found by.
  const holding = met.flatMap((one) => saidIn(dataset, one));
  const quotes = quotesOf(dataset, records, count, { about: met.flatMap(topicsIn), holding });
  return quotes.length > 0 ? quotes : wordingsOf(dataset, records, count, met[0] ? topicsIn(met[0]) : []);
}

/** The topics that a record of a predicate speaks of: each in its own words or others. */
const saidIn = (dataset: Dataset, { topic, words, all = [], any = [] }: Predicate): string[][] => [
  ...(topic === undefined ? [] : [[topic, ...recordsOf(dataset, { topic }).alsoBy]]),
  ...(words === undefined ? [] : [[words]]),
  ...all.flatMap((one) => saidIn(dataset, one)),
  ...(any.some((one) => topicsIn(one).length > 0) ? [any.flatMap((one) => saidIn(dataset, one).flat())] : []),
];

const topicsIn = (one: Predicate): string[] => [
  ...(one.topic ? [one.topic] : []),
  ...(one.words ? [one.words] : []),
  ...[...(one.all ?? []), ...(one.any ?? [])].flatMap(topicsIn),
];

function split(
  dataset: Dataset,
  { of, among, by, order = "most", limit = 20, fewest = 0 }: StepOf<"split">,
): SplitResult {
  const column = columnNamed(dataset, by);
  const within = recordsOf(dataset, among).records;
  const asked = recordsOf(dataset, of).records;
  const whole = { records: of && among ? asked.and(within) : of ? asked : within };
  const amongSet = setOf(dataset, among, within);
  const base = of ? setOf(dataset, of, whole.records) : amongSet;
  const groups = column ? groupsOf(dataset, column) : [];
  let leftOut = 0;
  const lines = groups.flatMap(({ value, is }) => {
    const where: Predicate = { where: { [column!.name]: is } };
    const all = recordsOf(dataset, where).records;
    const own = among ? all.and(within) : all;
    const records = of ? own.and(whole.records) : own;
    const count = countOf(records);
    const group = countOf(own);
    if ((group.told ?? 0) < fewest) {
      leftOut += 1;
      return [];
    }
    if (of ? group.told === null : count.told === null) return [];
    return [{ value, where, records, own, count, group, share: shareOf(count, of ? group : base.count) }];
  });
  const valueOf = (one: (typeof lines)[number]): number => (of ? middleOf(one.share) : one.count.told!);
  // A share of few is mostly noise, and stands behind the others.
  const least = of && fewest === 0 ? Math.max(LEAST_GROUP, (dataset.people.all.figure.told ?? 0) / 500) : 0;
  const isSmall = ({ group }: (typeof lines)[number]): number => ((group.told ?? 0) < least ? 1 : 0);
  lines.sort(
    (a, b) =>
      isSmall(a) - isSmall(b) ||
      (order === "most" ? valueOf(b) - valueOf(a) : valueOf(a) - valueOf(b)) ||
      b.group.told! - a.group.told!,
  );
  const shown = lines.slice(0, limit);
  const pairs = lines.map(({ count, group }): [Figure, Figure] => [count, group]);
  return {
    do: "split",
    of: of ? base : null,
    among: amongSet,
    by: column?.name ?? by,
    isDated: column?.isDated ?? false,
    order,
    lines: shown.map(({ value, where, count, share, group }, i) => ({
      name: value,
      predicate: both(among, of ? both(of, where) : where),
      count,
      base: of ? group : base.count,
      share,
      elsewhere: of ? elsewhere(pairs, lines.indexOf(shown[i]!)) : null,
      quote: null,
    })),
    notShown: groups.length - leftOut - shown.length,
    fewest: fewest || null,
    leftOut,
    verdict: of ? firstOfShares(pairs) : firstOfSizes(lines.map(({ count }) => count)),
  };
}

const middleOf = (share: Share): number => share.percent ?? share.high / 4;

/** The share of all other groups together, where it differs by more than chance. */
function elsewhere(pairs: readonly [Figure, Figure][], place: number): Share | null {
  const others = pairs.filter((_, i) => i !== place);
  const [part, base] = [summed(others.map(([count]) => count)), summed(others.map(([, group]) => group))];
  const verdict = shareVerdict(pairs[place]!, [part, base], pairs.length);
  return verdict === "more" || verdict === "less" ? shareOf(part, base) : null;
}

/** The sum of published figures. */
function summed(figures: readonly Figure[]): Figure {
  const told = figures.reduce((sum, figure) => sum + (figure.told ?? 0), 0);
  const low = figures.reduce((sum, figure) => sum + figure.low, 0);
  const high = figures.reduce((sum, figure) => sum + figure.high, 0);
  return told < 5 ? FEW : { told, low, high };
}

function firstOfShares(pairs: readonly [Figure, Figure][]): Verdict {
  const [first, second] = pairs;
  return first && second ? shareVerdict(first, second, pairs.length) : "unknown";
}

function firstOfSizes(figures: readonly Figure[]): Verdict {
  const [first, second] = figures;
  return first && second ? sizeVerdict(first, second) : "unknown";
}

const countOf = (records: Records): Figure => (records.isFew ? FEW : records.figure);

function compared(dataset: Dataset, { sides, on }: StepOf<"compare">): CompareResult {
  const onSet = on ? recordsOf(dataset, on).records : null;
  const each = sides.map((side) => {
    const { records } = recordsOf(dataset, side);
    const set = setOf(dataset, side, records);
    const part = onSet ? countOf(onSet.and(records)) : null;
    return { side, records, set, part, share: part ? shareOf(part, set.count) : null };
  });
  const [first, second] = each;
  const verdict =
    onSet && first!.part && second!.part
      ? shareVerdict([first!.part, first!.set.count], [second!.part, second!.set.count])
      : sizeVerdict(first!.set.count, second!.set.count);
  const themes = each.map(({ side, records }, i) =>
    onSet || i >= MAX_SIDE_THEMES || records.isFew ? [] : themesIn(dataset, side, records, 5).lines,
  );
  return {
    do: "compare",
    on: onSet ? setOf(dataset, on, onSet) : null,
    sides: each.map(({ set, part, share, records }, i) => ({
      set,
      part,
      share,
      themes: themes[i]!,
      mark: markOf(dataset, records),
    })),
    columns: onSet ? [] : columnsBeside(dataset, sides, each),
    marks: marksIn(dataset)?.name ?? null,
    verdict,
    differences: onSet ? [] : differencesOf(dataset, each),
    parts: onSet ? null : partsBeside(dataset, sides, each),
  };
}

const MAX_DIFFERENCES = 6;

/** The themes that differ most between the first two sides, or the first and all others, by more than chance. */
function differencesOf(
  dataset: Dataset,
  sides: readonly { side: Predicate; records: Records; set: { count: Figure } }[],
): CompareResult["differences"] {
  const { people, themes } = dataset;
  const told = sides.filter(({ records }) => !records.isFew);
  if (told.length < 2) return [];
  // What chose a side is no difference between them.
  const chosenBy = new Set(sides.flatMap(({ side }) => withNested(side)).flatMap(stemsOf));
  const apart = themes.flatMap(({ name, key }, place) => {
    if (key.split(" ").some((stem) => chosenBy.has(stem))) return [];
    const parts = sides.map(({ records }) => people.figureOf(themeIds(dataset, place), records));
    const verdict = shareVerdict([parts[0]!, sides[0]!.set.count], [parts[1]!, sides[1]!.set.count], themes.length);
    if (verdict !== "more" && verdict !== "less") return [];
    const shares = parts.map((part, i) => shareOf(part, sides[i]!.set.count));
    return [
      { name, predicate: { topic: name }, shares, verdict, gap: Math.abs(middleOf(shares[0]!) - middleOf(shares[1]!)) },
    ];
  });
  return apart
    .sort((a, b) => b.gap - a.gap)
    .slice(0, MAX_DIFFERENCES)
    .map(({ gap: _, ...one }) => one);
}

/** The stems of a predicate's own words and values. */
const stemsOf = ({ topic = "", words = "", where = {} }: Predicate): string[] =>
  [topic, words, ...Object.values(where).flatMap((given) => (isBounds(given) ? [] : given))]
    .filter((one) => one !== "")
    .flatMap((one) => keyOf(one).split(" "));

function ranked(dataset: Dataset, { items, among, order = "most" }: StepOf<"rank">): RankResult {
  const base = recordsOf(dataset, among).records;
  const set = setOf(dataset, among, base);
  const lines: Line[] = items.map((item) => {
    const own = recordsOf(dataset, item).records;
    const records = among ? own.and(base) : own;
    const { name, count } = setOf(dataset, item, records);
    const [quote = null] = quotesOf(dataset, records, 1, { about: topicsIn(item) });
    return {
      name: lineName(item) ?? name,
      predicate: both(among, item),
      count,
      base: set.count,
      share: shareOf(count, set.count),
      elsewhere: null,
      quote,
      mark: markOf(dataset, records),
    };
  });
  const size = ({ count }: Line): number => count.told ?? 0;
  lines.sort((a, b) => (order === "most" ? size(b) - size(a) : size(a) - size(b)));
  return {
    do: "rank",
    among: set,
    marks: marksIn(dataset)?.name ?? null,
    order,
    lines,
    verdict: firstOfSizes(lines.map(({ count }) => count)),
  };
}

function markOf(dataset: Dataset, records: Records): Average | null {
  const column = marksIn(dataset);
  return column ? (averageOf(dataset, column, records)?.average ?? null) : null;
}

/** An item by its own words, where these are all that it is. */
function lineName(item: Predicate): string | null {
  // A topic with the values that are called by it.
  const [topic, label] = Object.keys(item).length === 1 && item.any?.length === 2 ? item.any : [];
  if (topic?.topic !== undefined && label?.where) return topic.topic;
  const [member, ...more] = Object.keys(item);
  // A theme of a set is called by its name.
  const last = member === "all" && more.length === 0 ? item.all!.at(-1)! : null;
  if (last?.topic !== undefined && Object.keys(last).length === 1) return last.topic;
  if (more.length > 0) return null;
  if (member === "topic" || member === "words") return item[member]!;
  const [value, ...others] = member === "where" ? Object.values(item.where!) : [];
  if (value === undefined || others.length > 0) return null;
  return isBounds(value) ? boundsOf(value) : [value].flat().join(" or ");
}

function quoted(dataset: Dataset, { of, limit = 5 }: StepOf<"quotes">): QuotesResult {
  const { records } = recordsOf(dataset, of);
  return {
    do: "quotes",
    of: setOf(dataset, of, records),
    quotes: quotesOrWordings(dataset, records, limit, of ? [of] : []),
  };
}
