import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import type { Snapshot } from "../../../packages/answers/src/dataset/snapshot";
import { terms } from "../../../packages/answers/src/dataset/words";
import { openDataset } from "../../../packages/answers/src/engine/dataset";
import { subjectsOf } from "../../../packages/answers/src/engine/subjects";

const THINGS = "garden kitchen piano novel marathon bakery theatre orchard puppy telescope".split(" ");
const ABOUT = THINGS.flatMap((thing) => Array.from({ length: 10 }, (_, i) => `Enjoy the ${thing} ${i}`));
const learnt = (texts: readonly string[]): Snapshot =>
  learnSnapshot(
    "goals",
    texts.map((text) => ({ text, fields: {} })),
    { random: seededRandom(1), progress: () => undefined },
  );
const namesIn = ({ subjects }: Snapshot): string[] => subjects.list.map(({ label }) => label);
const subjectsIn = (snapshot: Snapshot, names: readonly string[]): string[] =>
  subjectsOf(
    openDataset(snapshot, { kind: "goals", dataHash: "", count: snapshot.texts.length, publishedAt: 0 }),
    names.map((label) => ({ label, stems: terms(label), isVerb: false })),
  ).list.map(({ label }) => label);
const withEach = (text: string): string[] => THINGS.map((thing) => text.replace("…", thing));

describe("happy", () => {
  it("names a word whose stem has another stem, among subjects and themes", () => {
    const snapshot = learnt([...ABOUT, ...Array.from({ length: 12 }, (_, i) => `Exercise ${i} times`)]);
    expect(namesIn(snapshot)).toContainEqual(expect.stringMatching(/^exercis/));
    expect(snapshot.themes.map(({ label }) => label)).toContainEqual(expect.stringMatching(/^exercis/));
  });

  it("names words that say the same by the most used one, though it is in less than half of their records", () => {
    const said = [...withEach("Take a picture of my …"), ...withEach("Take a photo of my …")];
    const named = (texts: readonly string[]): string[] => {
      const snapshot = learnt([...ABOUT, ...texts]);
      const same = ["pic", "pictur", "photo"].map((stem) => snapshot.vocabulary.stems.indexOf(stem));
      const equivalents = same.flatMap((word) =>
        same.flatMap((other) => (other === word ? [] : [{ word, other, how: "alike" as const }])),
      );
      return subjectsIn({ ...snapshot, equivalents }, ["pic"]);
    };
    expect(named([...said, ...withEach("Take a pic of my …")])).toEqual(["pic"]);
    expect(named([...said, ...withEach("Take a pic of my …").slice(5)])).toEqual([]);
  });
});

describe("words that are said with many others", () => {
  const texts = [...ABOUT, ...withEach("I want success with my …"), ...withEach("I want plenty of my …")];
  const snapshot = learnt(texts);
  /** The records of the two words are as different as can be, and a word says so much by itself. */
  const spread = (weights: Readonly<Record<string, number>>): Snapshot => {
    const { vocabulary, recordVectors } = snapshot;
    const vectors = { ...vocabulary.vectors, scales: vocabulary.vectors.scales.slice() };
    for (const [stem, weight] of Object.entries(weights)) vectors.scales[vocabulary.stems.indexOf(stem)]! *= weight;
    const { dims } = recordVectors;
    const rows = recordVectors.rows.slice();
    const scales = recordVectors.scales.slice();
    for (let i = ABOUT.length; i < texts.length; i++) {
      rows.fill(0, i * dims, (i + 1) * dims);
      rows[i * dims + (i % 10)] = 127;
      scales[i] = 1 / 127;
    }
    return { ...snapshot, vocabulary: { ...vocabulary, vectors }, recordVectors: { ...recordVectors, rows, scales } };
  };

  it("are subjects where they say as much by themselves as others do, and else none", () => {
    const found = subjectsIn(spread({ success: 10, plenti: 0.01 }), [...THINGS, "success", "plenty"]);
    expect(found).toEqual(expect.arrayContaining([...THINGS.slice(0, 3), "success"]));
    expect(found).not.toContain("plenty");
  });
});
