import { clustersOf } from "./clusters";
import type { Phrase } from "./phrases";
import { setsOf, type Named, type Sets, type Snapshot } from "./snapshot";
import { dot } from "./sparse";
import { eachOf, type Topics } from "./topics";
import { isFrame } from "./vocabulary";

/** A record this far from every middle belongs to no group. */
const LOOSE = 0.18;
/** A phrase must be so many times as common in its group as in all records, and stand in so much of it. */
const MIN_LIFT = 2;
const MIN_INSIDE = 0.06;
/** A phrase of several words says more than one word. */
const GAIN = [0, 0.55, 1.25, 1.35, 1.2];
/** Groups whose middles are this close, or names of which so much is the same, are one theme. */
const NEAR = 0.72;
const OVERLAP = 0.5;
/** A group's own words: of all records that hold one, so many are in the group. */
const OWN_PART = 0.4;
const MAX_OWN = 6;
const MAX_GROUPS = 160;
/** Names that a group gives, while each finds records that the ones before do not. */
const MAX_NAMES = 3;

/** A phrase with the records that are about it. */
export interface Counted extends Phrase {
  ids: Uint32Array;
}

/**
 * Themes: groups of near records, each named by its best phrase (class-based TF-IDF, as BERTopic does it). Groups with
 * the same or nearly the same name are one theme. A theme holds the records that are about its name, and those of its
 * groups that hold other words which are the group's own.
 */
export function themesOf(
  vectors: Snapshot["recordVectors"],
  phrases: readonly Counted[],
  total: number,
  fewest: number,
  random: () => number,
): { themes: Named[]; themeSets: Sets; clusterOf: Uint16Array } {
  const { middles, nearest, closeness } = clustersOf(vectors, Math.min(MAX_GROUPS, Math.ceil(Math.sqrt(total / 2))), random);
  const clusterOf = Uint16Array.from(nearest, (middle, i) => (middle >= 0 && closeness[i]! >= LOOSE ? middle + 1 : 0));
  const sizes = new Uint32Array(middles.length + 1);
  for (const cluster of clusterOf) sizes[cluster]! += 1;
  const inside = phrases.map(({ ids }) => {
    const counts = new Map<number, number>();
    for (const i of ids) if (clusterOf[i]! > 0) counts.set(clusterOf[i]!, (counts.get(clusterOf[i]!) ?? 0) + 1);
    return counts;
  });
  interface Group {
    name: number;
    clusters: Set<number>;
    own: Set<number>;
    middle: Float32Array;
  }
  const groups: Group[] = [];
  middles.forEach((middle, m) => {
    const size = sizes[m + 1]!;
    if (size < fewest) return;
    const scored = phrases
      .flatMap((phrase, p) => {
        const held = inside[p]!.get(m + 1) ?? 0;
        const all = phrase.ids.length;
        const lift = held / size / (all / total);
        if (held < Math.max(fewest, size * MIN_INSIDE) || lift < MIN_LIFT || isFrame(all, total)) return [];
        return [{ p, held, part: held / all, score: (held / size) * Math.log(1 + total / all) * GAIN[Math.min(4, phrase.length)]! }];
      })
      .sort((a, b) => b.score - a.score || a.p - b.p);
    const own = scored.filter(({ part }) => part >= OWN_PART).slice(0, MAX_OWN);
    const named = new Set<number>();
    let names = 0;
    for (const { p } of scored) {
      if (names === MAX_NAMES) break;
      const found = phrases[p]!.ids.filter((i) => clusterOf[i] === m + 1);
      const added = found.filter((i) => !named.has(i));
      if (added.length < Math.max(fewest, found.length * OVERLAP)) continue;
      found.forEach((i) => named.add(i));
      groups.push({ name: p, clusters: new Set([m + 1]), own: new Set(names === 0 ? own.map((one) => one.p) : []), middle });
      names += 1;
    }
  });
  // The most telling first: a later group whose name says the same joins it.
  const bits = phrases.map(() => null as Set<number> | null);
  const holding = (p: number): Set<number> => (bits[p] ??= new Set(phrases[p]!.ids));
  const shared = (a: number, b: number): number => {
    const [small, large] = phrases[a]!.ids.length < phrases[b]!.ids.length ? [a, b] : [b, a];
    let both = 0;
    const others = holding(large);
    for (const i of phrases[small]!.ids) if (others.has(i)) both += 1;
    return both / phrases[small]!.ids.length;
  };
  const worth = ({ name }: Group): number => phrases[name]!.ids.length * GAIN[Math.min(4, phrases[name]!.length)]!;
  const themes: Group[] = [];
  for (const group of [...groups].sort((a, b) => worth(b) - worth(a) || a.name - b.name)) {
    const same = themes.find((theme) => {
      if (theme.name === group.name) return true;
      const [a, b] = [phrases[theme.name]!, phrases[group.name]!];
      const [one, other] = [a.key.split(" "), b.key.split(" ")];
      const nested = one.every((stem) => other.includes(stem)) || other.every((stem) => one.includes(stem));
      const both = shared(theme.name, group.name);
      return both >= 0.75 || (nested && both >= OVERLAP) || (dot(theme.middle, group.middle) >= NEAR && both >= 0.3);
    });
    if (!same) themes.push({ ...group });
    else {
      group.clusters.forEach((one) => same.clusters.add(one));
      group.own.forEach((one) => same.own.add(one));
    }
  }
  const found = themes
    .map(({ name, clusters, own }) => {
      const ids = new Set(phrases[name]!.ids);
      for (const p of own) for (const i of phrases[p]!.ids) if (clusters.has(clusterOf[i]!)) ids.add(i);
      return { name: phrases[name]!, ids: Uint32Array.from(ids).sort() };
    })
    .filter(({ ids }) => ids.length >= fewest && !isFrame(ids.length, total))
    .sort((a, b) => b.ids.length - a.ids.length || (a.name.name < b.name.name ? -1 : 1));
  return {
    themes: found.map(({ name: { name, key, is } }) => ({ name, key, is })),
    themeSets: setsOf(found.map(({ ids }) => ids)),
    clusterOf,
  };
}

/** Phrases with the records that are about them, as a question about each finds them. */
export function countedPhrases(phrases: readonly Phrase[], topics: Topics, fewest: number): Counted[] {
  return phrases.flatMap((phrase) => {
    const ids: number[] = [];
    eachOf(topics.about(phrase.name).mask, (i) => ids.push(i));
    return ids.length >= fewest ? [{ ...phrase, ids: Uint32Array.from(ids) }] : [];
  });
}
