import { tellingWords } from "../../../packages/answers/src/engine/compare";
import type { Dataset } from "../../../packages/answers/src/engine/dataset";
import type { Selection } from "../../../packages/answers/src/engine/selection";

const GROUP = 40;
/** A word that so many of each group's forty records hold, and three that all others hold. */
function wordsOfFirst(holding: readonly number[]): string[] {
  const records = holding.flatMap((many, group) =>
    Array.from({ length: GROUP }, (_, i) => ({ group: group + 1, ids: i < many ? [0] : [1 + (i % 3)] })),
  );
  return tellingIn(records, ["zinnia", "beans", "choir", "soup"]).map(({ word }) => word);
}

/** What tells the first group from the second, of records with some of these words. */
function tellingIn(records: readonly { group: number; ids: number[] }[], surfaces: readonly string[]) {
  const holders = surfaces.map((_, id) => records.flatMap(({ ids }, i) => (ids.includes(id) ? [i] : [])));
  const startsOf = (lists: readonly (readonly number[])[]): Uint32Array =>
    Uint32Array.from(lists.reduce((all, list) => [...all, all.at(-1)! + list.length], [0]));
  const lists = records.map(({ ids }) => ids);
  const dataset = {
    size: records.length,
    stemIds: new Map(surfaces.map((stem, id) => [stem, id])),
    vocabulary: { surfaces, stems: surfaces, recordCounts: Uint32Array.from(holders, (ids) => ids.length) },
    recordTerms: { starts: startsOf(lists), ids: Uint32Array.from(lists.flat()) },
    holders: { starts: startsOf(holders), ids: Uint32Array.from(holders.flat()) },
  } as unknown as Dataset;
  const codes = Uint16Array.from(records, ({ group }) => group);
  const side = (code: number): Selection => ({
    conditions: [{ codes, code }],
    mask: Uint8Array.from(codes, (one) => Number(one === code)),
  });
  return tellingWords(dataset, side(1), side(2), new Set(), 5);
}

describe("security", () => {
  it("PL11: that a word is used more by one group tells nothing of how few of the other use it", () => {
    const told = [0, 1, 2, 3, 4].map((few) => wordsOfFirst([10, few, 4, 4 - few, 9]));
    expect(new Set(told.map((words) => words.join())).size).toBe(1);
  });

  it("PL2: a word that tells is counted in all its forms, once", () => {
    const records = [1, 2].flatMap((group) =>
      Array.from({ length: GROUP }, (_, i) => ({
        group,
        ids: group === 2 ? [2] : i < 20 ? [0] : i < 26 ? [0, 1] : i < 28 ? [1] : [2],
      })),
    );
    // Two of those with "caught" have no "catch"; 26 of 28 would tell of them.
    expect(tellingIn(records, ["catch", "caught", "beans"])).toEqual([expect.objectContaining({ count: 28 })]);
  });

  it("names a word that is used more by one group, where the other's count may be told", () => {
    expect(wordsOfFirst([30, 8, 10, 10, 10])).toEqual(["zinnia"]);
  });
});
