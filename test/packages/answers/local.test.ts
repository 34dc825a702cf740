import { localAnswers } from "../../../packages/answers/src/local";
import { DatasetMissing, type Answers } from "../../../functions/src/ports/answers";
import { MemorySnapshots } from "../../fakes/snapshots";
import { cpuMs } from "../../setup/cpu";
import { ask, goalsOfStates, headlineOf, NOW, publish, quiet, sampleAnswers } from "./fixture";

let sample: Answers;
let known: Answers;
let dataHash: string;

beforeAll(async () => {
  sample = await sampleAnswers();
  const snapshots = new MemorySnapshots();
  dataHash = await publish(snapshots, "goals", goalsOfStates());
  known = localAnswers({ snapshots, now: () => NOW, log: quiet });
});

describe("happy", () => {
  it("names the snapshot that it counted in", async () => {
    const { dataHash: named, datasetCount } = await known.answer("goals", [
      { role: "user", content: "What do people want?" },
    ]);
    expect({ named, datasetCount }).toEqual({ named: dataHash, datasetCount: 150 });
  });

  it("tells of the one word apart where nothing holds all words of a topic", async () => {
    const reply = await ask(
      sample,
      "chats",
      "Why do people want AI to do their invoices?",
      "Show me three of them word for word",
    );
    expect(reply).toMatch(/hold these words together, too few to count/);
    expect(reply).toMatch(/Of “invoices” alone:\n\n\*\*\d+ of \d+ chats/);
    expect(reply).toMatch(/- “.*invoice/i);
  });

  it("says what people want most, with counts and shares", async () => {
    const reply = await ask(known, "goals", "What do people want most?");
    expect(reply).toMatch(/^\*\*.+\*\* is mentioned most: in \d+ of the 150 goals \(\d+ %\)\./);
    expect(reply).toMatch(/cook/i);
    expect(reply).toMatch(/marathon/i);
    expect(reply).toMatch(/\*\*: \d+ \(\d+(?:\.\d)? %\)/);
  });

  it("says first what the data's own column calls the records, also within a group", async () => {
    const snapshots = new MemorySnapshots();
    const category = (text: string) => (text.includes("cook") ? "Food" : text.includes("marathon") ? "Sport" : "Money");
    await publish(
      snapshots,
      "goals",
      goalsOfStates().map(({ text, fields }) => ({ text, fields: { ...fields, category: category(text) } })),
    );
    const told = localAnswers({ snapshots, now: () => NOW, log: quiet });
    const reply = await ask(told, "goals", "What do people want most?");
    expect(reply).toContain(
      "The largest by category:\n\n1. **Food**: 80 (53 %)\n2. **Sport**: 40 (27 %)\n3. **Money**: 30 (20 %)",
    );
    expect(reply.indexOf("What they mention most")).toBeGreaterThan(reply.indexOf("Money"));
    expect(await ask(told, "goals", "What do people in Texas want?")).toContain(
      "1. **Sport**: 40 (67 %; 27 % of all goals)\n2. **Money**: 20 (33 %; 20 % of all goals)",
    );
    expect(await ask(told, "goals", "What do people in the category Food want?")).not.toContain("by category");
  });

  it.each([
    ["How many want to run a marathon?", 40],
    ["how many people want to cook", 80],
    ["what number of goals mention Italian", 50],
    ["How many mention money?", 30],
    ["What share of people want to cook Thai food?", 30],
  ])("counts: %s", async (question, truth) => {
    expect(headlineOf(await ask(known, "goals", question))).toBe(truth);
  });

  it("counts within a group, by code, by name and by gender", async () => {
    expect(headlineOf(await ask(known, "goals", "How many in Texas want to save money?"))).toBe(20);
    expect(headlineOf(await ask(known, "goals", "how many people in TX mention saving"))).toBe(20);
    expect(headlineOf(await ask(known, "goals", "How many women in Texas want to run a marathon?"))).toBe(20);
    expect(headlineOf(await ask(known, "goals", "How many men want to cook?"))).toBe(40);
  });

  it("says what people in a state want", async () => {
    const reply = await ask(known, "goals", "What do people in Texas want?");
    expect(reply).toContain("**run a marathon** is mentioned most: in 40 of 60 goals that come from Texas (67 %).");
    expect(reply).toMatch(/marathon/i);
    expect(reply).not.toMatch(/cook|Italian/i);
  });

  it("tells what differs between two groups", async () => {
    const reply = await ask(known, "goals", "What is different between Texas and California?");
    expect(reply).toMatch(
      /^\*\*They differ in some words, in no topic\*\*: among 60 goals from Texas and 60 from California/,
    );
    // Nothing is said of a topic where one of the two counts is withheld.
    expect(reply).toContain("- save money: Texas 20 (33 %), California 10 (17 %); no difference beyond chance\n");
    expect(reply).not.toContain("run a marathon");
    expect(reply).toMatch(/What those from Texas say most:\n\n- “Run a marathon before”: 40 \(67 %\)/);
    expect(reply).toMatch(
      /What those from California say most \(each 5 of them or more\):\n\n(?:[^\n]+\n)*- “Learn to cook Italian food/,
    );
  });

  it("tells what differs between two topics", async () => {
    const reply = await ask(known, "goals", "compare running a marathon with cooking");
    expect(reply).toContain(
      "**“cooking”** is in more of the 150 goals: 80 (53 %), against 40 (27 %) for “running a marathon”.",
    );
  });

  it("splits by a column", async () => {
    const reply = await ask(known, "goals", "Which states want to cook?");
    expect(reply).toMatch(/^\*\*California\*\* has the most of any state: 50 \(63 %\)/);
    expect(reply).toContain("| California | 50 |");
    expect(reply).toContain("| New York | 30 |");
    expect(reply).not.toContain("Texas");
  });

  it("understands what a follow-up leaves out", async () => {
    expect(headlineOf(await ask(known, "goals", "How many want to save money?", "And in California?"))).toBe(10);
    expect(headlineOf(await ask(known, "goals", "What do people in Texas want?", "how many of those are women?"))).toBe(
      30,
    );
    expect(
      headlineOf(await ask(known, "goals", "How many in Texas want to save money?", "what about California?")),
    ).toBe(10);
    expect(await ask(known, "goals", "How many want to cook?", "Tell me more")).toMatch(/cook/);
  });

  it("compares a follow-up's group with the one before", async () => {
    const reply = await ask(known, "goals", "What do people in Texas want?", "How does that differ from California?");
    expect(reply).toContain("60 goals from Texas and 60 from California");
  });

  it("keeps the topic where a follow-up names two groups", async () => {
    const reply = await ask(known, "goals", "How many want to save money?", "And Texas vs California?");
    expect(reply).toMatch(
      /^20 of 60 goals from \*\*Texas\*\* \(33 %\) mention “save money”, against 10 of 60 from California \(17 %\)\./,
    );
  });

  it("speaks of each where a question names several groups of one column", async () => {
    const two = await ask(known, "goals", "What do people in Texas and California want?");
    expect(two).toMatch(/60 goals from Texas and 60 from California/);
    const three = await ask(known, "goals", "How many in Texas, California and New York want to cook?");
    expect(three).toMatch(
      /^30 of 30 goals from \*\*New York\*\* \(100 %\) .* against 50 of 60 from California \(83 %\)/,
    );
    expect(three).toContain("Withheld: Texas.");
  });

  it.each([
    ["Do more people want to run a marathon or to cook?", ""],
    ["Is running a marathon more popular than cooking?", "**No**: "],
  ])("compares: %s", async (question, verdict) => {
    const reply = await ask(known, "goals", question);
    expect(reply.startsWith(verdict)).toBe(true);
    expect(reply.slice(verdict.length)).toMatch(
      /^\*\*“cook(?:ing)?”\*\* is the more common: 80 \(53 %\), against 40 \(27 %\) for “run(?:ning)? a marathon” \(40 more, twice as many\)\./,
    );
  });

  it("asks of both of two rivals what is said of one", async () => {
    const reply = await ask(known, "goals", "Do people in Texas want to save money more than in California?");
    expect(reply).toMatch(
      /^\*\*Yes\*\*: 20 of 60 goals from \*\*Texas\*\* \(33 %\) mention “save money”, against 10 of 60 from California \(17 %\)\./,
    );
  });

  it("gives a share of the people asked about, not of all", async () => {
    expect(await ask(sample, "goals", "What share of women want something about business?")).toMatch(
      /^\*\*\d+ of \d+ goals from women \(\d+ %\)\*\* come under category “Business”\./,
    );
  });

  it("says how many are not about it where a question asks so", async () => {
    const reply = await ask(known, "goals", "How many do not mention Italian?");
    expect(reply).toContain("**100 of 150 goals (67 %)** do not mention “Italian”.\nThe other **50** do.");
  });

  it.each([
    "What are the top 3 complaints?",
    "What are the main pain points?",
    "Which wishes are most common among people?",
    "Break it all down",
  ])("sees no topic in words that only frame a question: %s", async (question) => {
    expect(await ask(known, "goals", question)).toMatch(/is mentioned most: in \d+ of the 150 goals/);
  });

  it("takes a word for the topic where it is what a question is about", async () => {
    expect(await ask(sample, "chats", "How many ask about the free plan?")).toContain("“free plan”");
  });

  it("reads a question in capitals", async () => {
    expect(await ask(known, "goals", "WHAT DO PEOPLE IN TEXAS WANT?")).toContain("come from Texas");
  });

  it("knows countries by name, and says under which column other groups stand", async () => {
    expect(await ask(sample, "chats", "What do visitors from Germany ask?")).toContain("come from Germany");
    expect(await ask(sample, "goals", "How many goals are about business?")).toContain(
      "come under category “Business”",
    );
  });

  it("gives no fewer quotes where they are asked for", async () => {
    const quotes = (reply: string): number => (reply.match(/^(?:- | {2})“[^“”]+”$/gm) ?? []).length;
    expect(
      quotes(await ask(known, "goals", "What do people say about saving money?", "Show me more examples")),
    ).toBeGreaterThanOrEqual(quotes(await ask(known, "goals", "What do people say about saving money?")));
  });

  it("starts afresh with a question that stands alone", async () => {
    expect(
      headlineOf(await ask(known, "goals", "What do people in Texas want?", "How many people want to cook?")),
    ).toBe(80);
  });

  it.each([
    ["chats", "What do people ask about most?"],
    ["chats", "How many ask about invoices?"],
    ["chats", "What do people say about the voice agent?"],
    ["chats", "What is different between visitors from the US and GB?"],
    ["goals", "What do people in Texas want?"],
    ["goals", "Which regions want to learn about AI?"],
  ] as const)("answers from the shipped %s: %s", async (kind, question) => {
    const reply = await ask(sample, kind, question);
    expect(reply).toMatch(/\d/);
    expect(reply).not.toMatch(/nothing to report|cannot compare|undefined|NaN/);
    expect(reply.length).toBeLessThan(16_000);
  });

  it("quotes people in their words, scrubbed", async () => {
    expect(await ask(known, "goals", "What do people say about cooking?")).toMatch(/“Learn to cook .*food/);
  });
});

