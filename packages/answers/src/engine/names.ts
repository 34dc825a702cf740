import { boundsOf, type Bounds, type Predicate } from "../plan";
import type { Dataset } from "./dataset";
import { columnNamed, isBounds, valuesNamed } from "./columns";

const quoted = (text: string): string => `“${text.replace(/\s+/g, " ").trim()}”`;
const either = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}`;

/** What records of one gender are called. */
const GENDERS: Readonly<Record<string, string>> = { female: "women", male: "men" };

/** A predicate as a noun phrase: "goals of women in the West that mention “job”". */
export function nameOf(dataset: Dataset, predicate: Predicate | null): string {
  const { many } = dataset.record;
  return predicate ? [many, ...clauses(dataset, predicate)].join(" ") : `all ${many}`;
}

function clauses(dataset: Dataset, { where, topic, words, all, any, none }: Predicate): string[] {
  const said = [...Object.entries(where ?? {}).map(([name, value]) => withValue(dataset, name, value))];
  if (topic !== undefined) said.push(`about ${quoted(topic)}`);
  if (words !== undefined) said.push(`that say ${quoted(words)}`);
  for (const one of all ?? []) said.push(...clauses(dataset, one));
  if (any) said.push(either(any.map((one) => clauses(dataset, one).join(" and "))));
  for (const one of none ?? []) said.push(`but not ${clauses(dataset, one).join(" and ")}`);
  return said;
}

function withValue(dataset: Dataset, name: string, value: string | string[] | Bounds): string {
  const column = columnNamed(dataset, name);
  if (isBounds(value)) return `with ${column?.name ?? name} ${boundsOf(value)}`;
  const given = [value].flat();
  const values = given.flatMap((value) => {
    const named = column ? valuesNamed(column, value) : [];
    // A year stays one, however many months it has.
    return column?.isDated && named.length > 1 ? [value] : named;
  });
  const shown = [...new Set(values.length > 0 ? values : given)];
  if (column && /^(?:gender|sex)$/i.test(column.name) && shown.every((value) => GENDERS[value.toLowerCase()]))
    return `from ${either(shown.map((value) => GENDERS[value.toLowerCase()]!))}`;
  return `with ${column?.name ?? name} ${either(shown)}`;
}
