import type { DatasetRecord } from "../../../packages/answers/src/dataset/record";
import { localAnswers } from "../../../packages/answers/src/local";
import { MemorySnapshots } from "../../fakes/snapshots";
import { ask, goalsOfStates, NOW, publish, quiet, sampleAnswers } from "./fixture";

const chat = (text: string): DatasetRecord => ({ text, fields: {} });
const PLACES = ["gym", "bakery", "school", "museum", "farm", "theatre", "library", "bank"];

/** Chats about cards that came late, cards that were stolen, and discounts that everyone asks for in the same words. */
function chats(): DatasetRecord[] {
  return PLACES.flatMap((place, i) => [
    chat(`Why has my new card not arrived at the ${place} yet?`),
    chat(`How do I track my new card? I wait at the ${place}.`),
    chat(`My card was stolen in the ${place}, please block it now`),
    chat(`Someone has stolen my card at the ${place}, block it`),
    ...(i < 6
      ? [chat(`Do you give a discount for one ${place} in ${["Rome", "Oslo", "Bern", "Kyiv", "Nice", "Bonn"][i]}?`)]
      : []),
  ]);
}

async function answersOver(kind: "chats" | "goals", records: readonly DatasetRecord[]) {
  const snapshots = new MemorySnapshots();
  await publish(snapshots, kind, records);
  return localAnswers({ snapshots, now: () => NOW, log: quiet });
}

const phrasesIn = (reply: string): string[] => Array.from(reply.matchAll(/^- “([^”]+)”: /gm), ([, text]) => text!);
const quotesIn = (reply: string): string[] =>
  Array.from(reply.matchAll(/^(?:- | {2})“([^”]+)”$/gm), ([, text]) => text!);

