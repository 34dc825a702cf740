import { dateOf, isMostly, rangeOf, type Range } from "../dataset/numbers";
import type { Column } from "../dataset/snapshot";
import type { Bounds } from "../plan";

/** A column as plans look into it. */
export interface OpenColumn extends Column {
  /** The codes that hold each value. */
  codesOf: readonly (readonly number[])[];
  /** What each value stands for, where the column is one of numbers. */
  ranges: readonly (Range | null)[] | null;
  isDated: boolean;
}

export function openColumn(column: Column): OpenColumn {
  const { values, lists } = column;
  const isDated = isMostly(values, dateOf);
  return {
    ...column,
    codesOf: values.map((_, place) =>
      lists ? lists.flatMap((list, i) => (list.includes(place) ? [i + 1] : [])) : [place + 1],
    ),
    ranges: !isDated && isMostly(values, rangeOf) ? values.map(rangeOf) : null,
    isDated,
  };
}

/** The column of a name, in any case, by its own name first. */
export function columnNamed({ columns }: { columns: readonly OpenColumn[] }, name: string): OpenColumn | null {
  const said = name.trim().toLowerCase();
  return (
    columns.find((one) => one.name.toLowerCase() === said) ??
    columns.find(({ alsoCalled }) => alsoCalled.includes(said)) ??
    null
  );
}

/**
 * The values of a column that are called so: its own in any case, else those that are also called so, else the dates in
 * a year or month ("2023" for "2023-05").
 */
export function valuesNamed({ values, valuesAlsoCalled, isDated }: OpenColumn, name: string): string[] {
  const said = name.trim().toLowerCase();
  const own = values.filter((value) => value.toLowerCase() === said);
  if (own.length > 0) return own;
  const called = values.filter((_, i) => valuesAlsoCalled[i]!.includes(said));
  if (called.length > 0 || !isDated || !dateOf(said)) return called;
  return values.filter((value) => value.trim().startsWith(said) && /^[-/.]\d/.test(value.trim().slice(said.length)));
}

/** The values of a column that are named, or whose numbers are within bounds. */
export function valuesIn(column: OpenColumn, given: string | readonly string[] | Bounds): string[] {
  if (typeof given === "string") return valuesNamed(column, given);
  if (!isBounds(given)) return given.flatMap((value) => valuesNamed(column, value));
  const { from = -Infinity, to = Infinity } = given;
  return column.values.filter((_, i) => {
    const range = column.ranges?.[i];
    return range && range.low >= from && range.high <= to;
  });
}

export const isBounds = (given: string | readonly string[] | Bounds): given is Bounds =>
  typeof given === "object" && !Array.isArray(given);
