import type { Guide } from "../guide";
import { columnKind, isExcluded, type Seen } from "./features";
import type { Frame, Slot } from "./frame";
import type { Mention } from "./mentions";
import { pointersIn } from "./pointers";

interface Chosen {
  mention: Mention;
  role: string;
}

const kindOf = ({ kind, column }: Pick<Slot, "kind" | "column">, guide: Guide): string =>
  kind === "topic" ? "t" : `${kind[0]!}/${columnKind(column, guide)}`;
const few = (count: number): number => Math.min(3, count);

/** How common the least common word is. */
function rarity(one: Mention, { stems }: Seen, guide: Guide): string {
  const least = Math.min(...stems.slice(one.from, one.to).map((stem) => guide.countOf(stem) ?? 0));
  const part = least / (guide.size.told ?? 1);
  return part === 0 ? "0" : part < 0.005 ? "1" : part < 0.05 ? "2" : part < 0.3 ? "3" : "4";
}

/**
 * What tells whether a way to read a text is meant, as a whole: the words with what was chosen in their places, what nothing
 * explains, which roles what is asked has, and what is carried from before.
 */
export function wayFeatures(
  said: Seen,
  chosen: readonly Chosen[],
  { ask, slots, order }: Omit<Frame, "older">,
  carried: readonly Slot[],
  guide: Guide,
  before: Frame | null,
): string[] {
  const { text, classes, tags, mentions, cues } = said;
  const found: string[] = [];
  const add = (fact: string): void => {
    found.push(fact, `${ask}|${fact}`);
  };
  const line: string[] = [];
  const open: number[] = [];
  for (let at = 0; at < text.tokens.length; at++) {
    const one = chosen.find(({ mention }) => mention.from === at);
    if (one) {
      line.push(`${one.role}:${kindOf(one.mention, guide)}`);
      at = one.mention.to - 1;
      continue;
    }
    const isOpen = classes[at] === "X" && text.tokens[at]!.isWord;
    if (isOpen) open.push(at);
    line.push(isOpen ? `X${tags[at]!}` : classes[at]!);
  }
  const padded = ["^", ...line, "$"];
  padded.forEach((word, i) => {
    if (i > 0) add(`2=${padded[i - 1]}_${word}`);
    if (i > 1) found.push(`3=${padded[i - 2]}_${padded[i - 1]}_${word}`);
    if (i > 2) found.push(`4=${padded[i - 3]}_${padded[i - 2]}_${padded[i - 1]}_${word}`);
  });
  add(`open${few(open.length)}`);
  for (const at of open) {
    const own = { from: at, to: at + 1 } as Mention;
    found.push(`open=${tags[at]}${rarity(own, said, guide)}`);
    const named = mentions.find(({ kind, from, to }) => kind !== "topic" && from <= at && at < to);
    if (named) add(`left=${named.how}/${kindOf(named, guide)}`);
  }
  // What names something of the data surely, and is not taken.
  for (const one of mentions)
    if (
      one.kind !== "topic" &&
      /^(?:own|date|range|flag)$/.test(one.how) &&
      !chosen.some(({ mention }) => mention.from < one.to && one.from < mention.to)
    )
      add(`unused=${one.how}/${kindOf(one, guide)}`);
  for (const { mention, role } of chosen) {
    found.push(`${role}:${kindOf(mention, guide)}/${mention.how}`);
    if (isExcluded(mention, said)) add(`excluded=${role}`);
    if (mention.kind !== "topic") continue;
    const beside = [mention.from - 1, mention.to].filter((at) => open.includes(at)).length;
    add(`topic${few(mention.to - mention.from)}/${rarity(mention, said, guide)}`);
    found.push(
      `topic${few(mention.to - mention.from)}beside${beside}`,
      `topic=${tags.slice(mention.from, mention.to).join("")}`,
    );
  }
  const roles = slots.map((slot) => `${slot.role}:${slot.kind[0]!}`).sort();
  add(`roles=${roles.join("+")}`);
  for (const role of new Set(roles)) add(`role=${role}${few(roles.filter((one) => one === role).length)}`);
  for (const slot of slots) add(`slot=${slot.role}:${kindOf(slot, guide)}`);
  const by = slots.find(({ role }) => role === "by");
  if (by) add(`byOf${slots.some(({ kind, column }) => kind === "value" && column === by.column)}`);
  for (const cue of cues) found.push(`${ask}|c=${cue}`, `${ask}|by${by !== undefined}|c=${cue}`);
  add(`order=${order}`);
  add(`ask`);
  if (!before) return [...new Set(found)];
  const kept = carried.map((slot) => `${slot.role}:${kindOf(slot, guide)}`).sort();
  const dropped = before.slots.filter(
    (slot) => !carried.some((one) => one.kind === slot.kind && one.column === slot.column && one.topic === slot.topic),
  );
  const left = dropped.map((slot) => kindOf(slot, guide)).sort();
  const own = chosen.map(({ role, mention }) => `${role}:${kindOf(mention, guide)}`).sort();
  const again = carried.some(
    ({ kind, column, role }) =>
      kind === "value" &&
      role !== "side" &&
      chosen.some(({ mention }) => mention.kind === "value" && mention.column === column),
  );
  const points = Object.entries(pointersIn(text.said)).flatMap(([name, is]) => (is ? [name] : []));
  const facts = [
    `kept=${kept.join("+")}`,
    `left=${left.join("+")}`,
    `again${again}`,
    `from=${before.ask}`,
    `kept${few(kept.length)}left${few(left.length)}`,
  ];
  for (const fact of facts) {
    add(`f|${fact}`);
    found.push(`f|${fact}|own=${own.join("+")}`, `f|${before.ask}>${ask}|${fact}`);
    for (const point of points) found.push(`f|${fact}|${point}`);
    for (const cue of cues) found.push(`f|${fact}|c=${cue}`);
    found.push(`f|${fact}|first=${classes[0] ?? ""}_${classes[1] ?? ""}`);
  }
  return [...new Set(found)];
}
