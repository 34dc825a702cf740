import type { Records } from "../disclosure/people";
import { cosineOf, cosinesTo, unit } from "../dataset/sparse";
import { sumOf } from "../dataset/equivalents";
import { marksOf, Spoken } from "../dataset/aspects";
import { quotedText } from "../dataset/quotable";
import { MARK } from "../dataset/snapshot";
import { eachOf, sampled } from "../dataset/topics";
import { formsOf } from "../dataset/forms";
import { isTopical, stemOf, words } from "../dataset/words";
import { ALIKE } from "../dataset/learn";
import type { Cue } from "../plan";
import type { Dataset } from "./dataset";
import type { Quote } from "./results";
import { recordsOf } from "./sets";

/** So many quotable records of a set are looked at, evenly spread, and so many of these read. */
const MAX_SEEN = 4_000;
const MAX_READ = 60;
/** Quotes whose records are this near, or that share this much of their words, say the same. */
const SAME = 0.8;
const SHARED = 0.6;
const IDEAL = { from: 30, to: 140 };
/** What reads as a joke, or is crude, is quoted where there is nothing else. */
const UNSERIOUS = /\b(?:lol|l?mf?ao|(?:ha){2,}h?|fuck\w*|shit\w*|bitch\w*|ass|damn)\b|[;:]-?p\b|\w\*{2,}/i;
const NOT = new Set("not no never dont doesnt didnt cant cannot wont isnt wasnt without".split(" "));

/**
 * Up to `count` texts of a set that may be quoted, the most typical first, each saying something else; each holds a
 * phrase of each group `holding`; with a cue, each does itself what it says of the topics.
 */
export function quotesOf(
  dataset: Dataset,
  records: Records,
  count: number,
  {
    about = [],
    holding = [],
    taken = [],
    cue = null,
  }: { about?: readonly string[]; holding?: readonly (readonly string[])[]; taken?: Quote[]; cue?: Cue | null } = {},
): Quote[] {
  if (records.isFew || count === 0) return [];
  const { marks, vectors, texts } = dataset;
  const quotable = new Uint32Array(records.mask.length);
  eachOf(records.mask, (i) => {
    if (marks[i]! & MARK.quotable) quotable[i >>> 5]! |= 1 << (i & 31);
  });
  const seen = sampled(quotable, MAX_SEEN);
  if (seen.length === 0) return [];
  const cosine = cosinesTo(vectors, unit(sumOf(vectors, sampled(records.mask, 500))));
  const stems = new Set(about.flatMap((topic) => words(topic).filter(isTopical).map(stemOf)));
  const asked = about.map(phraseOf);
  const phrases = holding.map((group) => group.map(phraseOf).filter(({ length }) => length > 0));
  const spoken = cue && new Spoken(about.map((name) => ({ name, alsoBy: recordsOf(dataset, { topic: name }).alsoBy })));
  const isWanted = spoken && ((text: string): boolean => (marksOf(text, spoken) & MARK[cue]) !== 0);
  const ranked = Array.from(seen, (i) => ({ i, score: cosine(i) }))
    .sort((a, b) => b.score - a.score || a.i - b.i)
    .slice(0, isWanted ? 3 * MAX_READ : MAX_READ)
    .flatMap(({ i, score }) => {
      const whole = texts.at(i);
      const text = quotedText(whole, (stem) => dataset.topics.idOf(stem) !== undefined, isWanted);
      // A part of a text may be about something else.
      const isOther =
        text !== null &&
        !isWanted &&
        stems.size > 0 &&
        text.length < whole.length * 0.8 &&
        !words(text).some((word) => stems.has(stemOf(word)));
      return text === null || isOther || !phrases.every((group) => holdsOne(text, group)) ? [] : [{ i, text, score }];
    })
    .map((one) => ({
      ...one,
      said: words(one.text),
      score: one.score + fit(one.text, stems) + partSaid(one.text, asked),
    }))
    .sort((a, b) => b.score - a.score || a.i - b.i);
  const chosen: { i: number; said: readonly string[] }[] = taken.map(({ text }) => ({ i: -1, said: words(text) }));
  const quotes: Quote[] = [];
  for (const { i, text, said } of ranked) {
    if (quotes.length === count) break;
    if (chosen.some((one) => shares(one.said, said) || (one.i >= 0 && cosineOf(vectors, one.i, i) >= SAME))) continue;
    const alike = alikeTo(dataset, i);
    if (alike.told === null) continue;
    chosen.push({ i, said });
    quotes.push({ text, alike });
  }
  return quotes;
}

/** The words of a phrase, each in its forms. */
const phraseOf = (said: string): (readonly string[])[] => words(said).filter(isTopical).map(formsOf);

/** True for a text that holds all words of a phrase, each in one of its forms; and where there is no phrase. */
function holdsOne(text: string, phrases: readonly (readonly (readonly string[])[])[]): boolean {
  const said = new Set(words(text).map(stemOf));
  return (
    phrases.length === 0 || phrases.some((phrase) => phrase.every((forms) => forms.some((stem) => said.has(stem))))
  );
}

/** Which part of the topics asked about a text says in their own words. */
const partSaid = (text: string, asked: readonly (readonly (readonly string[])[])[]): number =>
  asked.length === 0 ? 0 : asked.filter((phrase) => holdsOne(text, [phrase])).length / asked.length;

/** How many voices say nearly the same. */
function alikeTo({ clusters, clusterOf, vectors, people }: Dataset, record: number): Quote["alike"] {
  const group = clusters[clusterOf[record]!] ?? new Uint32Array(0);
  return people.figureOf(group.filter((i) => i === record || cosineOf(vectors, record, i) >= ALIKE));
}

/** How well a text reads as a quote, and as one about some words. */
function fit(text: string, stems: ReadonlySet<string>): number {
  const said = words(text);
  const holds = stems.size > 0 && said.some((word) => stems.has(stemOf(word)));
  const denies = said.some(
    (word, at) => NOT.has(word) && said.slice(at + 1, at + 4).some((next) => stems.has(stemOf(next))),
  );
  const length = text.length < IDEAL.from ? -0.1 : text.length > IDEAL.to ? -0.1 : 0;
  return (
    (holds ? 0.25 : 0) -
    (denies ? 0.2 : 0) +
    length -
    (UNSERIOUS.test(text) ? 0.5 : 0) -
    ((text.match(/#\w/g)?.length ?? 0) > 1 ? 0.1 : 0)
  );
}

function shares(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [one, other].map((said) => new Set(said.filter(isTopical)));
  if (a!.size === 0 || b!.size === 0) return true;
  let both = 0;
  for (const word of a!) if (b!.has(word)) both += 1;
  return both >= SHARED * Math.min(a!.size, b!.size);
}
