import { MIN_GROUP_SIZE } from "../dataset/record";
import { isTopical, words } from "../dataset/words";
import { formsOf } from "../plan/forms";
import type { Predicate, Step } from "../plan/plan";
import { subjectOf } from "../plan/follow";
import type { Dataset } from "./dataset";
import { isNegation, QUALITIES, saysNear, TURNS, type Sought } from "./nearness";
import { membersOf, variantsOf, type Variant } from "./variants";
import { meeting, publishableCount, sizeOf, type Condition, type Mask } from "./publishable";

/** Why nothing can be counted for a predicate. */
export type Gap =
  | { why: "noValue"; label: string; column: string }
  /** Enough records hold each word, but too few hold them together. */
  | { why: "notTogether"; words: string; alone: { word: string; count: number }[] };

/** The records that a predicate selects. */
export interface Evidence {
  predicate: Predicate | null;
  conditions: Condition[];
  mask: Mask;
  /** How many there are; null where saying it would single out fewer than five. */
  count: number | null;
  /** True where the count is rounded to fives, because parts of it are small. */
  isRounded: boolean;
  gaps: Gap[];
  /** Words of topics that were left out, because too few records hold them with the others. */
  leftOut: string[];
}

/** One in so many records of a count may hold a phrase's words apart. */
const MAX_FALSE = 10;

/** The records that say a phrase, and those that hold its words anywhere. */
interface Phrase {
  mask: Mask;
  holding: Mask;
  leftOut: string[];
  gap: Gap | null;
  /** What says the same in other words. */
  variants: Variant[];
}

/** The evidence for predicates of one plan. */
export class Evidences {
  private readonly phrases = new Map<string, Phrase>();

  constructor(
    private readonly dataset: Dataset,
    private readonly steps: readonly Step[],
  ) {}

  of(...predicates: (Predicate | null)[]): Evidence {
    const gaps: Gap[] = [];
    const leftOut: string[] = [];
    /** The sets of each "or", and the condition that contains it. */
    const unions: { masks: Mask[]; within: Condition }[] = [];
    const conditionsOf = (predicate: Predicate | null): Condition[] => {
      if (predicate === null) return [];
      switch (predicate.is) {
        case "and":
          return predicate.of.flatMap(conditionsOf);
        case "step":
          return conditionsOf(subjectOf(this.steps[predicate.step]!));
        case "value":
          return [this.valueOf(predicate, gaps)];
        case "or": {
          const inside = unions.length;
          const masks = predicate.of.map((part) => meeting(this.dataset.size, conditionsOf(part)));
          const within = { mask: together(masks) };
          for (const union of unions.slice(inside)) union.within = within;
          unions.push({ masks, within });
          return [within];
        }
        case "not": {
          const inside = unions.length;
          const mask = meeting(this.dataset.size, conditionsOf(predicate.of)).map((member) => 1 - member);
          const within = { mask };
          for (const union of unions.slice(inside)) union.within = within;
          return [within];
        }
        default: {
          const found = this.phrase(predicate);
          if (found.gap) gaps.push(found.gap);
          leftOut.push(...found.leftOut);
          const all = [found.mask, ...found.variants.map(({ mask }) => mask)];
          const within = { mask: together(all) };
          if (all.length > 1)
            unions.push({ masks: [found.mask, ...found.variants.flatMap(({ parts }) => parts)], within });
          // A question for each word alone tells how many hold them apart.
          if (found.holding !== found.mask) unions.push({ masks: [found.mask, found.holding], within });
          return [within];
        }
      }
    };
    const predicate = predicates.filter((one) => one !== null);
    const conditions = predicate.flatMap(conditionsOf);
    const mask = meeting(this.dataset.size, conditions);
    const count = publishableCount(this.dataset.size, conditions);
    const isSafe = unions.every(({ masks, within }) => {
      // A difference tells of the records that also meet all the other conditions.
      const others = meeting(
        this.dataset.size,
        conditions.filter((condition) => condition !== within),
      );
      return areApart(masks.map((one) => one.map((member, i) => member & others[i]!)));
    });
    return {
      predicate: predicate.length === 0 ? null : predicate.length === 1 ? predicate[0]! : { is: "and", of: predicate },
      conditions,
      mask,
      count: count === null || isSafe ? count : Math.round(count / MIN_GROUP_SIZE) * MIN_GROUP_SIZE,
      isRounded: !isSafe,
      gaps,
      leftOut: [...new Set(leftOut)],
    };
  }

  /** What a topic is counted as, beside its own words. */
  otherWords(topic: Extract<Predicate, { is: "topic" }>): string[] {
    return this.phrase(topic).variants.map(({ words }) => words);
  }

  private valueOf({ column, value, label }: Extract<Predicate, { is: "value" }>, gaps: Gap[]): Condition {
    const { codes, values } = this.dataset.columns.find(({ name }) => name === column)!;
    if (value === null) gaps.push({ why: "noValue", label, column });
    return { codes, code: value === null ? -1 : values.indexOf(value) + 1 };
  }

