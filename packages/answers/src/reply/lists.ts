import type { Line, RankResult, Share, SplitResult, ThemesResult, TopResult } from "../engine/results";
import { dateOf, rangeOf } from "../dataset/numbers";
import { withNested } from "../plan";
import type { Told } from "./told";
import {
  capital,
  columnName,
  averageText,
  escaped,
  figure,
  listed,
  nounOf,
  number,
  paragraphs,
  percent,
  quoted,
  table,
  verbOf,
} from "./words";

const MAX_LINES = 8;
const MAX_ROWS = 12;
const MAX_QUOTES = 3;
/** What is many times as common here is what the records were chosen by. */
const MOST_TIMES = 10;

/** A line's size and its share: "512 (10%)". */
const size = ({ count, share }: Line): string =>
  `${figure(count)}${share.percent === null ? "" : ` (${percent(share)})`}`;

/** The first lines of a ranking in one sentence, the first in bold. */
function leaders(lines: readonly Line[]): string {
  const [first, ...others] = lines
    .slice(0, 3)
    .map((line) => ({ name: escaped(line.name), share: percent(line.share) }));
  const rest = others.map(({ name, share }) => `${name} (${share})`);
  return `**${first!.name}** (${first!.share})${rest.length > 0 ? `, followed by ${listed(rest)}` : ""}`;
}

/** Numbered lines, the first few with a quote. */
function numbered(lines: readonly Line[], most: number | null): string {
  let quotes = 0;
  return lines
    .slice(0, most ?? MAX_LINES)
    .map((line, i) => {
      const elsewhere =
        line.elsewhere && line.elsewhere.percent !== null ? `; ${percent(line.elsewhere)} of all others` : "";
      const quote = line.quote && quotes++ < MAX_QUOTES ? `. ${quoted(line.quote)}` : "";
      const said = line.said && line.said.length > 0 ? ` (${line.said.join(", ")})` : "";
      const spoken =
        line.spoken?.told != null && line.spoken.told > (line.count.told ?? 0)
          ? ` of the ${number(line.spoken.told)} who speak of it`
          : "";
      return `${i + 1}. ${capital(escaped(line.name))}${said}: ${size(line)}${spoken}${elsewhere}${quote}`;
    })
    .join("\n");
}

/** How a line's share stands beside that of all others: "1.8 times as common as among all others". */
function contrast(lines: readonly Line[]): string | null {
  const most = lines
    .slice(0, MAX_LINES)
    .flatMap((line) => (line.elsewhere ? [{ line, times: timesAs(line.share, line.elsewhere) }] : []))
    .filter(
      (one): one is { line: Line; times: number } => one.times !== null && one.times >= 1.3 && one.times <= MOST_TIMES,
    )
    .sort((a, b) => b.times - a.times)[0];
  return most ? `${capital(escaped(most.line.name))} is ${times(most.times)} as common here as in the rest.` : null;
}

export function timesAs(one: Share, other: Share): number | null {
  return one.percent === null || other.percent === null || other.percent === 0 ? null : one.percent / other.percent;
}

/** 2 → "twice", 1.8 → "1.8 times" */
export const times = (factor: number): string =>
  Math.abs(factor - 2) < 0.1 ? "twice" : `${factor < 9.95 ? Number(factor.toFixed(1)) : Math.round(factor)} times`;

export function topReply({ of, lines }: TopResult, { many, most }: Told): string {
  const noun = nounOf(of.predicate, many);
  if (lines.length === 0) return nothingShared(of.count.told, noun);
  return paragraphs([
    `What ${figure(of.count)} ${noun} mention most is ${leaders(lines)}.`,
    numbered(lines, most),
    contrast(lines),
  ]);
}

const CUES = { reason: "give a reason", wish: "wish for something" } as const;
/** "What 700 chats complain of most is". */
const VERBS = { problem: "complain of", praise: "praise" } as const;
const LEADS = { reason: "The reason given most", wish: "What is wished for most" } as const;
const OTHERS = {
  problem: "complain of something else, or of nothing",
  praise: "praise something else, or nothing",
} as const;

export function themesReply({ of, cue, base, lines: all, rest }: ThemesResult, { many, most }: Told): string {
  const own = new Set(
    of.predicate
      ? withNested(of.predicate).flatMap(({ where = {} }) =>
          Object.values(where)
            .flat()
            .flatMap((value) => (typeof value === "string" ? [value] : [])),
        )
      : [],
  );
  const isOwn = ({ name }: Line): boolean => [...own].some((value) => value.toLowerCase() === name.toLowerCase());
  // That what United's customers write is about United says nothing.
  const lines = all.filter((line) => !isOwn(line));
  const noun = nounOf(of.predicate, many);
  const isPart = cue === "wish" || cue === "reason";
  if (lines.length === 0 && cue && !isPart && base.count.told !== null)
    return `Nothing that five people share is ${cue === "problem" ? "complained of" : "praised"} in the ${number(base.count.told)} ${noun}.`;
  if (lines.length === 0)
    return nothingShared(
      base.count.told,
      isPart ? `${noun} ${noun.includes(" that ") ? "and" : "that"} ${CUES[cue]}` : noun,
    );
  const lead = isPart
    ? `${LEADS[cue]} in ${noun} is ${leaders(lines)} of the ${figure(base.count)} that ${CUES[cue]}.`
    : `What ${figure(base.count)} ${noun} ${cue ? VERBS[cue] : "speak of"} most is ${leaders(lines)}.`;
  const others = rest.percent !== null && rest.percent >= 10 && lines.length > 1;
  return paragraphs([
    lead,
    numbered(lines, most),
    sentences([
      contrast(lines),
      others && `The other ${percent(rest)} ${cue && !isPart ? OTHERS[cue] : "are on smaller themes, or on none"}.`,
    ]),
  ]);
}

