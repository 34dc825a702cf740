import { holdersOf } from "../../../packages/answers/src/dataset/holders";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { stemOf, terms } from "../../../packages/answers/src/dataset/words";
import type { Dataset } from "../../../packages/answers/src/engine/dataset";
import { Evidences } from "../../../packages/answers/src/engine/evidence";
import { aliasesOf } from "../../../packages/answers/src/engine/groups";
import { columnGroups } from "../../../packages/answers/src/engine/selection";
import { tellsOfFew } from "../../../packages/answers/src/engine/across";
import { withheldCells } from "../../../packages/answers/src/engine/tables";
import { toldWithoutWishes } from "../../../packages/answers/src/engine/wishes";
import { Engine } from "../../../packages/answers/src/engine/engine";
import { bounded } from "../../../packages/answers/src/plan/bounded";
import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { encodeSnapshot, NO_SUBJECTS } from "../../../packages/answers/src/dataset/snapshotBytes";
import {
  leavesOf,
  predicatesOf,
  type AnswerPlan,
  type Known,
  type Predicate,
  type Step,
} from "../../../packages/answers/src/plan/plan";
import { foresightOf } from "../../../packages/answers/src/plan/foresight";
import { planOf } from "../../../packages/answers/src/plan/planner";
import { cpuMs } from "../../setup/cpu";
import { hostileConversations } from "../../setup/hostileConversations";
import { sampled } from "../../setup/runs";
import { HOSTILE_QUESTIONS, HOSTILE_WORDS } from "../../setup/hostileQuestions";

const WORDS = Array.from("bdfgklmnprstvz", (first) =>
  ["ama", "eko", "ilu", "oda", "upi", "ako", "emu", "ido", "ola", "uga"].map((rest) => `${first}${rest}k`),
).flat();
const SIZE = 4_000;
const WORDS_OF_RECORD = 10;

/** Records of random words, without the learning of a snapshot. Each word looked up for other words is noted. */
function datasetOf(looked: number[]): Dataset {
  const random = seededRandom(7);
  const ids = Uint32Array.from({ length: SIZE * WORDS_OF_RECORD }, () => Math.floor(random() * WORDS.length));
  const recordTerms = { starts: Uint32Array.from({ length: SIZE + 1 }, (_, i) => i * WORDS_OF_RECORD), ids };
  return {
    size: SIZE,
    columns: [],
    stemIds: new Map(WORDS.map((word, id) => [stemOf(word), id])),
    recordTerms,
    holders: holdersOf(recordTerms, WORDS.length),
    equivalentsOf: { get: (id: number) => (looked.push(id), []) },
    subjectsBy: new Map(),
    subjects: NO_SUBJECTS,
    vocabulary: { stems: WORDS.map(stemOf), surfaces: WORDS, recordCounts: new Uint32Array(WORDS.length) },
  } as unknown as Dataset;
}

const topic = (text: string): Predicate => ({ is: "topic", text, words: text });

describe("PL5: hostile plans are cheap", () => {
  it("one phrase of 140 known words is not tried without each of them in turn", async () => {
    const evidences = new Evidences(datasetOf([]), []);
    const { ms, result } = await cpuMs(() => evidences.of(topic(WORDS.join(" "))));
    expect(result.leftOut.length).toBeGreaterThan(100);
    expect(ms).toBeLessThan(700);
  });

  it("other words are looked for to the first sixteen topics alone, and all are counted", () => {
    const looked: number[] = [];
    const items = WORDS.map(topic);
    const evidences = new Evidences(datasetOf(looked), [{ do: "rank", items, among: null, least: false }]);
    // In any order, so that each result of a plan sees a topic counted as the same.
    const counts = [...items].reverse().map((item) => evidences.of(item).count);
    expect(counts.every((count) => count! > 100)).toBe(true);
    expect(new Set(looked)).toEqual(new Set(WORDS.slice(0, 16).map((_, id) => id)));
  });
});

