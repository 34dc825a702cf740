import { MIN_GROUP_SIZE } from "../dataset/record";
import type { SubjectVariant } from "../dataset/snapshot";
import { isTopical, words } from "../dataset/words";
import type { Predicate } from "../plan/plan";
import type { Dataset } from "./dataset";
import type { Gap } from "./gap";
import { holdingIn, remembered, soughtIn, type Wanted } from "./holding";
import { isNegation, QUALITIES, sayingNear, TURNS, type Sought } from "./nearness";
import { areApart } from "./cut";
import { isTellable } from "./publishable";
import { maskOf, recordsIn, sizeOf, thoseThat, together, type Mask } from "./sets";
import { countable, membersOf, variantsOf, type Variant } from "./variants";
import { DOING } from "./reductions";
import { FAR, isFewer, isSaidByFewer, rarestOf, withParts } from "./settled";
import { wishedWith, toldWithoutWishes, type Finding } from "./wishes";
import { setsOf, unsaid, widerOf, type Meant, type Said } from "./wider";

/** The records that say a phrase. */
export interface Phrase extends Said {
  /** Those who say it in its own words or in others that are named. */
  all: Mask;
  leftOut: string[];
  gap: Gap | null;
}

/** A longer phrase loses its commonest word without a look at what is left without each: that would be cubic. */
const MAX_TRIED_WORDS = 6;
/** Of a longer phrase, not each part is looked for where it is looked up; and of one longer than the second, never. */
const MAX_SHORTENED = 3;
const MAX_WHOLE = 4;
const MAX_PARTS = 40;

type LeavesOut = (part: readonly Sought[]) => boolean;
type Text = Extract<Predicate, { text: string }>;

/** The records that say the phrases of one plan; those in `narrow` are looked for in their own words alone. */
export class Phrases {
  private readonly phrases = new Map<string, Phrase>();
  private readonly meant = new Map<string, Meant | null>();
  private readonly larger = new Map<string, readonly Mask[]>();
  /** The phrases that were looked for last: what is left of one without a word, or with another, shares most of its parts. */
  private readonly said = new Map<string, Pick<Phrase, "mask" | "holding">>();
  private readonly holding: (wanted: Wanted) => Mask;
  private readonly finding: Finding = {
    saying: (phrase) => this.saying(phrase, []),
    holding: (phrase) => this.holding(phrase.map(({ ids }) => ids)),
  };

  constructor(
    private readonly dataset: Dataset,
    private readonly narrow: ReadonlySet<string>,
  ) {
    this.holding = holdingIn(dataset);
  }

  /** The records that mean a topic, in whatever words; null where these are none but those who say it in named ones. */
  meaning({ is, text, words: said }: Text): Meant | null {
    if (is !== "topic" || this.narrow.has(text)) return null;
    const known = this.meant.get(text);
    if (known !== undefined) return known;
    const phrase = this.of({ is, text, words: said });
    const sought = soughtIn(this.dataset, text);
    const kept = sought.filter(({ word }) => !phrase.leftOut.includes(word));
    // A word that too few say with the others is not left out where enough say the whole in other words.
    const meant = phrase.leftOut.every((word) => DOING.has(word))
      ? widerOf(this.dataset, kept, phrase, this.holding)
      : widerOf(this.dataset, sought, unsaid(this.dataset), this.holding);
    this.meant.set(text, meant);
    return meant;
  }

