import { clausesOf, markOf, opinionOf, TROUBLES, type Clause } from "./opinions";
import type { Phrase } from "./phrases";
import { MARK, setsOf, type Column, type Named, type Said, type Sets } from "./snapshot";
import { formsOf } from "./forms";
import { eachOf, keyOf, type Topics } from "./topics";
import { stemOf, words } from "./words";
import { isFrame } from "./vocabulary";

/** So many aspects are kept, the largest first. */
const MAX_THEMES = 250;
/** So many of the records that are about a name say it so. */
const MIN_MEANT = 0.15;
/** A name in so many of all clauses is what all speak of. */
const FRAME_CLAUSES = 0.16;
/** A longer name stands for a word where so many of those that say the word say it so. */
const MOSTLY = 0.5;
/** The words of a name stand so near each other. */
const NEAR = 4;
/** Columns that file records by what they are about: their values may be aspects. */
const FILES = /categor|topic|theme|subject|tag|intent|reason|issue|complain|problem/i;
/** People have opinions on an aspect about as often as on others; of what they only mention, it is less than this part of that. */
const OPINIONATED = 0.7;
/** So many words are kept of what is said of an aspect, of praise and of blame. */
const MAX_SAID = 6;

/** What people mean by a word of opinion without naming it: "dirty" is about cleanliness. */
const MEANT: Readonly<Record<string, string>> = {
  cleanliness: "clean dirty filthy grubby unclean stained spotless immaculate smelly stinking hygienic unhygienic",
  crowding: "crowded overcrowded packed cramped crammed",
  noise: "noisy loud quiet",
  price: "expensive overpriced pricey costly cheap affordable overcharged",
  comfort: "comfortable uncomfortable comfy cosy cozy",
  condition: "dated outdated tired shabby worn rundown modern refurbished renovated",
  space: "spacious roomy",
  crashes: "crash crashes crashed crashing freezes froze",
};
/** Nouns that say which side of a thing is meant, not which thing: a name that holds one says no more than its other words. */
const SIDES = new Set(
  (
    "choice selection range variety quality quantity lack option offering area section standard level amount type supply availability " +
    "improvement experience review visit facility change comment opinion use kind lot member passenger user addition combination"
  )
    .split(" ")
    .map(stemOf),
);

/** A phrase with the records that are about it, and the words by which they were found. */
export interface Counted extends Phrase {
  ids: Uint32Array;
  alsoBy: string[];
}

export interface Aspects {
  themes: Named[];
  themeSets: Sets;
  themeMarks: Uint8Array;
  said: Said[];
  saidSets: Sets;
  /** What each record does, as bits. */
  marks: Uint8Array;
}

/** Phrases with the records that are about them, as a question about each finds them; none that holds what all speak of. */
export function namesIn(
  phrases: readonly Phrase[],
  topics: Topics,
  frames: ReadonlySet<string>,
  fewest: number,
): Counted[] {
  const isOfFrame = (stem: string): boolean =>
    frames.has(stem) ||
    [...frames].some((frame) => frame.length > 5 && (stem.includes(frame) || stem.slice(0, 5) === frame.slice(0, 5)));
  return phrases.flatMap((phrase) => {
    if (phrase.key.split(" ").some(isOfFrame)) return [];
    const { mask, alsoBy } = topics.about(phrase.name);
    const ids: number[] = [];
    eachOf(mask, (i) => ids.push(i));
    // Most records that hold a name's words mean something else: "new" and "friends" stand far apart.
    if (phrase.count < ids.length * MIN_MEANT || ids.length < fewest) return [];
    return [{ ...phrase, ids: Uint32Array.from(ids), alsoBy }];
  });
}

/** The stems that stand in so many records, and so many clauses, that they are what all speak of. */
export function framesIn(clauses: readonly (readonly Clause[])[]): Set<string> {
  const [records, parts] = [new Map<string, number>(), new Map<string, number>()];
  let total = 0;
  for (const record of clauses) {
    const all = new Set<string>();
    for (const { stems } of record) {
      if (stems.length > 2) total += 1;
      for (const stem of new Set(stems)) {
        parts.set(stem, (parts.get(stem) ?? 0) + 1);
        all.add(stem);
      }
    }
    for (const stem of all) records.set(stem, (records.get(stem) ?? 0) + 1);
  }
  return new Set(
    [...records.keys()].filter(
      (stem) => isFrame(records.get(stem)!, clauses.length) && parts.get(stem)! > total * FRAME_CLAUSES,
    ),
  );
}

