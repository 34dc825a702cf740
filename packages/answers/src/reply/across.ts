import type { Across, Average, AverageResult, Share } from "../engine/results";
import { IS_MARK } from "../columnKinds";
import { boundsOf, type Bounds } from "../plan";
import { leftOutLine } from "./lists";
import type { Told } from "./told";
import {
  averageText,
  capital,
  columnName,
  escaped,
  figure,
  listed,
  nounOf,
  number,
  paragraphs,
  percent,
  table,
} from "./words";

/** Two shares in whole percent that are this near are told as one. */
const NEAR = 2;

/** How a set stands in the columns that say something of it: a line each. */
export function acrossReply(across: readonly Across[], told: Told): string | null {
  const lines = across.flatMap((one) => {
    if (told.columns.has(one.by)) return [];
    told.columns.add(one.by);
    return [`- ${sentenceOf(one)}`];
  });
  return lines.length === 0 ? null : lines.join("\n");
}

function sentenceOf({ by, is, average, overall, isCut, lines }: Across): string {
  const name = capital(columnName(by));
  if (is === "average")
    return `${name}: ${averageText(average!)} on average${isCut ? " without the extremes" : ""}${overall === null ? "" : `, against ${averageText(overall)} overall`}.`;
  if (is === "span") return `${name}: ${lines.map((line) => escaped(line.name)).join(" to ")}.`;
  if (is === "rates")
    return `By ${columnName(by)}: ${listed(lines.map((line) => `${escaped(line.name)} ${percent(line.share)} (${figure(line.count)})`))}.`;
  const parts = lines.map(
    ({ name: value, share, overall: all }) =>
      `${escaped(value)} ${percent(share)}${isApart(share, all) ? ` (${percent(all!)} overall)` : ""}`,
  );
  return `${name}: ${listed(parts)}.`;
}

const isApart = (share: Share, all: Share | null): boolean =>
  all !== null && share.percent !== null && all.percent !== null && Math.abs(share.percent - all.percent) > NEAR;

const MAX_ROWS = 12;

/** The average of a column of numbers, and of each group. */
export function averageReply(result: AverageResult, told: Told): string {
  const {
    column,
    among,
    average,
    total,
    isCut,
    overall,
    by,
    isDated,
    order,
    lines,
    last,
    notShown,
    fewest,
    leftOut,
    spread,
  } = result;
  const noun = nounOf(among.predicate, told.many);
  const name = columnName(column);
  const spreadLine = `Spread: ${listed(spread.map(({ bounds, count, share }) => `${boundsOf(bounds)}: ${figure(count)} (${percent(share)})`))}.`;
  const middle = middleOf(spread);
  told.columns.add(column);
  if (average === null && by === null)
    return middle === null
      ? `**${capital(figure(among.count))} ${noun}**: too few for an average ${name}.`
      : paragraphs([
          `The middle ${name} of ${figure(among.count)} ${noun} is **${boundsOf(middle)}**: as many have less as have more. No average can be given.`,
          spreadLine,
        ]);
  const extremes = isCut ? " without the extremes" : "";
  const whole =
    average === null
      ? null
      : `**${averageText(average)}**${overall === null ? "" : `, against ${averageText(overall)} for all ${told.many}`}`;
  if (by === null)
    return paragraphs([
      `The average ${name} of ${figure(among.count)} ${noun} is ${whole!}${extremes}${!IS_MARK.test(column) && isSkewed(average!, middle) ? `; the middle one has ${boundsOf(middle!)}` : ""}${total === null ? "" : `; in all about **${number(total.sum)}**`}.`,
      spreadLine,
    ]);
  const left = leftOutLine(leftOut, fewest, told.many);
  if (lines.length === 0)
    return paragraphs([
      `No ${columnName(by)} has enough ${noun} to tell an average ${name}${whole === null ? "." : `; over all it is ${whole}.`}`,
      left,
    ]);
  const large = lines.some(({ isSmall }) => !isSmall) ? lines.filter(({ isSmall }) => !isSmall) : lines;
  // Dates stand in their own order; else the first is the one that is asked for.
  const [first] = isDated
    ? [...large].sort((a, b) => (order === "most" ? 1 : -1) * (b.average.mean - a.average.mean))
    : large;
  const most = told.most ?? MAX_ROWS;
  const isAll = lines.length <= most || isDated;
  const shown = isAll
    ? lines
    : large.length <= most
      ? lines.slice(0, most)
      : [...large.slice(0, most - 4), ...large.slice(-4)];
  const notListed = notShown + lines.length - shown.length;
  return paragraphs([
    `By ${columnName(by)}, the average ${name}${extremes} is ${order === "most" ? "highest" : "lowest"} with **${escaped(first!.name)}**: ${averageText(first!.average)}${last && last.name !== first!.name ? `; ${order === "most" ? "lowest" : "highest"} with **${escaped(last.name)}**: ${averageText(last.average)}` : ""}.${average === null ? "" : ` Over all ${figure(among.count)} ${noun} it is ${averageText(average)}.`}`,
    table(
      [capital(columnName(by)), `Average ${name}`, capital(told.many)],
      shown.map((line) => [escaped(line.name), averageText(line.average), figure(line.count)]),
    ),
    [left, notListed > 0 && `${notListed === 1 ? "One more is" : `${number(notListed)} more are`} not listed.`]
      .filter((line) => line)
      .join(" "),
  ]);
}

/** Whether an average says nothing of the middle: of amounts, of which a few are large. */
const isSkewed = ({ mean }: Average, middle: Bounds | null): boolean =>
  middle !== null &&
  ((middle.to !== undefined && mean > middle.to * APART) || (middle.from !== undefined && mean * APART < middle.from));
const APART = 1.1;

/** The band that holds the median; null where no band is told. */
function middleOf(spread: AverageResult["spread"]): Bounds | null {
  const total = spread.reduce((sum, { count }) => sum + (count.told ?? 0), 0);
  let below = 0;
  for (const { bounds, count } of spread) {
    below += count.told ?? 0;
    if (total > 0 && below * 2 >= total) return bounds;
  }
  return null;
}