/** Columns of 500 values each, as no dataset has more, and words of which most are used. */
const COLUMNS = ["state", "topic", "city", "age"].map((name) => ({
  name,
  values: Array.from({ length: 500 }, (_, i) =>
    name === "age" ? `${i}-${i + 4}` : `${name} s${i} & ${WORDS[i % 50]!}`,
  ),
}));
const KNOWN: Known = {
  kind: "goals",
  size: 20_000,
  columns: COLUMNS,
  countOf: (stem) => (stem.includes("_") ? undefined : 30),
};
const ALIASES = aliasesOf(COLUMNS);
const planned = (...questions: string[]): AnswerPlan =>
  planOf(
    questions.map((content) => ({ role: "user" as const, content })),
    KNOWN,
    ALIASES,
  );
const leaves = ({ steps }: AnswerPlan): number => steps.flatMap(predicatesOf).flatMap(leavesOf).length;

describe("PL5: a plan is bounded", () => {
  it.each(HOSTILE_QUESTIONS)("%s: speaks of 30 topics and groups, of two steps each at most", (_, question) => {
    expect(leaves(planned(question))).toBeLessThanOrEqual(60);
  });

  it("says how many topics it leaves out, in the quote and in the reply", () => {
    const pairs = Array.from({ length: 50 }, (_, i) => `${WORDS[i]!} ${WORDS[i + 50]!}`);
    const plan = planned(`Rank ${pairs.join(", ")}.`);
    expect(plan.steps).toEqual([expect.objectContaining({ do: "rank" })]);
    expect(leaves(plan)).toBe(30);
    expect(plan.refusals).toEqual([{ kind: "tooMany", words: "", detail: ["30", "20"] }]);
    const { understood, answerable, answerableReason } = foresightOf(plan, KNOWN);
    expect(understood).toMatch(/20 more topics and groups are left out\.$/);
    expect(understood.length).toBeLessThanOrEqual(600);
    expect(answerable).toBe("partly");
    expect(answerableReason).toMatch(/the first 30 were looked for, and 20 more were left out/);
  });

  it("leaves out what a conversation adds beyond it, and never what the rest is counted among", () => {
    const some = (from: number, to: number): string => WORDS.slice(from, to).join(", ");
    const plan = planned(`Rank ${some(0, 25)} and ${WORDS[25]!}.`, `And ${some(30, 40)}?`);
    expect(leaves(plan)).toBeLessThanOrEqual(30);
    const within: Predicate = { is: "or", of: WORDS.slice(0, 40).map(topic) };
    const step: Step = { do: "rank", items: WORDS.slice(50, 60).map(topic), among: within, least: false };
    const { steps, refusals } = bounded({ version: "answer-plan/v1", steps: [step], refusals: [], notUnderstood: [] });
    expect([steps, refusals[0]!.detail]).toEqual([[], ["0", "50"]]);
  });
});

/** A story of a thousand characters as customers tell them: what a free quote costs at its dearest without ill will. */
const STORY =
  "I run a small practice with two colleagues, and most of the people who come to us want to lose weight or to quit " +
  "smoking before the summer. Last year we started a course on healthy food, which went well with younger clients, and " +
  "less so with everyone who has a family to cook for. We now think about a second one, on money: saving for a house, " +
  "paying back debt, or just getting by until the end of the month. Before we hire somebody for it, how many people say " +
  "that they want to save money, and is that more than those who want to lose weight? ";

describe("PL3: a free quote is cheap", () => {
  const quoteOf = (question: string) => (): unknown => foresightOf(planned(question), KNOWN);
  const costOf = async (quote: () => unknown): Promise<number> => {
    for (let i = 0; i < 20; i++) quote();
    const costs: number[] = [];
    for (let i = 0; i < 20; i++) costs.push((await cpuMs(quote)).ms);
    return Math.min(...costs);
  };

  it.each(HOSTILE_QUESTIONS)("%s", async (_, question) => {
    // Deployed, in one file, 2 to 4 ms. Machines differ, so a customer's story is the measure.
    const [story, hostile] = [
      await costOf(quoteOf(STORY.repeat(2).slice(0, 1_000))),
      await costOf(quoteOf(question.slice(0, 1_000))),
    ];
    expect(hostile / story).toBeLessThan(5);
  });
});

