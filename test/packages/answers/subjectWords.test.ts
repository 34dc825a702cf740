import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import type { Snapshot } from "../../../packages/answers/src/dataset/snapshot";

const THINGS = "garden kitchen piano novel marathon bakery theatre orchard puppy telescope".split(" ");
const ABOUT = THINGS.flatMap((thing) => Array.from({ length: 10 }, (_, i) => `Enjoy the ${thing} ${i}`));
const learnt = (texts: readonly string[]): Snapshot =>
  learnSnapshot(
    "goals",
    texts.map((text) => ({ text, fields: {} })),
    { random: seededRandom(1), progress: () => undefined },
  );
const namesIn = ({ subjects }: Snapshot): string[] => subjects.list.map(({ label }) => label);
describe("happy", () => {
  it("names a word whose stem has another stem, among subjects and themes", () => {
    const snapshot = learnt([...ABOUT, ...Array.from({ length: 12 }, (_, i) => `Exercise ${i} times`)]);
    expect(namesIn(snapshot)).toContainEqual(expect.stringMatching(/^exercis/));
    expect(snapshot.themes.map(({ label }) => label)).toContainEqual(expect.stringMatching(/^exercis/));
  });
});
