import { shareOf, shareVerdict } from "../disclosure/shares";
import type { Records } from "../disclosure/people";
import { keyOf } from "../dataset/topics";
import { setAt, type Named, type Sets } from "../dataset/snapshot";
import { withNested, type Cue, type Predicate } from "../plan";
import type { Dataset } from "./dataset";
import { quotesOf } from "./quotes";
import { both, cued, recordsOf, setOf } from "./sets";
import type { Figure, Line, Quote, ThemesResult, TopResult } from "./results";

export const DEFAULT_LINES = 8;
/** A name that nearly all of a set hold tells nothing of it. */
const MOST = 75;
/** A theme of which so much is in those before it says nothing new. */
const COVERED = 60;
/** Below this part of a set in themes, its own subjects are looked at, too; they are so much more common here. */
const THIN = 55;
const MIN_LIFT = 1.6;
/** The least share of a set that a line of it has. */
const MIN_SHARE = 0.8;
/** So many names of a set are looked at closely. */
const MAX_CLOSE = 120;

interface Candidate {
  named: Named;
  ids: Uint32Array;
  count: Figure;
  /** How it ranks among the others. */
  worth: number;
}

/** The themes of a set: the stored ones that are in it, and where these say little of it, what its own records speak of. */
export function themesIn(
  dataset: Dataset,
  of: Predicate | null,
  records: Records,
  limit: number,
): { lines: Line[]; covered: Figure } {
  const { people } = dataset;
  const told = toldBy(of);
  const isAll = records === people.all;
  const own = candidatesIn(dataset, dataset.themes, dataset.themeSets, records, told);
  let chosen = distinct(dataset, records, own, limit);
  let covered = union(dataset, records, chosen);
  if (!isAll && (shareOf(covered.figure, records.figure).percent ?? 0) < THIN) {
    const subjects = candidatesIn(dataset, dataset.subjects, dataset.subjectSets, records, told).flatMap((one) => {
      const everywhere = people.figureOf(one.ids);
      const lift = one.count.told! / records.figure.told! / (everywhere.told! / people.all.figure.told!);
      return lift < MIN_LIFT || (one.named.name.split(" ").length === 1 && lift < 2 * MIN_LIFT)
        ? []
        : [
            {
              ...one,
              worth: one.count.told! * Math.min(3, Math.log2(lift)) * (one.named.name.includes(" ") ? 1 : 0.6),
            },
          ];
    });
    const isKnown = new Set(own.map(({ named }) => named.key));
    chosen = distinct(
      dataset,
      records,
      [
        ...own.map((one) => ({ ...one, worth: one.worth * 1.2 })),
        ...subjects.filter(({ named }) => !isKnown.has(named.key)),
      ],
      limit,
    );
    covered = union(dataset, records, chosen);
  }
  const lines = chosen.sort((a, b) => b.count.told! - a.count.told!).slice(0, limit);
  return { lines: linesOf(dataset, of, records, lines), covered: covered.figure };
}

/** The names of which enough of a set speak, the largest first. */
function candidatesIn(
  { people }: Dataset,
  names: readonly Named[],
  sets: Sets,
  records: Records,
  told: ReadonlySet<string>,
): Candidate[] {
  const base = records.figure;
  return names
    .flatMap((named, place): Candidate[] => {
      if (named.key.split(" ").every((stem) => told.has(stem))) return [];
      const ids = setAt(sets, place);
      const count = people.figureOf(ids, records);
      const percent = shareOf(count, base).percent;
      if (count.told === null || percent === null || percent < MIN_SHARE || percent > MOST) return [];
      return [{ named, ids, count, worth: count.told }];
    })
    .sort((a, b) => b.worth - a.worth);
}

