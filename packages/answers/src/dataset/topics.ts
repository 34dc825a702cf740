import { GROUPS, PHRASES, WISHES } from "./everyday";
import { sumOf } from "./equivalents";
import { formsOf } from "./forms";
import { setAt, type Equivalent, type Snapshot } from "./snapshot";
import { dot, unit } from "./sparse";
import { isStopWord, isTopical, stemOf, words } from "./words";

/** Longer topics are cut: a topic is one to three words. */
const MAX_WORDS = 6;
/** In a record of more words than this, a topic's words stand within so many of each other. */
const LONG = 40;
const WITHIN = 15;
/** So many words are tried in the place of one, and so many are kept. */
const MAX_TRIED = 12;
const MAX_VARIANTS = 6;
/** So many records show what a set is about. */
const MAX_SAMPLE = 300;
const ORDER: readonly Equivalent["how"][] = ["alike", "near", "same", "kin"];
/** The middles of the records that hold a phrase and of those that hold its variant must be this close. */
const MIN_CLOSE: Readonly<Record<Equivalent["how"], number>> = { alike: 0.55, near: 0.6, same: 0.7, kin: 0.85 };
/** Fewer records confirm nothing. */
const MIN_CONFIRMED = 5;
const NOT = new Set("not no never dont without cant wont".split(" "));

export type TopicSource = Pick<
  Snapshot,
  "texts" | "vocabulary" | "holders" | "recordVectors" | "lengths" | "equivalents" | "themes" | "themeSets"
>;

/** The records that are about a topic, as bits, and other words by which some of them were found. */
export interface Found {
  mask: Uint32Array;
  alsoBy: string[];
}

/** What names share that say the same in any form and order. */
export const keyOf = (name: string): string =>
  [...new Set(topicWords(name).map((word) => formsOf(word)[0]!))].sort().join(" ");

/** The words of a topic that carry it; where none does, all of them. */
function topicWords(topic: string): string[] {
  const all = words(topic).slice(0, MAX_WORDS * 2);
  const telling = all.filter((word) => isTopical(word) && !NOT.has(word));
  return (telling.length > 0 ? telling : all.filter((word) => !isStopWord(word))).slice(0, MAX_WORDS);
}

/** Finds the records that hold words. */
export class Topics {
  readonly #stemIds: ReadonlyMap<string, number>;
  readonly #equivalents = new Map<number, Equivalent[]>();
  readonly #themes: ReadonlyMap<string, number>;
  readonly #words: number;

  constructor(private readonly source: TopicSource) {
    this.#stemIds = new Map(source.vocabulary.stems.map((stem, id) => [stem, id]));
    for (const one of source.equivalents)
      this.#equivalents.set(one.word, [...(this.#equivalents.get(one.word) ?? []), one]);
    this.#themes = new Map(source.themes.map(({ key }, place) => [key, place]));
    this.#words = (source.lengths.length + 31) >>> 5;
  }

  idOf(stem: string): number | undefined {
    return this.#stemIds.get(stem);
  }