/**
 * What the records speak of, by aspects, as aspect-based opinion mining has it (Hu and Liu 2004): the nouns, noun phrases
 * and acts that most records share, and of each record which of them it blames, praises, wishes for or gives as a reason,
 * by the opinions in the same clause.
 */
export function aspectsOf(
  clauses: readonly (readonly Clause[])[],
  names: readonly Counted[],
  columns: readonly Column[],
  fewest: number,
): Aspects {
  const found = new Finder(chosenOf(names, columns));
  const marks = new Uint8Array(clauses.length);
  clauses.forEach((record, i) => (marks[i] = found.read(record, i)));
  return { ...found.finish(fewest), marks };
}

/** The names that are aspects, the largest first. */
function chosenOf(names: readonly Counted[], columns: readonly Column[]): Counted[] {
  const values = columns
    .filter(({ name }) => !FILES.test(name))
    .flatMap((column) => column.values.map((value) => ` ${words(value).map(stemOf).join(" ")} `));
  const isValue = ({ name }: Counted): boolean => {
    const said = ` ${words(name).map(stemOf).join(" ")} `;
    return values.some((value) => value.includes(said));
  };
  const fit = names.filter(
    (one) =>
      one.key !== "" &&
      !one.key.split(" ").some((stem) => SIDES.has(stem)) &&
      !isOpinion(one) &&
      !QUALITY_KEYS.has(one.key) &&
      !isValue(one),
  );
  const bySize = [...fit].sort((a, b) => b.ids.length - a.ids.length || (a.name < b.name ? -1 : 1)).slice(0, 1_000);
  const chosen: Counted[] = [];
  for (const one of bySize) {
    if (chosen.length === MAX_THEMES) break;
    const stems = one.key.split(" ");
    const others = chosen.map(({ key }) => key.split(" "));
    const isIn = (some: readonly string[], all: readonly string[]): boolean => some.every((stem) => all.includes(stem));
    // The longer name says it better: "losing weight" for "weight".
    const isWord = chosen.map(
      (other, at) =>
        others[at]!.length < stems.length && isIn(others[at]!, stems) && one.ids.length >= MOSTLY * other.ids.length,
    );
    if (isWord.includes(true)) {
      chosen.splice(0, chosen.length, ...chosen.filter((_, at) => !isWord[at]), one);
      continue;
    }
    if (
      chosen.some(
        (other, at) =>
          (isIn(stems, others[at]!) &&
            (others[at]!.length === stems.length || other.ids.length >= MOSTLY * one.ids.length)) ||
          other.alsoBy.some((word) => keyOf(word) === one.key),
      )
    )
      continue;
    chosen.push(one);
  }
  return chosen;
}

const isOpinion = ({ name }: Counted): boolean =>
  !TROUBLES.has(name) && clausesOf(name).some(({ opinions }) => opinions.length > 0);

const QUALITY_KEYS: ReadonlySet<string> = new Set(
  Object.entries(MEANT).flatMap(([name, said]) => [name, ...said.split(" ")].map(keyOf)),
);

interface Kept {
  named: Named;
  ids: Uint32Array | null;
  marks: Map<number, number>;
  said: Map<string, Set<number>>;
}

/** Where clauses speak of named things, and what they say of each. */
export class Spoken {
  readonly #byStem = new Map<string, { at: number; with: string[][] }[]>();
  readonly #qualities = new Map<string, number>();

  constructor(names: readonly { name: string; alsoBy: readonly string[] }[]) {
    names.forEach(({ name, alsoBy }, at) => {
      for (const one of [name, ...alsoBy]) {
        const [first, ...others] = keyOf(one).split(" ");
        for (const stem of formsOfKey(first!))
          this.#byStem.set(stem, [...(this.#byStem.get(stem) ?? []), { at, with: others.map(formsOfKey) }]);
      }
      for (const word of MEANT[name]?.split(" ") ?? []) this.#qualities.set(word, at);
    });
  }

