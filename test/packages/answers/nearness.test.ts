import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { openDataset, type Dataset } from "../../../packages/answers/src/engine/dataset";
import { Evidences, type Evidence } from "../../../packages/answers/src/engine/evidence";

/** So many records of each text, told apart by a number. */
const datasetOf = (texts: Readonly<Record<string, number>>): Dataset => {
  const records = Object.entries(texts).flatMap(([text, count]) =>
    Array.from({ length: count }, (_, i) => ({ text: `${text} ${i}`, fields: {} })),
  );
  const snapshot = learnSnapshot("goals", records, { random: seededRandom(1), progress: () => undefined });
  return openDataset(snapshot, { kind: "goals", dataHash: "", count: records.length, publishedAt: 0 });
};
const found = (dataset: Dataset, text: string): Evidence =>
  new Evidences(dataset, []).of({ is: "topic", text, words: text });

const goals = datasetOf({
  "Find a new job in the city": 7,
  "New Year, here I come: keep calm, sleep well, quit my job": 9,
  "Drink less sugar and tea": 6,
  "Sugar is sweet, so spend less money": 8,
  "Drink less, then sleep": 5,
  "My card has not arrived yet": 6,
  "My card hasn't arrived": 5,
  "I never got my card": 5,
  "I never use that card, I got it for nothing": 6,
  "The card arrived in time": 10,
  "Paint the garden fence with my neighbour, then sing": 6,
  "Paint, draw, walk, climb, swim, row and only then mend a fence": 6,
});

describe("a phrase's words must stand near each other", () => {
  it.each([
    ["new job", 7],
    ["sugar less", 6],
    ["drink less", 11],
    ["paint fence", 6],
    ["fence", 12],
  ])("%s: %d", (text, count) => {
    expect(found(goals, text)).toMatchObject({ count });
  });

  it("reads a negation in any form, and no text that says the opposite", () => {
    expect(found(goals, "card not arrived").count).toBe(11);
    expect(found(goals, "card arrived").count).toBe(21);
    expect(found(goals, "not got card").count).toBe(5);
  });

  it("leaves out what qualifies a word, but no word that turns it", () => {
    expect(found(goals, "new fence")).toMatchObject({ count: 12, leftOut: ["new"] });
    expect(found(goals, "less fence")).toMatchObject({ count: null, leftOut: [] });
  });
});

describe("security", () => {
  const others = "Run high, throw the ball, then rest against a wall";
  const apart = "Jump over the high wall, run, throw the ball, then rest on a rope";

  it("PL2: no count tells of one to four people who hold the words apart", () => {
    const few = datasetOf({ "Jump the rope": 8, [apart]: 3, [others]: 10 });
    expect(found(few, "jump rope").count).toBe(11);
  });

  it("PL2: so few among many are counted with the others, and the count stays exact", () => {
    const many = datasetOf({ "Jump the rope": 40, [apart]: 3, [others]: 10 });
    expect(found(many, "jump rope")).toMatchObject({ count: 43 });
  });
});
