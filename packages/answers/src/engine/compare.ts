import { MIN_GROUP_SIZE } from "../dataset/record";
import type { Dataset } from "./dataset";
import { cellsOf, sizeOf, type Mask } from "./publishable";
import { mayBeSaid, type Selection } from "./selection";
import { called, escapeMarkdown, groupsCalled, joined, number, recordsCalled, share } from "./wording";

const MAX_THEMES = 5;
const MAX_WORDS = 6;
const NOT_SAID = "not said";
/** A word or share must differ by so many standard errors to be called a difference. */
const CLEAR = 2;

/** What is different between two selections: their sizes, the themes and the words that one has more of. */
export function compareReply(dataset: Dataset, a: Selection, b: Selection): string {
  const { many } = recordsCalled(dataset.kind);
  const sides = [a, b].map((side) => ({ side, name: nameOf(side) }));
  const missing = sides.filter(({ side }) => side.count === null);
  if (missing.length > 0) {
    const kept = sides.find(({ side }) => side.count !== null);
    return joined([
      `The data cannot compare these: ${missing.map(({ name }) => name).join(" and ")} ${missing.length > 1 ? "have" : "has"} fewer than 5 ${many}, or so nearly all that a count would single out the rest.`,
      ...(kept
        ? [
            "",
            `${kept.name}: ${number(kept.side.count!)} of ${number(dataset.size)} ${many} (${share(kept.side.count!, dataset.size)}).`,
          ]
        : []),
    ]);
  }
  const lines = sides.map(
    ({ side, name }) =>
      `- **${name}**: ${number(side.count!)} ${many} (${share(side.count!, dataset.size)} of ${number(dataset.size)})`,
  );
  const themes = themeDifferences(dataset, a, b);
  if (themes.length > 0) {
    lines.push(
      "",
      "Where they differ most:",
      "",
      `| theme | ${sides.map(({ name }) => name).join(" | ")} |`,
      "|---|---:|---:|",
    );
    for (const { label, shares } of themes) lines.push(`| ${escapeMarkdown(label)} | ${shares.join(" | ")} |`);
    if (themes.some(({ shares }) => shares.includes(NOT_SAID)))
      lines.push("", `“${NOT_SAID}”: a count that would tell of fewer than 5 ${many}.`);
  }
  const words = sides.map(({ side, name }) => ({
    name,
    found: tellingWords(dataset, side.mask, (side === a ? b : a).mask),
  }));
  if (words.some(({ found }) => found.length > 0)) lines.push("");
  for (const { name, found } of words)
    if (found.length > 0) lines.push(`- Said more by ${name}: ${found.map(escapeMarkdown).join(", ")}`);
  if (themes.length === 0 && words.every(({ found }) => found.length === 0))
    lines.push("", "Nothing else differs clearly: what they speak of is alike.");
  return joined(lines);
}

function nameOf(side: Selection): string {
  return side.topic
    ? called(side)
        .trim()
        .replace(/^about /, "")
    : groupsCalled(side.subject.groups);
}

function themeDifferences(dataset: Dataset, a: Selection, b: Selection): { label: string; shares: string[] }[] {
  const [inA, inB] = [a, b].map(({ mask }) => cellsOf(mask, dataset.themeOf, dataset.themes.length));
  const differing = dataset.themes
    .map(({ label }, t) => ({ label, code: t + 1, clear: apart(inA![t + 1]!, a.count!, inB![t + 1]!, b.count!) }))
    .filter(({ clear }) => clear >= CLEAR)
    .sort((x, y) => y.clear - x.clear);
  const shown: { label: string; shares: string[] }[] = [];
  for (const { label, code } of differing) {
    if (shown.length === MAX_THEMES) break;
    const counts = [a, b].map((side, i) => (mayBeSaid(dataset, side, code) ? (i === 0 ? inA : inB)![code]! : null));
    if (counts.every((count) => count === null)) continue;
    shown.push({
      label,
      shares: counts.map((count, i) =>
        count === null ? NOT_SAID : `${number(count)} (${share(count, [a, b][i]!.count!)})`,
      ),
    });
  }
  return shown;
}

/** How many standard errors two shares are apart (two-proportion z). */
function apart(inA: number, a: number, inB: number, b: number): number {
  const pooled = (inA + inB) / (a + b);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a + 1 / b));
  return error === 0 ? 0 : Math.abs(inA / a - inB / b) / error;
}

function tellingWords(dataset: Dataset, mine: Mask, theirs: Mask): string[] {
  const [inMine, inTheirs] = [recordsWithStem(dataset, mine), recordsWithStem(dataset, theirs)];
  const [a, b] = [sizeOf(mine), sizeOf(theirs)];
  return dataset.vocabulary.surfaces
    .map((surface, id) => ({
      surface,
      count: inMine[id]!,
      more: inMine[id]! / a > inTheirs[id]! / b,
      clear: apart(inMine[id]!, a, inTheirs[id]!, b),
    }))
    .filter(({ count, more, clear }) => more && clear >= CLEAR && count >= MIN_GROUP_SIZE)
    .sort((x, y) => y.clear - x.clear)
    .slice(0, MAX_WORDS)
    .map(({ surface }) => surface);
}

function recordsWithStem({ recordTerms: { starts, ids }, vocabulary }: Dataset, mask: Mask): Uint32Array {
  const counts = new Uint32Array(vocabulary.stems.length);
  const lastSeen = new Uint32Array(vocabulary.stems.length);
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue;
    for (let at = starts[i]!; at < starts[i + 1]!; at++) {
      const id = ids[at]!;
      if (lastSeen[id] === i + 1) continue;
      lastSeen[id] = i + 1;
      counts[id]! += 1;
    }
  }
  return counts;
}
