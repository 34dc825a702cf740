import { MIN_GROUP_SIZE } from "../dataset/record";
import { dot, rowOfVectors, unit } from "../dataset/sparse";
import { terms, words } from "../dataset/words";
import { formsOf } from "../plan/forms";
import { partsOf } from "../plan/plan";
import type { Dataset } from "./dataset";
import type { Evidence, Evidences } from "./evidence";
import { quotesFrom } from "./quotes";
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
/** So many records show where the middle of a subject is. */
const MAX_LOOKED_AT = 500;

interface Candidate {
  subject: Subject;
  stems: ReadonlySet<string>;
  records: number[];
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
  { own, problems = false, isBrief = false }: { own: ReadonlySet<string>; problems?: boolean; isBrief?: boolean },
): SubjectLine[] {
  if (dataset.subjects.list.length === 0) return themesInstead(dataset, found, most);
  const chosen: (Candidate & { line: Omit<SubjectLine, "quote">; longer: Candidate[] })[] = [];
  for (const candidate of candidatesIn(dataset, found, own, problems)) {
    const shorter = chosen.find(({ stems }) => isPart(stems, candidate.stems));
    if (shorter) shorter.longer.push(candidate);
    else if (chosen.length < most && !chosen.some((other) => isWithin(candidate, other))) {
      const line = lineOf(evidences, found, candidate.subject);
      if (line) chosen.push({ ...candidate, line, longer: [] });
    }
  }
  const shown: string[] = [];
  return chosen
    .sort((a, b) => b.line.count - a.line.count)
    .map(({ line, longer, records }) => {
      if (isBrief) return { ...line, quote: null };
      const quote = quotesFrom(dataset, fromTheMiddle(dataset, records), 1).filter((one) => !shown.includes(one))[0];
      if (quote !== undefined) shown.push(quote);
      return { ...line, parts: partsAmong(evidences, found, longer), quote: quote ?? null };
    });
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
    quote: null,
    asked: null,
  }));

/** The subjects of enough of the found records, the largest first, that say more than what is asked about. */
function candidatesIn(dataset: Dataset, found: Evidence, own: ReadonlySet<string>, problems: boolean): Candidate[] {
  const { list, starts, ids } = dataset.subjects;
  return list
    .flatMap((subject) => {
      if (problems ? !subject.problem : subject.problem === "alone") return [];
      const records: number[] = [];
      for (let at = starts[subject.all]!; at < starts[subject.all + 1]!; at++)
        if (found.mask[ids[at]!]) records.push(ids[at]!);
      if (records.length < MIN_GROUP_SIZE) return [];
      const stems = new Set(terms(subject.text));
      const left = [...stems].filter((stem) => !own.has(stem));
      return left.length === 0 ? [] : [{ subject, stems: own.size === 0 ? stems : new Set(left), records }];
    })
    .sort((a, b) => b.records.length - a.records.length);
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
    return count === null ? null : { label, count, of: found.count, as: others, parts: [], asked };
  };
  const others = variants.map(({ words }) => words);
  return told(is, others) ?? (others.length === 0 ? null : told("mentions", []));
}

function partsAmong(evidences: Evidences, found: Evidence, longer: readonly Candidate[]): SubjectLine["parts"] {
  const parts: (Candidate & { line: SubjectLine["parts"][number] })[] = [];
  for (const one of longer.slice(0, MAX_PARTS_TRIED)) {
    if (parts.length === MAX_PARTS) break;
    if (parts.some((other) => isPart(other.stems, one.stems) || isWithin(one, other))) continue;
    const line = lineOf(evidences, found, one.subject);
    if (line?.asked)
      parts.push({ ...one, line: { label: line.label, count: line.count, of: line.of, asked: line.asked } });
  }
  return parts.map(({ line }) => line).sort((a, b) => b.count! - a.count!);
}

const isPart = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  part.size < whole.size && [...part].every((stem) => whole.has(stem));

function isWithin(one: Candidate, other: Candidate): boolean {
  if (other.records.length > MUCH_LARGER * one.records.length) return false;
  const inOther = new Set(other.records);
  return one.records.filter((record) => inOther.has(record)).length >= WITHIN * one.records.length;
}

/** Records, those first that are nearest to what all of them say. */
function fromTheMiddle({ recordVectors, quotable }: Dataset, records: readonly number[]): number[] {
  const every = Math.max(1, Math.ceil(records.length / MAX_LOOKED_AT));
  const middle = new Float32Array(recordVectors.dims);
  for (let i = 0; i < records.length; i += every)
    rowOfVectors(recordVectors, records[i]!).forEach((value, d) => (middle[d]! += value));
  unit(middle);
  return records
    .filter((record) => quotable[record])
    .slice(0, MAX_LOOKED_AT)
    .map((record) => ({ record, close: dot(rowOfVectors(recordVectors, record), middle) }))
    .sort((a, b) => b.close - a.close || a.record - b.record)
    .map(({ record }) => record);
}
