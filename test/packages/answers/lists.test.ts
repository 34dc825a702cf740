import type { Answers } from "../../../functions/src/ports/answers";
import { normalised } from "../../setup/planText";
import { ask, sampleAnswers } from "./fixture";
import { plan, planned } from "./planFixture";

describe("counts that differ only in a group of one column", () => {
  it.each([
    ["How many who want to travel are men and how many are women?", "compare gender=female / gender=male on 'travel'"],
    ["How many from the US and how many from Germany want to travel?", "compare country=DE / country=US on 'travel'"],
    [
      "How many chats about fees came from a phone, and how many from a computer?",
      "compare device=desktop / device=mobile on 'fee'",
    ],
    [
      "How many of the people who go to the gym are from Texas and how many from New York?",
      "compare state=NY / state=TX on 'gym'",
    ],
    [
      "How many want to save money? How many of them are men and how many are women?",
      "count 'money save'; compare gender=female / gender=male on 'money save'",
    ],
    [
      "How many men want to travel, and how many women want yoga?",
      "count 'travel' among gender=male; count 'yoga' among gender=female",
    ],
    ["What share of chats about fees come from mobile vs desktop?", "compare device=desktop / device=mobile on 'fee'"],
    ["How many are men and how many are women?", "count gender=male; count gender=female"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));

  it.each(["Do people ask for a refund more from the phone or the laptop?", "Refunds on a phone versus on a computer"])(
    "knows the second device by the first: %s",
    (question) => expect(plan([question])).toBe(normalised("compare device=desktop / device=mobile on 'refund'")),
  );
});

describe("things side by side", () => {
  it.each([
    ["How many chats are about fees and refunds?", "count ('fee' | 'refund')"],
    ["How many mention yoga & the gym?", "count ('gym' | 'yoga')"],
    ["What share is about cash and exchange rates?", "count ('cash' | 'exchang rate')"],
    ["How many speak of both fees and refunds?", "count ('fee' & 'refund')"],
    ["How do fees and refunds split by country?", "breakdown ('fee' | 'refund') by country"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));

  it("are told each by itself in the groups of a column, alternatives together", () => {
    expect(planned(["How do yoga and the gym split by region?"]).steps).toMatchObject([
      { do: "breakdown", each: true },
    ]);
    expect(planned(["How many want yoga or the gym, by region?"]).steps[0]).not.toHaveProperty("each");
  });
});

describe("a list that is named", () => {
  it.each([
    ["Rank the languages people want to learn: French, Spanish, Klingon", "rank 'french' / 'klingon' / 'spanish'"],
    ["Which trades come up most - books, cards, gyms?", "rank 'book' / 'card' / 'gym'"],
    ["Sort these by how often they come up: fees, refunds, crypto.", "rank 'crypto' / 'fee' / 'refund'"],
    [
      "Which of these hobbies do women name most: yoga, books or chess?",
      "rank 'book' / 'chess' / 'yoga' among gender=female",
    ],
    [
      "Rank these habits by how many want to quit them: smoking, sugar, alcohol",
      "rank 'alcohol quit' / 'quit smoke' / 'quit sugar'",
    ],
    ["Which is more common, yoga or chess?", "rank 'chess' / 'yoga'"],
    ["Here is my question: which comes up more, fees or refunds?", "rank 'fee' / 'refund'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));

  it.each([
    [["Rank yoga, books and the gym", "and by gender?"], "breakdown ('book' | 'gym' | 'yoga') by gender"],
    [
      ["Rank yoga, books and the gym", "Split that by men and women please."],
      "breakdown ('book' | 'gym' | 'yoga') by gender",
    ],
    [
      ["Rank fees, refunds and chess", "Which of those are from Texas?"],
      "rank 'chess' / 'fee' / 'refund' among state=TX",
    ],
  ])("%s", (asks, expected) => expect(plan(asks)).toBe(normalised(expected)));
});

describe("replies about several things", () => {
  let answers: Answers;
  beforeAll(async () => {
    answers = await sampleAnswers();
  });

  it("tells each of them where all together may not be told", async () => {
    const reply = await ask(
      answers,
      "chats",
      "How many chats about bookings and appointments came from a phone and how many from a computer?",
    );
    expect(reply).toMatch(/\| mobile users \| \d+ \(/);
    expect(reply).toContain("“appointments” can't be told by group.");
  });

  it("PL1: withholds a group of fewer than five of one of them, and names it", async () => {
    const reply = await ask(answers, "chats", "How do bakeries, gyms and law firms split by country?");
    const cells = [...reply.matchAll(/\| (\d+) \(/g)].map(([, count]) => Number(count));
    expect(cells.length).toBeGreaterThan(0);
    expect(Math.min(...cells)).toBeGreaterThanOrEqual(5);
    expect(reply).toMatch(/can't be told by country|Withheld for all of them/);
  });

  it("PL6: tells of each what a question about it alone tells", async () => {
    const of = (reply: string, label: string, column: number): string | undefined =>
      reply
        .split("\n")
        .find((line) => line.startsWith(`| ${label} |`))
        ?.split("|")
        [column]?.trim();
    const both = await ask(answers, "chats", "How do invoices and refunds split by country?");
    const [invoices, refunds] = await Promise.all(
      ["invoices", "refunds"].map((what) => ask(answers, "chats", `How do ${what} split by country?`)),
    );
    for (const country of ["United States", "Germany", "United Kingdom", "India"]) {
      expect(of(both, country, 2)?.split(" ")[0]).toBe(of(invoices!, country, 2) ?? "withheld");
      expect(of(both, country, 3)?.split(" ")[0]).toBe(of(refunds!, country, 2) ?? "withheld");
    }
  });

  it("PL1: ranks last what too few say, and tells no count of it or of its words", async () => {
    const reply = await ask(answers, "goals", "Rank the languages people want to learn: Spanish, Italian, Klingon.");
    expect(reply).toMatch(/^\*\*“Spanish”\*\* is the most common: \d+/);
    expect(reply).toContain("- **“Italian” and “Klingon”**: fewer than 5 each say it in these words");
    expect(await ask(answers, "goals", "Which is more common, a Klingon course or a Vulcan lesson?")).not.toMatch(
      /is in [0-4]\b/,
    );
  });

  it("doesn't call a group the largest where one that is withheld may be larger", async () => {
    const reply = await ask(answers, "goals", "Which age group wants to lose weight the most?");
    expect(reply).toContain("Which age has the most can't be told");
    expect(reply).toContain("Of the others, **45-54** has the most");
  });

  it("says which is the largest where all that is withheld is smaller", async () => {
    const reply = await ask(answers, "chats", "How do chats about invoices split by country?");
    expect(reply).toContain("**United States** has the most of any country");
    expect(reply).toContain("Withheld: ");
  });

  it("shows no table in which no two counts stand side by side", async () => {
    const reply = await ask(
      answers,
      "goals",
      "Do people in Texas want to learn about AI more than people in California?",
    );
    expect(reply).not.toContain("| what they mention |");
  });
});
