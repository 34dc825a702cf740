import { runs } from "../../setup/runs";
import type { Dataset } from "../../../packages/answers/src/engine/dataset";
import { Evidences } from "../../../packages/answers/src/engine/evidence";
import { publishableCount } from "../../../packages/answers/src/engine/publishable";
import { outside, together, type Condition, type Mask } from "../../../packages/answers/src/engine/sets";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import type { Predicate } from "../../../packages/answers/src/plan/plan";

/** A count that was told: of which cells of a world it is the sum. */
type Told = readonly number[];

/** The sets of one to four that sums and differences of what is told give, each as the numbers of its cells. */
function leaksOf(sizes: readonly number[], told: readonly Told[]): number[][] {
  const rows: { row: number[]; pivot: number }[] = [];
  const reduced = (from: readonly number[]): number[] => {
    const rest = [...from];
    for (const { row, pivot } of rows) {
      const times = rest[pivot]! / row[pivot]!;
      if (times !== 0) row.forEach((value, i) => (rest[i]! -= times * value));
    }
    return rest.map((value) => (Math.abs(value) < 1e-9 ? 0 : value));
  };
  for (const cells of told) {
    const row = reduced(cells);
    const pivot = row.findIndex((value) => value !== 0);
    if (pivot >= 0) rows.push({ row, pivot });
  }
  return Array.from({ length: 2 ** sizes.length }, (_, set) => sizes.map((_, i) => (set >> i) & 1)).flatMap((set) => {
    const size = set.reduce((sum, is, i) => sum + is * sizes[i]!, 0);
    return size > 0 && size < 5 && reduced(set).every((value) => value === 0)
      ? [set.flatMap((is, i) => (is ? [i] : []))]
      : [];
  });
}

const random = seededRandom(5);
const anyOf = (some: readonly number[]): number => some[Math.floor(random() * some.length)]!;
const SIZES = [0, 0, 1, 2, 3, 4, 5, 6, 9, 12, 20, 25];

const STEMS = ["alpha", "beta", "gamma", "delta"];
/** Records that hold some of four words, next to each other. */
function datasetOf(records: readonly (readonly number[])[]): Dataset {
  const startsOf = (lists: readonly (readonly number[])[]): Uint32Array =>
    Uint32Array.from(lists.reduce((all, list) => [...all, all.at(-1)! + list.length], [0]));
  const holding = STEMS.map((_, stem) => records.flatMap((words, i) => (words.includes(stem) ? [i] : [])));
  return {
    ...{ size: records.length, columns: [], around: new Map(), equivalentsOf: new Map(), subjectsBy: new Map() },
    stemIds: new Map(STEMS.map((stem, id) => [stem, id])),
    holders: { starts: startsOf(holding), ids: Uint32Array.from(holding.flat()) },
    recordTerms: { starts: startsOf(records), ids: Uint32Array.from(records.flat()) },
  } as unknown as Dataset;
}

const says = (text: string): Predicate => ({ is: "mentions", text, words: text });
const [a, b, c, d, ab, ac] = ["alpha", "beta", "gamma", "delta", "alpha beta", "alpha gamma"].map(says) as [
  ...[Predicate, Predicate, Predicate, Predicate, Predicate, Predicate],
];
const holds = (predicate: Predicate, kind: readonly number[]): boolean => {
  switch (predicate.is) {
    case "and":
      return predicate.of.every((one) => holds(one, kind));
    case "or":
      return predicate.of.some((one) => holds(one, kind));
    case "not":
      return !holds(predicate.of, kind);
    case "mentions":
      return predicate.text.split(" ").every((word) => kind.includes(STEMS.indexOf(word)));
    default:
      return false;
  }
};

/** How many of some random worlds tell of one to four people, and how many counts they tell. */
function attacked(kinds: readonly (readonly number[])[], asked: readonly Predicate[], worlds: number) {
  const found = { leaks: [] as string[], told: 0 };
  for (let world = 0; world < worlds; world++) {
    const sizes = kinds.map((kind) =>
      kind.length === 0 ? 60 : anyOf(SIZES) + (kind.length === 1 && random() < 0.6 ? 30 : 0),
    );
    const dataset = datasetOf(kinds.flatMap((kind, i) => Array.from({ length: sizes[i]! }, () => kind)));
    const first = sizes.map((_, i) => sizes.slice(0, i).reduce((sum, size) => sum + size, 0));
    const told: Told[] = [sizes.map(() => 1)];
    for (const predicate of asked) {
      const { count, mask, gaps } = new Evidences(dataset, []).of(predicate);
      if (count === null || gaps.length > 0) continue;
      // Of a phrase that is counted with all who say a part of it, that part is told.
      const cells = [predicate, ...asked]
        .map((one) => kinds.map((kind) => Number(holds(one, kind))))
        .find((one) => sizes.every((size, i) => size === 0 || mask[first[i]!] === one[i]));
      if (cells) told.push(cells);
    }
    found.told += told.length - 1;
    const leaks = leaksOf(sizes, told);
    if (leaks.length > 0) found.leaks.push(`${sizes.join()}: ${JSON.stringify(leaks)}`);
  }
  return found;
}

