import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { openDataset, type Dataset } from "../../../packages/answers/src/engine/dataset";
import { Evidences, type Evidence } from "../../../packages/answers/src/engine/evidence";
import { soughtIn } from "../../../packages/answers/src/engine/holding";
import { withOtherOutcome } from "../../../packages/answers/src/engine/ways";
import { WAYS } from "../../../packages/answers/src/plan/concepts";

/** So many records of each text, told apart by a number. */
const datasetOf = (
  texts: Readonly<Record<string, number>>,
  vectorOf: ((text: string) => number[]) | null = null,
): Dataset => {
  const records = Object.entries(texts).flatMap(([text, count]) =>
    Array.from({ length: count }, (_, i) => ({ text: `${text} ${i}`, fields: {} })),
  );
  const snapshot = learnSnapshot("chats", records, {
    random: seededRandom(1),
    progress: () => undefined,
    ...(vectorOf && {
      embeddings: { model: "test", dims: 3, values: Float32Array.from(records.flatMap(({ text }) => vectorOf(text))) },
    }),
  });
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

  it("leaves out whole phrases that, by a model's vectors, the data says of something else", () => {
    const texts = { "My cash withdrawal was refused": 7, "The cashpoint in the hole in the wall": 8 };
    const mice = { "A mouse made a hole in the wall of our kitchen": 9 };
    const other = { "A garden of roses": 30 };
    expect(found(datasetOf({ ...texts, ...mice, ...other }), "cash withdrawal").count).toBe(24);
    const isOfMoney = (text: string): boolean => /cash/.test(text);
    const vectorOf = (text: string): number[] =>
      isOfMoney(text) ? [1, 0, 0] : /mouse/.test(text) ? [0, 1, 0] : [0, 0, 1];
    expect(found(datasetOf({ ...texts, ...mice, ...other }, vectorOf), "cash withdrawal").count).toBe(15);
  });

  it("is left alone by what the records near say of another outcome", () => {
    const outcomes = datasetOf({
      "My card payment was reverted yesterday in the shop": 9,
      "My card payment was reverted in the shop": 8,
      "My card payment was declined in the shop": 9,
      "My card payment is still pending in the shop": 8,
      "Where is the shop": 30,
      "I lost my bag": 30,
    });
    const { mask } = found(outcomes, "card payment reverted");
    expect([...mask].filter((is) => is === 1)).toHaveLength(17);
    expect(
      [...(withOtherOutcome(outcomes, soughtIn(outcomes, "card payment reverted")) ?? [])].filter(Boolean),
    ).toHaveLength(17);
    expect(withOtherOutcome(outcomes, soughtIn(outcomes, "card payment"))).toBeNull();
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

  it("is read in contractions, and with never: what someone did not do is none that they can't do", () => {
    const texts = {
      "I do not recognise this transaction": 7,
      "A payment that I didn't make is on my statement": 6,
      "There is a transaction I have never made": 8,
      "I can't make a payment with the new phone": 9,
      "My payment is late": 8,
      "Where is the shop": 30,
    };
    const isUnknown = (text: string): boolean => /recogn|didn't|never/.test(text);
    const vectorOf = (text: string): number[] =>
      isUnknown(text) ? [1, 0, 0] : /payment/.test(text) ? [1, 1, 0] : [0, 0, 1];
    const { mask, count } = found(datasetOf(texts, vectorOf), "not recognise transaction");
    expect(count).toBe(21);
    expect([...mask].slice(0, 21).every(Boolean)).toBe(true);
    const habits = datasetOf({ "No more alcohol for me": 6, "Never late again": 20 });
    expect(found(habits, "quit alcohol").count).toBe(6);
  });

  it("counts some words only for a question that says more than the thing", () => {
    const texts = {
      "The exchange rate is wrong": 8,
      "The rate on my purchase is incorrect": 7,
      "What is the rate of interest": 9,
      "The exchange rate of today": 6,
      "Where is the shop": 30,
    };
    const rates = datasetOf(texts, (text) => (/rate/.test(text) ? [1, 0, 0] : [0, 1, 0]));
    expect(found(rates, "exchange rate").count).toBe(14);
    expect(found(rates, "wrong exchange rate").count).toBe(15);
  });

  it("adds none of one to four, whose count would be told by two figures", () => {
    const few = { "Shed ten pounds by summer": 4, "I want to lose weight by summer": 8, "The garden has roses": 30 };
    expect(found(datasetOf(few), "lose weight").count).toBe(8);
    expect(found(datasetOf({ ...few, "Shed ten pounds by summer": 5 }), "lose weight").count).toBe(13);
  });

  it("leaves out single records that a model says lie elsewhere, where most of a way fit", () => {
    const texts = {
      "My cash withdrawal was refused": 9,
      "The cash point in the square": 12,
      "A cash point of view of a film": 6,
      "A garden of roses": 40,
    };
    const vectorOf = (text: string): number[] =>
      /film/.test(text) ? [-1, 1, 0] : /cash/.test(text) ? [1, 0, 0] : [0, 0, 1];
    expect(found(datasetOf(texts, vectorOf), "cash withdrawal").count).toBe(21);
  });

  it("is listed once each, in at least 150 lines, with no way twice in one", () => {
    expect(WAYS.length).toBeGreaterThanOrEqual(150);
    for (const ways of WAYS) expect(new Set(ways.map(({ said }) => said)).size).toBe(ways.length);
  });
});
