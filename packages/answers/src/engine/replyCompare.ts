import { differenceOf } from "./chance";
import type { Dataset } from "./dataset";
import { claim } from "./named";
import type { Line, Said } from "./lines";
import type { Compared, Difference } from "./results";
import { claimVerdict } from "./verdict";
import {
  between,
  escapeMarkdown,
  listed,
  number,
  recordsCalled,
  quoted,
  rounded,
  saidLines,
  share,
  told,
  TOO_FEW,
} from "./wording";

/** A comparison: the difference first, then the topics by which the sides differ most. */
export function compareLines(dataset: Dataset, result: Compared): string[] {
  const { on, sides, words, isOwn } = result;
  const known = sides.filter(isSaid);
  const lines: string[] = [];
  if (known.length === 1) lines.push(...oneSideLines(dataset, result, known[0]!));
  else if (on === null && sides.length === 2 && isColumn(sides)) lines.push(topicsLine(dataset, result));
  else lines.push(...apartLine(dataset, result), ...sizesLines(dataset, result, known));
  if (known.length > 1 && known.length < sides.length)
    lines.push("", `Withheld: ${listed(sides.filter((side) => !isSaid(side)).map(({ label }) => label))}. ${TOO_FEW}`);
  for (const { by, rows } of result.differences) lines.push(...differenceLines(by, rows, known));
  for (const { name, said, quotes } of result.says) {
    lines.push(...saidLines(`What ${sayers(name)} say most`, said));
    if (quotes.length > 0)
      lines.push("", said.length > 0 ? "And:" : `In the words of ${sayers(name)}:`, "", ...quotes.map(quoted));
  }
  // Lone words tell of a difference where no phrases do.
  const some = words.filter(
    ({ name, words: own }) => own.length > 0 && !result.says.some((one) => one.name === name && one.said.length > 1),
  );
  if (some.length > 0)
    lines.push(
      "",
      ...some.map(({ name, words: own }) => `- Words used more by ${name}: ${listed(own.map(escapeMarkdown))}`),
    );
  return lines;

  function isColumn(of: readonly Line[]): boolean {
    return !isOwn && of.every(({ label }) => !label.startsWith("“"));
  }
}

/** Those who are on a side: "women", "those from Texas", "those on “cards”". */
const sayers = (name: string): string =>
  /^(?:wo)?men\b|^people\b|^those\b|^all but\b|\busers$/.test(name)
    ? name
    : /^“|^\p{Ll}+ “/u.test(name)
      ? `those on ${name}`
      : `those from ${name}`;

type Told = Line & { count: number };
const isSaid = (line: Line): line is Told => line.count !== null;

/** Two groups without a topic: what sets them apart, not how large they are. */
function topicsLine(dataset: Dataset, { sides, differences, words }: Compared): string {
  const { many } = recordsCalled(dataset.kind);
  const [a, b] = sides as [Told, Told];
  const sizes = `${number(a.count)} ${many} from ${a.label} and ${number(b.count)} from ${b.label}`;
  const largest = largestOf(differences, [a.label, b.label]);
  if (largest) return `${largest} (${sizes}).`;
  const rows = differences.flatMap(({ rows: some }) => some);
  if (rows.length > 0 && rows.every(({ sides: [x, y] }) => x.count === null || y.count === null))
    return `**They can't be compared**: among ${sizes}, no topic has a count on both sides that may be told. ${TOO_FEW}`;
  return words.some(({ words: own }) => own.length > 0)
    ? `**They differ in some words, in no topic**: among ${sizes}, no topic differs by more than chance would make.`
    : `**No clear difference**: among ${sizes}, what they speak of differs by no more than chance would make.`;
}

/** Two topics: what sets those apart who speak of them, where the question doesn't ask which is the larger. */
function apartLine(dataset: Dataset, { on, sides, isOwn, claim: claimed, differences, says }: Compared): string[] {
  if (on !== null || isOwn || claimed || sides.length !== 2) return [];
  const { many } = recordsCalled(dataset.kind);
  const [a, b] = sides.map(({ label }) => label) as [string, string];
  const largest = largestOf(differences, [`${many} on ${a}`, `${many} on ${b}`]);
  if (largest) return [`${largest}.`, ""];
  const each = says.flatMap(({ name, said }) => (said.length === 0 ? [] : [saysMost(sayers(name), said)]));
  return each.length === 2 ? [`**What sets them apart is what they say most**: ${each.join("; ")}.`, ""] : [];
}

const MOST_SAID = 2;
/** "those on “cards” say “card payment” 47 (26 %)" */
const saysMost = (who: string, said: readonly Said[]): string =>
  `${who} say ${listed(said.slice(0, MOST_SAID).map(({ text, count, of }) => `“${escapeMarkdown(text)}”${count === null ? "" : ` ${told({ count, of })}`}`))}`;

/** "**The largest difference is category “Humor”**: 26 % of men, 15 % of women"; null where chance may make all of them. */
function largestOf(differences: Compared["differences"], [a, b]: readonly [string, string]): string | null {
  const clear = differences.flatMap(({ by, rows }) =>
    rows.flatMap(({ label, isClear, sides: [x, y] }) =>
      isClear && isSaid(x) && isSaid(y) ? [{ by, label, x, y, apart: Math.abs(shareOf(x) - shareOf(y)) }] : [],
    ),
  );
  const [first] = clear.sort((one, other) => other.apart - one.apart);
  if (!first) return null;
  const { by, label, x, y } = first;
  const name = `${by === null ? "" : `${escapeMarkdown(by)} `}“${escapeMarkdown(label)}”`;
  const each = [
    { line: x, of: a },
    { line: y, of: b },
  ].sort((one, other) => shareOf(other.line) - shareOf(one.line));
  return `**The largest difference is ${name}**: ${each.map(({ line, of }) => `${share(line.count, line.of!)} of ${of}`).join(", ")}`;
}

