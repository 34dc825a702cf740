import type { Of } from "../../../packages/answers/src/engine/headline";
import type { Dataset } from "../../../packages/answers/src/engine/dataset";
import type { Line } from "../../../packages/answers/src/engine/lines";
import { untoldVerdict } from "../../../packages/answers/src/engine/untold";

const dataset = { kind: "chats", size: 1_000 } as Dataset;
const result = {
  do: "rank",
  among: null,
  base: 1_000,
  lines: [],
  least: false,
  gaps: [],
  alone: [],
  ofAll: [],
} as Of<"rank">;
const line = (label: string, low: number, high: number): Line => ({
  label,
  count: null,
  of: 1_000,
  range: { low, high },
});
const told = (lines: readonly Line[], ofAll: Line[] = []): string =>
  untoldVerdict(dataset, { ...result, ofAll }, lines, "more common").join();

describe("which is the larger where no count is told", () => {
  it("follows from ranges that don't meet", () =>
    expect(told([line("a", 40, 45), line("b", 31, 35)])).toMatch(
      /^\*\*a\*\* is the more common: .*40.*45.*31.*35.* for b\.$/,
    ));
  it("doesn't follow from ranges that do", () =>
    expect(told([line("a", 40, 45), line("b", 31, 40)])).toMatch(/can't be told/));
  it("is told of all records, where it can be", () =>
    expect(
      told(
        [],
        [
          { label: "a", count: 43, of: 1_000 },
          { label: "b", count: 68, of: 1_000 },
        ],
      ),
    ).toMatch(/^Of all 1,000 chats, \*\*b\*\* is the more common: 68 .* against 43 .* for a\. /));
});
