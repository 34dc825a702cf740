import { numbersOf } from "../../../../packages/answers/src/dataset/numbers";
import { NOISE } from "../../../../packages/answers/src/disclosure/noise";
import { People } from "../../../../packages/answers/src/disclosure/people";
import { sampled } from "../../../../packages/answers/src/dataset/topics";
import { learnSnapshot } from "../../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../../packages/answers/src/dataset/random";
import { openDataset, type Dataset } from "../../../../packages/answers/src/engine/dataset";
import { guideOf } from "../../../../packages/answers/src/engine/guide";
import { faultsIn, runPlan, runStep } from "../../../../packages/answers/src/engine/run";
import { decodeSnapshot } from "../../../../packages/answers/src/dataset/snapshotBytes";
import type { Figure, Result } from "../../../../packages/answers/src/engine/results";
import { MAX_DEPTH, type Predicate, type Step } from "../../../../packages/answers/src/plan";
import { planFaults } from "../../../../packages/answers/src/planFaults";
import { MemorySnapshots } from "../../../fakes/snapshots";
import { publishSample } from "../../../setup/sample";

let goals: Dataset;
let chats: Dataset;
beforeAll(async () => {
  const opened = async (kind: "goals" | "chats") => {
    const snapshots = new MemorySnapshots();
    const pointer = await publishSample(snapshots, kind, { publishedAt: 0 });
    return openDataset(decodeSnapshot(await snapshots.load(pointer)), pointer);
  };
  [goals, chats] = [await opened("goals"), await opened("chats")];
});

/** How many texts of the sample hold a word: the truth that figures are compared with. */
const holding = (dataset: Dataset, pattern: RegExp, column?: string, value?: string): number => {
  const at = dataset.columns.find(({ name }) => name === column);
  let found = 0;
  for (let i = 0; i < dataset.texts.length; i++)
    if (pattern.test(dataset.texts.at(i)) && (!at || at.values[at.codes[i]! - 1] === value)) found += 1;
  return found;
};
const run = <N extends Step["do"]>(dataset: Dataset, step: Extract<Step, { do: N }>) =>
  runStep(dataset, step) as ResultOf<N>;
type ResultOf<N, R = Result> = R extends { do: infer D } ? (N extends D ? R : never) : never;

const near = (figure: Figure, size: number): void => {
  expect(size).toBeGreaterThanOrEqual(figure.low);
  expect(size).toBeLessThanOrEqual(figure.high);
};

