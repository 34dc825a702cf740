import { stemIdsOf } from "../engine/dataset";
import { clustersOf, nearestOf } from "./clusters";
import { namesOf, type Centrality, type Named } from "./labels";
import { MIN_GROUP_SIZE } from "./record";
import type { Snapshot, Theme } from "./snapshot";
import { dot, rowOfVectors, unit } from "./sparse";
import { isFrame } from "./vocabulary";
import { stemOf, terms } from "./words";

const EXEMPLARS = 12;
/** A record this far from every centroid belongs to no theme. */
const LOOSE = 0.18;
/** A record that does not hold a theme's name joins it only if it is this close to its middle. */
const MIN_JOINING = 0.25;
/** A phrase counts this much at least, however far it is from the middle of its theme. */
const MIN_CENTRALITY = 0.15;
/** How often names are looked for: in the clusters, and twice in what they leave. */
const ROUNDS = 3;
/** Themes whose middles are this close are one, called by both names. */
const NEAR_THEMES = 0.8;
/** A word that so many names hold says too little alone. */
const MAX_USES = 3;
/**
 * Records that a name of the rest finds are about one thing where they are so like each other, "my boss wants to know"
 * is none; what people do is said of more things than a noun.
 */
const MIN_COHESION = { noun: 0.08, verb: 0.15 };
/**
 * So many records without its name may join a theme for each that holds it. Of the nearest ones two in three belong
 * there, as a reader judged; of the next ones a third.
 */
const MAX_JOINING = 0.5;

interface Found {
  /** One name, or two alternatives. */
  names: string[];
  /** The records that hold a name. */
  holders: number[];
  group: number[];
  middle: Float32Array;
}

/**
 * Themes: the records that hold a name, found in clusters of records, and again among those that are left. A
 * record that holds several names is in the theme that is nearest to it. Near themes are one, by the names of both.
 * Records without a name join the nearest theme, nearest first, while those that hold its name are two thirds of it.
 */
