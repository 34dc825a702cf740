import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { publishableCount } from "../../../packages/answers/src/engine/publishable";
import { outside, type Condition, type Mask } from "../../../packages/answers/src/engine/sets";
import { runs } from "../../setup/runs";
import { leaksOf, type Told } from "./attack";

const SIZES = [0, 0, 1, 2, 3, 4, 5, 6, 9, 12, 20, 25];
/** Who says it, says it otherwise and means it; each without another word and with it. */
const KINDS = ["101", "011", "111", "001", "000"].flatMap((kind) =>
  [0, 1].map((holds) => [...Array.from(kind, Number), holds]),
);
type Asked = (kind: readonly number[]) => number;

describe("security", () => {
  it("PL8: a follow-up for a word over what is meant tells of no one to four", () => {
    const random = seededRandom(5);
    const any = (): number => SIZES[Math.floor(random() * SIZES.length)]!;
    const found = { told: 0, leaks: [] as string[] };
    for (let world = 0; world < runs(150, 2_000); world++) {
      const sizes = KINDS.map(([own, other, meant, holds]) =>
        meant === 0 ? (holds ? 20 + any() : 80) : own && other && random() < 0.6 ? 0 : any(),
      );
      const records = KINDS.flatMap((kind, i) => Array.from({ length: sizes[i]! }, () => kind));
      const column = (place: number): Mask => Uint8Array.from(records, (record) => record[place]!);
      const [own, other, mask] = [column(0), column(1), column(2)];
      const shared = own.reduce((sum, is, i) => sum + (is & other[i]!), 0);
      const isApart = shared === 0 || shared >= 5;
      const parts = [own, ...(isApart ? [other] : []), mask];
      const meant = { mask, parts, beside: isApart ? [] : [other], isMeant: true };
      if (publishableCount(records.length, [meant]) === null) continue;
      const said = { mask: own, parts: [own] };
      const word = { mask: column(3) };
      const not = (one: { mask: Mask; parts?: readonly Mask[] }): Condition => ({
        ...{ mask: outside(one.mask), parts: one.parts ?? [one.mask] },
        of: [[one]],
      });
      const questions: [Condition[], Asked][] = [
        [[meant], ([, , is]) => is!],
        [[said], ([is]) => is!],
        [[{ mask: other }], ([, is]) => is!],
        [[word], ([, , , is]) => is!],
        [[meant, word], ([, , is, holds]) => is! & holds!],
        [[said, word], ([is, , , holds]) => is! & holds!],
        [[{ mask: other }, word], ([, is, , holds]) => is! & holds!],
        [[not(meant), word], ([, , is, holds]) => (1 - is!) & holds!],
        [[meant, not(word)], ([, , is, holds]) => is! & (1 - holds!)],
        [[meant, not(said)], ([is, , all]) => all! & (1 - is!)],
      ];
      const told: Told[] = [KINDS.map(() => 1)];
      for (const [conditions, isAsked] of questions)
        if (publishableCount(records.length, conditions) !== null) told.push(KINDS.map(isAsked));
      found.told += told.length - 1;
      const leaks = leaksOf(sizes, told);
      if (leaks.length > 0) found.leaks.push(`${sizes.join()}: ${JSON.stringify(leaks)}`);
    }
    expect(found.told).toBeGreaterThan(200);
    expect(found.leaks).toEqual([]);
  });
});
