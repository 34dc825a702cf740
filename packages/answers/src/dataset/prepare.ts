import { authorHash, voiceKey } from "../disclosure/keys";
import { originalsOf } from "./copies";
import type { Voices } from "./learn";
import { LIST, MIN_GROUP_SIZE, type DatasetRecord } from "./record";
import type { Row } from "./rows";
import { repaired } from "./encoding";
import { coarsened, dateOf, isMostly, isoDates, MONTH_NAMES, numberOf, rangeOf } from "./numbers";
import { withoutPiles } from "./piles";
import { SCRUB_KINDS, type ScrubKind, type Span } from "./scrub/span";
import { words } from "./words";

/** What happened to an import file's rows. */
export interface Summary {
  read: number;
  kept: number;
  empty: number;
  /** Rows that say again what another one says: repeated rows, retweets, templates. Each is joined to that one. */
  duplicates: number;
  /** Pieces of personal data removed, by kind. */
  scrubbed: Record<ScrubKind, number>;
  /** Records from which something was removed. */
  scrubbedRecords: number;
  columns: string[];
  /** Columns left out: they identify people, or nearly every row has a distinct value. */
  droppedColumns: string[];
}

type Scrubber = (text: string) => { text: string; found: Span[] };

/** Names of columns that identify a person or hold a second free text. */
const PERSONAL_COLUMN =
  /^(?:.*[_\s-])?(?:id|uuid|guid|firstname|lastname|fullname|surname|user|username|author|handle|screenname|email|e-?mail|phone|mobile|tel|address|street|zip|zipcode|postcode|ip|url|link|avatar|photo|birthday|dob|birthdate|ssn|passport|iban|wallet|token|password|session|cookie|deviceid|lat|lon|lng|latitude|longitude|coord|coords|coordinates|timestamp|created|createdat|updated)$/i;
/** Names of people, or of things: what it holds decides. */
const NAME_COLUMN = /^(?:.*[_\s-])?names?$/i;
/** A column of names with a larger part of values that are people's is left out. */
const MOST_PEOPLE = 0.2;
const MAX_VALUE_LENGTH = 60;
const MAX_VALUES = 500;
/** Longer texts are truncated here, so that one record cannot fill a snapshot. */
const MAX_TEXT_LENGTH = 4_000;

/**
 * Turns rows into records, one `add` at a time: personal data is removed, rows without words are dropped, and copies are
 * joined to the first of their kind. `finish` gives the records with the free columns that describe groups, and the summary.
 */