describe("refusals", () => {
  it.each([
    "Do people ask about zebras?",
    "How many want to buy a spaceship?",
    "what do people say about quantum chromodynamics",
  ])("says honestly when the data has nothing: %s", async (question) => {
    const reply = await ask(known, "goals", question);
    expect(reply).toContain("nothing to report");
    expect(reply).toContain("150 goals");
  });

  it("says so when a state is not in the data", async () => {
    expect(await ask(known, "goals", "What do people in Alaska want?")).toContain("nothing to report from Alaska");
  });

  it("says that words which nearly every text has are not counted", async () => {
    expect(await ask(known, "goals", 'How many mention "want"?')).toContain("words as common as these are not counted");
  });

  it("does not count a phrase by its known words alone", async () => {
    const reply = await ask(known, "goals", "How many want to cook zebra?");
    expect(reply).toContain(
      "“cook zebra” can't be counted: fewer than 5 of 150 goals use “zebra”. Whoever says it in other words",
    );
    const long = await ask(known, "goals", "How many want to cook a zebra for their family at home?");
    expect(long).toMatch(/can't be counted as asked: fewer than 5 of 150 /);
    expect(headlineOf(reply)).toBeNull();
  });

  it("has no answer before a snapshot is published", async () => {
    await expect(ask(known, "chats", "What do people ask?")).rejects.toThrow(DatasetMissing);
  });
});

describe("faults", () => {
  it.each([
    "",
    " ",
    "?",
    "a",
    "🤷",
    "and?",
    "between and",
    "compare",
    "difference between men and",
    "how many",
    "x".repeat(4000),
    "(((((",
    "*_`|<b>",
    "top 5",
    "\u0000",
  ])("answers whatever is asked: %j", async (question) => {
    const reply = await ask(known, "goals", question);
    expect(reply.length).toBeGreaterThan(20);
    expect(reply).not.toMatch(/undefined|NaN|\[object/);
  });

  it("answers a long conversation quickly", async () => {
    const messages = Array.from(
      { length: 50 },
      (_, i) => `and what about ${i % 2 ? "Texas" : "cooking"} ${"please ".repeat(500)}`,
    );
    await ask(known, "goals", "What do people want?"); // Starts the worker thread.
    const { ms } = await cpuMs(() => ask(known, "goals", ...messages));
    expect(ms).toBeLessThan(5_000);
  });
});
