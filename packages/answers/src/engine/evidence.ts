import { MIN_GROUP_SIZE } from "../dataset/record";
import type { SubjectVariant } from "../dataset/snapshot";
import { isTopical, words } from "../dataset/words";
import { formsOf } from "../plan/forms";
import { partsOf, predicatesOf, type Predicate, type Step } from "../plan/plan";
import { subjectOf } from "../plan/follow";
import type { Dataset } from "./dataset";
import { isNegation, QUALITIES, saysNear, TURNS, type Sought } from "./nearness";
import { membersOf, variantsOf, type Variant } from "./variants";
import {
  areApart,
  meeting,
  outside,
  publishableCount,
  sizeOf,
  together,
  type Condition,
  type Mask,
} from "./publishable";

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
  gaps: Gap[];
  /** Words of topics that were left out, because too few records hold them with the others. */
  leftOut: string[];
}

/** The records that say a phrase, and those that hold its words anywhere. */
export interface Phrase {
  mask: Mask;
  holding: Mask;
  leftOut: string[];
  gap: Gap | null;
  /** What says the same in other words. */
  variants: Variant[];
  /** What does, too, but shares one to four records with the others, so that it is not counted with them. */
  beside: Variant[];
}

/** A longer phrase loses its commonest word without a look at what is left without each: that would be cubic. */
const MAX_TRIED_WORDS = 6;

/** Other words are looked for to so many topics of a plan; the rest are counted in their own. */
const MAX_WIDENED = 16;

/** The evidence for predicates of one plan. */
export class Evidences {
  private readonly phrases = new Map<string, Phrase>();
  private readonly narrow: ReadonlySet<string>;

  constructor(
    private readonly dataset: Dataset,
    private readonly steps: readonly Step[],
  ) {
    const topics = partsOf({ is: "and", of: steps.flatMap(predicatesOf) }, ["topic"]).map(({ text }) => text);
    this.narrow = new Set([...new Set(topics)].slice(MAX_WIDENED));
  }

