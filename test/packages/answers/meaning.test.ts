import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { encodeSnapshot } from "../../../packages/answers/src/dataset/snapshotBytes";
import { Engine } from "../../../packages/answers/src/engine/engine";

const pointer = { kind: "chats", dataHash: "", count: 0, publishedAt: 0 } as const;
const FIRST = ["today", "again", "please", "soon", "kindly", "maybe", "once", "often", "tonight", "tomorrow"];

/** The reply to a question about so many records of each text. */
function replyTo(texts: Readonly<Record<string, number>>, question: string): string {
  const records = Object.entries(texts).flatMap(([text, count]) =>
    Array.from({ length: count }, (_, i) => ({ text: `${FIRST[i % 10]} ${text} ${i}`, fields: {} })),
  );
  const snapshot = learnSnapshot("chats", records, { random: seededRandom(1), progress: () => undefined });
  const engine = new Engine();
  engine.open(encodeSnapshot(snapshot), pointer);
  return engine.reply("chats", [{ role: "user", content: question }], 0).answer.reply;
}
const OTHERS = { "what is the weather in the mountains": 30, "which train goes to the harbour": 25 };

describe("a word that the data doesn't have", () => {
  const CLOSING = { ...OTHERS, "close my account": 12, "show my account": 15 };

  it("is counted in a phrase by one that means the same beside the same word, and that is said", () => {
    const reply = replyTo(CLOSING, "How many want to shut down their account?");
    expect(reply).toContain("**About 12 of");
    expect(reply).toContain(
      "Too few to count use these words; the others say it in other words (often with “close”), found by meaning",
    );
  });

  it("is refused where the data says nothing like it of that", () => {
    expect(replyTo(CLOSING, "How many want to shut the window?")).not.toMatch(/\*\*\d/);
    expect(replyTo({ ...OTHERS, "close my account": 4 }, "How many want to shut their account?")).not.toMatch(/\*\*\d/);
    expect(replyTo({ ...OTHERS, "ten pounds for lunch": 12 }, "How many want to lose weight?")).not.toMatch(/\*\*\d/);
  });

  it("is counted alone by one that says the same of anything", () => {
    const reply = replyTo({ ...OTHERS, "my train is late": 9 }, "How many ask about delays?");
    expect(reply).toContain("**9 of");
    expect(reply).toContain("“delays” is counted as “late”.");
  });

  it("stays a literal question's own", () => {
    expect(replyTo({ ...OTHERS, "my train is late": 9 }, "How many mention the word delays?")).not.toMatch(/\*\*\d/);
  });
});

describe("a word that names a group", () => {
  it("counts the group's members, too, and says which", () => {
    const reply = replyTo(
      { ...OTHERS, "looking for a partner": 6, "wish for a girlfriend": 7, "meet a nice boyfriend": 8 },
      "How many ask about a partner?",
    );
    expect(reply).toContain("**21 of");
    expect(reply).toContain("also counts “girlfriend or boyfriend”; 6 use “partner” itself");
  });

  it("PL2: counts those of its members that share no few records with the others, and names the rest", () => {
    const reply = replyTo(
      {
        ...OTHERS,
        "a glass of alcohol": 8,
        "a cold beer": 9,
        "some red wine": 10,
        "some red wine with alcohol": 2,
      },
      "How many ask about alcohol?",
    );
    expect(reply).toContain("**19 of");
    expect(reply).toContain("also counts “beer”; 10 use “alcohol” itself");
    expect(reply).toContain("Not in the count, though near it: “wine” (12)");
    // All together are never told to be fewer than those who are counted.
    expect(reply).toMatch(/With “[^”]+”, that is between \*\*\d+ and \d+\*\*|a few may say both\.\n/);
  });
});

describe("a wish", () => {
  const GREETINGS = { ...OTHERS, "happy new year to all of you": 20, "i am so happy with the new map": 11 };

  it("is not counted as what its words mean, and that is said with the literal count", () => {
    const reply = replyTo(GREETINGS, "How many talk about happiness?");
    expect(reply).toContain("**11 of");
    expect(reply).toContain("Those who use “happiness” only in “Happy New Year” are left out; with them it is in 31.");
  });

  it("is none where its words are of another thing", () => {
    const texts = { ...GREETINGS, "i want to be happy new year's resolution": 7 };
    expect(replyTo(texts, "How many talk about happiness?")).toContain("**18 of");
  });

  it("PL2: is counted where counts of the wishes or of their words would tell of one to four", () => {
    const happy = (texts: Readonly<Record<string, number>>) =>
      replyTo({ ...OTHERS, ...texts }, "How many talk about happiness?");
    // Two wishes that four say each.
    expect(
      replyTo(
        {
          ...OTHERS,
          "merry christmas to all of you": 4,
          "happy christmas to all of you": 4,
          "at home for christmas with the family": 30,
          "so happy with the map": 20,
        },
        "How many talk about Christmas?",
      ),
    ).toContain("**38 of");
    // Two more speak of a birthday.
    expect(happy({ "happy birthday to you": 15, "a birthday with candles": 2, "happy with my map": 30 })).toContain(
      "**45 of",
    );
    // Nearly all who are happy say "year".
    const near = {
      "happy new year to all of you": 20,
      "so happy with the new map this year": 11,
      "happy with an old map": 2,
    };
    expect(happy(near)).toContain("**33 of");
  });

  it("is counted by a literal question", () => {
    expect(replyTo(GREETINGS, "How many mention the word “happy”?")).toContain("**31 of");
  });

  it("PL2: is counted where fewer than five say it, or anything else", () => {
    expect(replyTo({ ...GREETINGS, "happy new year to all of you": 4 }, "How many talk about happiness?")).toContain(
      "**15 of",
    );
    expect(replyTo({ ...GREETINGS, "i am so happy with the new map": 4 }, "How many talk about happiness?")).toContain(
      "**24 of",
    );
  });
});

it("reads 'proving who they are' as verifying an identity", () => {
  const reply = replyTo({ ...OTHERS, "verify my identity": 14 }, "How many ask about proving who they are?");
  expect(reply).toContain("**14 of");
});
