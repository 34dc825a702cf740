import { BROAD, askedFor } from "../dataset/labelWords";
import { isEverywhere } from "../dataset/vocabulary";
import { isTopical, stemOf, terms, words } from "../dataset/words";
import { FRAME_WORDS, FUNCTION_WORDS, WEAK_WORDS } from "../plan/lexicon";
import { partsOf, SAYS_WHAT, type Predicate } from "../plan/plan";
import type { Dataset } from "./dataset";
import { nearInMeaning } from "./nearInMeaning";
import { relevance } from "./retrieve";
import type { Near } from "./lines";
import { columnCells } from "./selection";

const NEAR = 3;
const LOOKED_AT = 40;
/** Records that are less like what was asked are not near it. */
const MIN_NEAR = 0.3;
/** The shortest beginning of a word that two words share where one is of the other: "fit" and "fitness", but no "app" and "apple". */
const MIN_BEGINNING = 3;
const ENDING =
  /^(?:|s|es|d|ed|r|er|rs|ers|or|ors|ing|ings|ness|y|ly|al|ful|less|able|ment|ments|ion|ions|ation|ations|ism|ist|ists|ship|ships|ity|ies|ary|ical|ics)$/;

/** The topics that the data holds nearest to what was asked, by name. */
export function nearestTopics(dataset: Dataset, asked: Predicate | null): Near {
  return nearestToText(
    dataset,
    partsOf(asked, ["topic", "mentions"])
      .map(({ text }) => text)
      .join(" "),
  );
}

/** The same for words that a question used. */
export function nearestToText(dataset: Dataset, text: string): Near {
  const asked = words(text).filter(tells);
  const alike = likeNamed(dataset, asked);
  // A theme must share a word, or one that means the same: what else is found of its records may have nothing to do with it.
  const related = relatedStems(dataset, asked);
  const labels = dataset.themes
    .map(({ label }) => askedFor(label))
    .filter((label) => saysEnough(dataset, label) && words(label).some((word) => related.has(stemOf(word))));
  const near = alike.length < NEAR && labels.length > 0 ? labelsNear(dataset, text, new Set(labels)) : [];
  const sharing = distinct([...alike, ...near]).slice(0, NEAR);
  const names =
    sharing.length < NEAR
      ? distinct([
          ...sharing,
          ...nearInMeaning(
            dataset,
            asked.filter((word) => !FRAME_WORDS.has(word)),
          ),
        ]).slice(0, NEAR)
      : sharing;
  if (names.length === NEAR) return { near: names, largest: [], by: null };
  const { list, by } = largest(dataset);
  return { near: names, largest: distinct([...names, ...list]).slice(names.length, NEAR), by };
}

/** The names but those that say the same as one before. */
const distinct = (names: readonly string[]): string[] =>
  [
    ...new Map([...names].reverse().map((name) => [[...terms(name)].sort().join(" ") || name, name])).values(),
  ].reverse();

/** False for a word that a topic shares with many others: "up", "less". */
const tells = (word: string): boolean =>
  isTopical(word) && ![FUNCTION_WORDS, WEAK_WORDS].some((some) => some.has(word));

/** Some themes' labels, first those of most of the records that are nearest to a text. */
function labelsNear(dataset: Dataset, text: string, labels: ReadonlySet<string>): string[] {
  const weights = new Map<string, number>();
  for (const { record, score } of relevance(dataset, text).best(LOOKED_AT)) {
    const label = askedFor(dataset.themes[dataset.themeOf[record]! - 1]?.label ?? "");
    if (labels.has(label) && score >= MIN_NEAR) weights.set(label, (weights.get(label) ?? 0) + score);
  }
  return [...weights].sort((a, b) => b[1] - a[1]).map(([label]) => label);
}

/** False for a theme whose name is a broad word, or one that nearly all records hold: a question about it finds too much. */
const saysEnough = ({ vocabulary, stemIds, size }: Dataset, label: string): boolean => {
  const stems = terms(label);
  const isWide = (stem: string): boolean => isEverywhere(vocabulary.recordCounts[stemIds.get(stem) ?? -1] ?? 0, size);
  return !stems.some(isWide) && !(stems.length === 1 && BROAD.has(stems[0]!));
};

/** The stems of some words, and of those that may mean the same. */
function relatedStems({ stemIds, equivalentsOf, vocabulary }: Dataset, asked: readonly string[]): Set<string> {
  const stems = asked.map(stemOf);
  const same = stems.flatMap((stem) =>
    (equivalentsOf.get(stemIds.get(stem) ?? -1) ?? []).flatMap(({ other, how }) =>
      how === "alike" ? [vocabulary.stems[other]!] : [],
    ),
  );
  return new Set([...stems, ...same]);
}

/** The largest topics, as the data's own column calls them where it has one. */
function largest(dataset: Dataset): { list: string[]; by: string | null } {
  const column = dataset.columns.find(({ name }) => SAYS_WHAT.test(name));
  const cells = column
    ? columnCells(dataset, { conditions: [] }, column.name)
    : dataset.subjects.list.filter(({ problem }) => problem !== "alone");
  return { list: cells.slice(0, 2 * NEAR).map(({ label }) => label), by: column?.name ?? null };
}

/** Values and themes with a word that begins as one that was asked about. */
function likeNamed(dataset: Dataset, asked: readonly string[]): string[] {
  const isLike = (name: string): boolean =>
    words(name).some((word) =>
      asked.some((one) => {
        const [short, long] = one.length < word.length ? [one, word] : [word, one];
        return short.length >= MIN_BEGINNING && long.startsWith(short) && ENDING.test(long.slice(short.length));
      }),
    );
  return [
    ...dataset.columns.filter(({ name }) => SAYS_WHAT.test(name)).flatMap(({ values }) => values),
    ...dataset.themes.map(({ label }) => askedFor(label)).filter((label) => saysEnough(dataset, label)),
  ].filter(isLike);
}
