import { nearestOf } from "./clusters";
import { MIN_GROUP_SIZE } from "./record";
import type { Vectors } from "./snapshot";
import { cosinesTo, dot, rowOfVectors } from "./sparse";
import { terms } from "./words";

/** A record that does not hold a theme's name joins it only if it is this close to its middle, or to records of it. */
const MIN_JOINING = 0.25;
/** Themes whose middles are this close are one, called by both names. */
const NEAR_THEMES = 0.8;
/** A word is a theme's own where so many of its records hold it, and so large a part of all that do are among them. */
const MIN_OWN = 3;
const MIN_OWN_PART = 0.25;
/** So many records without its name may join a theme for each that holds it. */
export const MAX_JOINING = 0.5;
/** A record joins a theme where so many of its nearest records are in it. */
const NEIGHBOURS = 8;
const MIN_NEIGHBOURS = 3;
/** So many pairs of records are compared for that; in larger data a sample of the records stands for all. */
const MAX_PAIRS = 25_000_000;

export interface Found {
  /** One name, or two alternatives. */
  names: string[];
  /** The records that hold a name. */
  holders: number[];
  group: number[];
  middle: Float32Array;
}

/** Each record that holds names with the nearest of them; a name that too few are left for is none. */
export function held(
  named: ReadonlyMap<string, string>,
  seeds: ReadonlyMap<string, readonly number[]>,
  stemsOf: readonly ReadonlySet<string>[],
  vectors: Vectors,
  middleOf: (records: readonly number[]) => Float32Array,
): Found[] {
  let themes = [...named].map(([key, label]) => ({ label, stems: terms(label), middle: middleOf(seeds.get(key)!) }));
  for (;;) {
    const byRarest = new Map<string, number[]>();
    const counts = new Map<string, number>();
    for (const { stems } of themes) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    themes.forEach(({ stems }, t) => {
      const rarest = [...stems].sort((a, b) => counts.get(a)! - counts.get(b)!)[0]!;
      byRarest.set(rarest, [...(byRarest.get(rarest) ?? []), t]);
    });
    const holders = themes.map((): number[] => []);
    stemsOf.forEach((own, i) => {
      const row = rowOfVectors(vectors, i);
      let [best, closest] = [-1, -Infinity];
      for (const stem of own)
        for (const t of byRarest.get(stem) ?? []) {
          if (!themes[t]!.stems.every((one) => own.has(one))) continue;
          // A longer name says more.
          const close = dot(row, themes[t]!.middle) + 0.1 * themes[t]!.stems.length;
          if (close > closest) [best, closest] = [t, close];
        }
      if (best >= 0) holders[best]!.push(i);
    });
    const kept = themes.filter((_, t) => holders[t]!.length >= MIN_GROUP_SIZE);
    if (kept.length === themes.length)
      return themes.map(({ label }, t) => ({
        names: [label],
        holders: holders[t]!,
        group: holders[t]!,
        middle: middleOf(holders[t]!),
      }));
    themes = kept;
  }
}

/** Near themes as one, nearest first, by at most two names. */
export function merged(themes: readonly Found[], middleOf: (records: readonly number[]) => Float32Array): Found[] {
  const pairs = themes.flatMap((a, i) =>
    themes.slice(i + 1).flatMap((b, j) => {
      const near = dot(a.middle, b.middle);
      return near >= NEAR_THEMES ? [{ a: i, b: i + 1 + j, near }] : [];
    }),
  );
  const gone = new Set<number>();
  const found: Found[] = [];
  for (const { a, b } of pairs.sort((x, y) => y.near - x.near)) {
    if (gone.has(a) || gone.has(b)) continue;
    gone.add(a).add(b);
    const [large, small] =
      themes[a]!.holders.length >= themes[b]!.holders.length ? [themes[a]!, themes[b]!] : [themes[b]!, themes[a]!];
    const holders = [...large.holders, ...small.holders];
    const [one, other] = [large, small].map(({ names }) => new Set(terms(names[0]!)));
    const isPart = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
      [...part].every((stem) => whole.has(stem));
    const names = isPart(one!, other!)
      ? large.names
      : isPart(other!, one!)
        ? small.names
        : [...large.names, ...small.names];
    found.push({ names, holders, group: [...holders], middle: middleOf(holders) });
  }
  themes.forEach((theme, t) => !gone.has(t) && found.push({ ...theme, group: [...theme.holders] }));
  return found;
}

