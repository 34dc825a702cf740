// Longer than other files: one function for each step, and what is wrong with a plan.
import { FEW, type Records } from "../disclosure/people";
import { shareOf, shareVerdict, sizeVerdict } from "../disclosure/shares";
import type { Plan, Predicate, Step, StepOf } from "../plan";
import { themeIds, type Dataset } from "./dataset";
import { quotesOf } from "./quotes";
import { columnNamed } from "./columns";
import { both, predicateFaults, recordsOf, setOf, unknownColumn } from "./sets";
import { themesIn, themesResult, topResult, DEFAULT_LINES } from "./themes";
import type {
  CompareResult,
  CountResult,
  Fault,
  Figure,
  Line,
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
      ...(step.do === "split" && !columnNamed(dataset, step.by)
        ? [{ pointer: `${at}/by`, detail: unknownColumn(step.by, columns) }]
        : []),
      ...parts,
    ];
  });
}

const sizeOf = ({ all = [], any = [], none = [] }: Predicate): number =>
  1 + [...all, ...any, ...none].reduce((sum, one) => sum + sizeOf(one), 0);

function placesOf(step: Step): { predicate: Predicate; pointer: string }[] {
  const at = (pointer: string, predicate: Predicate | undefined) => (predicate ? [{ predicate, pointer }] : []);
  const many = (name: string, list: readonly Predicate[]) => list.flatMap((one, i) => at(`/${name}/${i}`, one));
  if (step.do === "compare") return [...many("sides", step.sides), ...at("/on", step.on)];
  if (step.do === "rank") return [...many("items", step.items), ...at("/among", step.among)];
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
  const quotes = step.of ? quotesOf(dataset, records, QUOTES, { about: topicsIn(step.of) }) : [];
  return {
    do: step.do,
    of: ofSet,
    among: amongSet,
    share: shareOf(ofSet.count, amongSet.count),
    alsoBy: found.alsoBy,
    quotes,
  };
}

const topicsIn = (one: Predicate): string[] => [
  ...(one.topic ? [one.topic] : []),
  ...(one.words ? [one.words] : []),
  ...[...(one.all ?? []), ...(one.any ?? [])].flatMap(topicsIn),
];

function split(dataset: Dataset, { of, among, by, order = "most", limit = 20 }: StepOf<"split">): SplitResult {
  const column = columnNamed(dataset, by);
  const within = recordsOf(dataset, among).records;
  const asked = recordsOf(dataset, of).records;
  const whole = { records: of && among ? asked.and(within) : of ? asked : within };
  const amongSet = setOf(dataset, among, within);
  const base = of ? setOf(dataset, of, whole.records) : amongSet;
  const lines = (column?.values ?? []).flatMap((value) => {
    const where: Predicate = { where: { [column!.name]: value } };
    const all = recordsOf(dataset, where).records;
    const own = among ? all.and(within) : all;
    const records = of ? own.and(whole.records) : own;
    const count = countOf(records);
    const group = countOf(own);
    if (of ? group.told === null : count.told === null) return [];
    return [{ value, where, records, own, count, group, share: shareOf(count, of ? group : base.count) }];
  });
  const valueOf = (one: (typeof lines)[number]): number => (of ? middleOf(one.share) : one.count.told!);
  lines.sort(
    (a, b) => (order === "most" ? valueOf(b) - valueOf(a) : valueOf(a) - valueOf(b)) || b.group.told! - a.group.told!,
  );
  const shown = lines.slice(0, limit);
  const pairs = lines.map(({ count, group }): [Figure, Figure] => [count, group]);
  return {
    do: "split",
    of: of ? base : null,
    among: amongSet,
    by: column?.name ?? by,
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
    notShown: (column?.values.length ?? 0) - shown.length,
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

/** Told figures together. */
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
    sides: each.map(({ set, share }, i) => ({ set, share, themes: themes[i]! })),
    verdict,
    differences: onSet ? [] : differencesOf(dataset, each),
  };
}

const MAX_DIFFERENCES = 6;

/** The themes that differ most between the first two sides, or the first and all others, by more than chance. */
function differencesOf(
  dataset: Dataset,
  sides: readonly { records: Records; set: { count: Figure } }[],
): CompareResult["differences"] {
  const { people, themes } = dataset;
  const told = sides.filter(({ records }) => !records.isFew);
  if (told.length < 2) return [];
  const apart = themes.flatMap(({ name }, place) => {
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
    };
  });
  const size = ({ count }: Line): number => count.told ?? 0;
  lines.sort((a, b) => (order === "most" ? size(b) - size(a) : size(a) - size(b)));
  return { do: "rank", among: set, order, lines, verdict: firstOfSizes(lines.map(({ count }) => count)) };
}

/** An item by its own words, where these are all that it is. */
function lineName(item: Predicate): string | null {
  const [member, ...more] = Object.keys(item);
  if (more.length > 0) return null;
  if (member === "topic" || member === "words") return item[member]!;
  const values = member === "where" ? Object.values(item.where!) : [];
  return values.length === 1 ? [values[0]!].flat().join(" or ") : null;
}

function quoted(dataset: Dataset, { of, limit = 5 }: StepOf<"quotes">): QuotesResult {
  const { records } = recordsOf(dataset, of);
  return {
    do: "quotes",
    of: setOf(dataset, of, records),
    quotes: quotesOf(dataset, records, limit, { about: of ? topicsIn(of) : [] }),
  };
}
