import { partsOf, predicatesOf, type Predicate, type Step } from "../plan/plan";
import { subjectOf } from "../plan/follow";
import { valueIn, type Dataset } from "./dataset";
import type { Gap } from "./gap";
import { Phrases, type Phrase } from "./phrases";
import { publishableCount } from "./publishable";
import { meeting, outside, sizeOf, together, type Condition, type InColumn, type Mask } from "./sets";
import { setsOf, type How } from "./wider";

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
  /** True where records are counted that mean a topic in other words than those that are named. */
  isWider: boolean;
}

/** Other words are looked for to so many topics of a plan; the rest are counted in their own. */
const MAX_WIDENED = 16;

/** The evidence for predicates of one plan. */
export class Evidences {
  private readonly phrases: Phrases;

  constructor(
    private readonly dataset: Dataset,
    private readonly steps: readonly Step[],
  ) {
    const topics = partsOf({ is: "and", of: steps.flatMap(predicatesOf) }, ["topic"]).map(({ text }) => text);
    this.phrases = new Phrases(dataset, new Set([...new Set(topics)].slice(MAX_WIDENED)));
  }

  /**
   * Of those who mean a topic in whatever words; where that may not be said, of those who say it in words that are named;
   * and where not even that, of those who hold its words anywhere.
   */
  of(...predicates: (Predicate | null)[]): Evidence {
    const meant = this.evidence(predicates, "meant");
    if (meant.count !== null || meant.gaps.length > 0) return meant;
    const said = meant.isWider ? this.said(...predicates) : meant;
    if (said.count !== null) return said;
    const held = this.evidence(predicates, "held");
    return held.count === null ? meant : held;
  }

  /** Of those who say a topic in its own words, or in others that are named. */
  said(...predicates: (Predicate | null)[]): Evidence {
    return this.evidence(predicates, "said");
  }

  /** The records that say a phrase. */
  phrase(text: Extract<Predicate, { text: string }>): Phrase {
    return this.phrases.of(text);
  }

  private evidence(predicates: readonly (Predicate | null)[], how: "meant" | "said" | "held"): Evidence {
    const gaps: Gap[] = [];
    const leftOut: string[] = [];
    let isWider = false;
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
          return [{ mask, parts: each.flat().flatMap((one) => this.setsOf(one)), values: valuesOf(each.flat()) }];
        }
        case "not": {
          const conditions = conditionsOf(predicate.of);
          const mask = outside(meeting(this.dataset.size, conditions));
          return [
            {
              mask,
              parts: conditions.flatMap((one) => this.setsOf(one)),
              values: valuesOf(conditions),
              left: conditions.flatMap((one) => ("mask" in one ? (one.left ?? []) : [])),
            },
          ];
        }
        default: {
          const meant = how === "meant" ? this.phrases.meaning(predicate) : null;
          isWider ||= meant !== null;
          const found = this.phrases.of(predicate);
          const leftBy = (mask: Mask): Mask[] => this.phrases.leftOf(predicate, found.leftOut, mask);
          if (meant) return [{ ...meant, left: leftBy(meant.mask) }];
          if (found.gap) gaps.push(found.gap);
          leftOut.push(...found.leftOut);
          if (how === "held" && isNearly(found))
            return [{ mask: found.holding, parts: [found.holding], left: leftBy(found.holding) }];
          const mask = together([found.mask, ...found.variants.map((one) => one.mask)]);
          return [{ mask, parts: setsOf(found), left: leftBy(mask) }];
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
      isWider,
    };
  }

  /** The records that are counted for a topic though they say it in other words than those that are named; null for none. */
  widerThan(topic: Extract<Predicate, { is: "topic" }>): { said: Mask; wider: Mask; how: How } | null {
    const meant = this.phrases.meaning(topic);
    const { mask, variants } = this.phrases.of(topic);
    return meant && { said: together([mask, ...variants.map((one) => one.mask)]), wider: meant.mask, how: meant.how };
  }

  /** What a topic is counted as, beside its own words. */
  otherWords(topic: Extract<Predicate, { is: "topic" }>): string[] {
    return this.phrases.of(topic).variants.map(({ words }) => words);
  }

  /** What says the same, but can't be counted with it: in how many records each is. */
  besideWords(topic: Extract<Predicate, { is: "topic" }>): { words: string; count: number }[] {
    return this.phrases.of(topic).beside.flatMap(({ words, mask, parts }) => {
      const count = publishableCount(this.dataset.size, [{ mask, parts }]);
      return count === null ? [] : [{ words, count }];
    });
  }

  private setsOf(condition: Condition): readonly Mask[] {
    return "mask" in condition ? (condition.parts ?? [condition.mask]) : [meeting(this.dataset.size, [condition])];
  }

  private valueOf({ column, value, label }: Extract<Predicate, { is: "value" }>, gaps: Gap[]): InColumn {
    const { codes, values } = this.dataset.columns.find(({ name }) => name === column)!;
    if (value === null) gaps.push({ why: "noValue", label, column });
    return valueIn(this.dataset, codes, value === null ? -1 : values.indexOf(value) + 1);
  }
}

const valuesOf = (conditions: readonly Condition[]): InColumn[] =>
  conditions.flatMap((one) => ("codes" in one ? [one] : [...(one.values ?? [])]));

/** Those who hold a phrase's words anywhere say the phrase, nearly all of them. */
const MAX_APART = 1.25;
const isNearly = ({ mask, holding }: Phrase): boolean => sizeOf(holding) <= MAX_APART * sizeOf(mask);
