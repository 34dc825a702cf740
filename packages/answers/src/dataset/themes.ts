import { clustersOf } from "./clusters";
import type { Phrase } from "./phrases";
import { setsOf, type Named, type Sets, type Snapshot } from "./snapshot";
import { sumOf } from "./equivalents";
import { dot } from "./sparse";
import { eachOf, type Topics } from "./topics";
import { isFrame } from "./vocabulary";

/** A record this far from every middle belongs to no group. */
const LOOSE = 0.18;
/** A phrase must be so many times as common in its group as in all records, and stand in so much of it. */
const MIN_LIFT = 2;
const MIN_INSIDE = 0.045;
/** So many of the records that are about a name say it so. */
const MIN_MEANT = 0.15;
/** A phrase of several words says more than one word. */
const GAIN = [0, 0.45, 1.25, 1.3, 1.2];
/** Records that a name finds are about one thing where they are so like each other. */
const MIN_COHESION = { noun: 0.07, act: 0.11, phrase: 0.07 };
/** A verb alone names a group of which it holds so many times as much as any longer name. */
const MIN_ALONE = 2.5;
/** A word of which so much stands in longer names. */
const MAX_KNOWN = 0.4;
/** Groups whose middles are this close, or names of which so much is the same, are one theme. */
const NEAR = 0.72;
const OVERLAP = 0.5;
/** A group's own words: of all records that hold one, so many are in the group. */
const OWN_PART = 0.4;
const MAX_OWN = 6;
const MAX_GROUPS = 160;
/** Names that a group gives, while each finds records that the ones before do not. */
const MAX_NAMES = 4;

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
  const { middles, nearest, closeness } = clustersOf(
    vectors,
    Math.min(MAX_GROUPS, Math.ceil(Math.sqrt(total / 2))),
    random,
  );
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
        const part = held / all;
        return [{ p, part, held, score: (held / size) * Math.log(1 + total / all) * gainOf(phrase) * (0.3 + part) }];
      })
      .sort((a, b) => b.score - a.score || a.p - b.p);
    const own = scored.filter(({ part }) => part >= OWN_PART).slice(0, MAX_OWN);
    const longest = Math.max(0, ...scored.filter(({ p }) => phrases[p]!.length > 1).map(({ held }) => held));
    const named = new Set<number>();
    let names = 0;
    for (const { p } of scored) {
      if (names === MAX_NAMES) break;
      if (!isNaming(phrases[p]!, vectors)) continue;
      // A verb alone names what no longer name nearly covers.
      if (
        phrases[p]!.is === "act" &&
        phrases[p]!.length === 1 &&
        scored.find((one) => one.p === p)!.held < longest * MIN_ALONE
      )
        continue;
      const found = phrases[p]!.ids.filter((i) => clusterOf[i] === m + 1);
      const added = found.filter((i) => !named.has(i));
      if (added.length < Math.max(fewest, found.length * OVERLAP)) continue;
      found.forEach((i) => named.add(i));
      groups.push({
        name: p,
        clusters: new Set([m + 1]),
        own: new Set(names === 0 ? own.map((one) => one.p) : []),
        middle,
      });
      names += 1;
    }
  });
  const bits = phrases.map(() => null as Set<number> | null);
  const holding = (p: number): Set<number> => (bits[p] ??= new Set(phrases[p]!.ids));
  const shared = (a: number, b: number): number => {
    const [small, large] = phrases[a]!.ids.length < phrases[b]!.ids.length ? [a, b] : [b, a];
    let both = 0;
    const others = holding(large);
    for (const i of phrases[small]!.ids) if (others.has(i)) both += 1;
    return both / phrases[small]!.ids.length;
  };
  // Names of several words first, the largest of these first: a later group whose name says the same joins it.
  const isWord = ({ name }: Group): boolean => phrases[name]!.length === 1;
  const worth = ({ name }: Group): number => phrases[name]!.ids.length * gainOf(phrases[name]!);
  const themes: Group[] = [];
  for (const group of [...groups].sort(
    (a, b) => Number(isWord(a)) - Number(isWord(b)) || worth(b) - worth(a) || a.name - b.name,
  )) {
    const stems = phrases[group.name]!.key.split(" ");
    const same = themes.find((theme) => {
      if (theme.name === group.name) return true;
      const others = phrases[theme.name]!.key.split(" ");
      const nested =
        stems.length > 1 &&
        (others.every((stem) => stems.includes(stem)) || stems.every((stem) => others.includes(stem)));
      const both = shared(theme.name, group.name);
      return nested || both >= 0.75 || (dot(theme.middle, group.middle) >= NEAR && both >= 0.3);
    });
    if (same && !(isWord(group) && !isWord(same))) {
      group.clusters.forEach((one) => same.clusters.add(one));
      group.own.forEach((one) => same.own.add(one));
      continue;
    }
    // A word that mostly occurs in listed names adds nothing.
    if (isWord(group)) {
      const told = new Set(
        themes.flatMap((theme) =>
          phrases[theme.name]!.key.split(" ").includes(stems[0]!) ? [...phrases[theme.name]!.ids] : [],
        ),
      );
      const known = phrases[group.name]!.ids.filter((i) => told.has(i)).length;
      if (known >= phrases[group.name]!.ids.length * MAX_KNOWN) continue;
    }
    themes.push({ ...group });
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

const gainOf = ({ length, is }: Phrase): number =>
  GAIN[Math.min(4, length)]! * (is === "act" && length === 1 ? 0.7 : 1);

/** Whether a phrase names one thing: the records that hold it are near each other. */
function isNaming({ length, is, ids }: Counted, vectors: Snapshot["recordVectors"]): boolean {
  return cohesionOf(ids, vectors) >= (length > 1 ? MIN_COHESION.phrase : MIN_COHESION[is]);
}

/** The mean cosine of some records. */
function cohesionOf(ids: Uint32Array, vectors: Snapshot["recordVectors"]): number {
  const every = Math.max(1, Math.floor(ids.length / 300));
  const some = ids.filter((_, at) => at % every === 0);
  const sum = sumOf(vectors, some);
  return some.length < 2 ? 0 : (dot(sum, sum) - some.length) / (some.length * (some.length - 1));
}

/**
 * Phrases with the records that are about them, as a question about each finds them; none that holds what nearly all
 * records say ("newyearsresolution", "resolving").
 */
export function namesIn(phrases: readonly Phrase[], topics: Topics, fewest: number, total: number): Counted[] {
  const counted = phrases.flatMap((phrase) => {
    const ids: number[] = [];
    eachOf(topics.about(phrase.name).mask, (i) => ids.push(i));
    // Most records that hold a name's words mean something else: "new" and "friends" stand far apart.
    if (phrase.count < ids.length * MIN_MEANT) return [];
    return ids.length >= fewest ? [{ ...phrase, ids: Uint32Array.from(ids) }] : [];
  });
  const frames = [...topics.frames(total)];
  const isOfFrame = (stem: string): boolean =>
    frames.some((frame) => frame.length > 5 && (stem.includes(frame) || stem.slice(0, 5) === frame.slice(0, 5))) ||
    frames.filter((frame) => frame.length > 2 && stem.includes(frame)).length > 1;
  return counted.filter(({ key }) => !key.split(" ").some(isOfFrame));
}
