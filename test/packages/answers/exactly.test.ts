import { exactly, holdsExactly } from "../../../packages/answers/src/engine/exactly";
import { localAnswers } from "../../../packages/answers/src/local";
import { MemorySnapshots } from "../../fakes/snapshots";
import { ask, NOW, publish, quiet } from "./fixture";
import { planned } from "./planFixture";

const NAMES = ["amber", "birch", "cedar", "dune", "ember", "fern", "grove"];
const said = (what: string, count: number): { text: string; fields: Record<string, string> }[] =>
  Array.from({ length: count }, (_, i) => ({
    text: what.replace("…", `${NAMES[i % 7]!} ${NAMES[(i * 3) % 5]!}`),
    fields: {},
  }));

async function reply(question: string): Promise<string> {
  const snapshots = new MemorySnapshots();
  await publish(snapshots, "goals", [
    ...said("Help more people near …", 40),
    ...said("Be a kinder person to …", 21),
    ...said("Reach my personal best at …", 13),
    ...said("Save money for the roof of …", 30),
    ...said("Stop wasting money and start to save up with …", 12),
  ]);
  return ask(localAnswers({ snapshots, now: () => NOW, log: quiet }), "goals", question);
}

describe("a word in quotation marks", () => {
  it.each(['How many mention "personal"?', "how many mention 'personal'", "How many use the word “personal”?"])(
    "is counted by itself, and then in any form: %s",
    async (question) => {
      const told = await reply(question);
      expect(told).toMatch(/^\*\*About 15 of 116 goals \(13 %\)\*\* mention just “personal”.*to the nearest five\./);
      expect(told).toContain("In any form, with “people” and “person”:\n**74 of 116 goals");
    },
  );

  it("may be several words, side by side", async () =>
    expect(await reply('How many mention "save money"?')).toMatch(/^\*\*About 30 of 116 goals/));

  it("is not told apart where nobody writes another form, or without quotation marks", async () => {
    expect(await reply('How many mention "roof"?')).toMatch(/^\*\*30 of 116 goals/);
    expect(await reply("How many mention person?")).toMatch(/^\*\*74 of 116 goals/);
  });

  it("quotes those who write it so", async () =>
    expect(await reply('How many mention "person"?')).not.toContain("more people"));

  it("is planned as such, and only there", () => {
    const of = (question: string): unknown => planned([question]).steps.map((step) => ("of" in step ? step.of : null));
    expect(of('How many mention "refund"?')).toEqual([
      { is: "mentions", text: "refund", words: "refund", exact: true },
    ]);
    expect(of("How many mention refund?")).toEqual([{ is: "mentions", text: "refund", words: "refund" }]);
    expect(of('How often does the word "refund" appear?')).toEqual([expect.objectContaining({ exact: true })]);
  });

  it.each([
    ["refund", "refunds"],
    ["save", "saving"],
    ["stop", "stopped"],
    ["try", "tries"],
    ["class", "classes"],
  ])("takes endings for the same word: %s, %s", (one, other) => expect(holdsExactly(other, one)).toBe(true));

  it.each([
    ["person", "personal"],
    ["person", "people"],
    ["happy", "happiness"],
    ["class", "clas"],
    ["us", "use"],
  ])("takes nothing else for it: %s, %s", (one, other) => expect(holdsExactly(other, one)).toBe(false));

  it.each([
    [5, 1],
    [8, 1],
    [20, 4],
  ])("is not told apart where it would leave one to four: %d and %d", (own, rest) => {
    const texts = [...Array<string>(own).fill("a person"), ...Array<string>(rest).fill("people there")];
    const dataset = { texts: { at: (i: number) => texts[i]! } } as unknown as Parameters<typeof exactly>[0];
    expect(exactly(dataset, "person", new Uint8Array(texts.length).fill(1))).toBeNull();
  });

  it("tells nothing of fewer than five, and to the nearest five of more", () => {
    const texts = ["personal one", ...Array<string>(12).fill("people there"), ...Array<string>(8).fill("a person")];
    const dataset = { texts: { at: (i: number) => texts[i]! } } as unknown as Parameters<typeof exactly>[0];
    const all = new Uint8Array(texts.length).fill(1);
    expect(exactly(dataset, "personal", all)).toEqual({ count: null, others: ["people", "person"] });
    expect(exactly(dataset, "people", all)).toEqual({ count: 10, others: ["person"] });
  });
});