/** The best of some candidates that each say something else. */
function distinct({ people }: Dataset, records: Records, candidates: readonly Candidate[], limit: number): Candidate[] {
  const chosen: Candidate[] = [];
  const mask = people.mask();
  for (const one of [...candidates].sort((a, b) => b.worth - a.worth).slice(0, MAX_CLOSE)) {
    if (chosen.length === limit) break;
    const stems = one.named.key.split(" ");
    const repeats = chosen.some(({ named }) => {
      const others = named.key.split(" ");
      return stems.every((stem) => others.includes(stem)) || others.every((stem) => stems.includes(stem));
    });
    if (repeats) continue;
    const known = people.figureOf(one.ids, people.of(mask.slice()).and(records));
    if ((shareOf(known, one.count).percent ?? 0) >= COVERED) continue;
    chosen.push(one);
    for (const i of one.ids) mask[i >>> 5]! |= 1 << (i & 31);
  }
  return chosen;
}

function union({ people }: Dataset, records: Records, chosen: readonly Candidate[]): Records {
  const mask = people.mask();
  for (const { ids } of chosen) for (const i of ids) mask[i >>> 5]! |= 1 << (i & 31);
  return people.of(mask).and(records);
}

function linesOf(dataset: Dataset, of: Predicate | null, records: Records, chosen: readonly Candidate[]): Line[] {
  const { people } = dataset;
  const rest = records === people.all ? null : people.all.without(records);
  const taken: Quote[] = [];
  return chosen.map(({ named: { name }, ids, count }) => {
    const share = shareOf(count, records.figure);
    const outside = rest && !rest.isFew ? people.figureOf(ids, rest) : null;
    const verdict = outside ? shareVerdict([count, records.figure], [outside, rest!.figure], chosen.length) : "unknown";
    const mask = people.mask();
    for (const i of ids) mask[i >>> 5]! |= 1 << (i & 31);
    const [quote = null] = quotesOf(dataset, people.of(mask).and(records), 1, { about: [name], taken });
    if (quote) taken.push(quote);
    return {
      name,
      predicate: both(of, { topic: name }),
      count,
      base: records.figure,
      share,
      elsewhere: verdict === "more" || verdict === "less" ? shareOf(outside!, rest!.figure) : null,
      quote,
    };
  });
}

/** The stems of the topics and words that a predicate asks for: no theme of its records. */
const toldBy = (of: Predicate | null): Set<string> =>
  new Set((of ? withNested(of) : []).flatMap(({ topic, words }) => keyOf(`${topic ?? ""} ${words ?? ""}`).split(" ")));

export function themesResult(dataset: Dataset, of: Predicate | null, cue: Cue | null, limit: number): ThemesResult {
  const { records } = recordsOf(dataset, of);
  const base = cue ? records.and(cued(dataset, cue)) : records;
  const set = setOf(dataset, of, records);
  const baseSet = { ...setOf(dataset, of, base), name: cue ? `${set.name} ${CUED[cue]}` : set.name };
  if (base.isFew)
    return { do: "themes", of: set, cue, base: baseSet, lines: [], rest: shareOf(baseSet.count, baseSet.count) };
  const { lines, covered } = themesIn(dataset, of, base, limit);
  const named = shareOf(covered, baseSet.count);
  const rest = {
    percent: named.percent === null ? null : 100 - named.percent,
    low: 100 - named.high,
    high: 100 - named.low,
  };
  return { do: "themes", of: set, cue, base: baseSet, lines, rest };
}

const CUED: Readonly<Record<Cue, string>> = {
  reason: "that give a reason",
  problem: "that tell of a problem",
  wish: "that wish for something",
  praise: "that praise something",
};

/** The nouns and noun phrases that records mention most, a longer name in the place of a word that mostly stands in it. */
export function topResult(dataset: Dataset, of: Predicate | null, limit: number): TopResult {
  const { records } = recordsOf(dataset, of);
  const set = setOf(dataset, of, records);
  if (records.isFew) return { do: "top", of: set, lines: [] };
  const nouns = candidatesIn(dataset, dataset.subjects, dataset.subjectSets, records, toldBy(of)).filter(
    ({ named }) => named.is === "noun",
  );
  const worth = nouns.map((one) => ({ ...one, worth: one.count.told! * (one.named.name.includes(" ") ? 1.6 : 1) }));
  const chosen = distinct(dataset, records, worth, limit).sort((a, b) => b.count.told! - a.count.told!);
  return { do: "top", of: set, lines: linesOf(dataset, of, records, chosen) };
}
