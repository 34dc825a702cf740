import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { openDataset, type Dataset } from "../../../packages/answers/src/engine/dataset";
import { Evidences, type Evidence } from "../../../packages/answers/src/engine/evidence";
import { WAYS } from "../../../packages/answers/src/plan/concepts";

/** So many records of each text, told apart by a number. */
const datasetOf = (texts: Readonly<Record<string, number>>): Dataset => {
  const records = Object.entries(texts).flatMap(([text, count]) =>
    Array.from({ length: count }, (_, i) => ({ text: `${text} ${i}`, fields: {} })),
  );
  const snapshot = learnSnapshot("chats", records, { random: seededRandom(1), progress: () => undefined });
  return openDataset(snapshot, { kind: "chats", dataHash: "", count: records.length, publishedAt: 0 });
};
const found = (dataset: Dataset, text: string, is: "topic" | "mentions" = "topic"): Evidence =>
  new Evidences(dataset, []).of({ is, text, words: text });

const chats = datasetOf({
  "My cash withdrawal was refused": 7,
  "The hole in the wall by the station kept no receipt": 9,
  "I could not take any money out at the station": 6,
  "Money and a station are all that I need": 8,
  "How old must my daughter be for a card": 6,
  "Is there a minimum age for a card": 7,
  "My old phone has a card": 9,
  "Shed ten pounds by summer": 6,
  "I want to lose weight by summer": 8,
  "The garden shed weighs nothing": 10,
  "Eating less sugar is hard": 7,
  "Sugar is sweet, so spend less": 9,
});

describe("what is said in many ways", () => {
  it("counts for each of them, also in several words with others between", () => {
    expect(found(chats, "cash withdrawal").count).toBe(22);
    expect(found(chats, "lose weight").count).toBe(14);
  });

  it("counts in its own words alone where these are asked for", () => {
    expect(found(chats, "cash withdrawal", "mentions").count).toBe(7);
  });

  it("is counted though no one says it in the words of the question", () => {
    expect(found(chats, "age restriction").count).toBe(13);
    expect(found(chats, "drop pounds").count).toBe(14);
  });

  it("keeps a word that qualifies another before it", () => {
    expect(found(chats, "less sugar").count).toBe(7);
  });

  it("is listed once each, in at least 150 lines, with no way twice in one", () => {
    expect(WAYS.length).toBeGreaterThanOrEqual(150);
    for (const ways of WAYS) expect(new Set(ways.map(({ said }) => said)).size).toBe(ways.length);
  });
});
