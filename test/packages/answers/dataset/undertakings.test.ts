import { undertakingsOf } from "../../../../packages/answers/src/dataset/undertakings";

const named = (text: string): string[] => {
  const texts = Array.from({ length: 6 }, () => text);
  return undertakingsOf(texts, [...texts.keys()], 5).map(({ label }) => label);
};

describe("what people undertake, whatever it is about", () => {
  it.each([
    ["Be more like [name]", "being like someone"],
    ["This year I become [handle]", "being like someone"],
    ["Stop burning pancakes", "stopping something / doing less of something"],
    ["No more slippers outdoors", "stopping something / doing less of something"],
    ["To be less gullible", "stopping something / doing less of something"],
    ["Take up ballet", "starting something"],
    ["Time to start skateboarding", "starting something"],
    ["Continue to trim my nails", "carrying on as before"],
    ["Keep being me", "carrying on as before"],
  ])("%s: %s", (text, label) => expect(named(text)).toEqual([label]));

  it.each([
    "I can't stop laughing",
    "Never give up",
    "It took less than an hour",
    "I would like to see the sunrise",
    "Starting tomorrow I climb mountains",
    "A fresh start",
  ])("%s: none", (text) => expect(named(text)).toEqual([]));

  it("names no theme that fewer than five texts, or very few of all, are in", () => {
    const texts = ["Stop a", "Stop b", "Stop c", "Stop d", "Stop e"];
    expect(undertakingsOf(texts.slice(1), [0, 1, 2, 3], 5)).toEqual([]);
    const many = [...texts, ...Array.from({ length: 3_000 }, () => "Rent a boat")];
    expect(undertakingsOf(many, [0, 1, 2, 3, 4], 5)).toEqual([]);
  });
});
