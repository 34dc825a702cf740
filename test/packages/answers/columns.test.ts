import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { importDataset } from "../../../dev/tools/importDataset";
import { Answering } from "../../../packages/answers/src/answering";
import { dateOf, rangeOf } from "../../../packages/answers/src/dataset/numbers";
import { decodeSnapshot } from "../../../packages/answers/src/dataset/snapshotBytes";
import { openDataset, type Dataset } from "../../../packages/answers/src/engine/dataset";
import { guideOf } from "../../../packages/answers/src/engine/guide";
import type { Frame, Slot } from "../../../packages/answers/src/read/frame";
import { stepsOf } from "../../../packages/answers/src/read/steps";
import { MemorySnapshots } from "../../fakes/snapshots";

const WORDS = "hull anchor rope harbour tide storm cargo engine crane sailor chart wind deck radio bridge light".split(
  " ",
);
const engine = new Answering();
let dataset: Dataset;
let rows: Record<string, string>[];
beforeAll(async () => {
  rows = Array.from({ length: 600 }, (_, i) => {
    const age = i % 10 === 0 ? 18 + (i % 7) : i % 10 === 1 ? 60 + ((i * 7) % 31) : 25 + (i % 30);
    return {
      text: `${WORDS[i % 16]} ${WORDS[(i * 5 + 3) % 16]} ${WORDS[(i * 11 + 7) % 16]} ${"abcdefghij"[i % 10]}${"klmnopqrst"[Math.floor(i / 10) % 10]}${i}`,
      date: `${2010 + (i % 5)}-0${1 + (i % 9)}-1${i % 9}`,
      fuel: i % 2 === 0 ? "Petrol" : i % 6 === 1 ? "Diesel " : "diesel",
      age: String(age),
      "Recommended IND": i % 5 === 0 ? "0" : "1",
      rating: String(1 + (i % 5)),
    };
  });
  const names = Object.keys(rows[0]!);
  const file = path.join(mkdtempSync(path.join(tmpdir(), "columns-")), "logs.csv");
  const line = (cells: string[]): string => cells.map((cell) => `"${cell}"`).join(",");
  writeFileSync(file, [line(names), ...rows.map((row) => line(names.map((name) => row[name]!)))].join("\n"));
  const snapshots = new MemorySnapshots();
  const { pointer } = await importDataset({
    ...{ kind: "chats", file, snapshots, now: () => 0, progress: () => undefined },
    record: { one: "log", many: "logs" },
  });
  engine.open(await snapshots.load(pointer), pointer);
  dataset = openDataset(decodeSnapshot(await snapshots.load(pointer)), pointer);
}, 60_000);

const valuesOf = (name: string): string[] => [...(dataset.columns.find((one) => one.name === name)?.values ?? [])];
const planFor = (...turns: string[]) =>
  engine.foresee(
    "chats",
    turns.map((content) => ({ role: "user", content })),
  ).plan?.steps[0];
const replyTo = (content: string): string => engine.answer("chats", [{ role: "user", content }]).answer.reply;

describe("a column's values", () => {
  it("are one in any case and spacing", () => {
    expect([...valuesOf("fuel")].sort()).toEqual(["Petrol", "diesel"]);
  });

  it("are numbers or bands that never overlap", () => {
    const spans = valuesOf("age")
      .map((value) => rangeOf(value)!)
      .sort((a, b) => a.low - b.low);
    expect(spans.length).toBeGreaterThan(10);
    expect(spans.filter(({ low }, i) => i > 0 && low <= spans[i - 1]!.high)).toEqual([]);
    const known = rows.filter(({ age }) => spans.some(({ low, high }) => Number(age) >= low && Number(age) <= high));
    expect(known).toHaveLength(rows.length);
  });
});

describe("a question about columns", () => {
  it("finds a column of yes and no whose name ends in IND", () => {
    expect(planFor("What share would recommend it?")).toEqual({
      do: "share",
      of: { where: { "Recommended IND": "1" } },
    });
  });

  it("sets spans of numbers side by side where averages are asked for", () => {
    const side = (values: { from?: number; to?: number }): Slot => ({
      ...{ role: "side", kind: "value", topic: "", column: "age", values },
    });
    const frame: Frame = {
      ...{ ask: "average", slots: [side({ from: 61 }), side({ to: 29 })], order: "most" },
      ...{ limit: null, fewest: null, claim: null, older: [] },
    };
    expect(stepsOf(frame, guideOf(dataset))).toEqual([
      { do: "average", column: "rating", among: { where: { age: { from: 61 } } } },
      { do: "average", column: "rating", among: { where: { age: { to: 29 } } } },
    ]);
  });

  it("tells an average beside whatever else was asked for", () => {
    const reply = replyTo("What is the average rating, and how many logs is that based on?");
    expect(reply).toMatch(/^The average rating of \d+ logs is \*\*3\.0/);
    expect(reply).toMatch(/There are \*\*\d+ logs\*\*/);
  });

  it("tells from when until when all records are", () => {
    const dates = valuesOf("date")
      .filter((value) => dateOf(value))
      .sort();
    expect(replyTo("How many logs are there?")).toContain(`- Date: ${dates[0]!} to ${dates.at(-1)!}.`);
  });
});