export function recordsFrom(
  scrub: Scrubber,
  {
    secret,
    author = null,
  }: { secret: Uint8Array; /** The column that names who wrote a row. */ author?: string | null },
): {
  add(row: Row): void;
  finish(): { records: DatasetRecord[]; voices: Voices; summary: Summary };
} {
  const scrubbed: Scrubbed[] = [];
  const seen = new Map<string, Scrubbed>();
  let [read, empty] = [0, 0];

  return {
    add({ text, columns: given }) {
      read += 1;
      const { [author ?? ""]: named, ...others } = given;
      // Without a prototype: a column may be called "constructor".
      const columns = Object.assign(Object.create(null) as Row["columns"], others);
      const voice = author === null || named === undefined ? null : authorHash(secret, named);
      const plain = tidy(text).slice(0, MAX_TEXT_LENGTH);
      const clean = scrub(plain);
      const spoken = words(clean.text);
      if (spoken.length === 0) {
        empty += 1;
        return;
      }
      const group = Object.fromEntries(Object.entries(columns).filter(([name]) => !PERSONAL_COLUMN.test(name)));
      const key = JSON.stringify([spoken.join(" "), group, voice]);
      const known = seen.get(key);
      if (known) {
        known.copies += 1;
        return;
      }
      const row = { text: clean.text, columns, kinds: clean.found.map(({ kind }) => kind), copies: 0, voice };
      seen.set(key, row);
      scrubbed.push(row);
    },

    finish() {
      const kept = withoutCopies(scrubbed);
      const names = [...new Set(kept.flatMap(({ columns }) => Object.keys(columns)))].sort();
      for (const name of names) inOneSpelling(kept, name);
      const told = new Map(
        names.map((name) => [name, isOfPeople(kept, name, scrub) ? new Map<string, string>() : toldValues(kept, name)]),
      );
      addYears(kept, told);
      addMonths(kept, told);
      const columns = [...told.keys()].sort().filter((name) => told.get(name)!.size > 0);
      const numeric = new Set(columns.filter((name) => isOfNumbers(kept, name)));
      const records = kept.map(({ text, columns: given }) => ({
        text: withoutAddressees(text),
        ...(numeric.size > 0 && {
          numbers: Object.fromEntries(
            [...numeric].flatMap((name) => {
              const number = numberOf(given[name] ?? "");
              return number === null ? [] : [[name, number]];
            }),
          ),
        }),
        fields: Object.fromEntries(
          columns.flatMap((name): [string, string][] => {
            const value = told.get(name)!.get(given[name] ?? "");
            return value === undefined ? [] : [[name, value]];
          }),
        ),
      }));
      for (const name of columns) withEnoughBlank(records, name);
      return {
        records,
        voices: voicesOf(kept, records, secret),
        summary: {
          read,
          kept: kept.length,
          empty,
          duplicates: read - empty - kept.length,
          scrubbed: piecesOf(kept),
          scrubbedRecords: kept.filter(({ kinds }) => kinds.length > 0).length,
          columns,
          droppedColumns: names.filter((name) => !columns.includes(name)),
        },
      };
    },
  };
}

interface Scrubbed extends Row {
  /** What was removed. */
  kinds: ScrubKind[];
  /** How many rows say the same again. */
  copies: number;
  /** What stands for its author; null where none is named. */
  voice: string | null;
}

/** Whom a text begins with, as in "RT @x: ", and the links and handles that it ends with. */
const LEADING = /^(?:(?:RT\b|via\b|cc\b)?[\s.:,-]{0,3}\[(?:handle|link)\][\s.:,;-]{0,3}){1,20}/i;
const TRAILING = /(?:[\s.:,;-]{0,3}(?:(?:via|by|cc)\s{1,3})?\[(?:handle|link)\]){1,20}[\s.]{0,3}$/i;
function withoutAddressees(text: string): string {
  const bare = text.replace(LEADING, "").replace(TRAILING, "").trim();
  return words(bare).length === 0 ? text : bare;
}

/** Whose the records are: authors have one voice in all of theirs, and other records one each. */
function voicesOf(rows: readonly Scrubbed[], records: readonly DatasetRecord[], secret: Uint8Array): Voices {
  const copies = rows.reduce((sum, { copies }) => sum + copies, 0);
  const keyOf = (i: number): number =>
    rows[i]!.voice === null
      ? voiceKey(secret, { words: words(records[i]!.text).join(" "), fields: records[i]!.fields })
      : voiceKey(secret, { author: rows[i]!.voice });
  if (rows.every(({ voice }) => voice === null))
    return { keys: Uint32Array.from(rows, (_, i) => keyOf(i)), voices: null, copies };
  const places = new Map<string, number>();
  const keys: number[] = [];
  const voices = Uint32Array.from(rows, ({ voice }, i) => {
    const known = voice === null ? undefined : places.get(voice);
    if (known !== undefined) return known;
    if (voice !== null) places.set(voice, keys.length);
    return keys.push(keyOf(i)) - 1;
  });
  return { keys: Uint32Array.from(keys), voices, copies };
}

/** The rows of which each is a voice of its own, with all of its copies. */
function withoutCopies(rows: readonly Scrubbed[]): Scrubbed[] {
  const originals = originalsOf(rows.map(({ text }) => text));
  const copies = rows.map(({ copies }) => copies);
  originals.forEach((original, i) => original !== i && (copies[original]! += 1 + copies[i]!));
  return rows.flatMap((row, i) => (originals[i] === i ? [{ ...row, copies: copies[i]! }] : []));
}

