import { namesOf } from "../../../../packages/answers/src/dataset/labels";
import { isWeak } from "../../../../packages/answers/src/dataset/fullNames";
import { ANYTHING } from "../../../../packages/answers/src/dataset/labelWords";
import { decodeSnapshot } from "../../../../packages/answers/src/dataset/snapshotBytes";
import { isTopical, stemOf, words } from "../../../../packages/answers/src/dataset/words";
import { formsOf } from "../../../../packages/answers/src/plan/forms";
import { MemorySnapshots } from "../../../fakes/snapshots";
import { publishSample } from "../../../setup/sample";

/** Eight texts around `said`, each with words of its own. */
const around = (said: (own: string) => string): string[] =>
  ["amber", "birch", "cedar", "dune", "ember", "fern", "grove", "heath"].map(said);
/** Records of no theme, which keep the words of a theme from being those of all. */
const LOOSE = Array.from({ length: 60 }, (_, i) => `record${"abcdefghij"[i % 10]}${"klmnop"[Math.floor(i / 10)]}`);
/** The first name of each group, or "". */
function labelsOf(groups: number[][], ...rest: [string[], number, Parameters<typeof namesOf>[3]?]): string[] {
  const names = namesOf(groups, ...rest);
  return groups.map((_, group) => names.find((name) => name.group === group)?.label ?? "");
}
/** The labels of themes that are given as their texts. */
const label = (...themes: string[][]): string[] => {
  let next = 0;
  return labelsOf(
    themes.map((theme) => theme.map(() => next++)),
    [...themes.flat(), ...LOOSE],
    5,
  );
};
const WEIGHT = around((own) => `I will lose weight by the ${own}`);
const BOOKS = around((own) => `Read more books about ${own}`);
const SMOKING = around((own) => `Quit smoking before ${own}`);

describe("happy", () => {
  it("calls a theme by the phrase that its records share, as they write it", () => {
    expect(label(WEIGHT, BOOKS, SMOKING)).toEqual(["lose weight", "read more books", "quit smoking"]);
  });

  it("prefers the form that most records write", () => {
    const [found] = label([...around((own) => `Losing weight in ${own}`), ...WEIGHT, "lose weight"], BOOKS, SMOKING);
    expect(found).toBe("lose weight");
  });

  it("keeps the small words inside a phrase, and the particle at its end", () => {
    expect(
      label(
        around((own) => `${own}: change the pin of my card`),
        around((own) => `In ${own} I top up`),
        BOOKS,
      ).slice(0, 2),
    ).toEqual(["change the pin of my card", "top up"]);
  });

  it("prefers the phrase in the middle of its theme", () => {
    const both = around((own) => `Quit smoking, ${own}. Ride my bike`);
    const groups = [both.map((_, i) => i)];
    const central = (_: number, stems: readonly string[]): number => (stems.includes("bike") ? 1 : 0.2);
    expect(labelsOf(groups, [...both, ...LOOSE], 5, central)).toEqual(["ride my bike"]);
  });

  it("names what tells a theme from the others rather than what all of them say", () => {
    const groups = [0, 1, 2, 3].map((g) => Array.from({ length: 8 }, (_, i) => g * 8 + i));
    const saying = [WEIGHT, BOOKS, SMOKING, around((own) => `${own} newyearsresolution`)]
      .flat()
      .map((text) => `My resolution: ${text}`);
    expect(labelsOf(groups, saying, 5)).toEqual(["lose weight", "read more books", "quit smoking", ""]);
  });

  it("writes in capitals what the records write so", () => {
    expect(
      label(
        around((own) => `Change my PIN at ${own}`),
        BOOKS,
        SMOKING,
      )[0],
    ).toBe("change my PIN");
  });
});

describe("what a name stands for", () => {
  it("counts only the texts that hold its words, in any form and order, and names the others by their own", () => {
    const translating = around((own) => `Translate marketing texts at ${own}`);
    const other = ["Texts of our marketing, translated", ...around((own) => `Answer customer questions in ${own}`)];
    const mixed = [...translating, ...other, "Something else entirely"];
    const names = namesOf([mixed.map((_, i) => i)], [...mixed, ...LOOSE], 5);
    expect(names.map(({ label, holders }) => [label, holders.length])).toEqual([
      ["answer customer questions", 8],
      ["translate marketing texts", 9],
    ]);
  });

  it("gives no text two names", () => {
    const both = around((own) => `Lose weight in ${own}. Quit smoking`);
    const held = namesOf([both.map((_, i) => i)], [...both, ...LOOSE], 5).flatMap(({ holders }) => holders);
    expect(new Set(held).size).toBe(held.length);
  });

  it.each(["goals", "chats"] as const)(
    "two thirds of a theme's records hold a name of it, and most have one: %s",
    async (kind) => {
      const snapshots = new MemorySnapshots();
      const pointer = await publishSample(snapshots, kind, { publishedAt: 0 });
      const { themes, themeOf, texts } = decodeSnapshot(await snapshots.load(pointer));
      expect(themes.length).toBeGreaterThan(10);
      // "Losing something" is held by who loses anything, "not working" by who says that something works not.
      const tells = (word: string): boolean => isTopical(word) && ![...ANYTHING, "not"].includes(word);
      const stems = (text: string): string[] => words(text).flatMap(formsOf);
      const few = themes.filter(({ label, size }, theme) => {
        const names = label.split(" / ").map((name) => words(name).filter(tells).map(stemOf));
        const holders = [...themeOf].filter(
          (code, i) =>
            code === theme + 1 && names.some((name) => name.every((stem) => stems(texts.at(i)).includes(stem))),
        );
        return holders.length * 3 < size * 2;
      });
      expect(few).toEqual([]);
      expect(themes.flatMap(({ label }) => label.split(" / ").filter(isWeak))).toEqual([]);
      expect(themeOf.filter((code) => code > 0).length / themeOf.length).toBeGreaterThan(0.75);
    },
  );
});

