import { remembered } from "../../../packages/answers/src/engine/holding";

describe("what was looked for last is remembered", () => {
  it("keeps what is asked for again and again, however much is looked for in between", () => {
    const last = new Map<string, string>();
    const looked: string[] = [];
    const ask = (key: string): string =>
      remembered(last, key, () => {
        looked.push(key);
        return key;
      });
    ask("often");
    for (let i = 0; i < 200; i++) {
      ask(`once ${i}`);
      ask("often");
    }
    expect(looked.filter((key) => key === "often")).toHaveLength(1);
    expect(last.size).toBeLessThan(100);
    expect(last.has("once 0")).toBe(false);
  });
});
