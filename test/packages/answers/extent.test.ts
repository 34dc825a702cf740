import { extentOf, suggested } from "../../../packages/answers/src/engine/extent";
import type { Searched } from "../../../packages/answers/src/engine/retrieve";
import { openDataset } from "../../../packages/answers/src/engine/dataset";
import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import type { Calibration, Snapshot } from "../../../packages/answers/src/dataset/snapshot";
import { goalsOfStates } from "./fixture";

const learnt = (count: number): Snapshot =>
  learnSnapshot("goals", goalsOfStates().slice(0, count), { random: seededRandom(1), progress: () => undefined });
const calibration: Calibration = { weights: [Math.log(60), 0, 0, 0, 0, 0, 0, 0], low: -0.5, high: 0.5, skill: 0.3 };
let dataset: Searched & { calibration: Calibration | null };
beforeAll(() => {
  const pointer = { kind: "goals" as const, dataHash: "", count: 150, publishedAt: 0 };
  dataset = { ...openDataset(learnt(150), pointer), calibration };
});

describe("happy", () => {
  it("says how many more there are than those who say it, and between which sizes", () => {
    expect(extentOf(dataset, "marathon", 40)).toEqual({ literal: 40, more: { about: 20, low: 0, high: 59 } });
  });

  it("gives a range alone where a guess is no better than a constant", () => {
    const { more } = extentOf({ ...dataset, calibration: { ...calibration, skill: 0.02 } }, "marathon", 40);
    expect(more).toEqual({ about: null, low: 0, high: 59 });
  });

  it("keeps a rare word rare: at most three for each record that holds it", () => {
    expect(extentOf({ ...dataset, calibration: { ...calibration, high: 9 } }, "marathon", 40).more!.high).toBe(80);
  });

  it("adds the signals up by their weights", () => expect(suggested([1, 2], [1, 0.5])).toBe(2));
});

describe("refusals", () => {
  it("says what is literal alone where the records are too few to learn from", () => {
    const few = learnt(12);
    expect(few.calibration).toBeNull();
    expect(extentOf({ ...dataset, calibration: null }, "marathon", 40)).toEqual({ literal: 40, more: null });
  });
});
