import { clearness, standardErrors } from "./chance";
import type { Dataset } from "./dataset";
import { headline, type Of } from "./headline";
import { recordsOf } from "./named";
import type { Line, Range, Withheld } from "./results";
import { escapeMarkdown, listed, number, recordsCalled, share, told, TOO_FEW } from "./wording";

/** The most withheld values that a reply names. */
const MAX_NAMED = 3;

/** Which values a table leaves out, and how many records they have together. */
export function withheldLines(many: string, { labels, together, withUnknown }: Withheld): string[] {
  if (labels.length === 0) return [];
  const left =
    together === null
      ? ""
      : ` (${number(together)} ${many}${labels.length > 1 ? " together" : ""}${withUnknown ? ", with those that don't say" : ""})`;
  return [
    "",
    `Withheld: ${listed(labels.map(escapeMarkdown), MAX_NAMED)}${left}; ${labels.length > 1 ? "some" : "it"} may be larger than some that are shown. ${TOO_FEW}`,
  ];
}

export function breakdownLines(dataset: Dataset, result: Of<"breakdown">): string[] {
  const { by, lines: rows, hasParts, notShown, withheld, count } = result;
  const { many } = recordsCalled(dataset.kind);
  if (rows.length === 0)
    return [headline(dataset, result), "", `No ${escapeMarkdown(by)} has enough of them to be named. ${TOO_FEW}`];
  const lines = [answerOf(result), headline(dataset, result), ""];
  lines.push(
    `| ${escapeMarkdown(by)} | ${many} | share |${hasParts ? ` of all ${many} there |` : ""}`,
    `|---|---:|---:|${hasParts ? "---:|" : ""}`,
  );
  for (const row of rows)
    lines.push(
      `| ${escapeMarkdown(row.label)} | ${number(row.count!)} | ${share(row.count!, count)} |${hasParts ? ` ${row.of === null ? "" : share(row.count!, row.of)} |` : ""}`,
    );
  if (notShown > 0) lines.push("", `${notShown} more values are not shown.`);
  return [...lines, ...withheldLines(many, withheld)];
}

/** The first of a table, and where the share of its own records is the highest. */
function answerOf({ by, lines: rows, count, hasParts, least }: Of<"breakdown">): string {
  const first = rows[0]!;
  const most = `**${escapeMarkdown(first.label)}** has the ${least ? "fewest" : "most"} of any ${escapeMarkdown(by)}: ${number(first.count!)} (${share(first.count!, count)})`;
  const densest = hasParts
    ? [...rows].filter(({ of }) => of !== null).sort((a, b) => b.count! / b.of! - a.count! / a.of!)
    : [];
  const [highest, next] = densest;
  if (least || !highest || !next) return `${most}.`;
  const isClear = standardErrors(highest.count!, highest.of!, next.count!, next.of!) >= clearness(densest.length);
  const own = `${share(highest.count!, highest.of!)} of all there`;
  const among = isClear
    ? ""
    : `, though ${escapeMarkdown(next.label)} (${share(next.count!, next.of!)}) is too near to tell apart`;
  return highest === first
    ? `${most}, and the highest share of its own (${own})${among}.`
    : `${most}; **${escapeMarkdown(highest.label)}** has the highest share of its own (${own})${among}.`;
}

/** True where it is known which of two is the larger, or that their counts are equal. */
function isApart(a: Line, b: Line): boolean {
  const [one, other] = [rangeOf(a), rangeOf(b)];
  return one !== null && other !== null && (one.low >= other.high || other.low >= one.high);
}

const rangeOf = ({ count, range }: Line): Range | null =>
  count === null ? (range ?? null) : { low: count, high: count };

export function rankLines(dataset: Dataset, { among, base, lines, least, counted = [] }: Of<"rank">): string[] {
  // A question may name one thing twice.
  const rows = lines.filter((row, i) => lines.findIndex(({ label }) => label === row.label) === i);
  const { many } = recordsCalled(dataset.kind);
  const isMeant = counted.some(({ wider }) => wider !== null);
  const placed = rows.filter(
    (row) => row.count !== null || rows.every((other) => other === row || isApart(row, other)),
  );
  const loose = rows.filter((row) => !placed.includes(row));
  const [first, second] = placed;
  const isNear =
    first?.count &&
    second?.count &&
    Math.abs(first.count - second.count) / Math.sqrt(first.count + second.count) < 1.96;
  const [most, more] = least ? ["rarest", "rarer"] : ["most common", "more common"];
  const rank = loose.length > 0 ? `${most} of those that can be ranked` : rows.length === 2 ? more : most;
  return [
    ...(first?.count
      ? [
          `**${first.label}** is the ${rank}: ${told(first)}${second?.count ? `, against ${told(second)} for ${second.label}` : ""}.${isNear ? " So small a difference may be chance." : ""}`,
        ]
      : []),
    ...(rows.length > 2 || !second?.count
      ? ["", ...placed.map((row, i) => `${i + 1}. **${row.label}**: ${told(row)}`)]
      : []),
    ...(loose.length > 0 ? ["", ...loose.map((row) => `- **${row.label}**: ${told(row)}, so not ranked`)] : []),
    "",
    `Counted by ${rows.every(({ label }) => !label.startsWith("“")) ? "the column" : isMeant ? "what they mean" : "these words, in any form"}, in ${number(base)} ${recordsOf(many, among)}.${rows.some(({ count }) => count === null) ? ` ${TOO_FEW}` : ""}`,
  ];
}
