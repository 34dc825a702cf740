import type { CompareResult } from "../engine/results";
import { times, timesAs } from "./lists";
import type { Told } from "./told";
import {
  capital,
  columnName,
  averageText,
  escaped,
  figure,
  labelOf,
  listed,
  nounOf,
  paragraphs,
  percent,
  table,
  verbOf,
} from "./words";

const MAX_DIFFERENCES = 6;

/** Groups side by side: by the share of `on`, or by size and by the themes in which they differ. */
export function compareReply(
  { on, sides, columns, marks, verdict, differences, parts }: CompareResult,
  told: Told,
): string {
  const { many } = told;
  const names = sides.map(({ set }) => labelOf(set.predicate!));
  const isMarked = marks !== null && sides.every(({ mark }) => mark !== null) && !told.columns.has(marks);
  if (marks !== null) told.columns.add(marks);
  const average = isMarked
    ? `Average ${columnName(marks)}: ${listed(sides.map(({ mark }, i) => `${averageText(mark!)} for ${names[i]!}`))}.`
    : null;
  if (on?.predicate) {
    const verb = verbOf(on.predicate);
    const figures = sides.map(
      ({ set, part, share }, i) =>
        `${share?.percent == null ? "fewer than 5" : `${percent(share)} (${figure(part!)})`} of ${figure(set.count)} ${nounOf(set.predicate, many)}${i === 0 ? ` ${verb}` : ""}`,
    );
    if (sides.length > 2)
      return paragraphs([
        `How many ${many} of each ${verb}:`,
        table(
          ["", capital(many), `Of them ${labelOf(on.predicate)}`, "Share"],
          sides.map(({ set, part, share }, i) => [
            capital(names[i]!),
            figure(set.count),
            part === null ? "–" : figure(part),
            share === null ? "–" : percent(share),
          ]),
        ),
        average,
      ]);
    const [first, second] = sides;
    const factor = first?.share && second?.share ? timesAs(first.share, second.share) : null;
    return paragraphs([
      `**${capital(figures[0]!)}**, against ${listed(figures.slice(1))}.`,
      sides.length === 2 ? differs(names, verdict, factor) : null,
      average,
    ]);
  }
  const rows = differences
    .slice(0, MAX_DIFFERENCES)
    .map(({ name, shares }) => [capital(escaped(name)), ...shares.map(percent)]);
  const sizes = listed(
    sides.map(
      ({ set, share }) =>
        `${figure(set.count)} ${nounOf(set.predicate, many)}${share?.percent == null ? "" : ` (${percent(share)})`}`,
    ),
  );
  const apart = sides.length === 2 ? columns.find(({ differs: is }) => is) : undefined;
  const lead = apart
    ? `${apart.is === "average" ? `The average ${columnName(apart.by)}` : `The share with ${columnName(apart.by)}: yes`} is ${apart.sides
        .map(
          (side, i) =>
            `**${side === null ? "–" : "average" in side ? averageText(side.average) : percent(side.share)}** for the ${figure(sides[i]!.set.count)} ${nounOf(sides[i]!.set.predicate, many)}`,
        )
        .join(" and ")}`
    : `Side by side: ${sizes}`;
  const [most] = differences;
  return paragraphs([
    `${lead}.${average && columns.length === 0 ? ` ${average}` : ""}`,
    columnsTable(columns, names),
    most
      ? `The theme that sets them apart most is **${escaped(most.name)}**: ${listed(most.shares.map((share, i) => `${percent(share)} of ${names[i]!}`))}.`
      : `What they speak of differs by no more than chance.`,
    parts && parts.lines.length > 0
      ? table(
          [capital(columnName(parts.by)), ...names.map(capital)],
          parts.lines.map(({ name, shares }) => [escaped(name), ...shares.map(percent)]),
        )
      : null,
    rows.length > 1 ? table(["", ...names.map(capital)], rows) : null,
    rows.length > 0 ? null : commonTo(sides, names),
  ]);
}

/** The averages of each side and its shares of yes, with what differs by more than chance. */
function columnsTable(columns: CompareResult["columns"], names: readonly string[]): string | null {
  if (columns.length === 0) return null;
  const clear = columns.filter((one) => one.differs).map(({ by }) => columnName(by));
  const rows = columns.map(({ by, is, sides }) => [
    is === "average" ? `Average ${columnName(by)}` : `${capital(columnName(by))}: yes`,
    ...sides.map((side) => (side === null ? "–" : "average" in side ? averageText(side.average) : percent(side.share))),
  ]);
  return paragraphs([
    table(["", ...names.map(capital)], rows),
    clear.length === 0
      ? "None of these differs by more than chance."
      : `More than chance is the difference in ${listed(clear)}.`,
  ]);
}

function differs(names: readonly string[], verdict: CompareResult["verdict"], factor: number | null): string | null {
  if (verdict === "same") return "The difference is no larger than chance would make it.";
  if (factor === null || verdict === "unknown") return null;
  const [more, less, by] = verdict === "more" ? [names[0]!, names[1]!, factor] : [names[1]!, names[0]!, 1 / factor];
  return by < 1.15
    ? `Slightly more common with ${more} than with ${less}.`
    : `${capital(times(by))} as common with ${more} as with ${less}.`;
}

function commonTo(sides: CompareResult["sides"], names: readonly string[]): string | null {
  const lines = sides.flatMap(({ themes }, i) =>
    themes.length === 0
      ? []
      : [
          `- ${capital(names[i]!)}: ${listed(themes.slice(0, 3).map(({ name, share }) => `${escaped(name)} (${percent(share)})`))}`,
        ],
  );
  return lines.length === 0 ? null : `Their largest themes:\n\n${lines.join("\n")}`;
}
