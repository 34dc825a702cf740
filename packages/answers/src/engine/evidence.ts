import { partsOf, predicatesOf, type Predicate, type Step } from "../plan/plan";
import { resolved, subjectOf } from "../plan/follow";
import { valueIn, type Dataset } from "./dataset";
import type { Gap } from "./gap";
import { soughtIn } from "./holding";
import { Phrases, type Phrase } from "./phrases";
import { publishableCount } from "./publishable";
import { meeting, outside, together, without, type Condition, type Mask, type SetOfTexts } from "./sets";
import { isNearly } from "./settled";
import { Selections, type Selected } from "./selected";
import { setsOf, type How as Wider } from "./wider";
import { wishesIn } from "./wishes";

/** The records that a predicate selects. */
export interface Evidence extends Selected {
  predicate: Predicate | null;
  gaps: Gap[];
  /** Words of topics that were left out, because too few records hold them with the others. */
  leftOut: string[];
  /** True where records are counted that mean a topic in other words than those that are named. */
  isWider: boolean;
}

/** In which words the records of a topic are looked for: any, those that are named, its own anywhere, or any beside these. */
type How = "meant" | "said" | "held" | "meantBesideHeld";

/** What a predicate finds. */
interface Found extends Pick<Evidence, "gaps" | "isWider"> {
  conditions: readonly Condition[];
  leftOut: readonly string[];
}

const joined = (all: readonly Found[]): Found => ({
  conditions: all.flatMap((one) => one.conditions),
  gaps: all.flatMap((one) => one.gaps),
  leftOut: all.flatMap((one) => one.leftOut),
  isWider: all.some((one) => one.isWider),
});

/** Other words are looked for only for this many topics of a plan; the rest are counted in their own words. */
const MAX_WIDENED = 16;
/** With more alternatives, or phrases of more words, not everything that they share is looked for. */
const MAX_PAIRED = 6;
const MAX_SHARED = 4;

/** The evidence for predicates of one plan. */
export class Evidences {
  private readonly phrases: Phrases;
  private readonly known: Record<How, Map<Predicate | string, Found>> = {
    meant: new Map(),
    said: new Map(),
    held: new Map(),
    meantBesideHeld: new Map(),
  };
  private readonly selections: Selections;

  constructor(
    private readonly dataset: Dataset,
    private readonly steps: readonly Step[],
  ) {
    const topics = partsOf({ is: "and", of: steps.flatMap(predicatesOf) }, ["topic"]).map(({ text }) => text);
    this.selections = new Selections(dataset.size);
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
    if (said.count !== null) return this.isLessThanAPart(predicates, said.count) ? meant : said;
    const held = this.evidence(predicates, "held");
    if (held.count === null || this.isLessThanAPart(predicates, held.count)) return meant;
    // Not within a column: each way of counting hides other groups there, and the two together would tell of them.
    const isTried = meant.isWider && partsOf(meant.predicate, ["value"]).length === 0;
    const beside = isTried ? this.evidence(predicates, "meantBesideHeld") : held;
    return beside.count === null || beside.count < held.count ? held : beside;
  }

  /** True where one of several alternatives is counted in more words than they are together: it would seem to be more than all. */
  private isLessThanAPart([only, ...others]: readonly (Predicate | null)[], count: number): boolean {
    return (
      only?.is === "or" && others.every((one) => one === null) && only.of.some((one) => this.of(one).count! > count)
    );
  }

  /** Of those who say a topic in its own words, or in others that are named. */
  said(...predicates: (Predicate | null)[]): Evidence {
    return this.evidence(predicates, "said");
  }

  /** The records that say a phrase. */
  phrase(text: Extract<Predicate, { text: string }>): Phrase {
    return this.phrases.of(text);
  }

  private evidence(predicates: readonly (Predicate | null)[], how: How): Evidence {
    const predicate = predicates.filter((one) => one !== null);
    const each = predicate.map((one) => this.foundBy(one, how));
    const selected = this.selections.by(each, () => this.withShared(each.flatMap((one) => one.conditions)));
    const whole = predicate.length < 2 ? (predicate[0] ?? null) : ({ is: "and", of: predicate } as const);
    return {
      // What "those" are is told as a question for them is.
      predicate: partsOf(whole, ["step"]).length > 0 ? resolved(whole, this.steps) : whole,
      conditions: selected.conditions,
      get mask() {
        return selected.mask;
      },
      count: selected.count,
      gaps: each.flatMap((one) => one.gaps),
      leftOut: [...new Set(each.flatMap((one) => one.leftOut))],
      isWider: each.some((one) => one.isWider),
    };
  }

  /** The same sets for the same predicate each time: what may be told of them is then known. */
  private foundBy(predicate: Predicate, how: How): Found {
    const key = "text" in predicate ? `${predicate.is} ${predicate.text}` : predicate;
    let found = this.known[how].get(key);
    if (!found) {
      found = this.searched(predicate, how);
      this.known[how].set(key, found);
    }
    return found;
  }

