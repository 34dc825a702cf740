import { authorHash, voiceKey } from "../disclosure/keys";
import { originalsOf } from "./copies";
import type { Voices } from "./learn";
import { MIN_GROUP_SIZE, type DatasetRecord } from "./record";
import type { Row } from "./rows";
import { repaired } from "./encoding";
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
  /^(?:.*[_\s-])?(?:id|uuid|guid|name|firstname|lastname|fullname|surname|user|username|author|handle|screenname|email|e-?mail|phone|mobile|tel|address|street|zip|zipcode|postcode|ip|url|link|avatar|photo|birthday|dob|birthdate|ssn|passport|iban|wallet|token|password|session|cookie|deviceid|lat|lon|lng|latitude|longitude|coord|coords|coordinates|timestamp|created|createdat|updated)$/i;
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
      const { [author ?? ""]: named, ...columns } = given;
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
      const shared = new Map(names.map((name) => [name, groupValues(kept, name)]));
      const columns = names.filter((name) => shared.get(name)!.size > 0);
      const records = kept.map(({ text, columns: given }) => ({
        text: withoutAddressees(text),
        fields: Object.fromEntries(
          columns.flatMap((name) => (shared.get(name)!.has(given[name] ?? "") ? [[name, given[name]!]] : [])),
        ),
      }));
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

/**
 * The values of a column that records may keep: those shared by enough people. If the rest would be few enough to
 * single them out, the least frequent kept value is dropped too.
 */
function groupValues(rows: readonly Scrubbed[], name: string): Set<string> {
  if (PERSONAL_COLUMN.test(name)) return new Set();
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  for (const { columns, voice } of rows) {
    const value = columns[name];
    const own = `${voice} ${value}`;
    if (value === undefined || (voice !== null && seen.has(own))) continue;
    seen.add(own);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const kept = [...counts]
    .filter(([value, count]) => count >= MIN_GROUP_SIZE && value.length <= MAX_VALUE_LENGTH)
    .sort((a, b) => b[1] - a[1]);
  if (kept.length > MAX_VALUES) return new Set();
  let rest = rows.length - kept.reduce((sum, [, count]) => sum + count, 0);
  while (rest > 0 && rest < MIN_GROUP_SIZE && kept.length > 0) rest += kept.pop()![1];
  return new Set(kept.map(([value]) => value));
}
