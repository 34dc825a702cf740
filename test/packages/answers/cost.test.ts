import { holdersOf } from "../../../packages/answers/src/dataset/holders";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { stemOf } from "../../../packages/answers/src/dataset/words";
import type { Dataset } from "../../../packages/answers/src/engine/dataset";
import { Evidences } from "../../../packages/answers/src/engine/evidence";
import type { Predicate } from "../../../packages/answers/src/plan/plan";
import { cpuMs } from "../../setup/cpu";

const WORDS = Array.from("bdfgklmnprstvz", (first) =>
  ["ama", "eko", "ilu", "oda", "upi", "ako", "emu", "ido", "ola", "uga"].map((rest) => `${first}${rest}k`),
).flat();
const SIZE = 4_000;
const WORDS_OF_RECORD = 10;

/** Records of random words, without the learning of a snapshot. Each word looked up for other words is noted. */
function datasetOf(looked: number[]): Dataset {
  const random = seededRandom(7);
  const ids = Uint32Array.from({ length: SIZE * WORDS_OF_RECORD }, () => Math.floor(random() * WORDS.length));
  const recordTerms = { starts: Uint32Array.from({ length: SIZE + 1 }, (_, i) => i * WORDS_OF_RECORD), ids };
  return {
    size: SIZE,
    columns: [],
    stemIds: new Map(WORDS.map((word, id) => [stemOf(word), id])),
    recordTerms,
    holders: holdersOf(recordTerms, WORDS.length),
    equivalentsOf: { get: (id: number) => (looked.push(id), []) },
    vocabulary: { stems: WORDS.map(stemOf), surfaces: WORDS, recordCounts: new Uint32Array(WORDS.length) },
  } as unknown as Dataset;
}

const topic = (text: string): Predicate => ({ is: "topic", text, words: text });

describe("PL5: hostile plans are cheap", () => {
  it("one phrase of 140 known words is not tried without each of them in turn", async () => {
    const evidences = new Evidences(datasetOf([]), []);
    const { ms, result } = await cpuMs(() => evidences.of(topic(WORDS.join(" "))));
    expect(result.leftOut.length).toBeGreaterThan(100);
    expect(ms).toBeLessThan(700);
  });

  it("other words are looked for to the first sixteen topics alone, and all are counted", () => {
    const looked: number[] = [];
    const items = WORDS.map(topic);
    const evidences = new Evidences(datasetOf(looked), [{ do: "rank", items, among: null, least: false }]);
    // In any order, so that each result of a plan sees a topic counted as the same.
    const counts = [...items].reverse().map((item) => evidences.of(item).count);
    expect(counts.every((count) => count! > 100)).toBe(true);
    expect(new Set(looked)).toEqual(new Set(WORDS.slice(0, 16).map((_, id) => id)));
  });
});
