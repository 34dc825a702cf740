import { createHash } from "node:crypto";
import { People, type Mask, type Records } from "../../../../packages/answers/src/disclosure/people";
import { generationOf, voiceKey } from "../../../../packages/answers/src/disclosure/keys";
import { NOISE } from "../../../../packages/answers/src/disclosure/noise";
import { seededRandom } from "../../../../packages/answers/src/dataset/random";
import { shareOf, shareVerdict } from "../../../../packages/answers/src/disclosure/shares";

const SECRET = createHash("sha256").update("a test").digest();

interface Person {
  name: string;
  says: readonly string[];
}

/** A data set of people who say words, and the sets of those who say each. */
function worldOf(persons: readonly Person[]): { people: People; saying: (word: string) => Records } {
  const keys = Uint32Array.from(persons, ({ name }) => voiceKey(SECRET, { words: name, fields: {} }));
  const people = new People(persons.length, keys, null, { ...NOISE, generation: generationOf(keys) });
  const saying = (word: string): Records =>
    people.of(
      maskOf(
        people,
        persons.flatMap(({ says }, i) => (says.includes(word) ? [i] : [])),
      ),
    );
  return { people, saying };
}

function maskOf(people: People, ids: readonly number[]): Mask {
  const mask = people.mask();
  for (const i of ids) mask[i >>> 5]! |= 1 << (i & 31);
  return mask;
}