export function themesOf(
  texts: readonly string[],
  { vocabulary, recordVectors }: Pick<Snapshot, "vocabulary" | "recordVectors">,
  random: () => number,
): { themes: Theme[]; themeOf: Uint16Array; clusters: number[][] } {
  const stemIds = stemIdsOf({ vocabulary });
  const stemsOf = texts.map((text) => new Set(terms(text)));
  const vectors = recordVectors;
  const middleOf = (records: readonly number[]): Float32Array => {
    const middle = new Float32Array(vectors.dims);
    for (const i of records) rowOfVectors(vectors, i).forEach((value, d) => (middle[d]! += value));
    return unit(middle);
  };
  /** How like each other some records are: their mean cosine. */
  const cohesion = (records: readonly number[]): number => {
    const sum = new Float32Array(vectors.dims);
    for (const i of records) rowOfVectors(vectors, i).forEach((value, d) => (sum[d]! += value));
    return (dot(sum, sum) - records.length) / (records.length * (records.length - 1));
  };
  const holding = new Map<string, number>();
  for (const own of stemsOf) for (const stem of own) holding.set(stem, (holding.get(stem) ?? 0) + 1);
  const named = new Map<string, string>();
  const seeds = new Map<string, number[]>();
  let left = texts.map((_, i) => i);
  let found: Found[] = [];
  const { middles, nearest, closeness } = clustersOf(vectors, Math.round(Math.sqrt(texts.length / 2)), random);
  const members = middles.map((): number[] => []);
  nearest.forEach((middle, i) => middle >= 0 && closeness[i]! >= LOOSE && members[middle]!.push(i));
  const kept = middles.flatMap((middle, m) =>
    members[m]!.length >= MIN_GROUP_SIZE ? [{ middle, own: members[m]! }] : [],
  );
  const clusters = kept.map(({ own }) => own);
  for (let round = 0; round < ROUNDS && left.length >= MIN_GROUP_SIZE; round++) {
    const central: Centrality = (cluster, stems) => {
      const sum = new Float32Array(vectors.dims);
      for (const stem of stems) {
        const id = stemIds.get(stem);
        if (id !== undefined) rowOfVectors(vocabulary.vectors, id).forEach((value, d) => (sum[d]! += value));
      }
      return Math.max(MIN_CENTRALITY, dot(unit(sum), kept[cluster]!.middle));
    };
    // What many names hold, and what nearly all records say, names nothing by itself.
    const uses = new Map<string, number>();
    for (const key of named.keys()) for (const stem of key.split(" ")) uses.set(stem, (uses.get(stem) ?? 0) + 1);
    const vague = [...holding].flatMap(([stem, count]) =>
      (uses.get(stem) ?? 0) >= MAX_USES || isFrame(count, texts.length) ? [stem] : [],
    );
    const names: Named[] =
      round === 0
        ? namesOf(clusters, texts, MIN_GROUP_SIZE, central)
        : namesOf([left], texts, MIN_GROUP_SIZE, undefined, new Set(vague));
    const before = named.size;
    for (const { label, holders } of names) {
      const own = terms(label);
      if (own.some((stem) => isFrame(holding.get(stem) ?? 0, texts.length))) continue;
      if (round > 0 && cohesion(holders) < MIN_COHESION[isVerb(label) ? "verb" : "noun"]) continue;
      const key = label.split(" ").map(stemOf).sort().join(" ");
      if (!named.has(key)) named.set(key, label);
      seeds.set(key, [...(seeds.get(key) ?? []), ...holders]);
    }
    if (named.size === before) break;
    found = merged(held(named, seeds, stemsOf, vectors, middleOf), middleOf);
    const has = joined(found, texts.length, vectors);
    left = left.filter((i) => !has[i]);
  }

  found.sort((a, b) => b.group.length - a.group.length || (a.names[0]! < b.names[0]! ? -1 : 1));
  const themeOf = new Uint16Array(texts.length);
  const themes = found.map(({ group, names, middle }, t) => {
    const close = new Map(group.map((i) => [i, dot(rowOfVectors(vectors, i), middle)]));
    for (const i of group) themeOf[i] = t + 1;
    const central = [...group].sort((a, b) => close.get(b)! - close.get(a)! || a - b).slice(0, EXEMPLARS * 3);
    const exemplars = [
      ...central.filter((i) => isShort(texts[i]!)),
      ...central.filter((i) => !isShort(texts[i]!)),
    ].slice(0, EXEMPLARS);
    return { label: names.join(" / "), size: group.length, exemplars };
  });
  return { themes, themeOf, clusters };
}

const isVerb = (label: string): boolean => /^\p{L}+ing$/u.test(label);

/** Each record that holds names with the nearest of them; a name that too few are left for is none. */
function held(
  named: ReadonlyMap<string, string>,
  seeds: ReadonlyMap<string, readonly number[]>,
  stemsOf: readonly ReadonlySet<string>[],
  vectors: Snapshot["recordVectors"],
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
function merged(themes: readonly Found[], middleOf: (records: readonly number[]) => Float32Array): Found[] {
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

/** Adds the records without a name to the nearest theme with room; says which records have a theme. */
function joined(found: readonly Found[], records: number, vectors: Snapshot["recordVectors"]): Uint8Array {
  const has = new Uint8Array(records);
  for (const { group } of found) for (const i of group) has[i] = 1;
  if (found.length === 0) return has;
  const middles = found.map(({ middle }) => middle);
  const room = found.map(({ holders }) => Math.floor(holders.length * MAX_JOINING));
  Array.from(has, (in1, i) => (in1 ? [] : [i]))
    .flat()
    .map((i) => ({ i, near: nearestOf(rowOfVectors(vectors, i), middles) }))
    .filter(({ near: [, close] }) => close >= MIN_JOINING)
    .sort((a, b) => b.near[1] - a.near[1] || a.i - b.i)
    .forEach(({ i, near: [at] }) => {
      if (room[at] === 0) return;
      room[at]! -= 1;
      found[at]!.group.push(i);
      has[i] = 1;
    });
  return has;
}

/** Long enough to say something, short enough to be quoted whole. */
const isShort = (text: string): boolean => text.length >= 20 && text.length <= 120;
