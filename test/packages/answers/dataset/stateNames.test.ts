import { stateNamesOf } from "../../../../packages/answers/src/dataset/stateNames";

const times = (count: number, text: string): string[] => Array.from({ length: count }, () => text);

describe("happy", () => {
  it.each([
    ["I want to be more creative at work", "being creative"],
    ["Stay calm about my studies", "being calm"],
    ["become a little braver with strangers", "being braver"],
  ])("names what people want to be: %s", (text, name) => {
    expect([...stateNamesOf(times(5, text), 5).values()]).toEqual([name]);
  });
});

describe("refusals", () => {
  it.each([
    "Would it be possible to get a refund?",
    "It will be late again",
    "I want to be able to pay",
    "I want to be a doctor",
    "The creative work is done",
  ])("names no state of what is said of something else, or is no quality: %s", (text) => {
    expect(stateNamesOf(times(5, text), 5).size).toBe(0);
  });

  it("names nothing that fewer texts say, or that most of its texts don't want", () => {
    expect(stateNamesOf(times(4, "be more creative"), 5).size).toBe(0);
    expect(stateNamesOf([...times(5, "be more creative"), ...times(8, "a creative agency")], 5).size).toBe(0);
  });
});
