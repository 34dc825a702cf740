import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import type { DatasetRecord } from "../../../packages/answers/src/dataset/record";
import { encodeSnapshot } from "../../../packages/answers/src/dataset/snapshotBytes";
import { Engine, type Overview } from "../../../packages/answers/src/engine/engine";
import { aliasesOf } from "../../../packages/answers/src/engine/groups";
import { foresightOf } from "../../../packages/answers/src/plan/foresight";
import { planOf } from "../../../packages/answers/src/plan/planner";

const said = (text: string, count: number, fields: Record<string, string> = {}): DatasetRecord[] =>
  Array.from({ length: count }, (_, i) => ({ text: `${text} ${i}`, fields }));

function opened(records: readonly DatasetRecord[]): { engine: Engine; overview: Overview } {
  const engine = new Engine();
  const snapshot = learnSnapshot("goals", records, { random: seededRandom(1), progress: () => undefined });
  const overview = engine.open(encodeSnapshot(snapshot), { kind: "goals", dataHash: "", count: 0, publishedAt: 0 });
  return { engine, overview };
}

describe("security", () => {
  /** What a free quote says of a question, as the process knows it that makes quotes. */
  function quoted({ size, planning }: Overview, content: string): string {
    const columns = planning.columns.map((column) => ({ ...column, codes: new Uint16Array() }));
    const counts = new Map(planning.stems.map((stem, id) => [stem, planning.counts[id]!]));
    const known = { kind: "goals" as const, size, columns, countOf: (stem: string) => counts.get(stem) };
    const plan = planOf([{ role: "user", content }], known, aliasesOf(columns));
    return foresightOf(plan, known, content).answerable;
  }

  it("PL4: no free quote tells the size of a group that is withheld, asked for words whose counts are known", () => {
    const quotes = [19, 20, 21, 22].map((inNewYork) => {
      const { overview } = opened([
        ...said("Pick apples in the orchard", 43, { state: "TX" }),
        ...said("Grow beans in the yard", 17, { state: "TX" }),
        ...said("Grow beans in the yard", 28, { state: "CA" }),
        ...said("Sing in a choir with neighbours", 12, { state: "CA" }),
        ...said("Sing in a choir with neighbours", inNewYork, { state: "NY" }),
        ...said("Sing in a choir with neighbours", 23 - inNewYork),
      ]);
      return ["apples", "beans"].map((word) => quoted(overview, `How many in New York mention ${word}?`));
    });
    for (const one of quotes) expect(one).toEqual(quotes[0]);
  });

  /** The reply of each state to who wants to drink less: those who say so, who hold its words far apart, and who mean it. */
  function drinkers(less: number[], apart: number[], meant: number[]): (where: string) => string {
    const states = ["TX", "CA", "NY", "WA"];
    const cells: Record<string, number[]> = {
      "Drink less": less,
      "Stop drinking beer with my old friends at the corner pub every single Saturday evening and finally eat less bread":
        apart,
      "No more drinking on Sundays": meant,
      "Drink more water every morning": [15, 15, 15, 15],
      "Spend less money in town": [15, 15, 15, 15],
      "Paint the garden fence before the rain": [20, 20, 20, 20],
      "Sing in a choir with my neighbours": [20, 20, 20, 20],
    };
    const { engine } = opened(
      Object.entries(cells).flatMap(([text, counts]) => counts.flatMap((n, i) => said(text, n, { state: states[i]! }))),
    );
    return (where) =>
      engine.reply("goals", [{ role: "user", content: `How many in ${where} want to drink less?` }], 0).answer.reply;
  }

  it("PL8: of the groups of a column, who means a topic is not told beside those who hold its words there", () => {
    const reply = drinkers([0, 5, 12, 42], [0, 0, 4, 3], [6, 2, 8, 0]);
    // All who mean it, less those of the other states, would leave two who mean it in California and don't say it.
    expect(reply("New York")).toMatch(/^\*\*16 of [^]*mention/);
    expect(reply("Washington")).toMatch(/^\*\*45 of [^]*mention/);
  });

  it("PL8: what is told of a part in a group that is hidden leaves none or at least five of the whole", () => {
    const reply = drinkers([1, 4, 7, 20], [1, 4, 0, 0], [0, 0, 0, 10]);
    // 47 mean it: with 30 in Washington and 8 in California told, 7 who say it in New York would leave two.
    expect(reply("Washington")).toMatch(/^\*\*20 of [^]*mention/);
    expect(reply("New York")).toMatch(/^\*\*7 of [^]*mention/);
  });
});
