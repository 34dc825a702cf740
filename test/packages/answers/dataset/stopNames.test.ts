import { stopNameOf } from "../../../../packages/answers/src/dataset/stopNames";

const times = (count: number, text: string): string[] => Array.from({ length: count }, () => text);

it.each([
  "Stop burying rubbish",
  "I'm done with cup noodles",
  "No more pork!",
  "Time to give up chocolate",
  "Quit my choir",
])("holds what says that something is to end: %s", (text) => {
  expect(stopNameOf(times(5, text), 5)).toEqual({ label: "stopping something", holders: new Set([0, 1, 2, 3, 4]) });
});

it.each([
  "Never give up",
  "I can't stop singing",
  "Don't ever stop",
  "No more than ten a day",
  "Say no more often",
  "Stop and smell the roses",
  "The last bus stops here",
])("does not hold what goes on, or says something else: %s", (text) => {
  expect(stopNameOf(times(5, text), 5)).toBeNull();
});

it("names nothing where fewer than five say so", () => {
  expect(stopNameOf(times(4, "Stop burying rubbish"), 5)).toBeNull();
});
