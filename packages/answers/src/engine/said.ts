import { MIN_GROUP_SIZE } from "../dataset/record";
import { addRow, dot, rowDot } from "../dataset/sparse";
import { isFrame } from "../dataset/vocabulary";
import { stemOf } from "../dataset/words";
import { FRAME_WORDS } from "../plan/lexicon";
import { partsOf } from "../plan/plan";
import type { Dataset } from "./dataset";
import type { Evidence, Evidences } from "./evidence";
import { phrasesOf, type Outline, type Phrase } from "./phrasing";
import { sizeOf } from "./sets";
import { quotesFrom, type Quotes } from "./quotes";
import type { Said } from "./lines";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** So many phrases are counted for each that is told. */
const TRIED = 3;
/** A phrase says something of a selection that is this many times as frequent there as elsewhere. */
const MIN_LIFT = 1.3;
/** Those who say a phrase speak of one thing where they are so like each other; "my boss wants to know" is none. */
const MIN_COHESION = 0.2;
/** The same for a group's phrases, which nothing else joins. */
const MIN_COHESION_OF_GROUP = 0.4;
/** So many of those who say a phrase must say none of those that are told before it. */
const MIN_FRESH = 0.5;
/** Phrases that share this part of their words say the same. */
const ALIKE = 0.6;
/** A longer phrase says more. */
const LONGER = 0.7;
/** A phrase that names the topic itself says more, too. */
const WHOLE = 1.4;
/** What a phrase of the topic's words and everyday ones counts. */
const WEAK = 0.3;
const MIN_TEMPLATE = 4;
/** So many words tell something by themselves. */
const MIN_TELLING = 4;
/** No phrase begins with these, unless it begins a sentence with one of the second. */
const LINKS = words(
  "and or but so if as than then that to of in on at for with from by about into a an be been the who which because",
);
const OPENERS = words(
  "i its his her this is are was were am you we they it not no can could will would should do does did has have had any some " +
    "very just also im ive dont doesnt didnt isnt wasnt cant cannot wont hasnt havent there being me us them one",
);
/** No phrase ends with these. */
const ENDS = words(
  [...LINKS, ...OPENERS].join(" ") + " my your our their more how what when where why get got getting",
);
/** These say nothing without another word. */
const VAGUE = words(
  "day days time times year years week weeks month months morning night today tomorrow monday thing things last next right every new good first",
);

/**
 * What several of a selection's records say alike: the phrases that together say most of it, each with how many say it
 * in any form, and one of them in full. `own` are the stems that were asked about.
 */
export function saidBy(
  dataset: Dataset,
  evidences: Evidences,
  found: Evidence,
  { own, most, taken = [] }: { own: ReadonlySet<string>; most: number; taken?: Quotes },
): Said[] {
  if (found.count === null) return [];
  const sorted = (all: Candidate[]): Candidate[] => all.sort((a, b) => weightOf(b) - weightOf(a));
  let left = sorted(
    phrasesOf(dataset, found.mask, readsWell).flatMap((phrase) => candidateOf(dataset, phrase, own) ?? []),
  );
  const said: Said[] = [];
  const covered = new Uint8Array(dataset.size);
  for (let tries = 0; tries < TRIED * most && said.length < most && left.length > 0; tries++) {
    const next = left[0]!;
    left = left.filter((one) => !isAlike(one, next));
    const counted = countOf(dataset, evidences, found, next.phrase, next.news === WEAK);
    if (counted === null) continue;
    for (const record of next.phrase.holders) covered[record] = 1;
    for (const one of left) one.fresh = one.phrase.holders.reduce((sum, record) => sum + 1 - covered[record]!, 0);
    left = sorted(
      left.filter(({ phrase, fresh }) => fresh >= Math.max(MIN_GROUP_SIZE, MIN_FRESH * phrase.holders.length)),
    );
    const [quote = null] = quotesFrom(dataset, central(dataset, next.phrase.holders), 1, taken);
    said.push({ text: next.phrase.text, ...counted, of: found.count, quote });
  }
  // "Social media" without a figure and a whole text tells too little; "learn to cook Italian food" tells something.
  const isTelling = ({ text, count, quote }: Said): boolean =>
    count !== null || quote !== null || text.split(" ").length >= MIN_TELLING;
  return said.filter(isTelling).sort((a, b) => (b.count ?? 0) - (a.count ?? 0));
}

/** How many of a selection say a phrase, in any form: no figure where that may not be told, null where it says nothing of them. */
function countOf(
  dataset: Dataset,
  evidences: Evidences,
  found: Evidence,
  { topic, holders }: Phrase,
  isWeak: boolean,
): Pick<Said, "count"> | null {
  const isTopic = partsOf(found.predicate, ["topic", "mentions"]).length > 0;
  const isLoose = cohesion(dataset, holders) < (isTopic ? MIN_COHESION : MIN_COHESION_OF_GROUP);
  if (isLoose && !isTopic) return null;
  const text = topic.join(" ");
  const predicate = { is: "mentions", text, words: text } as const;
  const phrase = evidences.phrase(predicate);
  if (phrase.gap || phrase.leftOut.length > 0) return null;
  const here = evidences.of(predicate, found.predicate);
  if (here.gaps.length + here.leftOut.length > 0) return null;
  if (isLoose) {
    const lift = sizeOf(here.mask) / found.count! / (sizeOf(evidences.of(predicate).mask) / dataset.size);
    if (lift < MIN_LIFT) return null;
  }
  // What only everyday words tell from the topic is not counted: these are in no count.
  return { count: isWeak ? null : here.count };
}