describe("security", () => {
  it("PL2: who asks for phrases that share a word, with “or”, “and” and “not”, finds no one to four", () => {
    const kinds = [[0], [0, 1], [0, 2], [0, 1, 2], [1], [2], [1, 2], []];
    const joined: Predicate[] = [
      { is: "or", of: [ab, ac] },
      { is: "and", of: [ab, ac] },
      { is: "not", of: ab },
      { is: "or", of: [a, b] },
    ];
    const { leaks, told } = attacked(kinds, [a, b, c, ab, ac, says("alpha beta gamma"), ...joined], runs(150, 600));
    expect(told).toBeGreaterThan(700);
    // The sizes of two phrases that share a word, and of the word, tell of those who say neither, where no one says both.
    const isOfThree = (leak: string): boolean => /: \[\[0\](?:,\[0,3\])?\]$/.test(leak);
    expect(leaks.filter((leak) => !isOfThree(leak))).toEqual([]);
  });

  it("PL2: who asks for all parts of a phrase of four words finds no one to four", () => {
    const kinds = [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3], [0, 1, 3], [1, 2, 3], [1], [2], [3], []];
    const phrases = ["alpha beta gamma", "alpha beta gamma delta", "alpha beta delta"].map(says);
    const { leaks, told } = attacked(kinds, [a, b, c, d, ab, ...phrases], runs(150, 600));
    expect(told).toBeGreaterThan(500);
    expect(leaks).toEqual([]);
  });

  it("PL8: in each group, “not” and “or” of what is meant, or its words anywhere, tell of no one to four", () => {
    // Who says it, says it otherwise, holds its words anywhere, and means it; of one group and of the other.
    const kinds = ["1001", "1101", "0101", "0011", "0010", "0001", "0000"];
    const rows = [1, 2].flatMap((group) => kinds.map((kind) => [...Array.from(kind, Number), group]));
    let told = 0;
    const leaks: string[] = [];
    for (let world = 0; world < runs(250, 800); world++) {
      const sizes = rows.map((_, i) => {
        const kind = i % kinds.length;
        return kind === 6 ? 40 : [1, 3, 4].includes(kind) && random() < 0.6 ? 0 : anyOf(SIZES);
      });
      const records = rows.flatMap((row, i) => Array.from({ length: sizes[i]! }, () => row));
      const column = (place: number): Mask => Uint8Array.from(records, (row) => row[place]!);
      const [own, other, mask] = [column(0), column(1), column(3)];
      const holding = together([own, column(2)]);
      const shared = own.reduce((sum, is, i) => sum + (is & other[i]!), 0);
      const isApart = shared === 0 || shared >= 5;
      const meant: Condition = {
        ...{ mask, parts: [own, ...(isApart ? [other] : []), mask], beside: isApart ? [] : [other] },
        ...{ inGroups: [holding], isMeant: true },
      };
      if (publishableCount(records.length, [meant]) === null) continue;
      const said: Condition = { mask: own, parts: [own, holding] };
      const questions: [Condition, (row: readonly number[]) => number][] = [
        [said, (row) => row[0]!],
        [{ mask: other }, (row) => row[1]!],
        [meant, (row) => row[3]!],
        [{ mask: outside(mask), parts: meant.parts!, of: [[meant]] }, (row) => 1 - row[3]!],
        [
          { mask: together([mask, own]), parts: meant.parts!, of: [[meant], [said], [meant, said]] },
          (row) => row[3]! | row[0]!,
        ],
        [{ mask: holding }, (row) => row[0]! | row[2]!],
      ];
      const codes = Uint16Array.from(records, (row) => row[4]!);
      const counts: Told[] = [1, 2].map((group) => rows.map((row) => Number(row[4] === group)));
      for (const [condition, cellsOf] of questions)
        for (const group of [null, 1, 2]) {
          // Whether a phrase's words may be told together is looked up before it is meant.
          if (group === null && "mask" in condition && condition.mask === holding) continue;
          const asked = [condition, ...(group === null ? [] : [{ codes, code: group }])];
          if (publishableCount(records.length, asked) === null) continue;
          told += 1;
          counts.push(rows.map((row) => (group === null || row[4] === group ? cellsOf(row) : 0)));
        }
      const found = leaksOf(sizes, counts);
      if (found.length > 0) leaks.push(`${sizes.join()}: ${JSON.stringify(found)}`);
    }
    expect(told).toBeGreaterThan(300);
    expect(leaks).toEqual([]);
  });
});
