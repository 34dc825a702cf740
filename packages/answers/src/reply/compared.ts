import type { CompareResult } from "../engine/results";
import { times, timesAs } from "./lists";
import type { Told } from "./told";
import { capital, escaped, figure, labelOf, listed, nounOf, paragraphs, percent, table, verbOf } from "./words";

const MAX_DIFFERENCES = 6;

/** Groups side by side: by the share of `on`, or by size and by the themes in which they differ. */
export function compareReply({ on, sides, verdict, differences }: CompareResult, { many, claim }: Told): string {
  const names = sides.map(({ set }) => labelOf(set.predicate!));
  if (on?.predicate) {
    const verb = verbOf(on.predicate);
    const figures = sides.map(
      ({ set, share }, i) =>
        `${share?.percent == null ? "fewer than 5" : percent(share)} of ${figure(set.count)} ${nounOf(set.predicate, many)}${i === 0 ? ` ${verb}` : ""}`,
    );
    const [first, second] = sides;
    const factor = first?.share && second?.share ? timesAs(first.share, second.share) : null;
    return paragraphs([
      `${saidOf(claim, verdict)}**${capital(figures[0]!)}**, against ${listed(figures.slice(1))}.`,
      sides.length === 2 ? differs(names, verdict, factor) : null,
    ]);
  }
  const rows = differences
    .slice(0, MAX_DIFFERENCES)
    .map(({ name, shares }) => [capital(escaped(name)), ...shares.map(percent)]);
  const lead = listed(
    sides.map(
      ({ set, share }) =>
        `${figure(set.count)} ${nounOf(set.predicate, many)}${share?.percent == null ? "" : ` (${percent(share)})`}`,
    ),
  );
  const [most] = differences;
  return paragraphs([
    `${saidOf(claim, verdict)}Side by side: ${lead}.`,
    most
      ? `What sets them apart most is **${escaped(most.name)}**: ${listed(most.shares.map((share, i) => `${percent(share)} of ${names[i]!}`))}.`
      : `What they speak of differs by no more than chance.`,
    rows.length > 1 ? table(["", ...names.map(capital)], rows) : null,
    rows.length > 0 ? null : commonTo(sides, names),
  ]);
}

/** "Yes. " or "No. ", where the question says which is more. */
function saidOf(claim: Told["claim"], verdict: CompareResult["verdict"]): string {
  if (claim?.is !== "more" && claim?.is !== "less") return "";
  if (verdict === "unknown") return "";
  return verdict === claim.is ? "Yes. " : verdict === "same" ? "No clear difference. " : "No. ";
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