/** The mean likeness of some records. */
function cohesion({ recordVectors }: Dataset, records: readonly number[]): number {
  const sum = new Float32Array(recordVectors.dims);
  for (const i of records) addRow(sum, recordVectors, i);
  return (dot(sum, sum) - records.length) / (records.length * (records.length - 1));
}

/** Records by how near they are to their own middle. */
function central({ recordVectors }: Dataset, records: readonly number[]): number[] {
  const sum = new Float32Array(recordVectors.dims);
  for (const i of records) addRow(sum, recordVectors, i);
  const near = new Map(records.map((i) => [i, rowDot(recordVectors, i, sum)]));
  return [...records].sort((a, b) => near.get(b)! - near.get(a)! || a - b);
}

/** How much a phrase says beyond what was asked about, and beyond what all records say. */
function newsOf(
  { stemIds, vocabulary, size }: Dataset,
  { topic, words: said }: Phrase,
  own: ReadonlySet<string>,
): number {
  const isKnown = (stem: string): boolean => {
    const count = vocabulary.recordCounts[stemIds.get(stem) ?? -1];
    return count !== undefined && !isFrame(count, size);
  };
  const stems = new Set(
    topic.filter((word) => word !== "not" && !VAGUE.has(word) && !FRAME_WORDS.has(word)).map(stemOf),
  );
  const fresh = [...stems].filter((stem) => !own.has(stem) && isKnown(stem)).length;
  if (fresh > 0) return topic.some((word) => own.has(stemOf(word))) ? fresh * WHOLE : fresh;
  // "Get a physical card" and "charged twice for the same thing" say little more than the topic, but something.
  const others = said.filter(
    (word) => !own.has(stemOf(word)) && !LINKS.has(word) && !OPENERS.has(word) && !/^(?:my|your|our|their)$/.test(word),
  );
  return others.length > 0 && said.length > 2 && said.some((word) => own.has(stemOf(word))) ? WEAK : 0;
}

/** A phrase that may be told of a selection. */
interface Candidate {
  phrase: Phrase;
  news: number;
  /** The stems that tell it from what was asked about; all of them where none does. */
  stems: ReadonlySet<string>;
  /** How many of its holders say nothing that is told before it. */
  fresh: number;
}

const weightOf = ({ fresh, news }: Candidate): number => fresh * news ** LONGER;

function readsWell({ first, last, length, opens }: Outline): boolean {
  if (ENDS.has(last) || LINKS.has(first) || (!opens && OPENERS.has(first))) return false;
  return length > 2 || !/^(?:my|your|our|their|i)$/.test(first);
}

/** A phrase that says more than what was asked about; null for another. */
function candidateOf(dataset: Dataset, phrase: Phrase, own: ReadonlySet<string>): Candidate | null {
  if (/\d/.test(phrase.text)) return null;
  const news = newsOf(dataset, phrase, own);
  if (news === 0 || !phrase.stems.every((stem) => dataset.stemIds.has(stem))) return null;
  const stems = phrase.topic.map(stemOf);
  const fresh = stems.filter((stem) => !own.has(stem));
  return { phrase, news, stems: new Set(fresh.length > 0 ? fresh : stems), fresh: phrase.holders.length };
}

/** True for phrases that say the same of what was asked about. */
function isAlike({ stems: a }: Candidate, { stems: b }: Candidate): boolean {
  let shared = 0;
  for (const stem of a) if (b.has(stem)) shared += 1;
  return shared >= ALIKE * Math.min(a.size, b.size);
}

/**
 * What at least five records say alike, where none of them can be quoted: their longest phrases, each with another one
 * that follows it in five of them, and "…" for what each says differently.
 */
export function templatesOf(dataset: Dataset, found: Evidence, most: number): string[] {
  const phrases = phrasesOf(dataset, found.mask).filter(
    ({ text, topic, stems }) =>
      topic.length > 0 && !/\d/.test(text) && stems.every((stem) => dataset.stemIds.has(stem)),
  );
  const size = ({ topic, stems, opens }: Phrase): number => 3 * topic.length + stems.length + (opens ? 3 : 0);
  const covered = new Set<number>();
  const templates: string[] = [];
  for (const first of [...phrases].sort((a, b) => size(b) - size(a))) {
    if (templates.length === most || first.stems.length < MIN_TEMPLATE) break;
    if (first.holders.filter((record) => !covered.has(record)).length < MIN_GROUP_SIZE) continue;
    for (const record of first.holders) covered.add(record);
    const after = phrases
      .filter(({ topic }) => topic.some((word) => !first.topic.includes(word)))
      .filter((phrase) => followers(dataset, first, phrase) >= MIN_GROUP_SIZE)
      .sort((a, b) => size(b) - size(a))[0];
    templates.push(`${first.text} …${after ? ` ${after.text}` : ""}`);
  }
  return templates;
}

/** How many records say one phrase and, after it, the other. */
function followers({ texts }: Dataset, first: Phrase, then: Phrase): number {
  const after = new Set(then.holders);
  return first.holders.filter((record) => {
    if (!after.has(record)) return false;
    const text = texts.at(record).toLowerCase();
    const at = text.indexOf(first.text.toLowerCase());
    return at >= 0 && text.indexOf(then.text.toLowerCase(), at + first.text.length) > at;
  }).length;
}