describe("happy", () => {
  it("counts a topic in any form, and within a group", () => {
    const all = run(goals, { do: "count", of: { words: "lose weight" } });
    near(all.of.count, holding(goals, /\blose weight\b/i));
    const women = run(goals, { do: "count", of: { words: "learn" }, among: { where: { gender: "female" } } });
    near(women.of.count, holding(goals, /\blearn\b/i, "gender", "female"));
    expect(women.share.percent).toBeCloseTo((100 * women.of.count.told!) / women.among.count.told!, 6);
  });

  it("finds values of columns in any case, and by what else they are called", () => {
    const [own, called] = [{ gender: "FEMALE" }, { sex: "women" }].map((where) =>
      run(goals, { do: "count", of: { where } }),
    );
    expect(called!.of.count).toEqual(own!.of.count);
    expect(faultsIn(goals, { steps: [{ do: "count", of: { where: { sex: "women" } } }] })).toEqual([]);
  });

  it("joins predicates: all, any, none", () => {
    const [learn, write] = [{ words: "learn" }, { words: "write" }];
    const either = run(goals, { do: "count", of: { any: [learn, write] } });
    near(either.of.count, holding(goals, /\blearn\b|\bwrite\b/i));
    const not = run(goals, { do: "count", of: { none: [learn] } });
    near(not.of.count, goals.texts.length - holding(goals, /\blearn\b/i));
  });

  it("splits by a column, and says which is first by more than chance", () => {
    const split = run(goals, { do: "split", by: "gender" });
    expect(split.lines.map(({ name }) => name).sort()).toEqual(["female", "male"]);
    for (const { name, count } of split.lines) near(count, holding(goals, /./, "gender", name));
    expect(split.verdict).toBe("same");
    const least = run(goals, { do: "split", by: "region", of: { words: "learn" }, order: "least" });
    const shares = least.lines.map(({ share }) => share.percent ?? share.high / 4);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });

  it("PL6: names themes by phrases, each with a share, a predicate that finds it again, and its own quote", () => {
    const { lines, base } = run(goals, { do: "themes" });
    expect(lines.length).toBeGreaterThanOrEqual(6);
    for (const { name, count, predicate } of lines) {
      expect(name).toMatch(/^\p{L}[\p{L}\p{N} '-]+$/u);
      const again = run(goals, { do: "count", of: predicate });
      expect(again.of.count.told).toEqual(count.told);
    }
    expect(lines.some(({ name }) => name.includes(" "))).toBe(true);
    const quotes = lines.flatMap(({ quote }) => quote?.text ?? []);
    expect(new Set(quotes).size).toBe(quotes.length);
    expect(base.count).toEqual(goals.people.all.figure);
  });

  it("gives the themes of any set, and what is more common in it than elsewhere", () => {
    const { lines, of } = run(chats, { do: "themes", of: { topic: "price" } });
    expect(lines.every(({ name }) => !/^prices?$/.test(name))).toBe(true);
    for (const { count } of lines) expect(count.told!).toBeLessThanOrEqual(of.count.high);
    const problems = run(chats, { do: "themes", cue: "problem" });
    expect(problems.base.count).toEqual(problems.of.count);
    const wishes = run(chats, { do: "themes", cue: "wish" });
    expect(wishes.base.count.told!).toBeLessThan(wishes.of.count.told!);
  });

  it("compares groups by a topic, or by the themes in which they differ", () => {
    const sides = [{ where: { gender: "female" } }, { where: { gender: "male" } }];
    const on = run(goals, { do: "compare", sides, on: { topic: "learning" } });
    expect(on.sides.map(({ share }) => share?.percent)).toEqual([expect.any(Number), expect.any(Number)]);
    expect(run(goals, { do: "compare", sides }).sides.every(({ themes }) => themes.length > 0)).toBe(true);
  });

  it("ranks items, and quotes what several say", () => {
    const { lines } = run(goals, { do: "rank", items: [{ topic: "smoking" }, { topic: "learning" }] });
    expect(lines.map(({ name }) => name)).toEqual(["learning", "smoking"]);
    const { quotes } = run(goals, { do: "quotes", of: { topic: "learning" }, limit: 4 });
    expect(quotes.length).toBeGreaterThan(1);
    for (const { text, alike } of quotes) expect([text, alike.told! >= 5]).toEqual([text, true]);
  });

  it("tells readers of the data: columns, values, themes, and which topics it has", () => {
    const guide = guideOf(goals);
    expect(guide.columns.find(({ name }) => name === "gender")?.values.map(({ value }) => value)).toEqual([
      "female",
      "male",
    ]);
    expect([guide.told({ topic: "learning" }) > 5, guide.told({ topic: "zeppelin" })]).toEqual([true, 0]);
    expect(guide.countOf("learn")).toBeGreaterThan(5);
    expect(guide.countOf("zeppelin")).toBeUndefined();
  });
});

describe("averages and groups", () => {
  const PLACES = ["north", "south", "west", "tiny"];
  const world = Array.from({ length: 400 }, (_, i) => {
    const place = i < 12 ? "tiny" : PLACES[i % 3]!;
    const money = place === "north" ? 900 + (i % 50) * 10 : 100 + (i % 50) * 10;
    return {
      text: `record of ${"abcdefghij"[i % 10]} and ${"klmnopqrst"[Math.floor(i / 10) % 10]} number ${i}`,
      fields: {
        place,
        money: `${Math.floor(money / 500) * 500}-${Math.floor(money / 500) * 500 + 500}`,
        member: place === "north" || i % 5 === 0 ? "yes" : "no",
        ...(i % 20 === 0 && { category: i % 40 === 0 ? "one" : "two" }),
      },
      numbers: { money },
      money,
      place,
    };
  });
  let dataset: Dataset;
  beforeAll(() => {
    dataset = openDataset(
      learnSnapshot("chats", world, {
        random: seededRandom(1),
        progress: () => undefined,
        voices: { keys: Uint32Array.from(world, (_, i) => i * 2_654_435_761), voices: null, copies: 0 },
      }),
      { kind: "chats", dataHash: "", count: 0, publishedAt: 0 },
    );
  });
  const meanOf = (place?: string): number => {
    const of = world.filter((one) => place === undefined || one.place === place);
    return of.reduce((sum, one) => sum + one.money, 0) / of.length;
  };

  it("gives the average of a column that is told in bands, near the true one and in its interval", () => {
    const { average, total, lines } = run(dataset, { do: "average", column: "money", by: "place" });
    expect(Math.abs(average!.mean - meanOf())).toBeLessThan(meanOf() / 20);
    for (const line of lines) {
      expect(meanOf(line.name)).toBeGreaterThanOrEqual(line.average.low);
      expect(meanOf(line.name)).toBeLessThanOrEqual(line.average.high);
    }
    expect(total!.sum).toBeGreaterThan(total!.low);
    // No digits that the noise has made up.
    expect(average!.mean).toBe(Number(average!.mean.toPrecision(3)));
  });

  it("gives none of fewer than ten", () => {
    expect(run(dataset, { do: "average", column: "money", among: { words: "number 7" } }).average).toBeNull();
  });

  it("gives none that the noise could have made up", () => {
    const few = Array.from({ length: 40 }, (_, i) => ({
      ...world[i]!,
      numbers: { money: i < 20 ? 1_000 + i : i % 2 },
    }));
    const numbers = numbersOf(few.map((one) => one.numbers.money))!;
    const people = new People(
      40,
      Uint32Array.from(few, (_, i) => i * 77),
      null,
      { ...NOISE, generation: 1 },
    );
    const mask = people.mask();
    for (let i = 20; i < 40; i++) mask[i >>> 5]! |= 1 << (i & 31);
    expect(people.averageOf(people.of(mask), "money", numbers)).toBeNull();
    expect(people.averageOf(people.all, "money", numbers)).not.toBeNull();
  });

  it("leaves groups out that have fewer records than asked for, and tells how many", () => {
    const average = run(dataset, { do: "average", column: "money", by: "place", fewest: 50 });
    expect(average.lines.map(({ name }) => name).sort()).toEqual(["north", "south", "west"]);
    expect([average.fewest, average.leftOut]).toEqual([50, 1]);
    const split = run(dataset, { do: "split", by: "place", of: { where: { member: "yes" } }, fewest: 50 });
    expect([split.lines.length, split.leftOut, split.notShown]).toEqual([3, 1, 0]);
    expect(planFaults({ steps: [{ do: "split", by: "place", fewest: 4 }] })[0]!.pointer).toBe("/steps/0/fewest");
  });

  it("compares groups by averages and shares of yes, and by no column that most lack", () => {
    const sides = ["north", "south"].map((place) => ({ where: { place } }));
    const { columns, parts } = run(dataset, { do: "compare", sides });
    expect(columns.map(({ by, is, differs }) => [by, is, differs])).toEqual([
      ["money", "average", true],
      ["member", "yes", true],
    ]);
    expect(parts).toBeNull();
  });

  it("P26: tells the same average however a set was made, and that of one less four as that of all", () => {
    const of = (among: Predicate) => run(dataset, { do: "average", column: "money", among }).average;
    const north = { where: { place: "north" } };
    expect(of({ all: [north, { any: [north] }] })).toEqual(of(north));
    expect(of({ all: [north], none: [{ words: "number 12" }] })).toEqual(of(north));
  });

  it("P26: sets that differ by five draw their noise apart, so that no difference tells what the five have", () => {
    const { people } = dataset;
    const numbers = dataset.columns.find(({ name }) => name === "money")!.numbers!;
    const without = (from: number): number => {
      const mask = people.mask();
      for (let i = 0; i < 200; i++) if (i < from || i >= from + 5) mask[i >>> 5]! |= 1 << (i & 31);
      const { average } = people.averageOf(people.of(mask), "money", numbers)!;
      const left = world.slice(0, 200).filter((_, i) => i < from || i >= from + 5);
      return average.mean * 195 - left.reduce((sum, one) => sum + one.money, 0);
    };
    const errors = Array.from({ length: 39 }, (_, i) => without(i * 5));
    const variance = errors.reduce((sum, one) => sum + one ** 2, 0) / errors.length;
    expect(Math.sqrt(variance)).toBeGreaterThan(numbers.spread);
  });
});

describe("topics whose small words tell", () => {
  const SAID: [number, (i: number) => string][] = [
    [30, (i) => `a room too small for ${i} of us`],
    [50, (i) => `small room, number ${i}`],
    [20, (i) => `they gave us time off in week ${i}`],
    [40, (i) => `a good time, visit ${i}`],
    [12, (i) => `we are going back, trip ${i}`],
    [9, (i) => `came back from trip ${i}`],
    [8, (i) => `spent money on food, day ${i}`],
    [20, (i) => `food cost us money, day ${i}`],
    [3, (i) => `too late, day ${i}`],
    [20, (i) => `late, day ${i}`],
    [7, (i) => `I put off chores, day ${i}`],
    [9, (i) => `procrastinate, day ${i}`],
    [30, (i) => `put it here, day ${i}`],
  ];
  const texts = SAID.flatMap(([size, said]) => Array.from({ length: size }, (_, i) => said(i))).map((text) => ({
    text,
    fields: {},
  }));
  const voices = { keys: Uint32Array.from(texts, (_, i) => i * 2_654_435_761), voices: null, copies: 0 };
  const dataset = openDataset(
    learnSnapshot("chats", texts, { random: seededRandom(1), progress: () => undefined, voices }),
    { kind: "chats", dataHash: "", count: 0, publishedAt: 0 },
  );
  const found = (topic: string): number => sampled(dataset.topics.about(topic).mask).length;

  it.each([
    ["too small", 30],
    ["Small", 80],
    ["time off", 20],
    ["going back", 12],
    ["money on food", 28],
    ["too late", 23],
    ["put off", 16],
    ["put", 37],
  ])("%s", (topic, size) => {
    expect(found(topic)).toBe(size);
  });

  it("say by which words they were counted", () => {
    expect(["too small", "time off", "too late"].map((topic) => dataset.topics.saidBy(topic).words)).toEqual([
      ["too small"],
      ["time off"],
      ["late"],
    ]);
  });
});

describe("dates", () => {
  const months = Array.from({ length: 120 }, (_, i) => ({
    text: `record of ${"abcdefghij"[i % 10]} number ${i}`,
    fields: { review_date: `${i < 72 ? 2023 : 2024}-${String((i % 12) + 1).padStart(2, "0")}` },
  }));
  const voices = { keys: Uint32Array.from(months, (_, i) => i * 2_654_435_761), voices: null, copies: 0 };
  const dataset = openDataset(
    learnSnapshot("chats", months, { random: seededRandom(1), progress: () => undefined, voices }),
    { kind: "chats", dataHash: "", count: 0, publishedAt: 0 },
  );

  it("a year means all of its months, and part of a number none", () => {
    const of = { where: { review_date: ["2023"] } };
    expect(faultsIn(dataset, { steps: [{ do: "count", of }] })).toEqual([]);
    const found = run(dataset, { do: "count", of }).of;
    near(found.count, 72);
    expect(found.name).toMatch(/with review_date 2023$/);
    for (const value of ["202", "2023-0", "2022"])
      expect(faultsIn(dataset, { steps: [{ do: "count", of: { where: { review_date: value } } }] })).toHaveLength(1);
  });
});

describe("bad input", () => {
  it.each([
    [{ steps: [{ do: "cuont" }] }, "/steps/0/do", /one of count, share/],
    [{ steps: [{ do: "share" }] }, "/steps/0/of", /missing/],
    [{ steps: [{ do: "split", by: "state", order: "up" }] }, "/steps/0/order", /value/],
    [{ steps: [{ do: "top", limit: 99 }] }, "/steps/0/limit", /<= 20/],
    [{ steps: [{ do: "count", of: {} }] }, "/steps/0/of", /at least one/],
    [{ steps: [{ do: "count", of: { where: { state: [] } } }] }, "/steps/0/of/where/state", /fewer than 1|must/],
    [{ steps: [] }, "/steps", /fewer than 1/],
    [{ steps: [{ do: "top" }], more: 1 }, "/more", /no such member/],
    [[], "", /object/],
    [null, "", /object/],
  ])("points to what is wrong with a plan: %j", (plan, pointer, detail) => {
    const faults = planFaults(plan);
    expect(faults.map((fault) => fault.pointer)).toContain(pointer);
    expect(faults.find((fault) => fault.pointer === pointer)!.detail).toMatch(detail);
  });

  it("takes a plan of every step", () => {
    const of = { all: [{ topic: "a" }, { none: [{ where: { state: ["TX", "CA"] } }] }] };
    const steps = [
      { do: "count", of },
      { do: "themes", cue: "wish" },
      { do: "compare", sides: [of, of] },
      { do: "quotes" },
    ];
    expect(planFaults({ version: "answer-plan/v2", steps, format: "json" })).toEqual([]);
  });

  it("names columns and values that this data does not have, by their pointers, and finds nobody", () => {
    const of = { any: [{ where: { planet: "Mars" } }, { where: { gender: ["female", "robot"] } }] };
    expect(
      faultsIn(goals, {
        steps: [
          { do: "count", of },
          { do: "split", by: "planet" },
        ],
      }),
    ).toEqual([
      { pointer: "/steps/0/of/any/0/where/planet", detail: expect.stringContaining("one of age, category") },
      { pointer: "/steps/0/of/any/1/where/gender/1", detail: expect.stringContaining("female, male") },
      { pointer: "/steps/1/by", detail: expect.stringContaining("planet") },
    ]);
    expect(run(goals, { do: "count", of: { where: { planet: "Mars" } } }).of.count.told).toBeNull();
  });

  it("PL5: refuses a step of more predicates than are looked at, and runs the largest that are", () => {
    const wide = (depth: number, width: number): Predicate =>
      depth === 0
        ? { topic: "learning a language" }
        : { any: Array.from({ length: width }, () => wide(depth - 1, width)) };
    expect(faultsIn(goals, { steps: [{ do: "count", of: wide(MAX_DEPTH - 1, 12) }] })[0]!.detail).toMatch(/at most 60/);
    expect(runPlan(goals, { steps: [{ do: "count", of: wide(MAX_DEPTH - 1, 5) }] })).toHaveLength(1);
  });

  it.each(["", " ", "\u0000", "#", "a".repeat(200), "((((", "the of and", "💥".repeat(50)])(
    "finds nobody by %j, and throws nothing",
    (topic) => {
      for (const step of [
        { do: "count", of: { topic } },
        { do: "themes", of: { words: topic } },
      ] as Step[])
        expect(() => runStep(goals, step)).not.toThrow();
    },
  );
});

describe("security", () => {
  it("quotes only texts that nothing was taken out of, and tells no figure below five", () => {
    const results = [goals, chats].flatMap((dataset) =>
      runPlan(dataset, {
        steps: [
          { do: "themes", limit: 20 },
          { do: "top", limit: 20 },
          { do: "quotes", limit: 20 },
          { do: "split", by: dataset.columns[0]!.name, of: { topic: "learning" } },
        ],
      }),
    );
    const said = JSON.stringify(results);
    expect(said).not.toMatch(/\[(?:name|handle|email|link|phone)\]/);
    const told = [...said.matchAll(/"told":(\d+)/g)].map(([, figure]) => Number(figure));
    expect(told.length).toBeGreaterThan(100);
    expect(Math.min(...told)).toBeGreaterThanOrEqual(5);
  });
});
