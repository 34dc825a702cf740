import { MIN_GROUP_SIZE } from "../dataset/record";
import { isEverywhere } from "../dataset/vocabulary";
import { isTopical, terms } from "../dataset/words";
import { formsOf } from "../plan/forms";
import { FRAME_WORDS } from "../plan/lexicon";
import { clearness, standardErrors } from "./chance";
import type { Dataset } from "./dataset";
import type { Evidence, Evidences } from "./evidence";
import type { Asked } from "./subjects";

const MOST = 2;
const MAX_TRIED = 4;
/** The part of a subject's records that hold a word it is often used with. */
const OFTEN = 0.2;

/**
 * Words that go with a subject of one word far more often than with others: "plan" with "free". Each is named only where a
 * question for both would be counted.
 */
export function oftenWith(
  { recordTerms: { starts, ids }, vocabulary, size }: Dataset,
  evidences: Evidences,
  found: Evidence,
  { asked, records }: { asked: Asked | null; records: Uint32Array },
): string[] {
  const said = new Set(asked ? terms(asked.text) : []);
  const own = new Set([...said].flatMap(formsOf));
  if (asked === null || said.size !== 1) return [];
  const counts = new Uint32Array(vocabulary.stems.length);
  const lastSeen = new Int32Array(vocabulary.stems.length).fill(-1);
  for (const record of records)
    for (let at = starts[record]!; at < starts[record + 1]!; at++) {
      const id = ids[at]!;
      if (lastSeen[id] === record) continue;
      lastSeen[id] = record;
      counts[id]! += 1;
    }
  const all = records.length;
  const often = vocabulary.surfaces.flatMap((word, id) => {
    const count = counts[id]!;
    if (count < MIN_GROUP_SIZE || count < OFTEN * all || own.has(vocabulary.stems[id]!)) return [];
    const total = vocabulary.recordCounts[id]!;
    if (!isTelling(word) || isEverywhere(total, size) || count * size <= total * all) return [];
    return [{ word, clear: standardErrors(count, all, total - count, size - all) }];
  });
  const least = clearness(often.length);
  return often
    .filter(({ clear }) => clear >= least)
    .sort((a, b) => b.clear - a.clear)
    .slice(0, MAX_TRIED)
    .filter(({ word }) => {
      const both = evidences.said(asked, { is: "mentions", text: word, words: word }, found.predicate);
      return both.count !== null && both.gaps.length + both.leftOut.length === 0;
    })
    .slice(0, MOST)
    .map(({ word }) => word);
}

const isTelling = (word: string): boolean =>
  word.length > 2 && isTopical(word) && !FRAME_WORDS.has(word) && !/[\d_]/.test(word);