function piecesOf(rows: readonly Scrubbed[]): Record<ScrubKind, number> {
  const pieces = Object.fromEntries(SCRUB_KINDS.map((kind) => [kind, 0])) as Record<ScrubKind, number>;
  for (const { kinds } of rows) for (const kind of kinds) pieces[kind] += 1;
  return pieces;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  "#39": "'",
};

/** The text in NFC, with single spaces, without HTML entities, control and invisible characters. */
function tidy(text: string): string {
  return withoutPiles(repaired(text))
    .normalize("NFC")
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Whether a column of names holds names of people. */
function isOfPeople(rows: readonly Scrubbed[], name: string, scrub: Scrubber): boolean {
  if (!NAME_COLUMN.test(name)) return false;
  const values = shared(countsIn(rows, name, (value) => [value]));
  const people = values.filter((value) => scrub(value).found.some(({ kind }) => kind === "name"));
  return people.length > values.length * MOST_PEOPLE;
}

/** What is kept in the place of each value of a column: those that enough share; rare numbers as bands; lists by member. */
function toldValues(rows: readonly Scrubbed[], name: string): Map<string, string> {
  if (PERSONAL_COLUMN.test(name)) return new Map();
  const counts = countsIn(rows, name, (value) => [value]);
  const given = [...counts.keys()];
  const dates = isoDates(given);
  if (dates) return toldDates(rows, name, given, dates);
  const separator = separatorOf(counts);
  if (separator !== null) {
    const membersOf = (value: string): string[] => value.split(separator).map((one) => one.trim());
    const members = new Set(shared(countsIn(rows, name, membersOf)));
    return new Map(
      given.flatMap((value): [string, string][] => {
        const own = membersOf(value).filter((one) => members.has(one));
        return own.length === 0 ? [] : [[value, [...new Set(own)].sort().join(LIST)]];
      }),
    );
  }
  const isNumeric = isMostly(given, (value) => rangeOf(value));
  // Where nearly each record has a whole number of its own, it numbers the records.
  const isNumbering = counts.size >= rows.length * MOST_NUMBERED && given.every((value) => /^\d+$/.test(value));
  if (isNumbering) return new Map();
  const bands = isNumeric ? bandsOf(counts) : new Map<string, string>();
  const told = new Map<string, number>();
  for (const [value, count] of counts) {
    const band = bands.get(value) ?? value;
    told.set(band, (told.get(band) ?? 0) + count);
  }
  const kept = new Set(shared(told));
  return new Map(
    given.flatMap((value): [string, string][] => {
      const band = bands.get(value) ?? value;
      return kept.has(band) ? [[value, band]] : [];
    }),
  );
}

const MOST_NUMBERED = 0.98;

/** Beside a column of days or months one of their years, by which people ask of more than one. */
function addYears(rows: readonly Scrubbed[], told: Map<string, Map<string, string>>): void {
  for (const [name, values] of [...told]) {
    const years = new Set([...values.values()].flatMap((value) => /^(\d{4})-\d\d/.exec(value)?.[1] ?? []));
    const own = `${name.replace(/[\s_-]?(?:date|month|day)$/i, "")}_year`.replace(/^_/, "");
    const dates = isoDates([...countsIn(rows, name, (value) => [value]).keys()]);
    if (!dates || years.size < 2 || told.has(own)) continue;
    for (const { columns } of rows) if (columns[name] !== undefined) columns[own] = columns[name];
    told.set(own, toldDates(rows, own, [...dates.keys()], dates, ["year"]));
  }
}

/** Beside a column of days that is told by the year one of the months, by which people ask for seasons. */
function addMonths(rows: readonly Scrubbed[], told: Map<string, Map<string, string>>): void {
  for (const [name, values] of [...told]) {
    const own = `${name.replace(/[\s_-]?(?:date|year|day)$/i, "")}_month`.replace(/^_/, "");
    if (told.has(own) || ![...values.values()].every((value) => /^\d{4}$/.test(value))) continue;
    const given = [...countsIn(rows, name, (value) => [value]).keys()];
    const dates = isoDates(given);
    const months = new Map(
      given.flatMap((value): [string, string][] => {
        const month = dateOf(dates?.get(value) ?? "")?.month;
        return month ? [[value, MONTH_NAMES[month - 1]!]] : [];
      }),
    );
    if (months.size === 0) continue;
    for (const { columns } of rows) if (columns[name] !== undefined) columns[own] = columns[name];
    const kept = new Set(shared(countsIn(rows, own, (value) => [months.get(value) ?? ""])));
    if (kept.size > 1) told.set(own, new Map([...months].filter(([, month]) => kept.has(month))));
  }
}

/** Gives each value of a column the spelling that most rows have: "diesel" and "Diesel" are one. */
function inOneSpelling(rows: readonly Scrubbed[], name: string): void {
  const counts = new Map<string, number>();
  for (const { columns } of rows) {
    const value = columns[name];
    // Longer values are never told, and values that nearly no two rows share are too many.
    if (value !== undefined && value.length <= MAX_VALUE_LENGTH) counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size > MAX_SPELLINGS) return;
  }
  const commonest = new Map<string, string>();
  for (const value of counts.keys()) {
    const most = commonest.get(spellingOf(value));
    if (most === undefined || counts.get(value)! > counts.get(most)!) commonest.set(spellingOf(value), value);
  }
  for (const row of rows) {
    const value = row.columns[name];
    const most = value === undefined ? undefined : commonest.get(spellingOf(value));
    if (most !== undefined) row.columns[name] = most;
  }
}

