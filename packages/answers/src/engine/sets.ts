import { FEW, type Records } from "../disclosure/people";
import { MARK } from "../dataset/snapshot";
import type { Cue, Predicate } from "../plan";
import type { Asked, Dataset } from "./dataset";
import { columnNamed, isBounds, valuesIn, valuesNamed } from "./columns";
import { nameOf } from "./names";
import type { Fault, Set } from "./results";

type Where = NonNullable<Predicate["where"]>[string];

/** Sets that are kept for later questions; the oldest go first. */
const MAX_KEPT = 200;

/** The records that meet a predicate; all where there is none. */
export function recordsOf(dataset: Dataset, predicate: Predicate | null | undefined): Asked {
  if (!predicate) return { records: dataset.people.all, alsoBy: [] };
  const key = JSON.stringify(predicate);
  const known = dataset.asked.get(key);
  if (known) return known;
  const found = computed(dataset, predicate);
  if (dataset.asked.size >= MAX_KEPT) dataset.asked.delete(dataset.asked.keys().next().value!);
  dataset.asked.set(key, found);
  return found;
}

function computed(dataset: Dataset, { topic, words, where, all, any, none }: Predicate): Asked {
  const { people, topics } = dataset;
  let records = people.all;
  const alsoBy: string[] = [];
  for (const [name, given] of Object.entries(where ?? {})) records = records.and(having(dataset, name, given));
  if (topic !== undefined) {
    const about = topics.about(topic);
    alsoBy.push(...about.alsoBy);
    records = records.and(people.of(about.mask));
  }
  if (words !== undefined) records = records.and(people.of(topics.exactly(words)));
  for (const one of all ?? []) {
    const part = recordsOf(dataset, one);
    alsoBy.push(...part.alsoBy);
    records = records.and(part.records);
  }
  if (any) records = records.and(any.map((one) => recordsOf(dataset, one).records).reduce((some, one) => some.or(one)));
  for (const one of none ?? []) records = records.without(recordsOf(dataset, one).records);
  return { records, alsoBy: [...new Set(alsoBy)] };
}

function having(dataset: Dataset, name: string, given: Where): Records {
  const column = columnNamed(dataset, name);
  if (!column) return dataset.people.nobody;
  const wanted = new Set(valuesIn(column, given));
  const codes = new Uint8Array((column.lists ?? column.values).length + 1);
  column.values.forEach((value, i) => wanted.has(value) && column.codesOf[i]!.forEach((code) => (codes[code] = 1)));
  const mask = dataset.people.mask();
  for (let i = 0; i < column.codes.length; i++) if (codes[column.codes[i]!]) mask[i >>> 5]! |= 1 << (i & 31);
  return dataset.people.of(mask);
}

/** The records that give a reason, tell of a problem, or wish for something. */
export function cued(dataset: Dataset, cue: Cue): Records {
  const key = `cue ${cue}`;
  const known = dataset.asked.get(key);
  if (known) return known.records;
  const mask = dataset.people.mask();
  const { marks } = dataset;
  for (let i = 0; i < marks.length; i++) if (marks[i]! & MARK[cue]) mask[i >>> 5]! |= 1 << (i & 31);
  const records = dataset.people.of(mask);
  dataset.asked.set(key, { records, alsoBy: [] });
  return records;
}

/** A set as it is published. */
export const setOf = (dataset: Dataset, predicate: Predicate | null | undefined, records: Records): Set => ({
  predicate: predicate ?? null,
  name: nameOf(dataset, predicate ?? null),
  count: records.isFew ? FEW : records.figure,
});

/** Both predicates, as one. */
export const both = (one: Predicate | null | undefined, other: Predicate): Predicate =>
  !one ? other : { all: [...(isOnly(one, "all") ? one.all! : [one]), other] };

const isOnly = (one: Predicate, member: keyof Predicate): boolean => Object.keys(one).length === 1 && member in one;

/** What of a predicate this data does not have. */
export function predicateFaults(dataset: Dataset, predicate: Predicate, pointer: string): Fault[] {
  const columns = dataset.columns.map(({ name }) => name);
  const inWhere = Object.entries(predicate.where ?? {}).flatMap(([name, given]): Fault[] => {
    const at = `${pointer}/where/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
    const column = columnNamed(dataset, name);
    if (!column) return [{ pointer: at, detail: unknownColumn(name, columns) }];
    if (isBounds(given))
      return column.ranges ? [] : [{ pointer: at, detail: `The column ${column.name} has no numbers.` }];
    return [given].flat().flatMap((value, i): Fault[] =>
      valuesNamed(column, value).length > 0
        ? []
        : [
            {
              pointer: Array.isArray(given) ? `${at}/${i}` : at,
              detail: `The column ${column.name} has no value “${value}”. Use ${listed(column.values)}.`,
            },
          ],
    );
  });
  const nested = (["all", "any", "none"] as const).flatMap((member) =>
    (predicate[member] ?? []).flatMap((one, i) => predicateFaults(dataset, one, `${pointer}/${member}/${i}`)),
  );
  return [...inWhere, ...nested];
}

export const unknownColumn = (name: string, columns: readonly string[]): string =>
  columns.length === 0
    ? `There is no column “${name}”: this data has none.`
    : `There is no column “${name}”. Use ${listed(columns)}.`;

const MAX_LISTED = 20;
const listed = (given: readonly string[]): string =>
  namesIn(
    given.every((one) => one !== "" && !isNaN(Number(one))) ? [...given].sort((a, b) => Number(a) - Number(b)) : given,
  );
const namesIn = (names: readonly string[]): string =>
  names.length > MAX_LISTED
    ? `one of ${names.slice(0, MAX_LISTED).join(", ")} and ${names.length - MAX_LISTED} more`
    : names.length > 1
      ? `one of ${names.join(", ")}`
      : `${names[0]}`;
