import { rangeOf } from "./dataset/numbers";
import type { Guide, GuideColumn } from "./guide";

/** What a language model is told of a dataset: size, columns, the largest themes. Each figure is told; null is fewer than 5. */
export interface ModelGuide {
  records: string;
  size: number | null;
  /** How many records have each value. */
  columns: Record<string, Record<string, number | null>>;
  /** Columns of numbers, by their least and their largest; those of few numbers have their values in `columns`, too. */
  numbers: Record<string, { from: number; to: number }>;
  themes: Record<string, number | null>;
}

/** Of a column of more numbers, single ones say little. */
const MAX_NUMBERS = 15;

export const modelGuide = ({ record, size, columns, themes }: Guide): ModelGuide => ({
  records: record.many,
  size: size.told,
  columns: Object.fromEntries(
    columns
      .filter(({ isNumbers, values }) => !isNumbers || values.length <= MAX_NUMBERS)
      .map(({ name, values }) => [name, Object.fromEntries(values.map((one) => [one.value, one.count.told]))]),
  ),
  numbers: Object.fromEntries(columns.filter(({ isNumbers }) => isNumbers).map((one) => [one.name, endsOf(one)])),
  themes: Object.fromEntries(themes.map(({ name, count }) => [name, count.told])),
});

function endsOf({ values }: GuideColumn): { from: number; to: number } {
  const ranges = values.flatMap(({ value }) => rangeOf(value) ?? []);
  const ends = ranges.flatMap(({ low, high }) => [low, high]).filter(Number.isFinite);
  return { from: Math.min(...ends), to: Math.max(...ends) };
}