/**
 * Adds records without a name to themes, the nearest first, while two thirds of a theme hold its name; says which records
 * have a theme. A record joins the nearest theme among those of whose own words it holds one, or the one that its nearest
 * records are in: nearness to a theme's middle alone is no evidence, for of the records that it joined one in four fitted.
 */
export function joined(
  found: readonly Found[],
  stemsOf: readonly ReadonlySet<string>[],
  holding: ReadonlyMap<string, number>,
  vectors: Vectors,
): Uint8Array {
  const has = new Uint8Array(stemsOf.length);
  for (const { group } of found) for (const i of group) has[i] = 1;
  const room = found.map(({ holders }) => Math.floor(holders.length * MAX_JOINING));
  const join = (wishes: readonly { i: number; t: number }[]): void =>
    wishes
      .map(({ i, t }) => ({ i, t, close: dot(rowOfVectors(vectors, i), found[t]!.middle) }))
      .sort((a, b) => b.close - a.close || a.i - b.i)
      .forEach(({ i, t }) => {
        if (room[t] === 0) return;
        room[t]! -= 1;
        found[t]!.group.push(i);
        has[i] = 1;
      });
  join(byWords(found, has, stemsOf, holding, vectors));
  join(byNeighbours(found, has, vectors));
  return has;
}

/** The records without a theme that hold a word of a near one, with that theme. */
function byWords(
  found: readonly Found[],
  has: Uint8Array,
  stemsOf: readonly ReadonlySet<string>[],
  holding: ReadonlyMap<string, number>,
  vectors: Vectors,
): { i: number; t: number }[] {
  const themesBy = new Map<string, number[]>();
  found.forEach(({ holders }, t) => {
    const counts = new Map<string, number>();
    for (const i of holders) for (const stem of stemsOf[i]!) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    for (const [stem, count] of counts)
      if (count >= MIN_OWN && count >= MIN_OWN_PART * holding.get(stem)!)
        themesBy.set(stem, [...(themesBy.get(stem) ?? []), t]);
  });
  return stemsOf.flatMap((own, i) => {
    const themes = has[i] ? [] : [...new Set([...own].flatMap((stem) => themesBy.get(stem) ?? []))];
    if (themes.length === 0) return [];
    const [nearest, close] = nearestOf(
      rowOfVectors(vectors, i),
      themes.map((t) => found[t]!.middle),
    );
    return close >= MIN_JOINING ? [{ i, t: themes[nearest]! }] : [];
  });
}

/** The records without a theme of whose nearest records enough are in the same one, with that theme. */
function byNeighbours(found: readonly Found[], has: Uint8Array, vectors: Vectors): { i: number; t: number }[] {
  const themeOf = new Int32Array(has.length).fill(-1);
  found.forEach(({ group }, t) => group.forEach((i) => (themeOf[i] = t)));
  const middles = found.map(({ middle }) => middle);
  const left = [...has.keys()].filter((i) => !has[i]);
  const every = Math.max(1, Math.ceil((left.length * has.length) / MAX_PAIRS));
  return left.flatMap((i) => {
    const near: { j: number; close: number }[] = [];
    const cosine = cosinesTo(vectors, rowOfVectors(vectors, i));
    for (let j = 0; j < has.length; j += every) {
      const close = j === i ? -1 : cosine(j);
      if (near.length === NEIGHBOURS && close <= near.at(-1)!.close) continue;
      const at = near.findIndex((other) => other.close < close);
      near.splice(at === -1 ? near.length : at, 0, { j, close });
      if (near.length > NEIGHBOURS) near.pop();
    }
    const counts = new Map<number, number>();
    for (const { j, close } of near)
      if (themeOf[j]! >= 0 && close >= MIN_JOINING) counts.set(themeOf[j]!, (counts.get(themeOf[j]!) ?? 0) + 1);
    const [most] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    if (!most || most[1] < MIN_NEIGHBOURS) return [];
    const isNearest = (): boolean => nearestOf(rowOfVectors(vectors, i), middles)[0] === most[0];
    return most[1] > MIN_NEIGHBOURS || isNearest() ? [{ i, t: most[0] }] : [];
  });
}
