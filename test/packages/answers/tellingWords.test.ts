import { tellingWords } from "../../../packages/answers/src/engine/compare";
import type { Dataset } from "../../../packages/answers/src/engine/dataset";
import type { Selection } from "../../../packages/answers/src/engine/selection";

const GROUP = 40;
/** A word that so many of each group's forty records hold, and three that all others hold. */
function wordsOfFirst(holding: readonly number[]): string[] {
  const records = holding.flatMap((many, group) =>
    Array.from({ length: GROUP }, (_, i) => ({ group: group + 1, ids: i < many ? [0] : [1 + (i % 3)] })),
  );
  const surfaces = ["zinnia", "beans", "choir", "soup"];
  const holders = surfaces.map((_, id) => records.flatMap(({ ids }, i) => (ids.includes(id) ? [i] : [])));
  const startsOf = (lists: readonly (readonly number[])[]): Uint32Array =>
    Uint32Array.from(lists.reduce((all, list) => [...all, all.at(-1)! + list.length], [0]));
  const lists = records.map(({ ids }) => ids);
  const dataset = {
    size: records.length,
    vocabulary: { surfaces, stems: surfaces, recordCounts: Uint32Array.from(holders, (ids) => ids.length) },
    recordTerms: { starts: startsOf(lists), ids: Uint32Array.from(lists.flat()) },
    holders: { starts: startsOf(holders), ids: Uint32Array.from(holders.flat()) },
  } as unknown as Dataset;
  const codes = Uint16Array.from(records, ({ group }) => group);
  const side = (code: number): Selection => ({
    conditions: [{ codes, code }],
    mask: Uint8Array.from(codes, (one) => Number(one === code)),
  });
  return tellingWords(dataset, side(1), side(2), new Set(), 5).map(({ word }) => word);
}

describe("security", () => {
  it("PL11: that a word is used more by one group tells nothing of how few of the other use it", () => {
    const told = [0, 1, 2, 3, 4].map((few) => wordsOfFirst([10, few, 4, 4 - few, 9]));
    expect(new Set(told.map((words) => words.join())).size).toBe(1);
  });

  it("names a word that is used more by one group, where the other's count may be told", () => {
    expect(wordsOfFirst([30, 8, 10, 10, 10])).toEqual(["zinnia"]);
  });
});