const nothingShared = (told: number | null, noun: string): string =>
  told === null
    ? `**Fewer than 5 ${noun}**: too few to say what they have in common.`
    : `The ${number(told)} ${noun} have no subject in common that five people share.`;

export function splitReply(
  { of, among, by, isDated, order, lines: all, notShown, fewest, leftOut, verdict }: SplitResult,
  { many, columns, most }: Told,
): string {
  columns.add(by);
  const column = columnName(by);
  const base = nounOf(among.predicate, many);
  const noun = of ? nounOf(of.predicate, many) : base;
  const lines = all.filter(({ count }) => count.told !== null);
  const [first] = lines;
  if (!first) return `No ${column} has 5 or more ${noun}${of ? `, of ${figure(of.count)} in all` : ""}.`;
  const last = lines.at(-1)!;
  const isShare = of?.predicate != null;
  const isChance = isShare && verdict === "same" && last !== first;
  const lead = isShare
    ? `By ${column}, the share of ${base} that ${verbOf(of.predicate!)} is ${order === "most" ? "highest" : "lowest"} with **${escaped(first.name)}**: ${percent(first.share)} (${figure(first.count)} of ${figure(first.base)})${last === first ? "" : `; with ${escaped(last.name)} it is ${percent(last.share)}`}.${isChance ? " Differences of this size may be chance." : ""}`
    : `**${capital(escaped(first.name))}** ${isDated ? `has the ${order}` : `is the ${order} common ${column}`}: ${figure(first.count)} of ${figure(among.count)} ${noun}${first.share.percent === null ? "" : ` (${percent(first.share)})`}${followed(lines.slice(1, 3))}.`;
  const shown = lines.slice(0, most ?? MAX_ROWS);
  // Dates and numbers are read in their own order.
  if (isDated || shown.every(({ name }) => rangeOf(name)))
    shown.sort((a, b) => placeOf(a.name, isDated) - placeOf(b.name, isDated));
  const rows = shown.map((line) => [escaped(line.name), figure(line.count), percent(line.share)]);
  const largest = isShare ? lines.reduce((most, line) => (line.count.told! > most.count.told! ? line : most)) : first;
  const hidden = notShown + lines.length - shown.length;
  const untold = all.length - lines.length;
  return paragraphs([
    lead,
    table([capital(column), capital(many), isShare ? `Share of its ${many}` : "Share"], rows),
    sentences([
      order === "most" &&
        largest !== first &&
        `The largest number is that of ${escaped(largest.name)}: ${figure(largest.count)}.`,
      hidden > 0 &&
        (hidden === 1 ? "One other value is not listed." : `${number(hidden)} other values are not listed.`),
      leftOutLine(leftOut, fewest, many),
      untold > 0 &&
        (untold === 1
          ? `One other value of ${column} has fewer than 5 ${many}.`
          : `${number(untold)} other values of ${column} have fewer than 5 ${many} each.`),
    ]),
  ]);
}

/** ", followed by B (20%) and C (18%)" */
const followed = (lines: readonly Line[]): string =>
  lines.length === 0
    ? ""
    : `, followed by ${listed(lines.map(({ name, share }) => `${escaped(name)} (${percent(share)})`))}`;

/** How many groups were too small to be listed. */
export const leftOutLine = (leftOut: number, fewest: number | null, many: string): string | null =>
  leftOut === 0
    ? null
    : `${leftOut === 1 ? "One" : number(leftOut)} with fewer than ${number(fewest!)} ${many} ${leftOut === 1 ? "is" : "are"} left out.`;

/** Where a value of a column of dates or of numbers stands among the others. */
function placeOf(value: string, isDated: boolean): number {
  const date = isDated ? dateOf(value) : null;
  return date ? (date.year * 12 + (date.month ?? 0)) * 31 + (date.day ?? 0) : (rangeOf(value)?.low ?? Infinity);
}

const sentences = (parts: readonly (string | false | null)[]): string => parts.filter((part) => part).join(" ");

export function rankReply({ among, marks, order, lines, verdict }: RankResult, told: Told): string {
  const [first, second] = lines;
  if (!first || lines.every(({ count }) => count.told === null))
    return `Fewer than 5 ${nounOf(among.predicate, told.many)} are in any of these.`;
  const how = order === "most" ? "most" : "least";
  const isClose = verdict === "same" && second !== undefined;
  const lead = isClose
    ? `**${capital(escaped(first.name))}** and ${escaped(second.name)} are about as common: ${size(first)} and ${size(second)}`
    : `**${capital(escaped(first.name))}** is ${how} common: ${size(first)}${second ? `, ahead of ${escaped(second.name)} with ${size(second)}` : ""}`;
  const hasMarks = marks !== null && lines.some(({ mark }) => mark != null);
  const rows = lines.map((line) => [
    capital(escaped(line.name)),
    figure(line.count),
    percent(line.share),
    ...(hasMarks ? [line.mark == null ? "–" : averageText(line.mark)] : []),
  ]);
  const quotes = lines.flatMap(({ name, quote }) => (quote ? [`- ${capital(escaped(name))}: ${quoted(quote)}`] : []));
  return paragraphs([
    `${lead}, of ${figure(among.count)} ${nounOf(among.predicate, told.many)}.`,
    lines.length > 2 || hasMarks
      ? table(["", capital(told.many), "Share", ...(hasMarks ? [`Average ${columnName(marks)}`] : [])], rows)
      : null,
    quotes.slice(0, MAX_QUOTES).join("\n"),
  ]);
}
