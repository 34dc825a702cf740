import { isOverall, SAYS_WHAT } from "../columnKinds";
import { FEW, type Records } from "../disclosure/people";
import { clearness, shareOf, shareVerdict } from "../disclosure/shares";
import { withNested, type Predicate } from "../plan";
import type { OpenColumn } from "./columns";
import type { Dataset } from "./dataset";
import { averageOf } from "./numbers";
import type { CompareResult, Figure } from "./results";
import { recordsOf } from "./sets";

/** So many columns of each kind are told of. */
const MAX_COLUMNS = 6;
/** A column that fewer of the records have says little of them. */
const MIN_HAVING = 0.5;
const MAX_PARTS = 8;
const MAX_VALUES = 30;

export interface Side {
  records: Records;
  set: { count: Figure };
}

const figureOf = (records: Records): Figure => (records.isFew ? FEW : records.figure);
const having = (dataset: Dataset, { name }: OpenColumn, values: readonly string[]): Records =>
  values.length === 0 ? dataset.people.nobody : recordsOf(dataset, { where: { [name]: values as string[] } }).records;

/** Columns that chose none of the sides, and that most of the records have. */
function columnsFor(dataset: Dataset, sides: readonly Predicate[]): OpenColumn[] {
  const named = new Set(sides.flatMap((side) => withNested(side).flatMap(({ where = {} }) => Object.keys(where))));
  const all = dataset.people.all.figure.told ?? 0;
  return dataset.columns.filter(
    (column) =>
      !named.has(column.name) &&
      column.values.length > 1 &&
      (having(dataset, column, column.values).figure.told ?? 0) >= all * MIN_HAVING,
  );
}

const saysYes = (value: string): boolean => /^yes\b/i.test(value);
const saysNo = (value: string): boolean => /^no\b/i.test(value);
const isOfYes = ({ values, lists }: OpenColumn): boolean =>
  lists === null && values.length <= MAX_VALUES && values.some(saysYes) && values.some(saysNo);

/** The averages of sides, and their shares of yes: those first that differ by more than chance. */
export function columnsBeside(
  dataset: Dataset,
  predicates: readonly Predicate[],
  sides: readonly Side[],
): CompareResult["columns"] {
  const asked = columnsFor(dataset, predicates).filter((column) => column.ranges !== null || isOfYes(column));
  const limit = clearness(asked.length * (sides.length - 1));
  const found = asked
    .flatMap((column) => {
      const beside = column.ranges
        ? averagesBeside(dataset, column, sides, limit)
        : sharesBeside(dataset, column, sides, asked.length);
      const told = beside.sides.filter((one) => one !== null && !("share" in one && one.share.percent === null));
      return told.length < (column.ranges ? 2 : 1) ? [] : [beside];
    })
    .sort((a, b) => Number(b.differs) - Number(a.differs) || Number(isOverall(b.by)) - Number(isOverall(a.by)));
  return (["average", "yes"] as const).flatMap((kind) => found.filter(({ is }) => is === kind).slice(0, MAX_COLUMNS));
}

function averagesBeside(
  dataset: Dataset,
  column: OpenColumn,
  sides: readonly Side[],
  limit: number,
): CompareResult["columns"][number] {
  const each = sides.map(({ records }) => averageOf(dataset, column, records));
  const [first, ...others] = each;
  const error = (one: NonNullable<typeof first>): number =>
    (column.numbers?.deviation ?? 0) ** 2 / one.of.told! + ((one.average.high - one.average.low) / 4) ** 2;
  return {
    by: column.name,
    is: "average",
    differs: others.some(
      (other) =>
        first &&
        other &&
        Math.abs(first.average.mean - other.average.mean) > limit * Math.sqrt(error(first) + error(other)),
    ),
    sides: each.map((one) => one && { average: one.average }),
  };
}

function sharesBeside(
  dataset: Dataset,
  column: OpenColumn,
  sides: readonly Side[],
  tried: number,
): CompareResult["columns"][number] {
  const [yes, any] = [having(dataset, column, column.values.filter(saysYes)), having(dataset, column, column.values)];
  const each = sides.map(({ records }): [Figure, Figure] => {
    const base = any.and(records);
    return [figureOf(yes.and(base)), figureOf(base)];
  });
  const [first, ...others] = each;
  return {
    by: column.name,
    is: "yes",
    differs: others.some((other) => ["more", "less"].includes(shareVerdict(first!, other, tried))),
    sides: each.map(([part, base]) => (base.told === null ? null : { share: shareOf(part, base) })),
  };
}

/** How what a record tells of ended. */
const IS_OUTCOME = /outcome|result|status/i;

/** What sides are made up of: by how it ended, or by the first column of what is said, that chose none of them. */
export function partsBeside(
  dataset: Dataset,
  predicates: readonly Predicate[],
  sides: readonly Side[],
): CompareResult["parts"] {
  const columns = columnsFor(dataset, predicates).filter(
    (one) => one.ranges === null && one.values.length <= MAX_VALUES && !isOfYes(one),
  );
  for (const is of [IS_OUTCOME, SAYS_WHAT])
    for (const column of columns.filter(({ name }) => is.test(name))) {
      const parts = partsOf(dataset, column, sides);
      // One value of all sides says nothing.
      if (parts.lines.length > 1) return parts;
    }
  return null;
}

function partsOf(dataset: Dataset, column: OpenColumn, sides: readonly Side[]): NonNullable<CompareResult["parts"]> {
  const lines = column.values.map((value) => {
    const records = having(dataset, column, [value]);
    return { name: value, shares: sides.map((side) => shareOf(figureOf(records.and(side.records)), side.set.count)) };
  });
  const size = ({ shares }: (typeof lines)[number]): number =>
    shares.reduce((sum, { percent }) => sum + (percent ?? 0), 0);
  return {
    by: column.name,
    lines: lines
      .sort((a, b) => size(b) - size(a))
      .filter((one) => size(one) > 0)
      .slice(0, MAX_PARTS),
  };
}