  in(clause: Clause, found: (at: number, value: number, word: string | null) => void): void {
    clause.stems.forEach((stem, at) => {
      if (this.#qualities.has(clause.said[at]!)) return;
      for (const one of this.#byStem.get(stem) ?? [])
        if (one.with.every((forms) => isNear(clause.stems, at, forms))) {
          const { value, word } = opinionOf(clause, at);
          found(one.at, value, word);
        }
    });
    for (const { value, word, to } of clause.opinions) {
      const at = this.#qualities.get(clause.said[to]!);
      if (at !== undefined) found(at, value, word);
    }
  }
}

/** What a text does of a name, as bits: blames it, praises it, wishes for it, gives it as a reason. */
export function marksOf(text: string, spoken: Spoken): number {
  let marks = 0;
  for (const clause of clausesOf(text)) spoken.in(clause, (_, value) => (marks |= clause.marks | markOf(value)));
  return marks;
}

/** Reads records one after the other, and keeps what each says of each aspect. */
class Finder {
  readonly #kept: Kept[];
  readonly #spoken: Spoken;

  constructor(chosen: readonly Counted[]) {
    const qualities = Object.keys(MEANT).map((name) => ({ name, key: keyOf(name), is: "noun" as const, alsoBy: [] }));
    this.#kept = [
      ...chosen.map(({ name, key, is, ids }) => keptOf({ name, key, is }, ids)),
      ...qualities.map(({ name, key, is }) => keptOf({ name, key, is }, null)),
    ];
    this.#spoken = new Spoken([...chosen, ...qualities]);
  }

  /** Keeps what a record says; gives what it does, as bits. */
  read(record: readonly Clause[], i: number): number {
    let all = 0;
    for (const clause of record) {
      all |= clause.marks;
      for (const { value } of clause.opinions) all |= markOf(value);
      this.#spoken.in(clause, (at, value, word) => {
        const kept = this.#kept[at]!;
        const mark = markOf(value);
        kept.marks.set(i, (kept.marks.get(i) ?? 0) | clause.marks | mark);
        if (mark === 0 || word === null) return;
        const key = `${mark} ${word}`;
        kept.said.set(key, (kept.said.get(key) ?? new Set<number>()).add(i));
      });
    }
    return all;
  }

  finish(fewest: number): Omit<Aspects, "marks"> {
    const kept = this.#kept
      .map(({ named, ids, marks, said }) => ({
        named,
        ids: ids ?? Uint32Array.from([...marks.keys()].sort((a, b) => a - b)),
        marks,
        said,
      }))
      .filter(({ ids }) => ids.length >= fewest)
      .sort((a, b) => b.ids.length - a.ids.length || (a.named.name < b.named.name ? -1 : 1));
    const isOpinion = (mark: number): boolean => (mark & OPINION) !== 0;
    const held = kept.reduce((sum, { ids }) => sum + ids.length, 0);
    const opinions = kept.map(({ marks }) => [...marks.values()].filter(isOpinion).length);
    const usual = opinions.reduce((sum, one) => sum + one, 0) / Math.max(1, held);
    kept.forEach((one, at) => {
      if (opinions[at]! >= one.ids.length * usual * OPINIONATED) return;
      for (const [i, mark] of one.marks) one.marks.set(i, mark & ~OPINION);
      one.said.clear();
    });
    const said = kept.flatMap((one, theme) =>
      [MARK.problem, MARK.praise].flatMap((mark) =>
        [...one.said]
          .filter(([key, ids]) => key.startsWith(`${mark} `) && ids.size >= fewest)
          .sort((a, b) => b[1].size - a[1].size || (a[0] < b[0] ? -1 : 1))
          .slice(0, MAX_SAID)
          .map(([key, ids]) => ({ theme, mark, word: key.slice(key.indexOf(" ") + 1), ids: [...ids] })),
      ),
    );
    const themeSets = setsOf(kept.map(({ ids }) => ids));
    return {
      themes: kept.map(({ named }) => named),
      themeSets,
      themeMarks: Uint8Array.from(kept.flatMap(({ ids, marks }) => Array.from(ids, (i) => marks.get(i) ?? 0))),
      said: said.map(({ ids: _, ...one }) => one),
      saidSets: setsOf(said.map(({ ids }) => ids)),
    };
  }
}

const OPINION = MARK.problem | MARK.praise;
const keptOf = (named: Named, ids: Uint32Array | null): Kept => ({ named, ids, marks: new Map(), said: new Map() });
const formsOfKey = (stem: string): string[] => [...new Set([stem, ...formsOf(stem)])];
const isNear = (stems: readonly string[], at: number, forms: readonly string[]): boolean => {
  for (let i = Math.max(0, at - NEAR); i <= at + NEAR && i < stems.length; i++)
    if (forms.includes(stems[i]!)) return true;
  return false;
};