const crowd = (count: number, ...says: string[]): Person[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${says.join(" ")} ${i}`, says }));

describe("happy", () => {
  it("tells a number within three of the true one, and the same however the set was made", () => {
    const { people, saying } = worldOf([...crowd(40, "cook"), ...crowd(25, "cook", "sing"), ...crowd(30, "sing")]);
    const direct = people.of(
      maskOf(
        people,
        Array.from({ length: 25 }, (_, i) => 40 + i),
      ),
    );
    expect(saying("cook").and(saying("sing")).figure).toEqual(direct.figure);
    expect(saying("sing").without(saying("sing").without(saying("cook"))).figure).toEqual(direct.figure);
    for (const [figure, size] of [
      [saying("cook").figure, 65],
      [direct.figure, 25],
      [people.all.figure, 95],
    ] as const) {
      expect(Math.abs(figure.told! - size)).toBeLessThanOrEqual(3);
      expect(size).toBeGreaterThanOrEqual(figure.low);
      expect(size).toBeLessThanOrEqual(figure.high);
    }
  });

  it("tells the parts of a set whose records are listed as the set itself", () => {
    const { people, saying } = worldOf([...crowd(20, "cook"), ...crowd(12, "sing")]);
    const ids = Uint32Array.from({ length: 20 }, (_, i) => i);
    expect(people.figureOf(ids)).toEqual(saying("cook").figure);
    expect(people.figureOf(ids, saying("sing")).told).toBeNull();
  });

  it("counts an author once, however many records are theirs", () => {
    const voices = Uint32Array.from({ length: 60 }, (_, i) => (i < 50 ? 0 : i - 49));
    const keys = Uint32Array.from({ length: 11 }, (_, i) => i * 7_919);
    const people = new People(60, keys, voices, { ...NOISE, generation: 1 });
    expect(
      people.of(
        maskOf(
          people,
          Array.from({ length: 53 }, (_, i) => i),
        ),
      ).figure.told,
    ).toBeNull();
    expect(people.all.figure.high).toBeLessThan(20);
  });
});

describe("shares", () => {
  const figure = (told: number) => ({ told, low: told - 3, high: told + 3 });
  const few = { told: null, low: 0, high: 4 };

  it("are of told figures, with what the noise leaves", () => {
    expect(shareOf(figure(20), figure(100))).toEqual({ percent: 20, low: (100 * 17) / 103, high: (100 * 23) / 97 });
    expect(shareOf(few, figure(100)).percent).toBeNull();
    expect(shareOf(figure(20), few)).toEqual({ percent: null, low: 0, high: 100 });
  });

  it("differ only by more than chance and noise together", () => {
    expect(shareVerdict([figure(300), figure(1_000)], [figure(200), figure(1_000)])).toBe("more");
    expect(shareVerdict([figure(9), figure(20)], [figure(6), figure(20)])).toBe("same");
    expect(shareVerdict([few, figure(100)], [few, figure(100)])).toBe("unknown");
  });
});

describe("security", () => {
  const others = [...crowd(30, "cook", "island"), ...crowd(40, "cook"), ...crowd(50, "sing")];

  it("P26, PL4: fewer than five is told as that and nothing else, and is nobody in every further set", () => {
    const { people, saying } = worldOf([...others, ...crowd(4, "rare")]);
    expect(saying("rare").figure).toEqual({ told: null, low: 0, high: 4 });
    expect(saying("sing").or(saying("rare")).figure).toEqual(saying("sing").figure);
    expect(people.all.without(saying("rare")).figure).toEqual(people.all.figure);
  });

  it.each([0, 1, 3, 4])("P26: “x but not y” tells the same as “x” where %i say both", (both) => {
    const { saying } = worldOf([...others, ...crowd(both, "cook", "food"), ...crowd(20, "food")]);
    expect(saying("cook").without(saying("food")).figure).toEqual(saying("cook").figure);
    expect(saying("cook").and(saying("food")).figure.told).toBeNull();
  });

  it("P26, PL2, MP3: nested words inside a group tell nothing of the three between them", () => {
    const { saying } = worldOf([...others, ...crowd(3, "cook", "island", "food"), ...crowd(30, "food")]);
    const group = saying("island");
    expect(group.and(saying("cook").without(saying("food"))).figure).toEqual(group.and(saying("cook")).figure);
  });

  it("P26: a complement tells the same as what it is the complement of, less one person", () => {
    const target: Person = { name: "one", says: ["cook", "unique"] };
    const inside = worldOf([...others, target]);
    const rest = inside.people.all.without(inside.saying("unique"));
    expect(rest.and(inside.saying("cook")).figure).toEqual(inside.saying("cook").figure);
    const mask = inside.people.mask();
    others.forEach((_, i) => (mask[i >>> 5]! |= 1 << (i & 31)));
    expect(inside.people.of(mask).and(inside.saying("cook")).figure).toEqual(inside.saying("cook").figure);
  });

  it("P26, PL10: all countries of a small region and the region itself differ by noise, whoever is in the withheld one", () => {
    const countries = ["a", "b", "c", "d"];
    const persons = countries.flatMap((country, c) => crowd(c === 3 ? 2 : 12, "region", country));
    const { saying } = worldOf(persons);
    expect(saying("d").figure.told).toBeNull();
    const region = saying("region").figure;
    const parts = countries.slice(0, 3).map((country) => saying(country).figure);
    const low = region.low - parts.reduce((sum, { high }) => sum + high, 0);
    const high = region.high - parts.reduce((sum, { low }) => sum + low, 0);
    expect(low).toBeLessThanOrEqual(0);
    expect(high).toBeGreaterThanOrEqual(5);
  });

  it("P26: after a row is removed and imported again, figures change wherever the person was and was not", () => {
    const words = Array.from({ length: 40 }, (_, i) => `word${i}`);
    const random = seededRandom(7);
    const persons = Array.from({ length: 400 }, (_, i): Person => ({
      name: `p${i}`,
      says: words.filter(() => random() < 0.2),
    }));
    const [before, after] = [worldOf(persons), worldOf(persons.slice(1))];
    const changed = (saidBy: boolean): number[] =>
      words.flatMap((word) =>
        persons[0]!.says.includes(word) === saidBy
          ? [Number(before.saying(word).figure.told !== after.saying(word).figure.told)]
          : [],
      );
    expect(changed(false).filter(Boolean).length).toBeGreaterThan(changed(false).length / 3);
    expect(changed(true).filter(Boolean).length).toBeGreaterThan(0);
  });

  it("P26: the same data tells the same again, so that importing it often averages nothing out", () => {
    expect(worldOf(others).saying("cook").figure).toEqual(worldOf(others).saying("cook").figure);
  });

  it("P26: a key tells nothing without the secret", () => {
    const other = createHash("sha256").update("another").digest();
    const keys = new Set(
      [SECRET, other].map((secret) => voiceKey(secret, { words: "I cook", fields: { state: "TX" } })),
    );
    expect(keys.size).toBe(2);
  });
});
