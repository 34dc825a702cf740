import { quantise } from "../../../../packages/answers/src/dataset/sparse";
import { joined, type Found } from "../../../../packages/answers/src/dataset/themeGroups";

const RUNNING = [1, 0, 0];
const BESIDE = [0.6, 0.8, 0];
const FAR = [0, 0, 1];
const MIDDLE = Float32Array.from(RUNNING);

/** A theme of six records that hold "run" and "mile", and records that may join it. */
function joining(records: { at: number[]; stems: string[] }[]): number[] {
  const holders = [0, 1, 2, 3, 4, 5];
  const all = [...holders.map(() => ({ at: RUNNING, stems: ["run", "mile"] })), ...records];
  const holding = new Map<string, number>();
  for (const stem of all.flatMap(({ stems }) => stems)) holding.set(stem, (holding.get(stem) ?? 0) + 1);
  const found: Found[] = [{ names: ["running"], holders, group: [...holders], middle: MIDDLE }];
  const vectors = quantise(
    all.map(({ at }) => Float64Array.from(at)),
    3,
    true,
  );
  joined(
    found,
    all.map(({ stems }) => new Set(stems)),
    holding,
    vectors,
  );
  return found[0]!.group.slice(holders.length).map((i) => i - holders.length);
}
/** Records that are as near as each other, and hold no word of the theme. */
const crowd = (count: number) => Array.from({ length: count }, () => ({ at: BESIDE, stems: ["swim"] }));

describe("happy", () => {
  it("a record joins a near theme of whose own words it holds one", () => {
    expect(joining([{ at: BESIDE, stems: ["mile"] }, ...crowd(12)])).toEqual([0]);
  });

  it("a record joins the theme that its nearest records are in", () => {
    expect(joining([{ at: RUNNING, stems: ["jog"] }, ...crowd(12)])).toEqual([0]);
  });
});

describe("refusals", () => {
  it("nearness to the middle of a theme alone is no evidence", () => {
    expect(joining(crowd(12))).toEqual([]);
  });

  it("nor is a word of the theme in a record that is far from it", () => {
    expect(joining([{ at: FAR, stems: ["mile"] }, ...crowd(12)])).toEqual([]);
  });

  it("nor a word that mostly stands elsewhere", () => {
    const elsewhere = Array.from({ length: 30 }, () => ({ at: FAR, stems: ["mile"] }));
    expect(joining([{ at: BESIDE, stems: ["mile"] }, ...crowd(12), ...elsewhere])).toEqual([]);
  });

  it("two thirds of a theme hold its name: the nearest others join", () => {
    const near = Array.from({ length: 5 }, (_, i) => ({ at: [1, i / 10, 0], stems: ["mile"] }));
    expect(joining([...near, ...crowd(12)])).toEqual([0, 1, 2]);
  });
});
