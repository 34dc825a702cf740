import { selfNameOf } from "../../../../packages/answers/src/dataset/selfNames";

const times = (count: number, text: string): string[] => Array.from({ length: count }, () => text);

describe("happy", () => {
  it.each([
    ["I want to be braver", "being different"],
    ["stop being an idiot", "being different"],
    ["My resolution: be less ratchet", "being different"],
    ["I'm going to be kinder to my sister", "being different"],
    ["Become [name]", "being like someone"],
    ["My aim is to be a bit more like [handle]", "being like someone"],
  ])("holds what says how somebody is to be: %s", (text, label) => {
    expect(selfNameOf(times(5, text), 5)).toEqual({ label, holders: new Set([0, 1, 2, 3, 4]) });
  });

  it("is called by what enough texts say, and holds all", () => {
    const texts = [...times(6, "be braver"), ...times(5, "be like [name]"), ...times(9, "Learn the piano")];
    const found = selfNameOf(texts, 5);
    expect(found?.label).toBe("being different / being like someone");
    expect(found?.holders.size).toBe(11);
    expect(selfNameOf([...times(6, "be braver"), ...times(2, "be like [name]")], 5)).toMatchObject({
      label: "being different",
      holders: { size: 8 },
    });
  });
});

describe("refusals", () => {
  it.each([
    "Is it going to be a great year?",
    "How old do I need to be?",
    "The card should be free",
    "This will be a long day",
    "The only one I keep is the red one, to be exact",
    "I want to be able to pay",
    "To be with my family",
  ])("does not hold what is said of something else, or says not how: %s", (text) => {
    expect(selfNameOf(times(5, text), 5)).toBeNull();
  });

  it("names nothing where few texts say so", () => {
    expect(selfNameOf(times(4, "be braver"), 5)).toBeNull();
    expect(selfNameOf([...times(5, "be braver"), ...times(600, "Learn the piano")], 5)).toBeNull();
  });
});
