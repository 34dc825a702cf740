import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { grouped } from "../../../packages/answers/src/engine/grouped";
import { meeting, sizeOf, weightOf, type Condition } from "../../../packages/answers/src/engine/sets";

const SIZE = 2_000;
const random = seededRandom(11);
const set = (part: number): Uint8Array => Uint8Array.from({ length: SIZE }, () => Number(random() < part));
const column = (values: number): Uint16Array =>
  Uint16Array.from({ length: SIZE }, () => Math.floor(random() * (values + 1)));

describe("records that no condition tells apart are one group", () => {
  const [state, gender] = [column(20), column(2)];
  const sets = [0.9, 0.5, 0.3, 0.05, 0.01, 0.002].map(set);
  const asked = (mask: Uint8Array): Condition => ({ mask, parts: [mask] });
  const inState: Condition = { codes: state, code: 3, around: [gender] };
  const women: Condition = { codes: gender, code: 1 };
  // One after another, as a reply asks: the same conditions with one set after another, with a column behind them, and again.
  const around = [[asked(sets[0]!)], [asked(sets[1]!), inState], [women], [asked(sets[2]!), women], []];
  const lists = [...around, ...around.toReversed()].flatMap((conditions) => [
    conditions,
    ...sets.map((mask) => [...conditions, asked(mask)]),
    [...conditions, women],
    [...conditions, inState],
    ...sets.map((mask) => [asked(mask), ...conditions]),
  ]);

  it("counts of groups are counts of records, whatever was asked before", () => {
    for (const conditions of [...lists, ...lists]) {
      const whole = grouped(SIZE, conditions);
      expect(whole.weights.reduce((sum, weight) => sum + weight, 0)).toBe(SIZE);
      for (const some of [conditions, ...conditions.map((one) => [one])]) {
        const places = some.map((one) => whole.conditions[conditions.indexOf(one)]!);
        expect(weightOf(meeting(whole.length, places), whole.weights)).toBe(sizeOf(meeting(SIZE, some)));
      }
    }
  });
});
