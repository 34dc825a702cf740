import { neighboursOf, NEIGHBOURS } from "../../../../packages/answers/src/dataset/neighbours";
import { quantise } from "../../../../packages/answers/src/dataset/sparse";
import { vocabularyOf, weightedRows } from "../../../../packages/answers/src/dataset/vocabulary";

const times = [
  "spring",
  "summer",
  "autumn",
  "winter",
  "easter",
  "christmas",
  "may",
  "june",
  "july",
  "august",
  "march",
  "april",
];
const matters = [
  "forgot the pin of my card",
  "bad exchange rate abroad",
  "close the account for good",
  "lost phone was stolen",
];
const texts = [...matters.flatMap((matter) => times.map((time) => `${matter} in ${time}`)), "zebra"];
const matterOf = (record: number): number => Math.floor(record / times.length);

function neighbours(): number[][] {
  const vocabulary = vocabularyOf(texts);
  const found = neighboursOf(
    weightedRows(texts, vocabulary),
    vocabulary.stems.length,
    quantise(
      texts.map(() => new Float64Array(2)),
      2,
      true,
    ),
  );
  return texts.map((_, i) => Array.from(found.subarray(i * NEIGHBOURS, (i + 1) * NEIGHBOURS)));
}

describe("happy", () => {
  it("finds for each record others that say nearly the same, each once and not itself", () => {
    neighbours()
      .slice(0, -1)
      .forEach((own, i) => {
        expect(new Set(own).size).toBe(NEIGHBOURS);
        expect(own).not.toContain(i);
        expect(own.every((other) => matterOf(other) === matterOf(i))).toBe(true);
      });
  });
});

describe("faults", () => {
  it("gives a record that is like no other itself", () => {
    expect(neighbours().at(-1)).toEqual(new Array(NEIGHBOURS).fill(texts.length - 1));
  });
});
