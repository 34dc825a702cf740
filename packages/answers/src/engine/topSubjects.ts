import { MIN_GROUP_SIZE } from "../dataset/record";
import { addRow, rowDot, unit } from "../dataset/sparse";
import { terms, words } from "../dataset/words";
import { formsOf } from "../plan/forms";
import { partsOf } from "../plan/plan";
import type { Dataset } from "./dataset";
import type { Evidence, Evidences } from "./evidence";
import { inBoth } from "./holding";
import { amongThose, countAmong } from "./sets";
import { quotesFrom } from "./quotes";
import { oftenWith } from "./oftenWith";
import type { Line } from "./lines";
import type { SubjectLine } from "./results";
import type { Asked } from "./subjects";
import { themeCells } from "./selection";
import type { Subject } from "../dataset/snapshot";

/** A subject of which this part is in a larger one that is shown tells little more, unless that is much larger. */
const WITHIN = 0.75;
const MUCH_LARGER = 3;
const MAX_PARTS = 3;
/** So many of its longer names are tried. */
const MAX_PARTS_TRIED = 6;
/** So many subjects of each side of a comparison are looked for on the other. */
const OF_SIDE = 4;
/** So many records show where the middle of a subject is. */
const MAX_LOOKED_AT = 500;

/** A single word in so large a part of all records is said of many things, where as many names hold it. */
const GENERAL = 0.2;
const MIN_PHRASES = 5;

interface Candidate {
  subject: Subject;
  stems: ReadonlySet<string>;
  count: number;
  /** In order. */
  records: () => Uint32Array;
}

export interface TopSubjects {
  lines: SubjectLine[];
  /** False where a larger one may not be told. */
  isLargest: boolean;
}

interface Looked {
  /** The stems that are asked about. */
  own: ReadonlySet<string>;
  problems?: boolean;
  /** True where counts alone are wanted. */
  isBrief?: boolean;
  /** True for a subject that is told elsewhere. */
  leavesOut?: (subject: Subject) => boolean;
}

/**
 * What most of the found records speak of, the largest first: each counted as a question about it would count it, and told
 * only where that may be told. A longer name is told with the shorter one that it holds.
 */
export function topSubjects(
  dataset: Dataset,
  evidences: Evidences,
  found: Evidence,
  most: number,
  { own, problems = false, isBrief = false, leavesOut = () => false }: Looked,
): TopSubjects {
  if (dataset.subjects.list.length === 0) return { lines: themesInstead(dataset, found, most), isLargest: true };
  const chosen: (Candidate & { line: Omit<SubjectLine, "quote">; longer: Candidate[] })[] = [];
  const candidates = candidatesIn(dataset, found, own, problems).filter(({ subject }) => !leavesOut(subject));
  let isLargest = true;
  for (const candidate of candidates) {
    const shorter = chosen.find(({ stems }) => isPart(stems, candidate.stems));
    if (shorter) shorter.longer.push(candidate);
    else if (chosen.length < most && !chosen.some((other) => isWithin(candidate, other))) {
      const line = lineOf(evidences, found, candidate.subject);
      if (line) chosen.push({ ...candidate, line, longer: [] });
      else if (chosen.length === 0) isLargest = false;
    }
  }
  const shown: string[] = [];
  const lines = chosen
    .sort((a, b) => b.line.count - a.line.count)
    .map(({ line, longer, records }) => {
      if (isBrief) return { ...line, quote: null };
      const quote = quotesFrom(dataset, fromTheMiddle(dataset, records()), 1).filter((one) => !shown.includes(one))[0];
      if (quote !== undefined) shown.push(quote);
      const parts = partsAmong(evidences, found, longer, line.count);
      const beside =
        parts.length === 0 ? oftenWith(dataset, evidences, found, { asked: line.asked, records: records() }) : [];
      return { ...line, ...wholeIn(line, parts), oftenWith: beside, quote: quote ?? null };
    });
  return { lines, isLargest };
}

/** True for a single word that many records use, with many others. */
export function isSaidOfMuch({ subjects: { list, starts }, size }: Dataset, { all, text }: Subject): boolean {
  const [stem, ...others] = terms(text);
  if (others.length > 0 || starts[all + 1]! - starts[all]! <= GENERAL * size) return false;
  return list.filter((other) => other.text !== text && terms(other.text).includes(stem!)).length >= MIN_PHRASES;
}

/** What the sides of a comparison mention most. */
export function subjectsOfSides(
  dataset: Dataset,
  evidences: Evidences,
  sides: readonly Evidence[],
  own: ReadonlySet<string>,
): Asked[] {
  const asked = sides.flatMap((side) =>
    topSubjects(dataset, evidences, side, OF_SIDE, { own, isBrief: true }).lines.flatMap((line) => line.asked ?? []),
  );
  return [...new Map(asked.map((one) => [`${one.is} ${one.text}`, one])).values()];
}