  /** The records that hold a topic's words in any form, or other words used alike; with a theme's name, its records too. */
  about(topic: string): Found {
    const said = topicWords(topic);
    if (said.length === 0) return { mask: new Uint32Array(this.#words), alsoBy: [] };
    const phrase = said.map((word) => ({ word, ids: this.#idsOf(word) }));
    const mask = this.#holdingAll(phrase.map(({ ids }) => ids));
    const variants = this.#variants(phrase, mask);
    const members = this.#members(said);
    for (const one of [...variants, ...members]) join(mask, one.mask);
    const theme = this.#themes.get(keyOf(topic));
    if (theme !== undefined) for (const i of setAt(this.source.themeSets, theme)) mask[i >>> 5]! |= 1 << (i & 31);
    return { mask, alsoBy: [...variants, ...members].map((one) => one.words) };
  }

  /** The words that a topic is looked for by, all of them together, and whether it is a theme's name. */
  saidBy(topic: string): { words: string[]; isTheme: boolean } {
    return { words: topicWords(topic), isTheme: this.#themes.has(keyOf(topic)) };
  }

  /** The records that hold these very words in this order. */
  exactly(text: string): Uint32Array {
    const said = words(text).slice(0, MAX_WORDS * 3);
    const mask = new Uint32Array(this.#words);
    if (said.length === 0) return mask;
    const ids = said.map((word) => this.#stemIds.get(stemOf(word)));
    if (ids.some((id) => id === undefined)) return mask;
    const { texts } = this.source;
    const candidates = this.#holdingAll(
      ids.map((id) => [id!]),
      false,
    );
    const wanted = ` ${said.join(" ")} `;
    eachOf(candidates, (i) => {
      if (` ${words(texts.at(i)).join(" ")} `.includes(wanted)) mask[i >>> 5]! |= 1 << (i & 31);
    });
    return mask;
  }

  #idsOf(word: string): number[] {
    return formsOf(word).flatMap((stem) => this.#stemIds.get(stem) ?? []);
  }

  #holding(ids: readonly number[]): Uint32Array {
    const mask = new Uint32Array(this.#words);
    for (const id of ids) for (const i of setAt(this.source.holders, id)) mask[i >>> 5]! |= 1 << (i & 31);
    return mask;
  }

  #holdingAll(words: readonly (readonly number[])[], near = true): Uint32Array {
    const [first, ...others] = words.map((ids) => this.#holding(ids));
    const mask = first!;
    for (const other of others) for (let i = 0; i < mask.length; i++) mask[i]! &= other[i]!;
    if (near && others.length > 0) this.#onlyNear(mask, words);
    return mask;
  }

  /** Takes out long records in which the words stand far apart. */
  #onlyNear(mask: Uint32Array, phrase: readonly (readonly number[])[]): void {
    eachOf(mask, (i) => {
      if (this.source.lengths[i]! <= LONG) return;
      const places = words(this.source.texts.at(i)).map((word) => this.#stemIds.get(stemOf(word)) ?? -1);
      const last = phrase.map(() => -Infinity);
      const isNear = places.some((id, at) => {
        phrase.forEach((ids, p) => ids.includes(id) && (last[p] = at));
        return at - Math.min(...last) < WITHIN;
      });
      if (!isNear) mask[i >>> 5]! &= ~(1 << (i & 31));
    });
  }

  #variants(phrase: readonly { word: string; ids: number[] }[], said: Uint32Array): (Found & { words: string })[] {
    const sample = sampled(said);
    const isConfirmed = sample.length >= MIN_CONFIRMED;
    const { surfaces } = this.source.vocabulary;
    let middle: Float32Array | null = null;
    const found: { words: string; mask: Uint32Array; alsoBy: string[]; added: number }[] = [];
    phrase.forEach(({ word, ids }, place) => {
      if (NOT.has(word)) return;
      for (const { other, how } of this.#triedFor(ids, phrase.length === 1 || !isConfirmed)) {
        if (phrase.some((one) => one.ids.includes(other))) continue;
        const otherIds = this.#idsOf(surfaces[other]!);
        const mask = this.#holdingAll(phrase.map((one, i) => (i === place ? otherIds : one.ids)));
        const outside = mask.map((bits, i) => bits & ~said[i]!);
        const added = sampled(outside);
        if (added.length === 0 || sampled(mask).length < MIN_CONFIRMED) continue;
        if (phrase.length > 1 && isConfirmed) {
          middle ??= unit(sumOf(this.source.recordVectors, sample));
          if (dot(unit(sumOf(this.source.recordVectors, added)), middle) < MIN_CLOSE[how]) continue;
        }
        const words = phrase.map((one, i) => (i === place ? surfaces[other]! : one.word)).join(" ");
        found.push({ words, mask, alsoBy: [], added: added.length });
      }
    });
    return found.sort((a, b) => b.added - a.added).slice(0, MAX_VARIANTS);
  }

  /** Members of a group that the topic names ("Facebook" for "social media"), and the word that a phrase of it means. */
  #members(said: readonly string[]): (Found & { words: string })[] {
    return (MEMBERS.get(orderedKey(said)) ?? []).flatMap((member) => {
      const mask = this.#holdingAll(
        words(member).map((word) => [this.#stemIds.get(stemOf(word)) ?? -1].filter((id) => id >= 0)),
      );
      return sampled(mask).length < MIN_CONFIRMED ? [] : [{ words: member, mask, alsoBy: [] }];
    });
  }

  #triedFor(ids: readonly number[], isAlone: boolean): Equivalent[] {
    const { starts } = this.source.holders;
    return ids
      .flatMap((id) => this.#equivalents.get(id) ?? [])
      .filter(({ how, other }, i, all) => {
        const isFirst = all.findIndex((one) => one.other === other) === i;
        return isFirst && (!isAlone || how === "alike");
      })
      .sort(
        (a, b) =>
          ORDER.indexOf(a.how) - ORDER.indexOf(b.how) ||
          starts[b.other + 1]! - starts[b.other]! - (starts[a.other + 1]! - starts[a.other]!),
      )
      .slice(0, MAX_TRIED);
  }
}

const orderedKey = (said: readonly string[]): string => said.map((word) => formsOf(word)[0]!).join(" ");

const MEMBERS = new Map<string, readonly string[]>([
  ...Object.entries(GROUPS).map(([name, members]): [string, readonly string[]] => [
    orderedKey(topicWords(name)),
    members,
  ]),
  ...Object.entries(PHRASES).map(([name, word]): [string, readonly string[]] => [orderedKey(topicWords(name)), [word]]),
]);

/** Wishes that say nothing of what a record is about. */
export const WISH_KEYS: ReadonlySet<string> = new Set(WISHES.map(keyOf));

function join(mask: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < mask.length; i++) mask[i]! |= other[i]!;
}

export function eachOf(mask: Uint32Array, visit: (record: number) => void): void {
  for (let word = 0; word < mask.length; word++)
    for (let bits = mask[word]!; bits !== 0; bits &= bits - 1) visit((word << 5) + 31 - Math.clz32(bits & -bits));
}

/** At most so many records of a mask, evenly spread over its words. */
export function sampled(mask: Uint32Array, most = MAX_SAMPLE): Uint32Array {
  const found: number[] = [];
  eachOf(mask, (i) => found.push(i));
  if (found.length <= most) return Uint32Array.from(found);
  return Uint32Array.from({ length: most }, (_, i) => found[Math.floor((i * found.length) / most)]!);
}
