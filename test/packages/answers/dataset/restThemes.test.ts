import { restThemes, type RestName } from "../../../../packages/answers/src/dataset/restThemes";
import type { Found } from "../../../../packages/answers/src/dataset/themeGroups";
import { terms } from "../../../../packages/answers/src/dataset/words";

const middle = new Float32Array(1);
const nameOf = (label: string): RestName => ({ label, stems: terms(label) });

/** What restThemes makes of texts of which the first `sizes` are in themes of these names, one after the other. */
function themesOf(
  texts: readonly string[],
  sizes: Readonly<Record<string, number>>,
  names: readonly string[],
  accepts: (holders: readonly number[]) => boolean = () => true,
  nearerToNew = false,
): Record<string, number[]> {
  let next = 0;
  const found = Object.entries(sizes).map(([name, size]): Found => {
    const group = Array.from({ length: size }, () => next++);
    const stems = terms(name.replace("something", ""));
    const holders = group.filter((i) => stems.every((stem) => terms(texts[i]!).includes(stem)));
    return { names: [name], holders, group, middle };
  });
  const themes = restThemes(names.map(nameOf), found, {
    stemsOf: texts.map((text) => new Set(terms(text))),
    accepts,
    middleOf: () => (nearerToNew ? Float32Array.of(1) : middle),
    closeness: (_, to) => to[0]!,
  });
  return Object.fromEntries(themes.map(({ names: own, group }) => [own.join(" / "), group]));
}
const times = (count: number, text: string): string[] => Array.from({ length: count }, () => text);

describe("happy", () => {
  it("makes a theme of those who hold a name and have no theme", () => {
    const texts = [...times(6, "I run"), ...times(5, "Go to church"), "Nothing of note"];
    expect(themesOf(texts, { running: 6 }, ["church"])).toEqual({
      running: [0, 1, 2, 3, 4, 5],
      church: [6, 7, 8, 9, 10],
    });
  });

  it("takes in who holds the name and not that of the theme that they are in", () => {
    const texts = [...times(6, "I run"), ...times(3, "Jog to church"), ...times(2, "Go to church")];
    expect(themesOf(texts, { running: 9 }, ["church"])).toEqual({
      running: [0, 1, 2, 3, 4, 5],
      church: [6, 7, 8, 9, 10],
    });
  });

  it("takes in who holds a name that says little", () => {
    const texts = [...times(6, "Watch birds"), ...times(3, "Watch a movie"), ...times(2, "More movies")];
    expect(themesOf(texts, { "watching something": 9 }, ["movie"])).toEqual({
      "watching something": [0, 1, 2, 3, 4, 5],
      movie: [6, 7, 8, 9, 10],
    });
  });

  it("takes in who holds both names where they are needed, and nearer to the new one", () => {
    const texts = [...times(9, "I run to church"), ...times(4, "Go to church")];
    const both = (isNearer: boolean) => themesOf(texts, { running: 9 }, ["church"], () => true, isNearer);
    expect(both(true).church).toHaveLength(6);
    expect(both(true).running).toHaveLength(7);
    expect(both(false)).not.toHaveProperty("church");
  });

  it("joins a theme that is called by a word of the same meaning", () => {
    const texts = [...times(6, "Take a photo"), "Take pictures"];
    expect(themesOf(texts, { photo: 6 }, ["pictures"])).toEqual({ photo: [0, 1, 2, 3, 4, 5, 6] });
  });

  it("prefers the longer of two names", () => {
    const texts = [...times(6, "I run"), ...times(5, "Play candy crush"), ...times(5, "Eat candy")];
    expect(themesOf(texts, { running: 6 }, ["candy", "candy crush"])).toEqual({
      running: [0, 1, 2, 3, 4, 5],
      "candy crush": [6, 7, 8, 9, 10],
      candy: [11, 12, 13, 14, 15],
    });
  });
});

describe("refusals", () => {
  const RUNNING = times(6, "I run to church");

  it("takes nobody out of a theme whose name they hold", () => {
    const texts = [...RUNNING, ...times(3, "Go to church")];
    expect(themesOf(texts, { running: 6 }, ["church"])).toEqual({ running: [0, 1, 2, 3, 4, 5] });
  });

  it("leaves five in each theme", () => {
    const texts = [...times(4, "I run"), ...times(2, "Jog to church"), ...times(4, "Go to church")];
    expect(themesOf(texts, { running: 6 }, ["church"])).toEqual({
      running: [0, 1, 2, 3, 5],
      church: [4, 6, 7, 8, 9],
    });
  });

  it("makes no theme that would tell of few of those who hold its name", () => {
    const texts = [...times(14, "I run to church"), ...times(5, "Go to church")];
    expect(themesOf(texts, { running: 14 }, ["church"])).toEqual({ running: Array.from({ length: 14 }, (_, i) => i) });
  });

  it("P26: makes no theme of fewer than five, nor for a single record", () => {
    expect(
      themesOf([...times(6, "I run"), ...times(4, "Go to church")], { running: 6 }, ["church"]),
    ).not.toHaveProperty("church");
    const texts = [...times(6, "I run"), ...times(4, "Jog to church"), "Go to church"];
    expect(themesOf(texts, { running: 10 }, ["church"])).not.toHaveProperty("church");
  });

  it("makes none of records that have nothing in common, or of what is said beside", () => {
    const texts = [...times(6, "I run"), ...times(5, "I guess church")];
    expect(themesOf(texts, { running: 6 }, ["church"], () => false)).not.toHaveProperty("church");
    expect(themesOf(texts, { running: 6 }, ["guess"])).not.toHaveProperty("guess");
  });
});