describe("PL5: a hostile question is answered in little time", () => {
  const engine = new Engine();
  const random = seededRandom(3);
  const wordOf = (): string => HOSTILE_WORDS[Math.floor(random() * HOSTILE_WORDS.length)]!;
  const records = Array.from({ length: 600 }, (_, i) => ({
    text: `I want ${Array.from({ length: 8 }, wordOf).join(" ")} in ${i}`,
    fields: { state: `s${i % 8}` },
  }));
  const bytes = encodeSnapshot(learnSnapshot("goals", records, { random: seededRandom(1), progress: () => undefined }));
  const pointer = { kind: "goals" as const, dataHash: "sha256:0", count: records.length, publishedAt: 0 };
  const { planning } = engine.open(bytes, pointer);
  const WHY: Readonly<Record<string, RegExp>> = {
    instructions: /Instructions in a question are not followed/,
    "instructions as markup": /Records are not given out/,
    "raw records": /Records are not given out/,
    "personal data": /No answer tells who someone is/,
    "personal data behind a question": /No answer tells who someone is/,
    "pictures alone": /No question about the data was found/,
    "right to left": /understood in English only/,
  };

  const all = hostileConversations({ words: HOSTILE_WORDS, columns: planning.columns });
  const refused = all.filter(([what]) => what in WHY);
  const others = all.filter(([what]) => !(what in WHY));
  it.each([...refused, ...sampled(others, 12)])("%s", async (what, asks) => {
    const messages = asks.map((content) => ({ role: "user" as const, content }));
    const { ms, result } = await cpuMs(() => engine.reply("goals", messages, 0));
    const { reply } = result.answer;
    expect(reply).toMatch(WHY[what] ?? /./);
    for (const [, low, high] of reply.matchAll(/\*\*(?:Between )?([\d,]+) and ([\d,]+)(?: of|\*\*)/g))
      expect(Number(low!.replace(",", ""))).toBeLessThanOrEqual(Number(high!.replace(",", "")));
    // What 100,000 records take is in docs/figures.md. To read 50 messages of 4,000 characters takes most of a second.
    expect(ms).toBeLessThan(asks.length > 1 ? 1_500 : 400);
  });
});

