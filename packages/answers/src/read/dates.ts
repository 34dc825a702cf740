import { dateOf, type Dated } from "../dataset/numbers";
import { stemOf } from "../dataset/words";
import type { Guide } from "../guide";
import { MAX_LIST } from "../plan";
import { nameWords } from "./names";
import type { Named, Text } from "./text";

const MONTHS = "january february march april may june july august september october november december".split(" ");
const monthOf = (word: string): number =>
  MONTHS.findIndex(
    (month) =>
      month === word ||
      (word.length >= 3 && word.length <= 4 && month.startsWith(word.slice(0, 3)) && word !== "mar" && word !== "juni"),
  ) + 1;
const YEAR = /^(?:1[5-9]|20)\d\d$/;
const DECADE = /^(?:(1[5-9]|20)?(\d)0s)$/;
const DAY = /^(\d{1,2})(?:st|nd|rd|th)?$/;
const IN = /^(?:in|of|since|during|for|on|from|by|and|vs|versus|to|between|until|the|about|only|just)$/;

const known = new WeakMap<Guide, { name: string; values: { value: string; date: Dated }[] }[]>();

/** The columns of dates, and the time of each of their values. */
function datedOf(guide: Guide): { name: string; values: { value: string; date: Dated }[] }[] {
  let found = known.get(guide);
  if (!found)
    known.set(
      guide,
      (found = guide.columns
        .filter(({ isDated }) => isDated)
        .map(({ name, values }) => ({
          name,
          values: values.flatMap(({ value }) => {
            const date = dateOf(value);
            return date ? [{ value, date }] : [];
          }),
        }))),
    );
  return found;
}

/** The values of columns of dates that a question names: "in 2018", "22 February", "the 1990s". */
export function datesNamed({ tokens }: Text, guide: Guide, saidOf: (from: number, to: number) => string): Named[] {
  const dated = datedOf(guide);
  if (dated.length === 0) return [];
  const stems = new Set(tokens.map(({ said }) => stemOf(said)));
  const isSaid = (name: string): boolean => nameWords(name).some((word) => stems.has(stemOf(word)));
  const found: Named[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const said = tokens.slice(at, at + 3).map((one) => one.said);
    const before = tokens[at - 1]?.said ?? "";
    const hit = dateAt(said, before, tokens[at]!.written);
    if (!hit) continue;
    const { length, ...wanted } = hit;
    const until = untilAt(
      tokens.slice(at + length, at + length + 3).map((one) => one.said),
      before,
    );
    const after = tokens
      .slice(at + length, at + length + 3)
      .map((one) => one.said)
      .join(" ");
    const edge =
      /^(?:and|or) (?:later|after|newer|more recent)|^(?:onwards?|on(?= |$)|upwards?|\+)/.test(after) &&
      wanted.month === undefined
        ? "since"
        : /^(?:and|or) (?:earlier|before|older)/.test(after) && wanted.month === undefined
          ? "until"
          : before;
    const fits = dated
      .map(({ name, values }) => ({
        name,
        values: values
          .filter(({ date }) =>
            until !== null && wanted.year !== undefined
              ? date.year >= wanted.year && date.year <= until.year
              : isMeant(date, wanted, edge),
          )
          .map(({ value }) => value),
      }))
      .filter(({ values }) => values.length > 0 && values.length <= MAX_LIST * 3)
      // "Launched in 2012" names its column.
      .sort((a, b) => Number(isSaid(b.name)) - Number(isSaid(a.name)) || a.values.length - b.values.length);
    const [best] = fits;
    if (!best) continue;
    const end = at + length + (until?.length ?? 0);
    found.push({
      from: at,
      to: end,
      column: best.name,
      values: best.values,
      said: saidOf(at, end),
      isNot: false,
    });
    at = end - 1;
  }
  return found;
}

/** "Between 2008 and 2015", "2010 to 2014", "2012-2014". */
function untilAt([a = "", b = ""]: readonly string[], before: string): { year: number; length: number } | null {
  const joins = /^(?:to|until|till|through|thru|–|-|--)$/.test(a) || (a === "and" && /^(?:between)$/.test(before));
  return joins && YEAR.test(b) ? { year: Number(b), length: 2 } : null;
}

interface Wanted {
  year?: number;
  /** Years that it spans. */
  years?: number;
  month?: number;
  day?: number;
}

function dateAt(
  [a = "", b = "", c = ""]: readonly string[],
  before: string,
  written: string,
): (Wanted & { length: number }) | null {
  const spelt = ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"].indexOf(
    a,
  );
  if (spelt >= 0 && !/^(?:their|his|her)$/.test(before)) return { year: 1920 + 10 * spelt, years: 10, length: 1 };
  const decade = DECADE.exec(a);
  if (decade) return { year: Number(`${decade[1] ?? "19"}${decade[2]}0`), years: 10, length: 1 };
  if (YEAR.test(a)) return { year: Number(a), years: 1, length: 1 };
  // "2015-16", "2013-2014"
  const span = /^((?:1[5-9]|20)\d\d)[-–](\d\d|\d{4})$/.exec(a);
  if (span) {
    const [from, to] = [Number(span[1]), Number(span[2]!.length === 2 ? span[1]!.slice(0, 2) + span[2]! : span[2])];
    if (to > from && to - from < 60) return { year: from, years: to - from + 1, length: 1 };
  }
  if (a === "noughties") return { year: 2000, years: 10, length: 1 };
  const isYear = (word: string): boolean => YEAR.test(word);
  const month = monthOf(a);
  // "may" and "march" are months where they are written or stand like names.
  if (month > 0 && (!/^(?:may|march|sept?|dec)$/.test(a) || /^\p{Lu}/u.test(written) || IN.test(before))) {
    const day = DAY.exec(b);
    if (day) return { month, day: Number(day[1]), ...(isYear(c) && { year: Number(c) }), length: isYear(c) ? 3 : 2 };
    return { month, ...(isYear(b) && { year: Number(b) }), length: isYear(b) ? 2 : 1 };
  }
  const day = DAY.exec(a);
  const next = b === "of" ? monthOf(c) : monthOf(b);
  if (day && next > 0) return { month: next, day: Number(day[1]), length: b === "of" ? 3 : 2 };
  return day && /(?:st|nd|rd|th)$/.test(a) && before === "the" && /^(?:|[?.!,]|and|or|vs)$/.test(b)
    ? { day: Number(day[1]), length: 1 }
    : null;
}

/** "Since 2020", "before 2018": a year may begin or end a time. */
function isMeant(date: Dated, wanted: Wanted, before: string): boolean {
  const { year, month } = wanted;
  if (year === undefined || month !== undefined) return isIn(date, wanted);
  if (before === "since") return date.year >= year;
  if (before === "after") return date.year > year;
  return /^(?:before|until|till)$/.test(before) ? date.year < year : isIn(date, wanted);
}

/** Whether a value's time and what is asked for fit; a day of a decade does, and a decade of a year. */
function isIn(date: Dated, { year, years = 1, month, day }: Wanted): boolean {
  if (year !== undefined && (date.year >= year + years || date.year + date.years <= year)) return false;
  if (month !== undefined && date.month !== month) return false;
  return day === undefined || date.day === day;
}