const shareOf = ({ count, of }: Line): number => (count ?? 0) / of!;

/** Sides by how many of them fit, the largest share first. */
function sizesLines(dataset: Dataset, { on, isOwn, claim: claimed }: Compared, known: readonly Told[]): string[] {
  const { many } = recordsCalled(dataset.kind);
  const sorted = [...known].sort((a, b) => shareOf(b) - shareOf(a));
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  const of = (line: Told): string => `${number(line.count)} (${share(line.count, line.of!)})`;
  const what = ` ${claim(on)}`.trimEnd();
  const head = isOwn
    ? `${number(first.count)} of ${number(first.of!)} ${many} from **${first.label}** (${share(first.count, first.of!)})${what}, against ${number(last.count)} of ${number(last.of!)} from ${last.label} (${share(last.count, last.of!)}).`
    : `**${first.label}** is in more of the ${number(dataset.size)} ${many}${what === "" ? "" : ` that${what}`}: ${of(first)}, against ${of(last)} for ${last.label}.`;
  const chance = chanceOf(first, last, isOwn);
  const verdict = known.length === 2 ? claimVerdict(claimed, first, chance.isClear) : null;
  const lines = [`${verdict ?? ""}${head} ${chance.said}`];
  if (sorted.length > 2)
    lines.push(
      "",
      `| | ${many} | share of ${isOwn ? "its own" : "all"} |`,
      "|---|---:|---:|",
      ...sorted.map(
        (line) => `| ${line.label} | ${number(line.count)} | ${share(line.count, line.of!)} of ${number(line.of!)} |`,
      ),
    );
  return lines;
}

/** How large a difference is, and whether it may be chance. */
function chanceOf(a: Told, b: Told, isOwn: boolean): { isClear: boolean; said: string } {
  if (!isOwn) {
    // Two counts of the same records: a coin for each of them.
    const isClear = (a.count - b.count) / Math.sqrt(a.count + b.count) >= 1.96;
    return {
      isClear,
      said: isClear ? "That is more than chance would make." : "So small a difference may be chance.",
    };
  }
  const { points, low, high } = differenceOf(a.count, a.of!, b.count, b.of!);
  const interval = `95 % interval: ${rounded(low)} to ${rounded(high)}`;
  const isClear = low > 0 || high < 0;
  return {
    isClear,
    said: isClear
      ? `That is ${rounded(points)} points more, beyond chance (${interval}).`
      : `No difference beyond chance: ${rounded(points)} points (${interval}).`,
  };
}

/** One side alone can be said: it, all records, and other groups of its column. */
function oneSideLines(dataset: Dataset, { on, sides, instead }: Compared, one: Told): string[] {
  const { many } = recordsCalled(dataset.kind);
  const others = sides.filter((side) => !isSaid(side));
  const hidden = others.map(({ label, of, range }) => {
    const those = of === null || of === dataset.size ? "" : ` (${number(of)} ${many})`;
    return `${label}${range ? `, ${between(range)},` : those}`;
  });
  const what = ` ${claim(on)}`.trimEnd();
  const lines = [
    `**${listed(hidden)} can't be compared**: the count is withheld. From ${one.label}, ${number(one.count)}${one.of === null ? "" : ` of ${number(one.of)} ${many} (${share(one.count, one.of)})`}${what}${instead.all ? `; of all ${number(dataset.size)}, ${told(instead.all)} do` : ""}. ${TOO_FEW}`,
  ];
  if (instead.groups.length > 0)
    lines.push(
      "",
      "Groups that are large enough to say:",
      "",
      ...instead.groups.map((line) => `- ${escapeMarkdown(line.label)}: ${told(line)}`),
    );
  return lines;
}

/** A table of fewer rows is hard to read: these are said in a line each. */
const MIN_ROWS = 3;

/**
 * Topics by their counts on two sides, those first by which they clearly differ, then the largest. Where most of them can't
 * be set side by side, only the others are shown.
 */
function differenceLines(by: string | null, all: readonly Difference[], known: readonly Told[]): string[] {
  const whole = all.filter(({ sides: [a, b] }) => isSaid(a) && isSaid(b));
  const rows = 2 * whole.length < all.length ? whole : all;
  const what = by === null ? "what they mention" : escapeMarkdown(by);
  const isFew = rows.length < MIN_ROWS;
  // Of two topics, a thing or two that both mention alike don't tell how they differ.
  const isOfTopics = by === null && known.every(({ label }) => label.startsWith("“"));
  if (whole.length === 0 || (isFew && isOfTopics && rows.every(({ isClear }) => !isClear))) return [];
  if (isFew)
    return [
      "",
      `By ${what}:`,
      "",
      ...rows.map(({ label, sides, isClear }) => {
        const each = sides.map((side, i) => `${known[i]!.label} ${told(side)}`).join(", ");
        return `- ${escapeMarkdown(label)}: ${each}${isClear ? "" : "; no difference beyond chance"}`;
      }),
    ];
  return [
    "",
    `| ${what} | ${known.map(({ label }) => label).join(" | ")} | difference | more than chance |`,
    "|---|---:|---:|---:|---|",
    ...rows.map(({ label, sides, isClear }) => {
      const [a, b] = sides;
      const isKnown = a.count !== null && b.count !== null;
      const points = isKnown ? `${rounded(Math.abs(shareOf(a) - shareOf(b)) * 100)} points` : "";
      return `| ${escapeMarkdown(label)} | ${told(a)} | ${told(b)} | ${points} | ${isClear ? "yes" : isKnown ? "no" : ""} |`;
    }),
  ];
}
