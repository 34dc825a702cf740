import type { Alias } from "../engine/groups";
import { stemOf } from "../dataset/words";
import { agesNamed } from "./ages";
import { withComplements, type NamedGroup } from "./complements";
import { LOOSE, valueAround, valueNamed } from "./columnsFirst";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { columnOf, isDeviceColumn, type Known, type Predicate, type Refusal, type Value } from "./plan";
import { writtenOf, type Token } from "./tokens";

/** Aliases by their words, and of how many words those are that begin with a word, the most first. */
export interface AliasIndex {
  lengths: ReadonlyMap<string, readonly number[]>;
  aliases: ReadonlyMap<string, readonly Alias[]>;
  /** What a reader calls the values of a column, by the code of each. */
  labels: ReadonlyMap<string, ReadonlyMap<number, string>>;
}

const indexes = new WeakMap<readonly Alias[], AliasIndex>();

/** The index of some aliases, made with the first question about their dataset. */
export function aliasIndex(aliases: readonly Alias[]): AliasIndex {
  let index = indexes.get(aliases);
  if (!index) indexes.set(aliases, (index = indexOf(aliases)));
  return index;
}

function indexOf(all: readonly Alias[]): AliasIndex {
  const lengths = new Map<string, Set<number>>();
  const aliases = new Map<string, Alias[]>();
  const add = (words: readonly string[], alias: Alias): void => {
    const said = words.join(" ");
    aliases.set(said, [...(aliases.get(said) ?? []), alias]);
    lengths.set(words[0]!, (lengths.get(words[0]!) ?? new Set()).add(words.length));
  };
  const labels = new Map<string, Map<number, string>>();
  for (const alias of all) {
    if (!labels.has(alias.column)) labels.set(alias.column, new Map());
    if (alias.ofPeople && alias.label.length > (labels.get(alias.column)!.get(alias.code)?.length ?? 0))
      labels.get(alias.column)!.set(alias.code, alias.label);
    const words = alias.said.split(" ");
    add(words, alias);
    // "18-24" is one word of a question.
    const whole = words.join("-");
    if (words.length > 1 && /^[\d-]+$/.test(whole)) add([whole], alias);
  }
  return {
    aliases,
    labels,
    lengths: new Map([...lengths].map(([first, found]) => [first, [...found].sort((a, b) => b - a)])),
  };
}

