import type { Dataset } from "../../../packages/answers/src/engine/dataset";
import { rankLines } from "../../../packages/answers/src/engine/replyTables";
import type { Counted } from "../../../packages/answers/src/engine/results";

const dataset = { kind: "chats", size: 9_971 } as Dataset;
const line = (name: string, count: number) => ({ label: `“${name}”`, count, of: 9_971 });
const meant = (words: string, count: number, exact: number) =>
  ({
    words,
    as: [],
    insteadOf: null,
    exact,
    count,
    beside: [],
    together: null,
    wishes: [],
    wider: { how: "meant", often: [] },
  }) as unknown as Counted;

const first = (counts: readonly [number, number], counted: Counted[], claim?: { label: string; is: "more" | "less" }) =>
  rankLines(dataset, {
    do: "rank",
    among: null,
    base: 9_971,
    least: false,
    lines: [line("refund", counts[0]), line("transfer", counts[1])],
    counted,
    gaps: [],
    alone: [],
    ofAll: [],
    claim,
  } as unknown as Parameters<typeof rankLines>[1])[0];

describe("the order of counts that were found by what is meant", () => {
  it("is only probable where they are near each other", () => {
    expect(first([119, 66], [meant("refund", 119, 26)])).toContain("**“refund”** is probably the more common: 119");
  });

  it("is only probable in a verdict on what was claimed", () => {
    const counted = [meant("refund", 119, 26)];
    expect(first([119, 66], counted, { label: "“refund”", is: "more" })).toMatch(
      /^\*\*Probably\*\*: \*\*“refund”\*\* is the more/,
    );
    expect(first([119, 66], counted, { label: "“refund”", is: "less" })).toMatch(/^\*\*Probably not\*\*: /);
  });

  it("is told where one is twice the other, or where most say it in these words", () => {
    expect(first([140, 66], [meant("refund", 140, 26), meant("transfer", 66, 10)])).toMatch(
      /^\*\*“refund”\*\* is the more common/,
    );
    expect(first([119, 66], [meant("refund", 119, 90)])).toMatch(/^\*\*“refund”\*\* is the more common/);
    expect(first([119, 66], [])).toMatch(/^\*\*“refund”\*\* is the more common/);
  });

  it("is not told where one is counted by what is meant and the other by its words, unless its words alone are more", () => {
    const reply = first([140, 30], [meant("refund", 140, 26)]);
    expect(reply).toContain("is probably the more common");
    expect(reply).toContain("the other by its words alone, which finds fewer");
    expect(first([140, 30], [meant("refund", 140, 75)])).toMatch(/^\*\*“refund”\*\* is the more common/);
  });
});
