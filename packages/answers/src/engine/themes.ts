import { shareOf, shareVerdict } from "../disclosure/shares";
import type { Records } from "../disclosure/people";
import { keyOf } from "../dataset/topics";
import { MARK, setAt, type Named } from "../dataset/snapshot";
import { withNested, type Cue, type Predicate } from "../plan";
import { isBounds } from "./columns";
import type { Dataset } from "./dataset";
import { quotesOf } from "./quotes";
import { both, cued, recordsOf, setOf } from "./sets";
import type { Figure, Line, Quote, ThemesResult, TopResult } from "./results";

export const DEFAULT_LINES = 8;
/** A name that nearly all of a set hold tells nothing of it. */
const MOST = 90;
/** A theme of which so much is in an earlier one says nothing new, if that is more than chance puts there. */
const COVERED = 65;
const MORE = 1.6;
/** So much of all records, and so little more of a set. */
const COMMON = 0.15;
const COMMON_LIFT = 1.15;
/** The least share of a set that a line of it has. */
const MIN_SHARE = 0.8;
/** So many names of a set are looked at closely. */
const MAX_CLOSE = 60;
/** What is more common in a set than elsewhere says more of it, up to so many times. */
const MAX_LIFT = 4;
/** A phrase says more than a word, in short texts above all; a verb alone says less. */
const GAIN = { long: 1.3, short: 2.5, verb: 0.6 };
/** So many words are told of what is said of a theme. */
const MAX_SAID = 2;

interface Candidate {
  named: Named;
  ids: Uint32Array;
  count: Figure;
  /** How it ranks among the others. */
  worth: number;
  said: string[];
}

/** The themes of a set: what its records speak of, or with a cue what they blame, praise, wish for or give as a reason. */
export function themesIn(
  dataset: Dataset,
  of: Predicate | null,
  records: Records,
  limit: number,
  cue: Cue | null = null,
): { lines: Line[]; covered: Figure } {
  const idsOf = (place: number): Uint32Array => cuedIds(dataset, place, cue);
  const candidates = candidatesIn(dataset, dataset.themes, idsOf, records, toldBy(of));
  const chosen = distinct(dataset, records, candidates, limit).sort((a, b) => b.count.told! - a.count.told!);
  for (const one of chosen) one.said = saidOf(dataset, dataset.themes.indexOf(one.named), records, cue);
  return { lines: linesOf(dataset, of, records, chosen, cue), covered: union(dataset, records, chosen).figure };
}

/** The records of a theme that do of it what the cue says. */
function cuedIds({ themeSets, themeMarks }: Dataset, place: number, cue: Cue | null): Uint32Array {
  const ids = setAt(themeSets, place);
  const start = themeSets.starts[place]!;
  return cue === null ? ids : ids.filter((_, at) => themeMarks[start + at]! & MARK[cue]);
}

/** The words that five people of a set say of a theme, the commonest first. */
function saidOf(
  { people, themes, said, saidSets }: Dataset,
  theme: number,
  records: Records,
  cue: Cue | null,
): string[] {
  if (cue !== "problem" && cue !== "praise") return [];
  return said
    .flatMap((one, place) => {
      if (one.theme !== theme || one.mark !== MARK[cue] || keyOf(one.word) === themes[theme]!.key) return [];
      const { told } = people.figureOf(setAt(saidSets, place), records);
      return told === null ? [] : [{ word: one.word, told }];
    })
    .sort((a, b) => b.told - a.told)
    .slice(0, MAX_SAID)
    .map(({ word }) => word);
}

/** The names of which enough of a set speak, the largest first. */
function candidatesIn(
  dataset: Dataset,
  names: readonly Named[],
  idsOf: (place: number) => Uint32Array,
  records: Records,
  told: ReadonlySet<string>,
): Candidate[] {
  const { people } = dataset;
  const base = records.figure;
  return names
    .flatMap((named, place): Candidate[] => {
      if (named.key.split(" ").every((stem) => told.has(stem))) return [];
      const ids = idsOf(place);
      const count = people.figureOf(ids, records);
      const percent = shareOf(count, base).percent;
      if (count.told === null || percent === null || percent < MIN_SHARE || percent > MOST) return [];
      const everywhere = people.figureOf(ids);
      const overall = everywhere.told! / people.all.figure.told!;
      const lift = count.told / base.told! / overall;
      // What a good part of all records speak of says nothing of some that do no more so.
      if (records !== people.all && overall > COMMON && lift < COMMON_LIFT) return [];
      const worth = count.told * Math.min(MAX_LIFT, Math.max(1, lift)) ** 0.5 * gainOf(dataset, named);
      return [{ named, ids, count, worth, said: [] }];
    })
    .sort((a, b) => b.worth - a.worth);
}

const gainOf = ({ isShort }: Dataset, { name, is }: Named): number =>
  name.includes(" ") ? (isShort ? GAIN.short : GAIN.long) : is === "act" ? GAIN.verb : 1;