  private searched(predicate: Predicate, how: How): Found {
    const { size } = this.dataset;
    switch (predicate.is) {
      case "and":
        return joined(predicate.of.map((one) => this.foundBy(one, how)));
      case "step": {
        const subject = subjectOf(this.steps[predicate.step]!);
        return subject ? this.foundBy(subject, how) : joined([]);
      }
      case "value":
        return this.valueOf(predicate);
      case "or": {
        const each = predicate.of.map((one) => this.foundBy(one, how));
        const all = joined(each);
        const mask = together(each.map(({ conditions }) => meeting(size, conditions)));
        const parts = all.conditions.flatMap((one) => this.setsOf(one));
        const larger = (): Mask[] => all.conditions.flatMap((one) => ("mask" in one ? (one.larger?.() ?? []) : []));
        const alternatives = each.map(({ conditions }) => conditions);
        const of = [...alternatives, ...pairsOf(alternatives)].map((some) => this.withShared(some));
        return { ...all, conditions: [{ mask, parts, larger, of }] };
      }
      case "not": {
        const found = this.foundBy(predicate.of, how);
        const { conditions } = found;
        const mask = outside(meeting(size, conditions));
        const parts = conditions.flatMap((one) => this.setsOf(one));
        const values = conditions.length > 1 ? conditions.flatMap((one) => ("codes" in one ? [[one]] : [])) : [];
        return { ...found, conditions: [{ mask, parts, of: [this.withShared(conditions), ...values] }] };
      }
      default:
        return this.textOf(predicate, how);
    }
  }

  private textOf(predicate: Extract<Predicate, { text: string }>, how: How): Found {
    const meant = how.startsWith("meant") ? this.phrases.meaning(predicate) : null;
    const found = this.phrases.of(predicate);
    const larger: SetOfTexts["larger"] = (around) =>
      this.phrases.largerThan(predicate, meant ? [] : found.leftOut, false, around);
    const by = { larger, words: predicate.text };
    if (meant) {
      const isBeside = how === "meantBesideHeld" && isNearly(found);
      const parts = isBeside && { parts: [found.holding, meant.mask] };
      return { conditions: [{ ...meant, ...parts, ...by }], gaps: [], leftOut: [], isWider: true };
    }
    const { holding, gap, leftOut } = found;
    const isHeld = (how === "held" || how === "meantBesideHeld") && isNearly(found);
    if (how !== "said" && !isHeld) return this.foundBy(predicate, "said");
    const condition: Condition = isHeld
      ? { mask: holding, parts: [holding], ...by }
      : { mask: found.all, parts: setsOf(found), ...by };
    return { conditions: [condition], gaps: gap ? [gap] : [], leftOut, isWider: false };
  }

  /** The records that are counted for a topic though they say it in other words than those that are named; null for none. */
  widerThan(topic: Extract<Predicate, { is: "topic" }>): { said: Mask; wider: Mask; how: Wider } | null {
    const meant = this.phrases.meaning(topic);
    return meant && { said: this.phrases.of(topic).all, wider: meant.mask, how: meant.how };
  }

  /** The wishes that are no part of a topic though they hold its word. */
  wishes(topic: Extract<Predicate, { is: "topic" }>): string[] {
    const { mask, holding } = this.phrases.of(topic);
    const [only, ...others] = soughtIn(this.dataset, topic.text);
    if (!only || others.length > 0 || holding === mask) return [];
    return wishesIn(this.dataset, only, without(holding, mask));
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

  /** Of several phrases, what can be asked for by words of all of them: "a b" and "a c" lie in "b c". */
  private withShared(conditions: readonly Condition[]): Condition[] {
    const texts = conditions.flatMap((one) => ("mask" in one && one.words !== undefined ? [one.words] : []));
    const all = [...new Set(texts.flatMap((text) => text.split(" ")))];
    const [first] = texts;
    if (first === undefined || texts.length < 2 || all.length < 3 || all.length > MAX_SHARED) return [...conditions];
    const joint = { is: "mentions", text: all.join(" "), words: "" } as const;
    const larger = (one: SetOfTexts, around?: Uint32Array): Mask[] => [
      ...(one.larger?.(around) ?? []),
      ...this.phrases.largerThan(joint, [], true, around),
    ];
    return conditions.map((one) =>
      "mask" in one && one.words === first ? { ...one, larger: (around) => larger(one, around) } : one,
    );
  }

  private setsOf(condition: Condition): readonly Mask[] {
    return "mask" in condition ? (condition.parts ?? [condition.mask]) : [meeting(this.dataset.size, [condition])];
  }

  private valueOf({ column, value, label }: Extract<Predicate, { is: "value" }>): Found {
    const { codes, values } = this.dataset.columns.find(({ name }) => name === column)!;
    return {
      conditions: [valueIn(this.dataset, codes, value === null ? -1 : values.indexOf(value) + 1)],
      gaps: value === null ? [{ why: "noValue", label, column }] : [],
      leftOut: [],
      isWider: false,
    };
  }
}

/** Two by two, what several alternatives share. */
const pairsOf = (each: readonly (readonly Condition[])[]): Condition[][] =>
  each.length > MAX_PAIRED
    ? []
    : each.flatMap((one, i) =>
        each
          .slice(i + 1)
          .flatMap((other) => ([...one, ...other].every((part) => "codes" in part) ? [] : [[...one, ...other]])),
      );
