import { frameNamesOf } from "../../../../packages/answers/src/dataset/frameNames";
import { terms } from "../../../../packages/answers/src/dataset/words";

const OWN = Array.from({ length: 60 }, (_, i) => `${"abcdefghij"[i % 10]}${"klmnop"[Math.floor(i / 10)]}`);
const FRAMED = OWN.map((own) => `My New Year's resolution is to sing ${own}`);
const named = (texts: readonly string[]) => {
  const holding = new Map<string, number>();
  for (const text of texts) for (const stem of new Set(terms(text))) holding.set(stem, (holding.get(stem) ?? 0) + 1);
  return frameNamesOf(texts, holding, 5);
};
const times = (count: number, text: string): string[] => OWN.slice(0, count).map((own) => `${own}. ${text}`);

describe("happy", () => {
  it("names what texts do with the thing that nearly all of them name, the most common first", () => {
    const about = [
      ...times(7, "My #NewYearsResolution is not to make any New Year's resolutions"),
      ...times(5, "I will keep my New Year's resolutions"),
      "We have already broken the resolutions",
    ];
    expect(named([...about, ...FRAMED])).toEqual([
      { label: "making resolutions / keeping resolutions", holders: new Set(about.keys()) },
    ]);
  });

  it("names apart what names the thing and nothing else", () => {
    const about = times(6, "I never make resolutions");
    const bare = [
      "My New Year's resolution! [link]",
      "RT [handle]: “This is my 2015 resolution”",
      "Resolution [link] [handle]",
      "That's my resolution",
      "My New Year's resolution is ...",
    ];
    const others = ["My resolution is [name]", "My resolution is to", "A resolution: chess"];
    const bareAt = bare.map((_, i) => about.length + i);
    expect(named([...about, ...bare, ...others, ...FRAMED])).toEqual([
      { label: "making resolutions", holders: new Set(about.keys()) },
      { label: "resolutions that say no more", holders: new Set(bareAt) },
    ]);
  });

  it("names apart where the thing is a number, and no year", () => {
    const about = times(6, "I never make resolutions");
    const numbers = [
      "My resolution is 1080p",
      "My New Year's resolution will be 1920x1080!",
      "New Year resolution: 3840 x 2160",
      "Resolution is still 1024",
      "My resolution was 768p",
    ];
    const numbersAt = numbers.map((_, i) => about.length + i);
    const years = times(6, "My resolution is 2015 chess games");
    expect(named([...about, ...numbers, ...years, ...FRAMED])).toEqual([
      { label: "making resolutions", holders: new Set(about.keys()) },
      { label: "resolutions in numbers", holders: new Set(numbersAt) },
    ]);
  });

  it("reads a hashtag as a word only where it is one", () => {
    const tagged = [...times(6, "I make no resolutions"), ...times(6, "I never stick to my #NewYearsResolution")];
    expect(named([...tagged, ...times(6, "Cake to make #NewYearsResolution"), ...FRAMED])[0]?.holders.size).toBe(12);
  });
});

describe("refusals", () => {
  it.each([
    ["what else is to be done", "I made a resolution to sing"],
    ["what another word is for", "Have a good year. It is my resolution"],
    ["what is thought of", "I think my resolution is singing"],
  ])("does not count %s", (_, text) => {
    const about = times(6, "I never make resolutions");
    expect(named([...about, ...times(6, text), ...FRAMED])[0]?.holders).toEqual(new Set(about.keys()));
  });

  it("names nothing that fewer than five do, or where no thing is named by more than half", () => {
    expect(named([...times(4, "I never make resolutions"), ...FRAMED])).toEqual([]);
    expect(named([...times(6, "I never make resolutions"), ...OWN.map((own) => `I will sing ${own}`)])).toEqual([]);
  });
});