const MAX_SPELLINGS = 10 * MAX_VALUES;
const spellingOf = (value: string): string => value.trim().replace(/\s+/g, " ").toLowerCase();

/** None or enough records have no value of a column: where fewer had, some of those with the commonest lose it. */
function withEnoughBlank(records: readonly { fields: Record<string, string> }[], name: string): void {
  const counts = new Map<string, number>();
  for (const { fields } of records) if (fields[name]) counts.set(fields[name], (counts.get(fields[name]) ?? 0) + 1);
  const blank = records.length - [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [commonest] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? [];
  let wanted = blank > 0 ? MIN_GROUP_SIZE - blank : 0;
  for (const { fields } of records) {
    if (wanted <= 0) return;
    if (fields[name] !== commonest) continue;
    delete fields[name];
    wanted -= 1;
  }
}

const LEVELS = ["day", "month", "year"] as const;
/** The finest level that keeps so many of the dates, and gives at most so many values. */
const MIN_DATES_KEPT = 0.9;
const MAX_DATES = 40;

/** Dates as exact as enough share them, and as few as people read. */
function toldDates(
  rows: readonly Scrubbed[],
  name: string,
  given: readonly string[],
  dates: ReadonlyMap<string, string>,
  fine: readonly (typeof LEVELS)[number][] = LEVELS,
): Map<string, string> {
  const levels = fine.map((level) => {
    const coarse = (value: string): string => coarsened(dates.get(value) ?? value, level);
    const counts = countsIn(rows, name, (value) => [coarse(value)]);
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const kept = new Set(shared(counts));
    const keptRows = [...kept].reduce((sum, value) => sum + counts.get(value)!, 0);
    return { coarse, kept, isFit: keptRows >= all * MIN_DATES_KEPT && kept.size <= MAX_DATES };
  });
  const { coarse, kept } = levels.find(({ isFit }) => isFit) ?? levels.at(-1)!;
  return new Map(given.flatMap((value) => (kept.has(coarse(value)) ? [[value, coarse(value)]] : [])));
}

/** Whether nearly all that a column holds are numbers, neither bounds nor bands. */
function isOfNumbers(rows: readonly Scrubbed[], name: string): boolean {
  const given = rows.flatMap(({ columns }) => columns[name] ?? []);
  return given.filter((value) => numberOf(value) !== null).length >= given.length * MIN_NUMBERS;
}
const MIN_NUMBERS = 0.9;

/** How many voices have each value, or each member of a value. */
function countsIn(
  rows: readonly Scrubbed[],
  name: string,
  membersOf: (value: string) => readonly string[],
): Map<string, number> {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  for (const { columns, voice } of rows)
    for (const value of columns[name] === undefined ? [] : membersOf(columns[name])) {
      const own = `${voice} ${value}`;
      if (voice !== null && seen.has(own)) continue;
      seen.add(own);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  return counts;
}

/** The values that enough share; none where these are too many to be groups. */
function shared(counts: ReadonlyMap<string, number>): string[] {
  const kept = [...counts].filter(
    ([value, count]) => value.trim() !== "" && count >= MIN_GROUP_SIZE && value.length <= MAX_VALUE_LENGTH,
  );
  return kept.length > MAX_VALUES ? [] : kept.map(([value]) => value);
}

/** What parts a column's values into members that recur: "late; rude". */
function separatorOf(counts: ReadonlyMap<string, number>): string | null {
  const values = [...counts.keys()];
  const found = [";", "|", ","].find((separator) => {
    const lists = values.filter((value) => value.includes(separator));
    const members = new Set(values.flatMap((value) => value.split(separator).map((one) => one.trim())));
    return lists.length >= 3 && members.size * 2 <= values.length;
  });
  return found ?? null;
}

/**
 * What is told in the place of each number: a band, or the number itself where enough share it and no other is in its
 * band. Bands begin and end at the steps of a grid that the spread of all chooses, so no limit is one person's number, and
 * none overlaps another.
 */
function bandsOf(counts: ReadonlyMap<string, number>): Map<string, string> {
  const sorted = [...counts]
    .flatMap(([value, count]) => {
      const at = numberOf(value);
      return at === null ? [] : [{ value, count, at }];
    })
    .sort((a, b) => a.at - b.at);
  const isWhole = sorted.every(({ at }) => Number.isInteger(at));
  const step = stepOf(sorted, isWhole);
  const bands: { values: string[]; count: number; from: number; to: number; only: number | null }[] = [];
  for (const { value, count, at } of sorted) {
    const cell = Math.floor(at / step + 1e-9);
    const last = bands.at(-1);
    if (last && (last.to === cell || last.count < MIN_GROUP_SIZE)) {
      last.values.push(value);
      last.count += count;
      last.to = cell;
      if (last.only !== at) last.only = null;
    } else bands.push({ values: [value], count, from: cell, to: cell, only: at });
  }
  const [before, last] = bands.slice(-2);
  if (before && last && last.count < MIN_GROUP_SIZE) {
    before.values.push(...last.values);
    before.to = last.to;
    before.only = null;
    bands.pop();
  }
  const limit = (cell: number): number => Number((cell * step).toPrecision(12));
  return new Map(
    bands.flatMap(({ values, from, to, only }, i): [string, string][] => {
      if (only !== null) return values.map((value) => [value, values.length > 1 ? String(only) : value]);
      // An extreme value is one person's: no limit above, and a rounder one below.
      const least = i === 0 && from !== to ? Math.floor(from / 5) * 5 : from;
      const [low, high] = [limit(least), isWhole ? limit(to + 1) - 1 : limit(to + 1)];
      const label = i === bands.length - 1 ? `${low}+` : low < 0 ? `${low} to ${high}` : `${low}-${high}`;
      return values.map((value) => [value, label]);
    }),
  );
}

/** As many bands, more or less, as people read. */
const BANDS = 30;

/** The step of the grid, 1 or 5 times a power of ten: a thirtieth of what lies between the twentieth parts at both ends, or more. */
function stepOf(sorted: readonly { at: number; count: number }[], isWhole: boolean): number {
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  const at = (part: number): number => {
    let before = 0;
    return sorted.find(({ count }) => (before += count) >= part * total)?.at ?? 0;
  };
  const least = Math.max((at(0.95) - at(0.05)) / BANDS, isWhole ? 1 : 1e-9);
  const power = 10 ** Math.floor(Math.log10(least) + 1e-9);
  return [1, 5, 10].map((times) => times * power).find((step) => step >= least * (1 - 1e-9)) ?? 10 * power;
}