  of(...predicates: (Predicate | null)[]): Evidence {
    const gaps: Gap[] = [];
    const leftOut: string[] = [];
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
          const each = predicate.of.map(conditionsOf);
          const mask = together(each.map((conditions) => meeting(this.dataset.size, conditions)));
          return [{ mask, parts: each.flat().flatMap((one) => this.setsOf(one)) }];
        }
        case "not": {
          const conditions = conditionsOf(predicate.of);
          const mask = outside(meeting(this.dataset.size, conditions));
          return [{ mask, parts: conditions.flatMap((one) => this.setsOf(one)) }];
        }
        default: {
          const found = this.phrase(predicate);
          if (found.gap) gaps.push(found.gap);
          leftOut.push(...found.leftOut);
          return [{ mask: together([found.mask, ...found.variants.map(({ mask }) => mask)]), parts: setsOf(found) }];
        }
      }
    };
    const predicate = predicates.filter((one) => one !== null);
    const conditions = predicate.flatMap(conditionsOf);
    const mask = meeting(this.dataset.size, conditions);
    const count = publishableCount(this.dataset.size, conditions);
    return {
      predicate: predicate.length === 0 ? null : predicate.length === 1 ? predicate[0]! : { is: "and", of: predicate },
      conditions,
      mask,
      count,
      gaps,
      leftOut: [...new Set(leftOut)],
    };
  }

  /** What a topic is counted as, beside its own words. */
  otherWords(topic: Extract<Predicate, { is: "topic" }>): string[] {
    return this.phrase(topic).variants.map(({ words }) => words);
  }

  /** What says the same, but can't be counted with it: in how many records each is. */
  besideWords(topic: Extract<Predicate, { is: "topic" }>): { words: string; count: number }[] {
    return this.phrase(topic).beside.flatMap(({ words, mask, parts }) => {
      const count = publishableCount(this.dataset.size, [{ mask, parts }]);
      return count === null ? [] : [{ words, count }];
    });
  }

  private setsOf(condition: Condition): readonly Mask[] {
    return "mask" in condition ? (condition.parts ?? [condition.mask]) : [meeting(this.dataset.size, [condition])];
  }

  private valueOf({ column, value, label }: Extract<Predicate, { is: "value" }>, gaps: Gap[]): Condition {
    const { codes, values } = this.dataset.columns.find(({ name }) => name === column)!;
    if (value === null) gaps.push({ why: "noValue", label, column });
    return { codes, code: value === null ? -1 : values.indexOf(value) + 1 };
  }

  /** The records that say all words of a text near each other; of three and more, the commonest may be missing. */
  phrase({ is, text }: Extract<Predicate, { text: string }>): Phrase {
    const known = this.phrases.get(`${is} ${text}`) ?? this.subject(is, text);
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
      const tried = kept.length > MAX_TRIED_WORDS ? [] : losable;
      const enough = tried.find((at) => sizeOf(saying(kept.filter((_, i) => i !== at))) >= MIN_GROUP_SIZE);
      const commonest = enough ?? losable[0] ?? -1;
      const without = quality === -1 ? commonest : quality;
      if (without === -1) break;
      leftOut.push(...kept.splice(without, 1).map(({ word }) => word));
      masks = this.saying(kept, denied);
      variants = members();
    }
    if (isTopic && !this.narrow.has(text)) variants.push(...variantsOf(this.dataset, ordered(), masks.mask, saying));
    // Where too few say it in its own words, what means the same is counted alone.
    const [other] = variants;
    const isAlone = areApart(
      this.dataset.size,
      (other?.parts ?? []).map((mask) => ({ mask })),
    );
    if (other && isAlone && sizeOf(masks.mask) < MIN_GROUP_SIZE) masks = { mask: other.mask, holding: other.mask };
    const beside: Variant[] = [];
    variants = variants.reduce<Variant[]>((counted, one) => {
      const sets = setsOf({ ...masks, variants: [...counted, one] }).map((mask) => ({ mask }));
      if (areApart(this.dataset.size, sets)) return [...counted, one];
      beside.push(one);
      return counted;
    }, []);
    const gap: Gap | null =
      sizeOf(masks.mask) < MIN_GROUP_SIZE && variants.length === 0 && kept.length > 1
        ? {
            why: "notTogether",
            words: kept.map(({ word }) => word).join(" "),
            alone: kept.map(({ word, count }) => ({ word, count })),
          }
        : null;
    const found = { ...masks, leftOut, gap, variants, beside };
    this.phrases.set(`${is} ${text}`, found);
    return found;
  }

  /** What the import counted for a subject. */
  private subject(is: string, text: string): Phrase | null {
    const subject = this.dataset.subjectsBy.get(`${is} ${text}`);
    if (!subject || this.narrow.has(text)) return null;
    const { starts, ids } = this.dataset.subjects;
    const masks = new Map<number, Mask>();
    const maskOf = (set: number): Mask => {
      const known = masks.get(set);
      if (known) return known;
      const mask = new Uint8Array(this.dataset.size);
      for (let at = starts[set]!; at < starts[set + 1]!; at++) mask[ids[at]!] = 1;
      masks.set(set, mask);
      return mask;
    };
    const variant = ({ words, set, parts }: SubjectVariant): Variant => ({
      words,
      mask: maskOf(set),
      parts: parts.map(maskOf),
    });
    const found: Phrase = {
      mask: maskOf(subject.said),
      holding: maskOf(subject.holding),
      leftOut: [],
      gap: null,
      variants: subject.variants.map(variant),
      beside: subject.beside.map(variant),
    };
    this.phrases.set(`${is} ${text}`, found);
    return found;
  }

  private saying(phrase: readonly Sought[], denied: readonly string[]): Pick<Phrase, "mask" | "holding"> {
    const told = phrase.length < 2 ? phrase : phrase.filter(({ word }) => !isNegation(word));
    const held = this.holders(told.map(({ ids }) => ids));
    const holding = this.maskOf(held);
    if (phrase.length < 2) return { mask: holding, holding };
    const said = held.filter((record) => saysNear(this.dataset, record, phrase, denied));
    // Those who hold the words apart are counted, too, where they are so few that the two counts would tell of them.
    return said.length >= MIN_GROUP_SIZE && held.length - said.length < MIN_GROUP_SIZE
      ? { mask: holding, holding }
      : { mask: this.maskOf(said), holding };
  }

  private holding(wanted: readonly (readonly number[])[]): Mask {
    return this.maskOf(this.holders(wanted));
  }

  /** The records that hold, of each word, at least one form. */
  private holders(wanted: readonly (readonly number[])[]): number[] {
    const { size, holders } = this.dataset;
    if (wanted.length === 0) return Array.from({ length: size }, (_, record) => record);
    const held = new Uint8Array(size);
    const found: number[] = [];
    wanted.forEach((forms, w) => {
      for (const id of forms)
        for (let at = holders.starts[id]!; at < holders.starts[id + 1]!; at++) {
          const record = holders.ids[at]!;
          if (held[record] !== w) continue;
          held[record] = w + 1;
          if (w + 1 === wanted.length) found.push(record);
        }
    });
    return found;
  }

  private maskOf(records: readonly number[]): Mask {
    const mask = new Uint8Array(this.dataset.size);
    for (const record of records) mask[record] = 1;
    return mask;
  }
}

/** The sets that a phrase is counted by; a question for each word alone tells how many hold them apart. */
const setsOf = ({ mask, holding, variants }: Pick<Phrase, "mask" | "holding" | "variants">): Mask[] => [
  mask,
  ...(holding === mask ? [] : [holding]),
  ...variants.flatMap(({ parts }) => parts),
];
