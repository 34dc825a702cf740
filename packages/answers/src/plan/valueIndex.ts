import type { Known } from "./plan";
import { nameKey, otherNames } from "./valueWords";

type Columns = Known["columns"];
interface Value {
  column: string;
  value: string;
}

/** What planning looks up among the values of a dataset's columns; there may be hundreds. */
interface ValueIndex {
  /** In lower case. */
  names: ReadonlySet<string>;
  /** The values that some words name, or a part of which they name, by its own name or another that means as much. */
  named(key: string): readonly Value[];
  /** Those that what is named comes under. */
  around(key: string): readonly Value[];
}

const indexes = new WeakMap<Columns, ValueIndex>();

/** The index of some columns, made with the first question about them. */
export function valueIndex(columns: Columns): ValueIndex {
  let index = indexes.get(columns);
  if (!index) indexes.set(columns, (index = indexOf(columns)));
  return index;
}

function indexOf(columns: Columns): ValueIndex {
  const [own, same, within] = Array.from({ length: 3 }, () => new Map<string, Set<Value>>()) as [
    Map<string, Set<Value>>,
    Map<string, Set<Value>>,
    Map<string, Set<Value>>,
  ];
  const add = (to: Map<string, Set<Value>>, key: string, one: Value): void =>
    void to.set(key, (to.get(key) ?? new Set()).add(one));
  for (const { name: column, values } of columns)
    for (const value of values) {
      const one = { column, value };
      for (const part of value.split(/[/&,]|\band\b/i)) {
        const key = nameKey(part);
        if (key === "") continue;
        add(own, key, one);
        for (const other of otherNames(key, "same")) add(same, other, one);
        for (const other of otherNames(key, "within")) add(within, other, one);
      }
    }
  return {
    names: new Set(columns.flatMap(({ values }) => values.map((value) => value.toLowerCase()))),
    named: (key) => [...(own.get(key) ?? same.get(key) ?? [])],
    around: (key) => [...(within.get(key) ?? [])],
  };
}