describe("the rest", () => {
  const rest = (texts: string[], vague: string[] = [], accepts = (_: string): boolean => true): string[] =>
    namesOf([texts.map((_, i) => i)], [...texts, ...LOOSE], 5, undefined, { vague: new Set(vague), accepts }).map(
      ({ label }) => label,
    );

  it("is called by what people do where only a verb is common, and by a noun where it is one", () => {
    expect(rest(around((own) => `I will launch ${own}`))).toEqual(["launching"]);
    expect(rest(around((own) => `Where is the refund, ${own}?`))).toEqual(["refund"]);
    expect(rest(around((own) => `Get married in ${own}`))).toEqual(["get married"]);
  });

  it("is not called by words that say too little alone", () => {
    expect(
      rest(
        around((own) => `Where is the refund, ${own}?`),
        ["refund"],
      ),
    ).toEqual([]);
  });
});

describe("refusals", () => {
  it.each(["back", "least", "eve", "life", "luck", "item", "december"])(
    "calls no theme by the lone word %s, which names nothing",
    (word) => {
      const said = around((own) => `${own} ${word}`);
      expect(label(said, BOOKS)[0]).toBe("");
    },
  );

  it("calls no theme by a lone word that mostly stands elsewhere", () => {
    const wallets = around((own) => `${own} wallet`);
    const elsewhere = Array.from({ length: 24 }, (_, i) => `wallet ${LOOSE[i]!}`);
    const group = wallets.map((_, i) => i);
    expect(labelsOf([group], [...wallets, ...elsewhere, ...LOOSE, ...LOOSE, ...LOOSE], 5)).toEqual([""]);
    expect(labelsOf([group], [...wallets, ...LOOSE, ...LOOSE, ...LOOSE], 5)).toEqual(["wallet"]);
  });

  it.each([
    ["a year", "2015"],
    ["a bare number", "12"],
    ["what a wrong encoding left of a word", "donâ"],
    ["a filler", "gonna lol"],
    ["a verb without its object", "keep"],
    ["a vulgar word", "shit"],
  ])("calls no theme by %s", (_, said) => {
    expect(
      label(
        around((own) => `${own} ${said}`),
        BOOKS,
        SMOKING,
      )[0],
    ).toBe("");
    expect(
      label(
        around((own) => `${own} ${said}. Learn guitar.`),
        BOOKS,
        SMOKING,
      )[0],
    ).toBe("learn guitar");
  });

  it("leaves a theme without a label where other records hold its words as often", () => {
    const running = around((own) => `Running ${own}`);
    expect(label(running)).toEqual(["running"]);
    expect(
      labelsOf([running.map((_, i) => i)], [...Array.from({ length: 6 }, () => running).flat(), ...LOOSE], 5),
    ).toEqual([""]);
  });

  it("reads no phrase across the end of a sentence", () => {
    expect(label(around((own) => `In ${own} I sing paint too`))).toEqual(["sing paint"]);
    expect(label(around((own) => `In ${own} I sing. Paint too`))).toEqual([""]);
  });
});

describe("security", () => {
  it("P26: repeats no word that fewer than five records hold", () => {
    const four = Array.from({ length: 4 }, () => "Visit zanzibar pilots");
    expect(label([...four, "Visit farms"])).toEqual([""]);
    expect(label([...four, "Visit zanzibar pilots"])).toEqual(["visit zanzibar pilots"]);
  });

  it("P26: repeats no spelling that fewer than five records hold", () => {
    expect(label(["tomato", "tomato", "tomatoes", "tomatoes", "tomatoes"])).toEqual([""]);
    expect(label(["tomato", "tomato", "tomatoes", "tomatoes", "tomatoes", "tomatoes", "tomatoes"])).toEqual([
      "tomatoes",
    ]);
  });

  it("shows no placeholder of what was taken out, and no phrase across it", () => {
    expect(label(around((own) => `Call [name] home from ${own}`))).toEqual(["home"]);
    expect(label(around(() => "[name] [email] [link]"))).toEqual([""]);
  });
});

describe("faults", () => {
  it("finds nothing to call where there are no groups or no words", () => {
    expect(labelsOf([], [], 5)).toEqual([]);
    expect(label(["", "", "!!", "?", ":)"])).toEqual([""]);
  });
});
