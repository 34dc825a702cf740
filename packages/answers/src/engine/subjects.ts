import type { SubjectName } from "../dataset/subjectNames";
import type { Subject, Subjects, SubjectVariant } from "../dataset/snapshot";
import { isEverywhere, isFrame } from "../dataset/vocabulary";
import { dot, rowOfVectors } from "../dataset/sparse";
import { terms } from "../dataset/words";
import { formsOfStem } from "../plan/forms";
import { planOf } from "../plan/planner";
import type { Predicate } from "../plan/plan";
import type { Dataset } from "./dataset";
import { Evidences } from "./evidence";
import type { Phrase } from "./phrases";
import { sizeOf, type Mask } from "./sets";
import type { Variant } from "./variants";

/** Names of which so large a part of all their records is the same are one subject. */
const SAME = 0.75;
const MAX_SUBJECTS = 500;
/** A name that is put in the place of another one says more, in so many words at most. */
const MAX_NAME = 4;
/** Of the records that a word is counted by, this part holds the word itself. */
const MIN_OWN = 0.5;
/** Where a phrase has this part of a lone verb's records, it is told in its place. */
const MOST = 0.4;
/** The mean cosine of the records that share a verb: with less, it is said of anything. */
const MIN_VERB_COHESION = 0.11;
const MIN_COHESION = 0.08;
/**
 * "Success" or "growing" is said with many other things, so that its records differ. A word is a subject none the less
 * where it says as much by itself as most that are subjects: all but this part of them.
 */
const LIGHT_PART = 0.2;
/** So many letters are the root of a word. */
const ROOT = 4;
/** So many records show how alike all are. */
const MAX_LOOKED_AT = 2_000;

export type Asked = Extract<Predicate, { is: "topic" | "mentions" }>;

/** What "How many ask about …?" counts for a name; the records with these words where it reads something else. */
function askedBy({ known, aliases }: Pick<Dataset, "known" | "aliases">, label: string): Asked {
  const { steps, refusals, notUnderstood } = planOf(
    [{ role: "user", content: `How many ask about ${label}?` }],
    known,
    aliases,
  );
  const [step] = steps;
  const of = step?.do === "count" && steps.length === 1 && step.among === null ? step.of : null;
  const isWhole = of?.is === "topic" && refusals.length + notUnderstood.length === 0;
  return isWhole && terms(of.text).join(" ") === terms(label).join(" ")
    ? { ...of, words: label }
    : { is: "mentions", text: label, words: label };
}

/** The subjects among some names, with the records that a question for each counts, the largest first. */
export function subjectsOf(dataset: Dataset, names: readonly SubjectName[]): Subjects {
  const looked: (Found & { isAlike: boolean })[] = [];
  for (const { label, stems, isVerb, problem } of names) {
    const asked = askedBy(dataset, label);
    const evidences = new Evidences(dataset, []);
    const { mask, count, gaps, leftOut } = evidences.said(asked);
    if (count === null || gaps.length > 0 || leftOut.length > 0 || isEverywhere(count, dataset.size)) continue;
    const [own] = stems;
    // "Healthy" is "health" in another form; "think" is no other form of "thoughts".
    const ownCount = formsOfStem(own!)
      .filter((stem) => stem.slice(0, ROOT) === own!.slice(0, ROOT))
      .reduce((sum, stem) => sum + countOf(dataset, stem), 0);
    const phrase = evidences.phrase(asked);
    // Of "pictures", "photos" and "pics", the most used one stands for all.
    const isMost = phrase.variants.length > 0 && phrase.variants.every((one) => sizeOf(one.mask) <= ownCount);
    if (stems.length === 1 && ownCount < MIN_OWN * count && !isMost) continue;
    const ids = idsOf(mask);
    // What so many say is said of anything, but no less a subject.
    const isAlike =
      problem === "alone" ||
      isFrame(count, dataset.size) ||
      cohesionOf(dataset, ids) >= (isVerb ? MIN_VERB_COHESION : MIN_COHESION);
    if (isAlike || stems.length === 1) looked.push({ label, stems, isVerb, problem, ids, asked, isAlike, phrase });
  }
  const least = leastWeight(
    looked.flatMap(({ stems, isAlike }) => (isAlike && stems.length === 1 ? [weightOf(dataset, stems[0]!)] : [])),
  );
  const found = looked.filter(({ stems, isAlike }) => isAlike || weightOf(dataset, stems[0]!) >= least);
  found.sort((a, b) => b.ids.length - a.ids.length || b.stems.length - a.stems.length || (a.label < b.label ? -1 : 1));
  const kept: Found[] = [];
  for (const one of found) {
    const at = kept.findIndex((other) => !other.problem === !one.problem && areSame(other.ids, one.ids));
    if (at === -1) kept.push(one);
    else kept[at] = asOne(kept[at]!, one);
  }
  // "Losing" says less than "lose weight", which most of its records say.
  const told = kept.filter(
    (one) =>
      !one.isVerb ||
      one.problem !== undefined ||
      one.stems.length > 1 ||
      !kept.some(
        ({ stems, ids }) => stems.length > 1 && stems.includes(one.stems[0]!) && ids.length >= MOST * one.ids.length,
      ),
  );
  return packed(dataset, told.sort((a, b) => b.ids.length - a.ids.length).slice(0, MAX_SUBJECTS));
}