  /** The records that say all words of a text near each other; of three and more, the commonest may be missing. */
  of({ is, text }: Text): Phrase {
    const known = this.phrases.get(`${is} ${text}`) ?? this.subject(is, text);
    if (known) return known;
    const isTopic = is === "topic";
    const inOrder = soughtIn(this.dataset, text);
    const kept = inOrder
      .map((one) => ({ ...one, count: sizeOf(this.holding([one.ids])) }))
      .sort((a, b) => a.count - b.count);
    const leftOut: string[] = [];
    const denied = words(text).filter((word) => !isTopical(word));
    const saying = (phrase: readonly Sought[]): Mask => this.saying(phrase, denied).mask;
    const ordered = (): Sought[] => inOrder.flatMap(({ word }) => kept.find((one) => one.word === word) ?? []);
    const members = (): Variant[] => (isTopic ? membersOf(this.dataset, ordered(), saying) : []);
    let masks = this.saying(kept, denied);
    const [only] = kept;
    let wishes: Mask[] = [];
    if (isTopic && only && inOrder.length === 1) {
      const more = toldWithoutWishes(this.dataset, only, masks.holding, this.finding);
      if (more) [masks, wishes] = [{ ...masks, mask: more.mask }, more.wishes];
    }
    let variants = members();
    const rarest = (): number => rarestOf(this.dataset.size, this.shorter(kept, denied));
    const isTooFew = (): boolean => variants.length === 0 && kept.length > 1 && isFewer(sizeOf(masks.mask), rarest);
    while (isTooFew()) {
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
    const counted = countable(variants, (some) => {
      const sets = setsOf({ ...masks, variants: some, wishes }).map((mask) => ({ mask }));
      return areApart(this.dataset.size, sets);
    });
    variants = counted.variants;
    const gap: Gap | null = isTooFew()
      ? {
          why: "notTogether",
          words: kept.map(({ word }) => word).join(" "),
          alone: kept.flatMap(({ word, count }) => (count < MIN_GROUP_SIZE ? [] : [{ word, count }])),
          isBelow: rarest() >= FAR,
        }
      : null;
    const all = together([masks.mask, ...variants.map((one) => one.mask)]);
    const found = { all, ...masks, leftOut, gap, ...counted, wishes };
    this.phrases.set(`${is} ${text}`, found);
    return found;
  }

  /** What the import counted for a subject. */
  private subject(is: string, text: string): Phrase | null {
    const subject = this.dataset.subjectsBy.get(`${is} ${text}`);
    if (!subject || this.narrow.has(text)) return null;
    const { starts, ids } = this.dataset.subjects;
    const masks = new Map<number, Mask>();
    const setAt = (set: number): Mask => {
      const found = masks.get(set) ?? maskOf(this.dataset.size, ids.subarray(starts[set], starts[set + 1]));
      masks.set(set, found);
      return found;
    };
    const variant = ({ words, set, parts }: SubjectVariant): Variant => ({
      words,
      mask: setAt(set),
      parts: parts.map(setAt),
    });
    const [only, ...others] = soughtIn(this.dataset, text);
    const hasWishes = only && others.length === 0 && is === "topic" && subject.said !== subject.holding;
    const found: Phrase = {
      all: setAt(subject.all),
      mask: setAt(subject.said),
      holding: setAt(subject.holding),
      wishes: hasWishes ? wishedWith(this.dataset, only, this.finding) : [],
      leftOut: [],
      gap: null,
      variants: subject.variants.map(variant),
      beside: subject.beside.map(variant),
    };
    this.phrases.set(`${is} ${text}`, found);
    return found;
  }

  private saying(phrase: readonly Sought[], denied: readonly string[]): Pick<Phrase, "mask" | "holding"> {
    const key = [...phrase.map(({ word, ids }) => `${word} ${ids.join()}`), "", ...denied].join("|");
    return remembered(this.said, key, () => this.searched(phrase, denied));
  }

  private searched(phrase: readonly Sought[], denied: readonly string[]): Pick<Phrase, "mask" | "holding"> {
    const told = phrase.length < 2 ? phrase : phrase.filter(({ word }) => !isNegation(word));
    const holding = this.holding(told.map(({ ids }) => ids));
    if (phrase.length < 2) return { mask: holding, holding };
    const held = recordsIn(holding);
    const said = thoseThat(held, sayingNear(this.dataset, phrase, denied));
    // Those who hold the words apart are counted, too, where they are so few that the two counts would tell of them.
    const masks =
      said.length >= MIN_GROUP_SIZE && held.length - said.length < MIN_GROUP_SIZE
        ? { mask: holding, holding }
        : { mask: maskOf(this.dataset.size, said), holding };
    return withParts(masks, this.shorter(phrase, denied));
  }

  /**
   * What can be asked for of a phrase with fewer of its words. Of a longer one only each word: "a b c" lies in "a b", but
   * to look for all of these would be exponential.
   */
  private shorter(phrase: readonly Sought[], denied: readonly string[], isLeftOut: LeavesOut = () => false): Mask[] {
    if (phrase.length < 2) return [];
    const each = phrase.filter(({ word }) => !isNegation(word)).map((one) => this.saying([one], denied).holding);
    if (phrase.length > MAX_SHORTENED) return each;
    const parts = phrase.map((_, i) => phrase.toSpliced(i, 1)).filter((part) => !isLeftOut(part));
    return [...each, ...parts.map((part) => this.saying(part, denied).mask)];
  }

  /**
   * The larger sets that can be asked for by fewer words of a text, or by all of them where these are of several. Those that
   * clearly don't hold all of some records are not looked for: most of these say what is asked in other words.
   */
  largerThan({ text }: Text, leftOut: readonly string[], isJoined = false, around?: Uint32Array): readonly Mask[] {
    const key = `${isJoined} ${text}`;
    const known = this.larger.get(key);
    if (known) return known;
    const kept = soughtIn(this.dataset, text).filter(({ word }) => !leftOut.includes(word));
    const denied = words(text).filter((word) => !isTopical(word));
    const isLeftOut: LeavesOut = (part) => !!around && isSaidByFewer(this.dataset, around, part, denied);
    const masks =
      kept.length > MAX_SHORTENED ? this.shortened(kept, denied, isLeftOut) : this.shorter(kept, denied, isLeftOut);
    if (isJoined && !isLeftOut(kept)) masks.push(this.saying(kept, denied).mask);
    const larger = masks.filter((one) => isTellable(sizeOf(one), this.dataset.size));
    if (!around) this.larger.set(key, larger);
    return larger;
  }

  /**
   * What can be asked for with fewer words of a long phrase: each word, the phrase without one of them, and without more
   * where the first of them changes nothing. Where it leaves enough, so does each more.
   */
  private shortened(phrase: readonly Sought[], denied: readonly string[], isLeftOut: LeavesOut): Mask[] {
    const found = new Map<string, Mask | null>();
    const without = (longer: readonly Sought[], size: number): void => {
      for (let at = 0; at < longer.length && found.size < MAX_PARTS; at++) {
        const part = longer.toSpliced(at, 1);
        const key = part.map(({ word }) => word).join(" ");
        if (part.length < 2 || found.has(key)) continue;
        // Of a shorter one all parts are looked for, whatever its size.
        const isShort = longer.length <= MAX_WHOLE;
        const mask = isShort && isLeftOut(part) ? null : this.saying(part, denied).mask;
        found.set(key, mask);
        if (isShort || (mask && sizeOf(mask) === size)) without(part, size);
      }
    };
    const { mask } = this.saying(phrase, denied);
    if (sizeOf(mask) >= MIN_GROUP_SIZE) without(phrase, sizeOf(mask));
    return [...this.shorter(phrase, denied), ...[...found.values()].flatMap((one) => one ?? [])];
  }
}
