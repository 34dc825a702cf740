import { formsOfStem } from "../plan/forms";
import { isVague } from "./fullNames";
import { keyOf } from "./nameKeys";
import { MIN_GROUP_SIZE } from "./record";
import { MAX_JOINING, type Found } from "./themeGroups";
import { stemOf } from "./words";

/** A longer name says more: so much for each of its words, beside its nearness. */
const FOR_A_WORD = 0.1;
/** A name is looked at where so many records without a theme hold it. */
const MIN_WITHOUT = 2;
/** A theme has this part of all that hold its name: the others are about more than that. */
const MIN_PART = 0.4;
/** Said beside what a record is about: "I guess", "I deserve", "allow me", "two of them". */
const ASIDES = new Set(
  "guess allow consider deserve suppose refer involve attempt act pass fail two three four five six seven eight nine ten hundred thousand million"
    .split(" ")
    .map(stemOf),
);

/** What records may be called by. */
export interface RestName {
  label: string;
  stems: readonly string[];
}

interface Records {
  stemsOf: readonly ReadonlySet<string>[];
  /** True for holders that are alike enough to be about one thing. */
  accepts: (holders: readonly number[]) => boolean;
  middleOf: (records: readonly number[]) => Float32Array;
  closeness: (record: number, middle: Float32Array) => number;
}

interface Candidate {
  label: string;
  holders: number[];
  middle: Float32Array;
  /** How near each holder is to the middle, and how much the name says. */
  near: number[];
}

/**
 * Themes for the records that have none, by names that too few of them hold: such a theme takes in the records of others
 * that hold its name, too, where these don't hold the name of their own, or one that says little; others that are nearer
 * to it, as many as it needs. No theme gets too small for that. What is called by a word that means the same as a theme's
 * is in that theme.
 */
export function restThemes(names: readonly RestName[], found: readonly Found[], records: Records): Found[] {
  const { stemsOf, accepts, middleOf, closeness } = records;
  const themes = found.map((theme) => ({ ...theme, holders: [...theme.holders], group: [...theme.group] }));
  const themeOf = new Map(themes.flatMap(({ group }, t) => group.map((i): [number, number] => [i, t])));
  const holdersOf = holdersBy(stemsOf, new Set(names.flatMap(({ stems }) => stems.flatMap(formsOfStem))));
  const called = new Map(themes.flatMap(({ names: own }, t) => own.map((name): [string, number] => [keyOf(name), t])));
  const candidates = names.flatMap(({ label, stems }): Candidate[] => {
    if (stems.every((stem) => ASIDES.has(stem))) return [];
    const holders = holdersOf(stems);
    const without = holders.filter((i) => !themeOf.has(i));
    const same = called.get(keyOf(label));
    if (same !== undefined) {
      for (const i of without) {
        themeOf.set(i, same);
        themes[same]!.group.push(i);
        themes[same]!.holders.push(i);
      }
      return [];
    }
    if (without.length < MIN_WITHOUT || holders.length < MIN_GROUP_SIZE || !accepts(holders)) return [];
    const middle = middleOf(holders);
    const near = holders.map((i) => closeness(i, middle) + FOR_A_WORD * stems.length);
    return [{ label, holders, middle, near }];
  });
  return withThose(candidates, themes, themeOf, closeness);
}

/** Finds the records that hold all of some stems, in any form. */
function holdersBy(
  stemsOf: readonly ReadonlySet<string>[],
  wanted: ReadonlySet<string>,
): (stems: readonly string[]) => number[] {
  const lists = new Map<string, number[]>([...wanted].map((stem) => [stem, []]));
  stemsOf.forEach((own, i) => {
    for (const stem of own) lists.get(stem)?.push(i);
  });
  return (stems) => {
    const [first = [], ...others] = stems.map((stem) => new Set(formsOfStem(stem).flatMap((form) => lists.get(form)!)));
    return [...first].filter((i) => others.every((holders) => holders.has(i))).sort((a, b) => a - b);
  };
}

/** The themes with those of the candidates that enough records are nearest to. */
function withThose(
  candidates: readonly Candidate[],
  themes: readonly Found[],
  themeOf: ReadonlyMap<number, number>,
  closeness: Records["closeness"],
): Found[] {
  // "Watching something" says less than what is watched.
  const holds = themes.map(({ names, holders }) => new Set(names.every(isVague) ? [] : holders));
  const isBound = (i: number): boolean => holds[themeOf.get(i) ?? -1]?.has(i) ?? false;
  const nearest = new Map<number, { at: number; near: number }>();
  candidates.forEach(({ holders, near: all }, at) =>
    holders.forEach((i, place) => {
      const near = all[place]!;
      if (near > (nearest.get(i)?.near ?? -Infinity)) nearest.set(i, { at, near });
    }),
  );
  const groups = candidates.map((): number[] => []);
  const parting = partingFrom(themes);
  const take = (i: number, at: number): void => {
    if (parting(i, themeOf.get(i))) groups[at]!.push(i);
  };
  for (const [i, { at }] of nearest) if (!isBound(i)) take(i, at);
  // Those who hold the name of their own theme as well go only where they are needed, and are nearer.
  const least = candidates.map(({ holders }) => Math.max(MIN_GROUP_SIZE, Math.ceil(MIN_PART * holders.length)));
  for (const [i, { at }] of [...nearest].sort((a, b) => b[1].near - a[1].near || a[0] - b[0])) {
    const isNearer = (): boolean =>
      closeness(i, candidates[at]!.middle) > closeness(i, themes[themeOf.get(i)!]!.middle);
    if (isBound(i) && groups[at]!.length < least[at]! && isNearer()) take(i, at);
  }
  const kept = candidates.filter(
    (_, at) => groups[at]!.length >= least[at]! && groups[at]!.filter((i) => !themeOf.has(i)).length >= MIN_WITHOUT,
  );
  if (kept.length < candidates.length) return withThose(kept, themes, themeOf, closeness);
  const moved = new Set(groups.flat());
  const stay = (of: readonly number[]): number[] => of.filter((i) => !moved.has(i));
  return [
    ...themes.map((theme) => ({ ...theme, holders: stay(theme.holders), group: stay(theme.group) })),
    ...candidates.map(({ label, middle }, at) => ({
      names: [label],
      holders: groups[at]!,
      group: [...groups[at]!],
      middle,
    })),
  ];
}

/** Lets a record go out of its theme, where enough stay and most of them hold its name; says whether it did. */
function partingFrom(themes: readonly Found[]): (record: number, theme: number | undefined) => boolean {
  const holds = themes.map(({ holders }) => new Set(holders));
  const sizes = themes.map(({ group, holders }) => ({ all: group.length, holding: holders.length }));
  return (record, theme) => {
    if (theme === undefined) return true;
    const { all, holding } = sizes[theme]!;
    const stay = { all: all - 1, holding: holding - (holds[theme]!.has(record) ? 1 : 0) };
    if (stay.all < MIN_GROUP_SIZE || stay.all > stay.holding * (1 + MAX_JOINING)) return false;
    sizes[theme] = stay;
    return true;
  };
}
