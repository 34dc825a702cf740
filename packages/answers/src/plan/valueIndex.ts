import { stemOf, words } from "../dataset/words";
import type { Known } from "./plan";

type Columns = Known["columns"];

/** What planning looks up among the values of a dataset's columns; there may be hundreds. */
interface ValueIndex {
  /** In lower case. */
  names: ReadonlySet<string>;
  /** The values that some stems name, or that have a part which these name. */
  named(stems: readonly string[]): readonly { column: string; value: string }[];
}

/** A value's words that say only that it is one: "AI skills". */
const GENERAL = new Set("skills goals topics questions issues matters other general".split(" ").map(stemOf));

const indexes = new WeakMap<Columns, ValueIndex>();

/** The index of some columns, made with the first question about them. */
export function valueIndex(columns: Columns): ValueIndex {
  let index = indexes.get(columns);
  if (!index) indexes.set(columns, (index = indexOf(columns)));
  return index;
}

function indexOf(columns: Columns): ValueIndex {
  const byStems = new Map<string, Set<{ column: string; value: string }>>();
  const key = (stems: readonly string[]): string => [...stems].sort().join(" ");
  for (const { name: column, values } of columns)
    for (const value of values) {
      const one = { column, value };
      for (const part of partsOfValue(value))
        if (part.length > 0) byStems.set(key(part), (byStems.get(key(part)) ?? new Set()).add(one));
    }
  return {
    names: new Set(columns.flatMap(({ values }) => values.map((value) => value.toLowerCase()))),
    named: (stems) => [...(byStems.get(key(stems)) ?? [])],
  };
}

const partsOfValue = (value: string): string[][] =>
  value.split(/[/&,]|\band\b/i).map((part) =>
    words(part)
      .map(stemOf)
      .filter((stem) => !GENERAL.has(stem)),
  );
