import { stemIdsOf } from "../engine/dataset";
import { clustersOf, nearestOf } from "./clusters";
import { namesOf } from "./labels";
import { MIN_GROUP_SIZE } from "./record";
import type { Snapshot, Theme } from "./snapshot";
import { dot, rowOfVectors, unit } from "./sparse";
import { stemOf } from "./words";

const EXEMPLARS = 12;
/** A record this far from every centroid belongs to no theme. */
const LOOSE = 0.18;
/** A record that does not hold a theme's name joins it only if it is this close to its middle. */
const MIN_JOINING = 0.3;
/** A phrase counts this much at least, however far it is from the middle of its theme. */
const MIN_CENTRALITY = 0.15;

/**
 * Themes: the records of a cluster that hold its name. Clusters that would be called the same are one theme. Records
 * without a name join the nearest theme, nearest first, while those that hold its name are at least half of it.
 */
export function themesOf(
  texts: readonly string[],
  { vocabulary, recordVectors }: Pick<Snapshot, "vocabulary" | "recordVectors">,
  random: () => number,
): { themes: Theme[]; themeOf: Uint16Array; clusters: number[][] } {
  const { middles, nearest, closeness } = clustersOf(recordVectors, Math.round(Math.sqrt(texts.length / 2)), random);
  const members = middles.map((): number[] => []);
  nearest.forEach((middle, i) => middle >= 0 && closeness[i]! >= LOOSE && members[middle]!.push(i));
  const kept = middles.flatMap((middle, m) =>
    members[m]!.length >= MIN_GROUP_SIZE ? [{ middle, own: members[m]! }] : [],
  );
  const clusters = kept.map(({ own }) => own);
  const stemIds = stemIdsOf({ vocabulary });
  const names = namesOf(clusters, texts, MIN_GROUP_SIZE, (cluster, stems) => {
    const sum = new Float32Array(recordVectors.dims);
    for (const stem of stems) {
      const id = stemIds.get(stem);
      if (id !== undefined) rowOfVectors(vocabulary.vectors, id).forEach((value, d) => (sum[d]! += value));
    }
    return Math.max(MIN_CENTRALITY, dot(unit(sum), kept[cluster]!.middle));
  });
  const byName = new Map<string, { label: string; holders: number[] }>();
  for (const { label, holders } of names) {
    const key = label.split(" ").map(stemOf).sort().join(" ");
    const theme = byName.get(key) ?? { label, holders: [] };
    theme.holders.push(...holders);
    byName.set(key, theme);
  }
  const found = [...byName.values()].map(({ label, holders }) => {
    const middle = new Float32Array(recordVectors.dims);
    for (const i of holders) rowOfVectors(recordVectors, i).forEach((value, d) => (middle[d]! += value));
    return { label, room: holders.length, group: [...holders], middle: unit(middle) };
  });

  const has = new Uint8Array(texts.length);
  for (const { group } of found) for (const i of group) has[i] = 1;
  const ownMiddles = found.map(({ middle }) => middle);
  const others = found.length === 0 ? [] : texts.flatMap((_, i) => (has[i] ? [] : [i]));
  others
    .map((i) => ({ i, near: nearestOf(rowOfVectors(recordVectors, i), ownMiddles) }))
    .filter(({ near: [, close] }) => close >= MIN_JOINING)
    .sort((a, b) => b.near[1] - a.near[1] || a.i - b.i)
    .forEach(({ i, near: [at] }) => {
      const theme = found[at]!;
      if (theme.room === 0) return;
      theme.room -= 1;
      theme.group.push(i);
    });

  found.sort((a, b) => b.group.length - a.group.length || (a.label < b.label ? -1 : 1));
  const themeOf = new Uint16Array(texts.length);
  const themes = found.map(({ group, label, middle }, t) => {
    const close = new Map(group.map((i) => [i, dot(rowOfVectors(recordVectors, i), middle)]));
    for (const i of group) themeOf[i] = t + 1;
    const central = [...group].sort((a, b) => close.get(b)! - close.get(a)! || a - b).slice(0, EXEMPLARS * 3);
    const exemplars = [
      ...central.filter((i) => isShort(texts[i]!)),
      ...central.filter((i) => !isShort(texts[i]!)),
    ].slice(0, EXEMPLARS);
    return { label, size: group.length, exemplars };
  });
  return { themes, themeOf, clusters };
}

/** Long enough to say something, short enough to be quoted whole. */
const isShort = (text: string): boolean => text.length >= 20 && text.length <= 120;