  /** The records that say all words of a text near each other; of three and more, the commonest may be missing. */
  private phrase({ is, text }: Extract<Predicate, { text: string }>): Phrase {
    const known = this.phrases.get(`${is} ${text}`);
    if (known) return known;
    const isTopic = is === "topic";
    const asked = new Map(
      words(text)
        .filter(isTopical)
        .map((word) => [formsOf(word)[0]!, word]),
    );
    const inOrder = [...asked.values()];
    const kept = inOrder
      .map((word) => ({ word, ids: formsOf(word).flatMap((stem) => this.dataset.stemIds.get(stem) ?? []) }))
      .map((one) => ({ ...one, count: sizeOf(this.holding([one.ids])) }))
      .sort((a, b) => a.count - b.count);
    const leftOut: string[] = [];
    const denied = words(text).filter((word) => !isTopical(word));
    const saying = (phrase: readonly Sought[]): Mask => this.saying(phrase, denied).mask;
    const ordered = (): Sought[] => inOrder.flatMap((word) => kept.find((one) => one.word === word) ?? []);
    const members = (): Variant[] => (isTopic ? membersOf(this.dataset, ordered(), saying) : []);
    let masks = this.saying(kept, denied);
    let variants = members();
    while (sizeOf(masks.mask) < MIN_GROUP_SIZE && variants.length === 0 && kept.length > 1) {
      const quality = kept.findIndex(({ word }) => QUALITIES.has(word));
      const mayLose = kept.length > 2 && !kept.some(({ word }) => isNegation(word));
      // Never the rarest, which says most: the commonest, or the one without which enough say the rest.
      const losable = kept.flatMap(({ word }, i) => (mayLose && i > 0 && !TURNS.has(word) ? [i] : [])).reverse();
      const enough = losable.find((at) => sizeOf(saying(kept.filter((_, i) => i !== at))) >= MIN_GROUP_SIZE);
      const commonest = enough ?? losable[0] ?? -1;
      const without = quality === -1 ? commonest : quality;
      if (without === -1) break;
      leftOut.push(...kept.splice(without, 1).map(({ word }) => word));
      masks = this.saying(kept, denied);
      variants = members();
    }
    if (isTopic) variants.push(...variantsOf(this.dataset, ordered(), masks.mask, saying));
    const gap: Gap | null =
      sizeOf(masks.mask) < MIN_GROUP_SIZE && variants.length === 0 && kept.length > 1
        ? {
            why: "notTogether",
            words: kept.map(({ word }) => word).join(" "),
            alone: kept.map(({ word, count }) => ({ word, count })),
          }
        : null;
    const found = { ...masks, leftOut, gap, variants };
    this.phrases.set(`${is} ${text}`, found);
    return found;
  }

  private saying(phrase: readonly Sought[], denied: readonly string[]): Pick<Phrase, "mask" | "holding"> {
    const told = phrase.length < 2 ? phrase : phrase.filter(({ word }) => !isNegation(word));
    const holding = this.holding(told.map(({ ids }) => ids));
    if (phrase.length < 2) return { mask: holding, holding };
    const mask = holding.map((holds, i) => (holds && saysNear(this.dataset, i, phrase, denied) ? 1 : 0));
    const apart = sizeOf(holding) - sizeOf(mask);
    // So few that only a rounded count may be said: counting them, too, is nearer to the truth.
    return apart < MIN_GROUP_SIZE && apart * MAX_FALSE < sizeOf(mask) ? { mask: holding, holding } : { mask, holding };
  }

  /** The records that hold, of each word, at least one form. */
  private holding(wanted: readonly (readonly number[])[]): Mask {
    const { size, holders } = this.dataset;
    const held = new Uint8Array(size);
    wanted.forEach((forms, w) => {
      for (const id of forms)
        for (let at = holders.starts[id]!; at < holders.starts[id + 1]!; at++)
          if (held[holders.ids[at]!] === w) held[holders.ids[at]!] = w + 1;
    });
    return held.map((count) => (count === wanted.length ? 1 : 0));
  }
}

const together = (masks: readonly Mask[]): Mask =>
  masks.length === 1 ? masks[0]! : masks.reduce((all, mask) => all.map((member, i) => member | mask[i]!));

const MAX_CELLS = 6;

/** True where no overlap of some sets is of one to four records, which sums of their counts would tell. */
function areApart(masks: readonly Mask[]): boolean {
  if (masks.length > MAX_CELLS) return false;
  const cells = new Array<number>(1 << masks.length).fill(0);
  for (let i = 0; i < masks[0]!.length; i++) {
    let cell = 0;
    masks.forEach((mask, m) => (cell |= mask[i]! << m));
    cells[cell]! += 1;
  }
  return cells.every((count) => count === 0 || count >= MIN_GROUP_SIZE);
}
