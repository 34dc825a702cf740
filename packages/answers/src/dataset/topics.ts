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
/** Words that carry no topic, but mean something else with the telling one that they stand beside: "too small", "time off". */
const BEFORE = new Set("too no going".split(" "));
const BESIDE = new Set("off on out over".split(" "));
/** Between two telling words these mostly join them: "money on food". */
const JOINS = new Set("on over".split(" "));
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

const isTelling = (word: string | undefined): boolean => word !== undefined && isTopical(word) && !NOT.has(word);

/** A word that stands next to the telling one at a place of a topic. */
interface Beside {
  word: string;
  place: number;
  isBefore: boolean;
}

function besideIn(topic: string): Beside[] {
  const all = words(topic).slice(0, MAX_WORDS * 2);
  return all.flatMap((word, i): Beside[] => {
    const [before, after] = [isTelling(all[i - 1]), isTelling(all[i + 1])];
    const isBefore = BEFORE.has(word) || (BESIDE.has(word) && !before);
    const isAfter = !isBefore && BESIDE.has(word) && !(after && JOINS.has(word));
    const place = all.slice(0, i).filter(isTelling).length - (isAfter ? 1 : 0);
    return ((isBefore && after) || isAfter) && place < MAX_WORDS ? [{ word, place, isBefore }] : [];
  });
}

/** The words of a topic, each with those that stand beside it. */
const withBeside = (said: readonly string[], beside: readonly Beside[]): string[] =>
  said.map((word, place) => {
    const at = (isBefore: boolean) =>
      beside.flatMap((one) => (one.place === place && one.isBefore === isBefore ? [one.word] : []));
    return [...at(true), word, ...at(false)].join(" ");
  });

/** What a topic is looked for by, and the records that hold it. */
interface Phrase {
  words: readonly { word: string; ids: number[] }[];
  beside: readonly Beside[];
  mask: Uint32Array;
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
    const phrase = this.#phraseOf(topic, said);
    const mask = phrase.mask.slice();
    const variants = this.#variants(phrase);
    const members = this.#members(topic, said);
    for (const one of [...variants, ...members]) join(mask, one.mask);
    const theme = this.#themeOf(topic, phrase.beside);
    if (theme !== undefined) for (const i of setAt(this.source.themeSets, theme)) mask[i >>> 5]! |= 1 << (i & 31);
    return { mask, alsoBy: [...variants, ...members].map((one) => one.words) };
  }

  /** The words that a topic is looked for by, all of them together, and whether it is a theme's name. */
  saidBy(topic: string): { words: string[]; isTheme: boolean } {
    const said = topicWords(topic);
    const beside = said.length === 0 ? [] : this.#phraseOf(topic, said).beside;
    return { words: withBeside(said, beside), isTheme: this.#themeOf(topic, beside) !== undefined };
  }

  /** With the words beside the telling ones if enough records hold them so, else without. */
  #phraseOf(topic: string, said: readonly string[]): Phrase {
    const phrase = said.map((word) => ({ word, ids: this.#idsOf(word) }));
    const ids = phrase.map((one) => one.ids);
    const mask = this.#holdingAll(ids);
    const beside = besideIn(topic);
    if (beside.length > 0) {
      const narrow = this.#onlyBeside(mask.slice(), ids, beside);
      if (sampled(narrow).length >= MIN_CONFIRMED) return { words: phrase, beside, mask: narrow };
    }
    return { words: phrase, beside: [], mask };
  }

  #themeOf(topic: string, beside: readonly Beside[]): number | undefined {
    const theme = this.#themes.get(keyOf(topic));
    if (theme === undefined) return undefined;
    const named = words(this.source.themes[theme]!.name);
    return beside.every(({ word }) => named.includes(word)) ? theme : undefined;
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

  /** Takes out the records that don't hold each word with what stands beside it. */
  #onlyBeside(mask: Uint32Array, phrase: readonly (readonly number[])[], beside: readonly Beside[]): Uint32Array {
    const pairs = beside.map(({ word, place, isBefore }) => {
      const [own, other] = [phrase[place]!, this.#idsOf(word)];
      return isBefore ? [other, own] : [own, other];
    });
    for (const one of beside) {
      const held = this.#holding(this.#idsOf(one.word));
      for (let i = 0; i < mask.length; i++) mask[i]! &= held[i]!;
    }
    eachOf(mask, (i) => {
      const ids = words(this.source.texts.at(i)).map((word) => this.#stemIds.get(stemOf(word)) ?? -1);
      const isHeld = pairs.every(([first, second]) =>
        ids.some((id, at) => first!.includes(id) && second!.includes(ids[at + 1] ?? -1)),
      );
      if (!isHeld) mask[i >>> 5]! &= ~(1 << (i & 31));
    });
    return mask;
  }

  #variants({ words: phrase, beside, mask: said }: Phrase): (Found & { words: string })[] {
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
        const ids = phrase.map((one, i) => (i === place ? otherIds : one.ids));
        const mask = this.#holdingAll(ids);
        if (beside.length > 0) this.#onlyBeside(mask, ids, beside);
        const outside = mask.map((bits, i) => bits & ~said[i]!);
        const added = sampled(outside);
        if (added.length === 0 || sampled(mask).length < MIN_CONFIRMED) continue;
        if (phrase.length > 1 && isConfirmed) {
          middle ??= unit(sumOf(this.source.recordVectors, sample));
          if (dot(unit(sumOf(this.source.recordVectors, added)), middle) < MIN_CLOSE[how]) continue;
        }
        const inPlace = phrase.map((one, i) => (i === place ? surfaces[other]! : one.word));
        found.push({ words: withBeside(inPlace, beside).join(" "), mask, alsoBy: [], added: added.length });
      }
    });
    return found.sort((a, b) => b.added - a.added).slice(0, MAX_VARIANTS);
  }

  /** Members of a group that the topic names ("Facebook" for "social media"), and the word that a phrase of it means. */
  #members(topic: string, said: readonly string[]): (Found & { words: string })[] {
    return (MEMBERS.get(groupKey(topic)) ?? MEMBERS.get(orderedKey(said)) ?? []).flatMap((member) => {
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

/** "put off" is not "put". */
const groupKey = (name: string): string => orderedKey(withBeside(topicWords(name), besideIn(name)));

const MEMBERS = new Map<string, readonly string[]>([
  ...Object.entries(GROUPS).map(([name, members]): [string, readonly string[]] => [groupKey(name), members]),
  ...Object.entries(PHRASES).map(([name, word]): [string, readonly string[]] => [groupKey(name), [word]]),
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
