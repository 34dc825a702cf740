import { selfNameOf } from "../../../../packages/answers/src/dataset/selfNames";

const times = (count: number, text: string): string[] => Array.from({ length: count }, () => text);

describe("happy", () => {
  it.each([
    "I want to be braver",
    "stop being an idiot",
    "stop being such an idiot",
    "My resolution: be less ratchet",
    "be less of a coward",
    "I'm going to be kinder to my sister",
    "Be more #grateful",
    "Become [name]",
    "My aim is to be a bit more like [handle]",
    "To continue to be myself",
    "Be the best version of myself",
    "Stay positive",
    "get rich",
    "Look like [name]",
  ])("holds what says who somebody wants to be: %s", (text) => {
    expect(selfNameOf(times(5, text), 5)).toEqual({ label: "who I want to be", holders: new Set([0, 1, 2, 3, 4]) });
  });

  it("holds all that say so, in whatever words", () => {
    const texts = [...times(6, "be braver"), ...times(2, "be like [name]"), ...times(9, "Learn the piano")];
    expect(selfNameOf(texts, 5)?.holders.size).toBe(8);
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
    "Get a dog",
    "get more piercings",
    "Get ready to leave",
    "Get outside more",
    "Look at the stars",
  ])("does not hold what is said of something else, or says not how: %s", (text) => {
    expect(selfNameOf(times(5, text), 5)).toBeNull();
  });

  it("names nothing where few texts say so", () => {
    expect(selfNameOf(times(4, "be braver"), 5)).toBeNull();
    expect(selfNameOf([...times(5, "be braver"), ...times(600, "Learn the piano")], 5)).toBeNull();
  });
});