const plain = ({ written, said }: Token): string =>
  said === "&"
    ? "and"
    : written
        .toLowerCase()
        .replace(/['’ʼ]s?$/, "")
        .replace(/['’ʼ.]/g, "");

/** The groups that tokens name, in order, also by what they are not. */
export const groupsNamed = (tokens: readonly Token[], index: AliasIndex, known: Pick<Known, "columns">): NamedGroup[] =>
  withComplements(tokens, namedIn(tokens, index, known));

function namedIn(tokens: readonly Token[], index: AliasIndex, { columns }: Pick<Known, "columns">): NamedGroup[] {
  const ages = new Map(agesNamed(tokens, columns).map((age) => [age.at, age]));
  const said = tokens.map(plain);
  const isShouted = tokens.filter(({ isWord }) => isWord).every(({ written }) => written === written.toUpperCase());
  const named: NamedGroup[] = [];
  for (let at = 0; at < tokens.length;) {
    const age = ages.get(at);
    if (age && age.values.length > 0) {
      const { length, column, values, isNear } = age;
      const words = writtenOf(tokens.slice(at, at + length));
      const of = values.map((value): Predicate => ({
        is: "value",
        column,
        value,
        label: value,
        isOfPeople: false,
        words,
      }));
      const either: Predicate = { is: "or", of, ...(isNear && { label: words }) };
      named.push({ at, length, predicate: of.length === 1 && !isNear ? of[0]! : either, isOfPeople: true });
      at += length;
      continue;
    }
    const isCode = tokens[at]!.written === tokens[at]!.written.toUpperCase() && !isShouted;
    let length = 1;
    for (const words of index.lengths.get(said[at]!) ?? []) {
      const aliases = index.aliases.get(said.slice(at, at + words).join(" ")) ?? [];
      const alias = aliases.find(({ capitals }) => !capitals || isCode);
      if (!alias || isOfLongerName(tokens, at + words, isShouted)) continue;
      named.push(groupOf(tokens, at, words, alias, columns, index.labels));
      length = words;
      break;
    }
    at += length;
    const device = isDeviceColumn(columnOf(named.at(-1)?.predicate ?? NONE) ?? "") ? nextDevice(said, at, index) : null;
    if (device && named.at(-1)!.at + named.at(-1)!.length === at) {
      named.push({ ...groupOf(tokens, device.at, 1, device.alias, columns, index.labels), isOfPeople: true });
      at = device.at + 1;
    }
  }
  return named;
}

const NONE: Predicate = { is: "or", of: [] };

/** "From the phone or the laptop": the second says where people are as the first does. */
function nextDevice(
  said: readonly string[],
  end: number,
  { aliases }: AliasIndex,
): { at: number; alias: Alias } | null {
  if (!/^(?:or|and|vs|versus|than|rather|not)$/.test(said[end] ?? "")) return null;
  let at = end + 1;
  while (/^(?:a|the|their)$/.test(said[at] ?? "")) at += 1;
  const alias = aliases.get(`on ${said[at]}`)?.[0] ?? aliases.get(`on a ${said[at]}`)?.[0];
  return alias && isDeviceColumn(alias.column) ? { at, alias } : null;
}

function groupOf(
  tokens: readonly Token[],
  at: number,
  length: number,
  { column, code, codes = [], label, ofPeople }: Alias,
  columns: Known["columns"],
  labels: AliasIndex["labels"],
): NamedGroup {
  const { values } = columns.find(({ name }) => name === column)!;
  const value = code === 0 ? null : values[code - 1]!;
  const words = writtenOf(tokens.slice(at, at + length));
  if (codes.length > 0) {
    const of = codes.map((one): Predicate => ({
      ...{ is: "value", column, value: values[one - 1]!, label: labels.get(column)!.get(one) ?? values[one - 1]! },
      ...{ isOfPeople: true, words },
    }));
    return { at, length, predicate: { is: "or", of, label }, isOfPeople: true };
  }
  return {
    at,
    length,
    predicate: { is: "value", column, value, label, isOfPeople: ofPeople, words },
    // "On their phone" says where people are; "phone" alone may be what they speak of.
    isOfPeople: ofPeople || /^(?:on|at|from)$/.test(tokens[at]!.said),
  };
}

/** "South American", "West Africa": no region of the same name. */
const isOfLongerName = (tokens: readonly Token[], end: number, isShouted: boolean): boolean =>
  !isShouted &&
  /^(?:north|south|east|west)$/.test(tokens[end - 1]?.said ?? "") &&
  /^\p{Lu}/u.test(tokens[end]?.written ?? "") &&
  !FRAME_WORDS.has(tokens[end]?.said ?? "");

/** The value that is meant by words the texts don't hold: "language" by "Travel & Languages". */
export function valueOfPart(
  phrase: readonly Token[],
  { kind, detail }: Refusal,
  known: Pick<Known, "columns">,
): Value | null {
  if (kind !== "absent") return null;
  const asked = detail.map(stemOf);
  const rest = phrase.filter(
    ({ said }) => !FRAME_WORDS.has(said) && !FUNCTION_WORDS.has(said) && !LOOSE.has(stemOf(said)),
  );
  const whole = valueNamed([writtenOf(phrase)], known);
  if (whole === null && rest.some(({ said }) => !asked.includes(stemOf(said)))) return null;
  const telling = detail.filter((word) => !LOOSE.has(stemOf(word))).join(" ");
  const one = whole ?? valueNamed([telling], known) ?? valueAround(telling, known);
  return one ? { is: "value", ...one, label: one.value, isOfPeople: false, words: writtenOf(phrase) } : null;
}

/** Where a column is named: "category", "states". */
export function columnsNamed(
  tokens: readonly Token[],
  columns: readonly { name: string }[],
): { at: number; column: string }[] {
  const forms = new Map(
    columns.flatMap(({ name }) => {
      const last = name
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, " ")
        .trim();
      return [last, `${last}s`, `${last}al`, last.replace(/y$/, "ies")].map((form): [string, string] => [form, name]);
    }),
  );
  return tokens.flatMap((token, at) => {
    const two = `${plain(token)} ${tokens[at + 1] ? plain(tokens[at + 1]!) : ""}`;
    const column = forms.get(two) ?? forms.get(plain(token));
    return column === undefined ? [] : [{ at, column }];
  });
}