describe("happy", () => {
  it("tells what is said in phrases that several say, with how many, and one of them in full", async () => {
    const reply = await ask(await answersOver("goals", goalsOfStates()), "goals", "What do people say about saving?");
    expect(phrasesIn(reply)).toEqual(expect.arrayContaining(["Save money for a house", "Save money for a car"]));
    expect(reply).toMatch(/“Save money for a house”: 20 \(67 %\)\n {2}“Save money for a house by/);
  });

  it("says first that it cannot answer, where all it has is what is most common", async () => {
    const reply = await ask(
      await answersOver("chats", chats()),
      "chats",
      "Which countries do they dream of? Top to bottom please.",
    );
    expect(reply).toMatch(/^The data names no countries that can be counted: /);
    expect(reply).toMatch(
      /What the data does say, of all 38 chats: (?:\*\*[^*]+\*\* \d+ \(\d+ %\)(?:, | and )?){1,3}\.$/,
    );
  });

  it("refuses once, in a line, the words that nobody uses beside a figure", async () => {
    const content = "How many mention saving? And how many mention zebras, and how many mention dragons?";
    const reply = await ask(await answersOver("goals", goalsOfStates()), "goals", content);
    expect(reply).toMatch(/\*\*30 of 150 goals/);
    expect(reply).toContain("Not counted: “zebras” and “dragons”: fewer than 5 of 150 goals use each of these words.");
    expect(reply).not.toMatch(/nothing to report|largest topics/);
  });

  it("offers no question that has nothing to do with what was asked", async () => {
    const reply = await ask(await answersOver("goals", goalsOfStates()), "goals", "How many mention zebras?");
    expect(reply).toContain("nothing to report about “zebras”");
    expect(reply).not.toContain("You can ask");
  });

  it("counts the nearest topic at once where it shares a word, and not how many records there are", async () => {
    const reply = await ask(
      await sampleAnswers(),
      "goals",
      "How much money do people want to put aside for a house, and how many of them are there?",
    );
    expect(reply).toMatch(/^Nearest to it: \*\*[^*]*\b(?:house|money)\b[^*]*\*\*, \d+ of 777 goals\.$/m);
    expect(reply).not.toContain("The data holds");
  });

  it("names three topics that can be asked for instead, and says which are only large", async () => {
    const answers = await sampleAnswers();
    const unknown = await ask(answers, "goals", "How many mention submarines?");
    const [, by, large = ""] =
      /^No topic in the data is near it\. .* its largest topics by (\w+) are (.+)\.$/m.exec(unknown) ?? [];
    expect(large.split(/, | and /)).toHaveLength(3);
    for (const name of large.split(/, | and /))
      expect(await ask(answers, "goals", `How many come under ${by} ${name}?`)).toMatch(/^\*\*\d+ of 777 goals/);

    const known = await ask(answers, "chats", "How many ask about gold cards?");
    const near = [
      ...known.matchAll(/^Nearest to it: \*\*(.+?)\*\*|(?:nearest topics in the data|Also near): (.+?)\./gm),
    ];
    const names = near.flatMap(([, first, others]) => first ?? others!.split("; "));
    expect(names).toHaveLength(3);
    for (const name of names)
      expect(await ask(answers, "chats", `How many mention ${name}?`)).toMatch(/^\*\*\d+ of [\d,]+ chats/);
  });

  it("leads with how many a column or words say, where both say it", async () => {
    const reply = await ask(await sampleAnswers(), "goals", "What part of all the goals has anything to do with AI?");
    const [either, column, words] = Array.from(reply.matchAll(/^\*\*(\d+) of 777 goals/gm), ([, n]) => Number(n));
    expect(either).toBeGreaterThanOrEqual(Math.max(column!, words!));
    expect(either).toBeLessThanOrEqual(column! + words!);
    expect(reply).toMatch(
      /^\*\*\d+ of 777 goals \(\d+ %\)\*\* come under category “AI skills”, mention “AI”, or both:/,
    );
  });

  it("ranks a thing that a question names twice once", async () => {
    const reply = await ask(
      await answersOver("chats", chats()),
      "chats",
      "What comes up more: discounts, stolen, cards or stolen?",
    );
    expect(reply.match(/^\d\. \*\*“stolen”/gm) ?? []).toHaveLength(1);
  });

  it("tells how chats ask: why, how, or by saying what happened", async () => {
    const reply = await ask(await answersOver("chats", chats()), "chats", "What do people say about a new card?");
    expect(reply).toMatch(/They ask \*\*(?:how|why)\*\* 8 \(50 %\) and \*\*(?:how|why)\*\* 8 \(50 %\)\./);
  });

  it("tells of both sides of a comparison what they say", async () => {
    const answers = await answersOver("chats", chats());
    const reply = await ask(answers, "chats", "How do questions about new cards differ from stolen cards?");
    const [, fresh = "", stolen = ""] = reply.split(/^What those on .*:$/m);
    expect(fresh).toMatch(/track my new card|not arrived/i);
    expect(stolen).toMatch(/block it/i);
  });

  it("says what texts have in common that may not be quoted, and leaves out what each says differently", async () => {
    const reply = await ask(await answersOver("chats", chats()), "chats", "Show me three examples about discounts");
    expect(reply).toContain("“Do you give a discount for one …");
    expect(reply).not.toMatch(/Rome|Oslo|Bern|Kyiv|Nice|Bonn/);
  });

  it("quotes nothing twice, and nothing that is nearly the same", async () => {
    const reply = await ask(await answersOver("goals", goalsOfStates()), "goals", "Give me ten quotes about saving");
    const starts = quotesIn(reply).map((quote) => quote.split(" by ")[0]);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it("offers a next question that has an answer", async () => {
    const answers = await answersOver("goals", goalsOfStates());
    const reply = await ask(answers, "goals", "What do people say about saving?");
    const [, next = ""] = /You can ask next: “([^”]+)”/.exec(reply) ?? [];
    expect(await ask(answers, "goals", next)).toMatch(/\*\*\d+ of/);
  });

  it("tells a wish once where a column and words both say it, and the words' figure beside it", async () => {
    const category = (text: string): string => (text.startsWith("Save") ? "Finance" : "Health & Fitness");
    const records = [...goalsOfStates(), ...goalsOfStates().slice(0, 20)].map(({ text, fields }, i) => ({
      text: i < 150 ? text : `Look after my health better and ${text}`,
      fields: { ...fields, category: category(text) },
    }));
    const reply = await ask(await answersOver("goals", records), "goals", "Which is the bigger wish: money or health?");
    expect(reply).toContain("**category “Health & Fitness”** is the more common: 140");
    expect(reply).toContain("By the words instead: “money” 30 (18 %) and “health” 20 (12 %).");
    expect(reply.match(/is the more common/g)).toHaveLength(1);
  });
});

describe("refusals", () => {
  let samples: Awaited<ReturnType<typeof sampleAnswers>>;
  beforeAll(async () => {
    samples = await sampleAnswers();
  });

  it("of a state with too few names its region, and how many come from there", async () => {
    const records = goalsOfStates().map((record) => ({
      ...record,
      fields: { ...record.fields, region: record.fields.state === "NY" ? "Northeast" : "South" },
    }));
    const reply = await ask(await answersOver("goals", records), "goals", "What do people in Vermont want?");
    expect(reply).toContain("It is in the Northeast, from which 30 (20 %) goals come");
  });

  it.each([
    ["chats", "Wie viele Besucher fragen nach dem Preis?", "price", "How many mention price?"],
    ["chats", "¿Cuántas personas preguntan por las facturas?", "invoice", "How many mention invoice?"],
    ["chats", "Quante persone chiedono il rimborso?", "refund", "How many mention refund?"],
    [
      "goals",
      "Combien de personnes veulent voyager ?",
      "Travel & Languages",
      "How many come under category Travel & Languages?",
    ],
    ["goals", "Quantas pessoas querem poupar dinheiro?", "save money", "How many mention money?"],
    ["goals", "Hoeveel mensen willen afvallen?", "lose weight", "How many mention weight?"],
  ] as const)(
    "of %s in another language, %s, counts what it speaks of, and offers that in English",
    async (kind, asked, near, offered) => {
      const reply = await ask(samples, kind, asked);
      expect(reply).toMatch(
        new RegExp(`^This question seems to be in \\w+\\.[^]*Nearest to it: \\*\\*${near}\\*\\*, \\d+ of `),
      );
      expect(reply).toContain(`“${offered}”`);
    },
  );

  it("of a question in another language offers no word that is English only by its stem", async () => {
    const reply = await ask(samples, "chats", "Combien de personnes demandent cela et pourquoi ?");
    expect(reply).not.toMatch(/demandent|personnes/);
  });

  it("of a question in another language offers one in English on the word that is the same in both", async () => {
    const records = PLACES.map((place) => chat(`Can your chatbot answer guests of a ${place}?`));
    const reply = await ask(await answersOver("chats", records), "chats", "Wie viele Leute fragen nach dem Chatbot?");
    expect(reply).toMatch(/Bitte stellen Sie die Frage auf Englisch\.[^]*You can ask: “How many mention chatbot\?”/);
  });
});

describe("security", () => {
  it("P26: no phrase is told that fewer than five say word for word", async () => {
    const rare = Array.from({ length: 4 }, (_, i) => chat(`My card was stolen by a purple dragon at the ${PLACES[i]}`));
    const answers = await answersOver("chats", [...chats(), ...rare]);
    for (const question of [
      "What do people say about stolen cards?",
      "Compare stolen cards and new cards",
      "Why are cards stolen?",
    ])
      expect(await ask(answers, "chats", question)).not.toMatch(/purple|dragon/i);
  });
});