/** The best of some candidates that each say something else. */
function distinct({ people }: Dataset, records: Records, candidates: readonly Candidate[], limit: number): Candidate[] {
  const chosen: (Candidate & { held: Records })[] = [];
  for (const one of candidates.slice(0, MAX_CLOSE)) {
    if (chosen.length === limit) break;
    const stems = one.named.key.split(" ");
    const isCovered = chosen.some(({ named, count, held }) => {
      const others = named.key.split(" ");
      if (stems.every((stem) => others.includes(stem)) || others.every((stem) => stems.includes(stem))) return true;
      const both = shareOf(people.figureOf(one.ids, held), one.count).percent ?? 0;
      return both >= COVERED && both >= MORE * (shareOf(count, records.figure).percent ?? 0);
    });
    if (!isCovered) chosen.push({ ...one, held: holding(people, one.ids).and(records) });
  }
  return chosen;
}

function holding(people: Dataset["people"], ids: Uint32Array): Records {
  const mask = people.mask();
  for (const i of ids) mask[i >>> 5]! |= 1 << (i & 31);
  return people.of(mask);
}

function union({ people }: Dataset, records: Records, chosen: readonly Candidate[]): Records {
  const mask = people.mask();
  for (const { ids } of chosen) for (const i of ids) mask[i >>> 5]! |= 1 << (i & 31);
  return people.of(mask).and(records);
}

function linesOf(
  dataset: Dataset,
  of: Predicate | null,
  records: Records,
  chosen: readonly Candidate[],
  cue: Cue | null = null,
): Line[] {
  const { people } = dataset;
  const rest = records === people.all ? null : people.all.without(records);
  const taken: Quote[] = [];
  return chosen.map(({ named, ids, count, said }) => {
    const { name } = named;
    const share = shareOf(count, records.figure);
    const outside = rest && !rest.isFew ? people.figureOf(ids, rest) : null;
    const verdict = outside ? shareVerdict([count, records.figure], [outside, rest!.figure], chosen.length) : "unknown";
    const [quote = null] = quotesOf(dataset, holding(people, ids).and(records), 1, { about: [name], taken, cue });
    if (quote) taken.push(quote);
    const spoken = cue === "problem" || cue === "praise" ? people.figureOf(spokenOf(dataset, named), records) : null;
    return {
      name,
      predicate: both(of, { topic: name }),
      count,
      base: records.figure,
      share,
      elsewhere: verdict === "more" || verdict === "less" ? shareOf(outside!, rest!.figure) : null,
      ...(spoken !== null && { spoken }),
      said,
      quote,
    };
  });
}

/** The records that speak of a theme, whatever they say of it. */
const spokenOf = ({ themes, themeSets }: Dataset, named: Named): Uint32Array => {
  const place = themes.indexOf(named);
  return place === -1 ? new Uint32Array() : setAt(themeSets, place);
};

/** The stems of the topics and words that a predicate asks for: no theme of its records. */
const toldBy = (of: Predicate | null): Set<string> =>
  new Set(
    (of ? withNested(of) : []).flatMap(({ topic = "", words = "", where = {} }) =>
      [topic, words, ...Object.values(where).flatMap((given) => (isBounds(given) ? [] : [given].flat()))].flatMap(
        (said) => keyOf(said).split(" "),
      ),
    ),
  );

/** Below this share of a set, those that give a reason in so many words say little of its reasons. */
const MIN_REASONS = 25;

export function themesResult(dataset: Dataset, of: Predicate | null, cue: Cue | null, limit: number): ThemesResult {
  const { records } = recordsOf(dataset, of);
  const set = setOf(dataset, of, records);
  // Who wishes for nothing says nothing of wishes; who complains of nothing is a part of those asked about.
  const giving = cue === "wish" || cue === "reason" ? records.and(cued(dataset, cue)) : records;
  // Where few say "because", the texts are reasons themselves.
  if (cue === "reason" && (shareOf(giving.figure, records.figure).percent ?? 0) < MIN_REASONS)
    return themesResult(dataset, of, null, limit);
  const base = giving;
  const baseSet = { ...setOf(dataset, of, base), name: base === records ? set.name : `${set.name} ${CUED[cue!]}` };
  if (base.isFew)
    return { do: "themes", of: set, cue, base: baseSet, lines: [], rest: shareOf(baseSet.count, baseSet.count) };
  const { lines, covered } = themesIn(dataset, of, base, limit, cue);
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
  const idsOf = (place: number): Uint32Array => setAt(dataset.subjectSets, place);
  const nouns = candidatesIn(dataset, dataset.subjects, idsOf, records, toldBy(of)).filter(
    ({ named }) => named.is === "noun",
  );
  const chosen = distinct(dataset, records, nouns, limit).sort((a, b) => b.count.told! - a.count.told!);
  return { do: "top", of: set, lines: linesOf(dataset, of, records, chosen) };
}
