import type { Dataset } from "./dataset";
import { claim } from "./named";
import type { Result } from "./results";
import { escapeMarkdown, number, recordsCalled, share, told } from "./wording";

/** A comparison: a table of its sides, and where they differ. */
export function compareLines(
  dataset: Dataset,
  { on, sides, themes, words }: Extract<Result, { do: "compare" }>,
): string[] {
  const { many } = recordsCalled(dataset.kind);
  const lines = [
    on === null
      ? `Compared in ${number(dataset.size)} ${many}:`
      : `${many[0]!.toUpperCase()}${many.slice(1)} that ${claim(on)}:`,
    "",
    `| | ${many} | share of ${on === null ? "all" : "its own"} |`,
    "|---|---:|---:|",
  ];
  for (const { name, count, of } of sides)
    lines.push(
      count === null
        ? `| ${name} | not said | |`
        : `| ${name} | ${number(count)} | ${of === null ? "" : `${share(count, of)} of ${number(of)}`} |`,
    );
  const shares = sides
    .filter((side) => side.count !== null && side.of !== null)
    .sort((a, b) => b.count! / b.of! - a.count! / a.of!);
  if (shares.length > 1) lines.push("", differenceOf(shares, on !== null));
  if (sides.some(({ count }) => count === null))
    lines.push("", `“not said”: fewer than 5 ${many}, or so nearly all that it would single out the rest.`);
  if (themes.length > 0) {
    lines.push(
      "",
      "Where they differ most:",
      "",
      `| theme | ${words.map(({ name }) => name).join(" | ")} |`,
      "|---|---:|---:|",
    );
    for (const theme of themes)
      lines.push(
        `| ${escapeMarkdown(theme.label)} | ${theme.lines.map((line) => (line.count === null ? "not said" : told(line))).join(" | ")} |`,
      );
  }
  const some = words.filter(({ words: own }) => own.length > 0);
  if (some.length > 0)
    lines.push(
      "",
      ...some.map(({ name, words: own }) => `- Said more by ${name}: ${own.map(escapeMarkdown).join(", ")}`),
    );
  else if (themes.length === 0 && words.length === 2)
    lines.push("", "Nothing else differs clearly: what they speak of is alike.");
  return lines;
}

/** Which side is ahead, and whether that may be chance (two-proportion z). */
function differenceOf(
  sides: readonly { name: string; count: number | null; of: number | null }[],
  isOwn: boolean,
): string {
  const [first, last] = [sides[0]!, sides.at(-1)!];
  const [a, b] = [first, last].map(({ count, of }) => count! / of!) as [number, number];
  if (!isOwn) return `The larger is ${first.name}: ${number(first.count!)} against ${number(last.count!)}.`;
  const pooled = (first.count! + last.count!) / (first.of! + last.of!);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / first.of! + 1 / last.of!));
  const isClear = error > 0 && Math.abs(a - b) / error >= 2;
  const ahead = `${share(first.count!, first.of!)} of ${first.name} against ${share(last.count!, last.of!)} of ${last.name}`;
  return isClear ? `The difference is clear: ${ahead}.` : `There is no clear difference: ${ahead} may be chance.`;
}
