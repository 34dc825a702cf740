import type { Across, AverageResult, Share } from "../engine/results";
import { boundsOf } from "../plan";
import type { Told } from "./told";
import {
  capital,
  columnName,
  decimal,
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

function sentenceOf({ by, is, mean, overall, lines }: Across): string {
  const name = capital(columnName(by));
  if (is === "average")
    return `${name}: ${decimal(mean!)} on average${overall === null ? "" : `, against ${decimal(overall)} overall`}.`;
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
export function averageReply(
  { column, among, mean, sum, overall, by, order, lines, notShown, spread }: AverageResult,
  told: Told,
): string {
  const noun = nounOf(among.predicate, told.many);
  const name = columnName(column);
  const spreadLine = `Spread: ${listed(spread.map(({ bounds, count, share }) => `${boundsOf(bounds)}: ${figure(count)} (${percent(share)})`))}.`;
  if (mean === null) {
    const middle = middleOf(spread);
    return middle === null
      ? `**${capital(figure(among.count))} ${noun}**: too few for an average ${name}.`
      : paragraphs([
          `The middle ${name} of ${figure(among.count)} ${noun} is **${boundsOf(middle)}**: as many have less as have more. Few share an exact ${name}, so an average can't be given.`,
          spreadLine,
        ]);
  }
  const whole = `${decimal(mean)}${overall === null ? "" : `, against ${decimal(overall)} for all ${told.many}`}`;
  if (by === null)
    return paragraphs([
      `The average ${name} of ${figure(among.count)} ${noun} is **${whole}**${sum === null ? "" : `; in all about **${number(rounded(sum))}**`}.`,
      spreadLine,
    ]);
  const [first] = lines;
  const last = lines.at(-1);
  if (!first || !last)
    return `No ${columnName(by)} has enough ${noun} to tell an average ${name}; over all it is **${whole}**.`;
  const sorted = [...lines].sort((a, b) => (order === "most" ? b.mean - a.mean : a.mean - b.mean));
  const [top, low] = [sorted[0]!, sorted.at(-1)!];
  const most = told.most ?? MAX_ROWS;
  const shown = lines.length <= most ? lines : [...lines.slice(0, most - 4), ...lines.slice(-4)];
  const left = notShown + lines.length - shown.length;
  return paragraphs([
    `By ${columnName(by)}, the average ${name} is ${order === "most" ? "highest" : "lowest"} with **${escaped(top.name)}**: ${decimal(top.mean)}${low === top ? "" : `; ${order === "most" ? "lowest" : "highest"} with **${escaped(low.name)}**: ${decimal(low.mean)}`}. Over all ${figure(among.count)} ${noun} it is ${decimal(mean)}.`,
    table(
      [capital(columnName(by)), `Average ${name}`, capital(told.many)],
      shown.map((line) => [escaped(line.name), decimal(line.mean), figure(line.count)]),
    ),
    left > 0 ? `${number(left)} more are not listed, most of them with too few ${told.many}.` : null,
  ]);
}

/** The band that holds the median; null where no band is told. */
function middleOf(spread: AverageResult["spread"]): AverageResult["spread"][number]["bounds"] | null {
  const total = spread.reduce((sum, { count }) => sum + (count.told ?? 0), 0);
  let below = 0;
  for (const { bounds, count } of spread) {
    below += count.told ?? 0;
    if (total > 0 && below * 2 >= total) return bounds;
  }
  return null;
}

/** Two figures that count: the rest is noise. */
function rounded(value: number): number {
  const step = value >= 1000 ? 100 : value >= 100 ? 10 : 1;
  return Math.round(value / step) * step;
}