describe("PL5: groups of several columns joined are counted in little time", () => {
  const random = seededRandom(5);
  const oneOf = (values: readonly string[]): string => values[Math.floor(random() ** 2 * values.length)]!;
  const valuesOf = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name}${i}`);
  const columns = {
    state: valuesOf("st", 50),
    plan: valuesOf("pl", 8),
    device: valuesOf("de", 5),
    tier: valuesOf("ti", 4),
  };
  const records = Array.from({ length: 1_500 }, (_, i) => ({
    text: `I want ${Array.from({ length: 3 }, () => oneOf(HOSTILE_WORDS)).join(" ")} in ${i}`,
    fields: Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, oneOf(values)])),
  }));
  const engine = new Engine();
  const bytes = encodeSnapshot(learnSnapshot("goals", records, { random: seededRandom(1), progress: () => undefined }));
  const pointer = { kind: "goals" as const, dataHash: "sha256:0", count: records.length, publishedAt: 0 };
  engine.open(bytes, pointer);
  const { state, plan, device, tier } = columns;
  const some = [...plan, ...device, ...tier, ...state.slice(0, 13)].join(", ");
  it("30 values ranked among those who say a word", async () => {
    const content = `Rank ${some} among those who mention ${HOSTILE_WORDS[0]}.`;
    const { ms, result } = await cpuMs(() => engine.reply("goals", [{ role: "user", content }], 0));
    expect(result.answer.reply).toMatch(/withheld|can't be told/);
    // A fifth of that on a quiet core.
    expect(ms).toBeLessThan(1_500);
  });

  it("a table of two columns is searched once, for all of its lines", async () => {
    const cells = Uint32Array.from({ length: 50 * 150 }, () => Math.floor(random() ** 6 * 3_000));
    const { ms, result } = await cpuMs(() =>
      Array.from({ length: 150 }, () => withheldCells({ width: 50, cells: cells.slice() })),
    );
    expect(new Set(result.map((one) => one.join(""))).size).toBe(1);
    expect(ms).toBeLessThan(1_000);
  });
});

describe("PL3: the questions before the last are read as far as a conversation of usual length reaches", () => {
  it("a first question is leaned on after many short ones, and not after many long ones", () => {
    const isLeanedOn = (...between: string[]): boolean =>
      JSON.stringify(
        planned(`How many mention ${WORDS[0]}?`, ...between, "And of those, how many are men?").steps,
      ).includes(WORDS[0]!);
    expect(isLeanedOn(...Array.from({ length: 48 }, () => " ".repeat(400)))).toBe(true);
    expect(isLeanedOn(...Array.from({ length: 7 }, () => " ".repeat(3_990)))).toBe(false);
  });

  it("48 long questions before it cost little more than six do", async () => {
    const long = WORDS.join(", ").repeat(5).slice(0, 3_990);
    const taken = async (count: number): Promise<number> =>
      (await cpuMs(() => planned(...Array.from({ length: count }, () => long), "And of those?"))).ms;
    await taken(6);
    expect(await taken(48)).toBeLessThan(3 * (await taken(6)) + 20);
  });
});

describe("PL5: a reply does nothing twice", () => {
  it("the names of a column's values are searched once, not for each of 500 values", () => {
    const values = Array.from({ length: 500 }, (_, i) => `v${i}`);
    const codes = Uint16Array.from({ length: 5_000 }, (_, i) => (i % values.length) + 1);
    const columns = [{ name: "tag", values, codes }];
    let looked = 0;
    const aliases = aliasesOf(columns).map((alias) => ({
      ...alias,
      get column() {
        looked += 1;
        return "tag";
      },
    }));
    const dataset = { size: codes.length, columns, aliases, around: new Map() } as unknown as Dataset;
    expect(columnGroups(dataset, "tag")).toHaveLength(values.length);
    expect(looked).toBeLessThanOrEqual(aliases.length);
  });

  it("what the parts of a reply ask for again is selected once", () => {
    const evidences = new Evidences(datasetOf([]), []);
    const [a, b] = [topic(WORDS[0]!), topic(WORDS[1]!)];
    const first = evidences.of(a, b);
    const again = evidences.of({ ...a }, { ...b });
    expect(again.conditions).toBe(first.conditions);
    expect(again.mask).toBe(first.mask);
    expect(evidences.of(a).mask).not.toBe(first.mask);
  });

  it("texts are read of those alone who may say a word in wishes only", () => {
    const texts = ["Happy New Year", "A happy life in the new year", "Happy in a new year", "I want to be happy"];
    const all = Array.from({ length: 400 }, (_, i) => texts[i % texts.length]!);
    const stems = ["happi", "new", "year", "life"];
    const ids = all.map((text) => terms(text).flatMap((stem) => (stems.includes(stem) ? [stems.indexOf(stem)] : [])));
    const starts = Uint32Array.from([0, ...ids].map((_, i) => ids.slice(0, i).flat().length));
    const recordTerms = { starts, ids: Uint32Array.from(ids.flat()) };
    const read: number[] = [];
    const dataset = {
      size: all.length,
      stemIds: new Map(stems.map((stem, id) => [stem, id])),
      recordTerms,
      holders: holdersOf(recordTerms, stems.length),
      texts: { at: (i: number) => (read.push(i), all[i]!) },
    } as unknown as Dataset;
    const holding = new Uint8Array(all.length).fill(1);
    const inYear = holding.map((_, i) => Number(i % 4 !== 3));
    const finding = { saying: () => ({ mask: inYear, holding: inYear }), holding: () => inYear };
    const found = toldWithoutWishes(dataset, { word: "happy", ids: [0] }, holding, finding);
    expect([...found!.mask.subarray(0, 4)]).toEqual([0, 1, 1, 1]);
    // "Happy in a new year" has the words of the wish one after the other, without what stands between.
    expect(new Set(read.map((i) => i % 4))).toEqual(new Set([0, 2]));
    expect(read).toHaveLength(200);
  });
});

it("MP8: what an answer's earlier plans tell is counted once", () => {
  const looked: number[] = [];
  const dataset = { ...datasetOf(looked), themeOf: new Uint16Array(SIZE), themes: [] } as unknown as Dataset;
  const count = (i: number): Step => ({ do: "count", of: topic(WORDS[i]!), among: null });
  for (let step = 1; step <= 12; step++)
    tellsOfFew(
      dataset,
      Array.from({ length: step }, (_, i) => [count(i)]),
      count(step),
    );
  expect(looked).toHaveLength(13);
});
