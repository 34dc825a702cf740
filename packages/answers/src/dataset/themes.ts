import { stemIdsOf } from "../engine/dataset";
import { formsOfStem } from "../plan/forms";
import { clustersOf } from "./clusters";
import { frameNamesOf, type FrameName } from "./frameNames";
import { isWeak } from "./fullNames";
import { fullThemes, fullyNamed } from "./fullThemes";
import { tagsSplit } from "./hashtags";
import { namesOf, type Centrality, type Named } from "./labels";
import { BROAD, NOISE } from "./labelWords";
import { plainText } from "./plainText";
import { MIN_GROUP_SIZE } from "./record";
import { restThemes } from "./restThemes";
import type { Snapshot, Theme } from "./snapshot";
import { selfNameOf } from "./selfNames";
import { dot, rowOfVectors, unit } from "./sparse";
import { stateNamesOf } from "./stateNames";
import { stopNameOf } from "./stopNames";
import type { SubjectName } from "./subjectNames";
import { held, joined, merged, type Found } from "./themeGroups";
import { isFrame } from "./vocabulary";
import { stemOf, terms } from "./words";

const EXEMPLARS = 12;
/** A record this far from every centroid belongs to no theme. */
const LOOSE = 0.18;
/** A phrase counts this much at least, however far it is from the middle of its theme. */
const MIN_CENTRALITY = 0.15;
/** How often names are looked for: in the clusters, and twice in what they leave. */
const ROUNDS = 4;
/** A word that so many names hold says too little alone. */
const MAX_USES = 3;
/**
 * Records that a name of the rest finds are about one thing where they are so like each other, "my boss wants to know"
 * is none; what people do is said of more things than a noun.
 */
const MIN_COHESION = { noun: 0.08, broad: 0.1, verb: 0.11 };
/** The same for what is named last: its records hold the name, and have no better one. */
const MIN_REST_COHESION = { noun: 0.05, verb: 0.07 };
/** So large a part of the texts with a word say that somebody is to be so: "being positive". */
const MIN_STATE = 0.25;
/**
 * Themes: the records that hold a name, found in clusters of records, and again among those that are left. A record
 * that holds several names is in the theme that is nearest to it. Near themes are one, by the names of both.
 * Records without a name join a theme by its words or by their neighbours. Of the rest, those that say who somebody wants
 * to be are a theme, and so are those that speak of what all records are, or say no more than that. What is left then is
 * held by the subjects that it names, and by what it says to stop. No theme is called by a bare verb or a light noun.
 */
export function themesOf(
  texts: readonly string[],
  { vocabulary, recordVectors }: Pick<Snapshot, "vocabulary" | "recordVectors">,
  random: () => number,
  subjects: readonly SubjectName[] = [],
): { themes: Theme[]; themeOf: Uint16Array; clusters: number[][] } {
  const stemIds = stemIdsOf({ vocabulary });
  const said = tagsSplit(texts).map(plainText);
  const stemsOf = said.map((text) => new Set(terms(text).flatMap(formsOfStem)));
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
  const accepts = (label: string, holders: readonly number[]): boolean =>
    cohesion(holders) >= MIN_COHESION[BROAD.has(stemOf(label)) ? "broad" : isVerb(label) ? "verb" : "noun"];
  const states = [...stateNamesOf(said, MIN_GROUP_SIZE, MIN_STATE)];
  const named = new Map<string, string>();
  /** Of the names that differ in form alone, the one of most records is shown. */
  const most = new Map<string, number>();
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
    const names: Pick<Named, "label" | "holders">[] =
      round === 0
        ? namesOf(clusters, said, MIN_GROUP_SIZE, central)
        : [
            ...namesOf([left], said, MIN_GROUP_SIZE, undefined, { vague: new Set(vague), accepts }),
            ...states.flatMap(([stem, label]) => {
              const holders = left.filter((i) => stemsOf[i]!.has(stem));
              return holders.length >= MIN_GROUP_SIZE && accepts(label, holders) ? [{ label, holders }] : [];
            }),
          ];
    const before = named.size;
    for (const { label, holders } of names) {
      const own = terms(label);
      if (own.some((stem) => isFrame(holding.get(stem) ?? 0, texts.length))) continue;
      // "Thought" is called "thinking".
      if (own.every((stem) => NOISE.has(stem) && !BROAD.has(stem))) continue;
      const key = own
        .map((stem) => formsOfStem(stem)[0])
        .sort()
        .join(" ");
      if (holders.length > (most.get(key) ?? 0)) {
        most.set(key, holders.length);
        named.set(key, label);
      }
      seeds.set(key, [...(seeds.get(key) ?? []), ...holders]);
    }
    if (named.size === before) break;
    found = merged(held(named, seeds, stemsOf, vectors, middleOf), middleOf);
    const has = joined(found, stemsOf, holding, vectors);
    left = left.filter((i) => !has[i]);
  }
  /** A theme of what no other holds and all of whose holders say so in some words. */
  const add = (kind: FrameName | null): void => {
    const has = new Set(found.flatMap(({ group }) => group));
    const own = [...(kind?.holders ?? [])].filter((i) => !has.has(i));
    if (kind && own.length >= MIN_GROUP_SIZE)
      found.push({ names: [kind.label], holders: own, group: own, middle: middleOf(own) });
  };
  add(selfNameOf(said, MIN_GROUP_SIZE));
  frameNamesOf(said, holding, MIN_GROUP_SIZE).forEach(add);
  const nearnessTo = (record: number, middle: Float32Array): number => dot(rowOfVectors(vectors, record), middle);
  found = fullThemes(found, {
    said,
    stemsOf,
    isFrame: (stem) => isFrame(holding.get(stem) ?? 0, texts.length),
    middleOf,
    closeness: nearnessTo,
  });
  // What nouns leave is called by what people do: nouns say more.
  for (const [isOfVerbs, least] of [
    [false, MIN_REST_COHESION.noun],
    [true, MIN_REST_COHESION.verb],
  ] as const) {
    found = restThemes(
      subjects.filter(
        ({ label, isVerb, problem }) => isVerb === isOfVerbs && problem !== "alone" && (isVerb || !isWeak(label)),
      ),
      found,
      {
        stemsOf,
        accepts: (holders) => !isFrame(holders.length, texts.length) && cohesion(holders) >= least,
        middleOf,
        closeness: nearnessTo,
      },
    );
  }
  add(stopNameOf(said, MIN_GROUP_SIZE));
  found = fullyNamed(found, said);
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

/** Long enough to say something, short enough to be quoted whole. */
const isShort = (text: string): boolean => text.length >= 20 && text.length <= 120;
