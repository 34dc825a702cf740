import { Texts } from "../../../packages/answers/src/dataset/snapshot";
import { stemOf, words } from "../../../packages/answers/src/dataset/words";
import type { Dataset } from "../../../packages/answers/src/engine/dataset";
import { quotesFrom, variedQuotes } from "../../../packages/answers/src/engine/quotes";

/** A dataset of these texts, each like enough to others to be quoted, in which `rare` words have too few records. */
function datasetOf(texts: readonly string[], rare: readonly string[] = []): Dataset {
  const stems = new Set(texts.flatMap(words).map(stemOf));
  for (const word of rare) stems.delete(stemOf(word));
  return {
    texts: Texts.of(texts),
    quotable: new Uint8Array(texts.length).fill(1),
    stemIds: new Map([...stems].map((stem, i) => [stem, i])),
    vocabulary: { recordCounts: new Uint32Array(stems.size).fill(5) },
    size: 100,
  } as unknown as Dataset;
}
const quotesOf = (dataset: Dataset, count = 5): string[] =>
  quotesFrom(
    dataset,
    Array.from(dataset.quotable, (_, i) => i),
    count,
  );

describe("happy", () => {
  it("quotes a text as it was written", () => {
    expect(quotesOf(datasetOf(["Why   was I charged twice, for my item!"]))).toEqual([
      "Why was I charged twice, for my item!",
    ]);
  });

  it("does not quote the same thing twice", () => {
    const texts = ["My card has not arrived yet", "my card still has not arrived yet", "How do I change my PIN here"];
    expect(quotesOf(datasetOf(texts))).toEqual([texts[0], texts[2]]);
  });
});

describe("choice", () => {
  /** Vectors of two numbers: texts on one thing point the same way. */
  const chosen = (texts: readonly (readonly [text: string, angle: number])[], about: string): string[] => {
    const rows = Int8Array.from(texts.flatMap(([, angle]) => [127 * Math.cos(angle), 127 * Math.sin(angle)]));
    const recordVectors = { dims: 2, rows, scales: new Float32Array(texts.length).fill(1 / 127) };
    const dataset = { ...datasetOf(texts.map(([text]) => text)), recordVectors };
    const scored = texts.map((_, record) => ({ record, score: 1 - record / 100 }));
    return variedQuotes(dataset, scored, { count: 3, about: new Set([stemOf(about)]) });
  };

  it("prefers what is unlike the quotes before it, and takes nothing that says the same", () => {
    const quotes = chosen(
      [
        ["I want to marry before the winter comes", 0],
        ["We will be married by December, they say", 0.1],
        ["Have dinner with all of my friends again", 1.2],
      ],
      "family",
    );
    expect(quotes).toEqual(["I want to marry before the winter comes", "Have dinner with all of my friends again"]);
  });

  it.each([
    ["denies what most of them say", "My payment was not declined at all today"],
    ["is a joke, where there are others", "lol my payment was declined once more here"],
    ["says that it is not meant", "Payment declined forever and ever, just kidding"],
  ])("leaves out a text that %s", (_, odd) => {
    const texts = [
      "The shop declined my payment this morning",
      "Why was our payment declined in Rome",
      "They declined a payment of mine again",
    ];
    const quotes = chosen(
      [odd, ...texts].map((text, i) => [text, i * 1.2]),
      "declined",
    );
    expect(quotes).not.toContain(odd);
    expect(quotes.length).toBeGreaterThan(1);
  });
});

describe("refusals", () => {
  it.each([
    ["one word of which is too rare", "It is 250 for an international transfer", ["250"]],
    ["the scrubber took something out of", "I sent [name] the money and it is gone", []],
    ["is too long to be shown whole", "I went to the shop with a card and it did not work at all ".repeat(4), []],
    ["is too short to say anything", "Card please", []],
    ["shouts", "WHERE IS MY NEW CARD NOW", []],
    ["is forwarded", "RT this is what they all say now", []],
    ["is broken off", "I wanted to tell you that …", []],
    ["is mojibake", "I want to be happy _ÙÕ this year", []],
    ["is mostly signs", "run 5 * 3 + 2 = 17 ??? (7) #8 [9] 10", []],
    ["is full of hashtags", "run more #gym #fit #goals", []],
    ["has markup", "use the <b>bold</b> words here", []],
  ])("no text that %s", (_, text, rare) => {
    expect(quotesOf(datasetOf([text], rare))).toEqual([]);
  });

  it("no text that too few others are like", () => {
    const dataset = datasetOf(["My card has not arrived yet"]);
    dataset.quotable[0] = 0;
    expect(quotesOf(dataset)).toEqual([]);
  });
});

describe("security", () => {
  it("P26: a text is never shown with words left out", () => {
    const texts = ["I moved the money to Zebulon on Friday morning", "I moved the money to my card on Friday morning"];
    expect(quotesOf(datasetOf(texts, ["zebulon"]))).toEqual([texts[1]]);
  });
});
