import { stepOf } from "../disclosure/averages";
import type { Average, Figure, Quote, Share } from "../engine/results";
import { boundsOf, type Bounds, type Predicate } from "../plan";

/** 10,003 */
export const number = (value: number): string => value.toLocaleString("en-US");

/** 4.26; 12.5; 94,100: with the digits that the noise leaves. */
export function averageText(average: Average): string {
  const digits = Math.max(0, -Math.round(Math.log10(stepOf(average))));
  return average.mean.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** "312", or "fewer than 5". */
export const figure = ({ told }: Figure): string => (told === null ? "fewer than 5" : number(told));

/** "6%"; "less than 1%"; a dash where it can't be told. */
export function percent({ percent: value }: Share): string {
  if (value === null) return "–";
  return value > 0 && value < 1 ? "less than 1%" : `${Math.round(value)}%`;
}

/** "a, b and c". */
export function listed(names: readonly string[], joint = "and"): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${joint} ${names.at(-1)!}`;
}

/** Text that a Markdown reader shows as it stands. */
export const escaped = (text: string): string => text.replace(/[\\`*_<>|~]|\](?=\()/g, (sign) => `\\${sign}`);

/** A column's name as it reads in a sentence. */
export const columnName = (name: string): string => escaped(name.replace(/[_]+/g, " ").trim());

/** A name that a question or the data gave, between quotation marks. */
export const named = (text: string): string => `“${escaped(text)}”`;

export const quoted = ({ text }: Quote): string => `“${escaped(text.replace(/\s+/g, " ").trim())}”`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Which records, as a noun phrase: "goals with gender female that mention “job”". */
export function nounOf(predicate: Predicate | null | undefined, many: string): string {
  if (!predicate) return many;
  const { where, ...given } = predicate;
  const { others, rest } = withoutOthers(given);
  const has = [...(where ? Object.entries(where).map(whereOf) : []), ...others];
  const groups = has.length > 0 ? ` with ${listed(has)}` : "";
  const verbs = partsOf(rest);
  return `${many}${groups}${verbs.length > 0 ? ` that ${listed(verbs)}` : ""}`;
}

/** Columns whose values are left out: "country other than US or GB". */
function withoutOthers({ none = [], ...rest }: Omit<Predicate, "where">): {
  others: string[];
  rest: Omit<Predicate, "where">;
} {
  const columns = new Map<string, string[]>();
  const left = none.filter((one) => {
    const [entry, ...more] = Object.keys(one).length === 1 ? Object.entries(one.where ?? {}) : [];
    if (!entry || more.length > 0 || (typeof entry[1] === "object" && !Array.isArray(entry[1]))) return true;
    columns.set(entry[0], [...(columns.get(entry[0]) ?? []), ...[entry[1]].flat()]);
    return false;
  });
  return {
    others: [...columns].map(([column, values]) => `${columnName(column)} other than ${valuesOf(values)}`),
    rest: left.length > 0 ? { ...rest, none: left } : rest,
  };
}

/** What records do or have, as a verb phrase with a plural subject: "mention “job” and have gender female". */
export function verbOf(predicate: Predicate): string {
  const { where, ...given } = predicate;
  const { others, rest } = withoutOthers(given);
  const has = [...(where ? Object.entries(where).map(whereOf) : []), ...others];
  return listed([...partsOf(rest), ...(has.length > 0 ? [`have ${listed(has)}`] : [])]);
}

const whereOf = ([column, value]: [string, string | string[] | Bounds]): string =>
  `${columnName(column)} ${valuesOf(value)}`;

const valuesOf = (value: string | string[] | Bounds): string =>
  typeof value === "object" && !Array.isArray(value) ? boundsOf(value) : listed([value].flat().map(valueOf), "or");

/** A value of several words is set off from the sentence around it. */
const valueOf = (value: string): string => (/\s/.test(value) ? named(value) : escaped(value));

function partsOf({ topic, words, all = [], any = [], none = [] }: Omit<Predicate, "where">): string[] {
  const mention = [...(topic === undefined ? [] : [topic]), ...all.flatMap((one) => onlyTopic(one) ?? [])];
  return [
    ...(mention.length > 0 ? [`mention ${listed(mention.map(named))}`] : []),
    ...(words === undefined ? [] : [`say ${named(words)}`]),
    ...all.filter((one) => onlyTopic(one) === null).map(verbOf),
    ...(any.length > 0 ? [eitherOf(any)] : []),
    ...(none.length > 0 ? [notOf(none)] : []),
  ];
}

/** The topic of a predicate that is nothing else. */
const onlyTopic = (one: Predicate): string | null =>
  one.topic !== undefined && Object.keys(one).length === 1 ? one.topic : null;

function eitherOf(any: readonly Predicate[]): string {
  const topics = any.map(onlyTopic);
  return topics.every((topic) => topic !== null)
    ? `mention ${listed(topics.map(named), "or")}`
    : listed(any.map(verbOf), "or");
}

function notOf(none: readonly Predicate[]): string {
  const topics = none.map(onlyTopic);
  return topics.every((topic) => topic !== null)
    ? `don't mention ${listed(topics.map(named), "or")}`
    : `don't ${listed(none.map(verbOf), "or")}`;
}

/** A short name for a predicate in a list or a table: the value, the topic. */
export function labelOf(predicate: Predicate): string {
  const { topic, words, where, all, any, none } = predicate;
  const parts = [
    ...(where ? Object.values(where).map(valuesOf) : []),
    ...(topic === undefined ? [] : [escaped(topic)]),
    ...(words === undefined ? [] : [named(words)]),
    ...(all ? [listed(all.map(labelOf))] : []),
    ...(any ? [listed(any.map(labelOf), "or")] : []),
    ...(none ? [`not ${listed(none.map(labelOf), "or")}`] : []),
  ];
  return parts.join(", ");
}

/** A table in Markdown: figures to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

/** Paragraphs with an empty line between them. */
export const paragraphs = (parts: readonly (string | null)[]): string =>
  parts.filter((part): part is string => part !== null && part !== "").join("\n\n");