/** How much a word says by itself: how far it moves what a record means. */
function weightOf({ vocabulary: { vectors }, stemIds }: Dataset, stem: string): number {
  const id = stemIds.get(stem);
  const vector = id === undefined ? [] : rowOfVectors(vectors, id);
  return Math.sqrt(dot(vector, vector));
}

/** What most of some names' words weigh at least. */
const leastWeight = (weights: readonly number[]): number =>
  [...weights].sort((a, b) => a - b)[Math.floor(weights.length * LIGHT_PART)] ?? Infinity;

const countOf = ({ vocabulary, stemIds }: Dataset, stem: string): number =>
  vocabulary.recordCounts[stemIds.get(stem) ?? -1] ?? 0;

interface Found {
  label: string;
  stems: readonly string[];
  isVerb: boolean;
  problem: Subject["problem"];
  ids: Uint32Array;
  asked: Asked;
  phrase: Phrase;
}

/** The subjects with each of their sets once. */
function packed({ texts }: Pick<Dataset, "texts">, found: readonly Found[]): Subjects {
  const sets: Uint32Array[] = [];
  const list = found.map(({ label, problem, ids, asked, phrase }): Subject => {
    const places = new Map<Mask, number>();
    const put = (set: Uint32Array): number => sets.push(set) - 1;
    const placeOf = (mask: Mask): number => {
      const known = places.get(mask);
      if (known !== undefined) return known;
      const place = put(idsOf(mask));
      places.set(mask, place);
      return place;
    };
    const variant = ({ words, mask, parts }: Variant): SubjectVariant => ({
      words,
      set: placeOf(mask),
      parts: parts.map(placeOf),
    });
    const isAlone = phrase.variants.length === 0;
    const said = placeOf(phrase.mask);
    return {
      label: asWritten(label, ids, texts),
      is: asked.is,
      text: asked.text,
      ...(problem && { problem }),
      all: isAlone ? said : put(ids),
      said,
      holding: placeOf(phrase.holding),
      variants: phrase.variants.map(variant),
      beside: phrase.beside.map(variant),
    };
  });
  const starts = new Uint32Array(sets.length + 1);
  sets.forEach((set, s) => (starts[s + 1] = starts[s]! + set.length));
  const ids = new Uint32Array(starts.at(-1)!);
  sets.forEach((set, s) => ids.set(set, starts[s]));
  return { list, starts, ids };
}

const idsOf = (mask: Mask): Uint32Array => {
  const ids: number[] = [];
  mask.forEach((holds, i) => holds && ids.push(i));
  return Uint32Array.from(ids);
};

/** So many texts show how a word is written. */
const READ = 200;

/** A name as most texts write its words: "AI", "Portuguese", "e-mail". */
function asWritten(label: string, ids: Uint32Array, texts: Dataset["texts"]): string {
  const read = Array.from(ids.subarray(0, READ), (i) => texts.at(i));
  return label.replace(/\p{L}+/gu, (word) => {
    const forms = new Map<string, number>();
    for (const text of read)
      for (const [, form] of text.matchAll(
        new RegExp(`(?<=[\\p{Ll},] )((?:\\p{L}-)?${word})(?![\\p{L}\\p{N}])`, "giu"),
      ))
        forms.set(form!, (forms.get(form!) ?? 0) + 1);
    const [most] = [...forms].sort((a, b) => b[1] - a[1]);
    return most && most[1] > 1 ? most[0] : word;
  });
}

/** The name that says more; a problem that is named among what is mentioned stays so. */
function asOne(kept: Found, other: Found): Found {
  const named = [kept, other].find(({ problem }) => problem === "named")?.problem ?? kept.problem;
  return { ...(saysMore(other.stems, kept.stems) ? other : kept), problem: named };
}

const saysMore = (one: readonly string[], other: readonly string[]): boolean =>
  one.length <= MAX_NAME && one.length > other.length;

/** True where most records of either are records of both; ids in order. */
function areSame(a: Uint32Array, b: Uint32Array): boolean {
  if (Math.min(a.length, b.length) < SAME * Math.max(a.length, b.length)) return false;
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;)
    if (a[i] === b[j]) {
      shared += 1;
      i += 1;
      j += 1;
    } else if (a[i]! < b[j]!) i += 1;
    else j += 1;
  return shared >= SAME * (a.length + b.length - shared);
}

function cohesionOf({ recordVectors }: Pick<Dataset, "recordVectors">, ids: Uint32Array): number {
  const every = Math.max(1, Math.ceil(ids.length / MAX_LOOKED_AT));
  const sum = new Float32Array(recordVectors.dims);
  let count = 0;
  for (let i = 0; i < ids.length; i += every, count++)
    rowOfVectors(recordVectors, ids[i]!).forEach((value, d) => (sum[d]! += value));
  return count < 2 ? 0 : (dot(sum, sum) - count) / (count * (count - 1));
}