/** The stems that are asked about: a subject or word of these alone tells nothing of the records that hold them. */
export const askedStems = ({ predicate }: Pick<Evidence, "predicate">): Set<string> =>
  new Set(partsOf(predicate, ["topic", "mentions"]).flatMap(({ text }) => words(text).flatMap(formsOf)));

/** Snapshots of earlier versions name no subjects. */
const themesInstead = (dataset: Dataset, found: Evidence, most: number): SubjectLine[] =>
  themeCells(dataset, found, most).map(({ label, count }) => ({
    label,
    count,
    of: found.count,
    as: [],
    parts: [],
    oftenWith: [],
    quote: null,
    asked: null,
  }));

/** "Lost", of which all are "lost card", is told as that. */
function wholeIn(
  { label, count, asked }: Omit<SubjectLine, "quote">,
  parts: SubjectLine["parts"],
): Pick<SubjectLine, "label" | "asked" | "parts"> {
  const whole = parts.find((part) => part.count === count);
  return whole
    ? { label: whole.label, asked: whole.asked, parts: parts.filter((part) => part !== whole) }
    : { label, asked, parts };
}

/** The subjects of enough of the found records, the largest first, that say more than what is asked about. */
function candidatesIn(dataset: Dataset, found: Evidence, own: ReadonlySet<string>, problems: boolean): Candidate[] {
  const { list, starts, ids } = dataset.subjects;
  const { mask } = found;
  return list
    .flatMap((subject) => {
      if (problems ? !subject.problem : subject.problem === "alone") return [];
      const all = ids.subarray(starts[subject.all], starts[subject.all + 1]);
      const count = countAmong(all, mask);
      if (count < MIN_GROUP_SIZE) return [];
      const stems = new Set(terms(subject.text));
      const left = [...stems].filter((stem) => !own.has(stem));
      // Of most candidates no more is asked than how many records they have.
      let records: Uint32Array | null = null;
      const candidate: Candidate = {
        subject,
        stems: own.size === 0 || problems ? stems : new Set(left),
        count,
        records: () => (records ??= amongThose(all, mask)),
      };
      return left.length === 0 ? [] : [candidate];
    })
    .sort((a, b) => b.count - a.count);
}

/** How many of the found records a question about a subject counts: in its own words alone where only these may be told. */
function lineOf(
  evidences: Evidences,
  found: Evidence,
  { label, is, text, variants }: Subject,
): Omit<SubjectLine, "quote"> | null {
  const told = (as: "topic" | "mentions", others: string[]): Omit<SubjectLine, "quote"> | null => {
    const asked: Asked = { is: as, text, words: label };
    const { count } = evidences.said(asked, found.predicate);
    return count === null ? null : { label, count, of: found.count, as: others, parts: [], oftenWith: [], asked };
  };
  const others = variants.map(({ words }) => words);
  return told(is, others) ?? (others.length === 0 ? null : told("mentions", []));
}

function partsAmong(
  evidences: Evidences,
  found: Evidence,
  longer: readonly Candidate[],
  whole: number,
): SubjectLine["parts"] {
  const parts: (Candidate & { line: SubjectLine["parts"][number] })[] = [];
  for (const one of longer.slice(0, MAX_PARTS_TRIED)) {
    if (parts.length === MAX_PARTS) break;
    if (parts.some((other) => isPart(other.stems, one.stems) || isWithin(one, other))) continue;
    const line = lineOf(evidences, found, one.subject);
    // A longer name that is counted in other words, too, may have more than the shorter one.
    if (line && line.count <= whole) parts.push(...partOf(line).map((told) => ({ ...one, line: told })));
  }
  return parts.map(({ line }) => line).sort((a, b) => b.count! - a.count!);
}

const partOf = ({ label, count, of, asked }: Omit<SubjectLine, "quote">): (Line & { asked: Asked })[] =>
  asked ? [{ label, count, of, asked }] : [];

const isPart = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  part.size < whole.size && [...part].every((stem) => whole.has(stem));

function isWithin(one: Candidate, other: Candidate): boolean {
  if (other.count > MUCH_LARGER * one.count) return false;
  return inBoth(one.records(), other.records()).length >= WITHIN * one.count;
}

/** Records, those first that are nearest to what all of them say. */
function fromTheMiddle({ recordVectors, quotable }: Dataset, records: Uint32Array): number[] {
  const every = Math.max(1, Math.ceil(records.length / MAX_LOOKED_AT));
  const middle = new Float32Array(recordVectors.dims);
  for (let i = 0; i < records.length; i += every) addRow(middle, recordVectors, records[i]!);
  unit(middle);
  const looked = records.filter((record) => quotable[record] === 1).subarray(0, MAX_LOOKED_AT);
  return Array.from(looked, (record) => ({ record, close: rowDot(recordVectors, record, middle) }))
    .sort((a, b) => b.close - a.close || a.record - b.record)
    .map(({ record }) => record);
}
