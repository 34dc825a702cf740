import { readFileSync } from "node:fs";
import path from "node:path";
import { Engine } from "../../../packages/answers/src/engine/engine";
import { MemorySnapshots } from "../../fakes/snapshots";
import { foreseeing, foreseen, tells } from "../../setup/foreseen";
import { publishSample } from "../../setup/sample";

it.each([
  ["**81 of 946 chats (8.6 %)** mention “invoices”.", true],
  ["**Between 10 and 14 of 350 chats (3 %)** mention it.", true],
  ["1. **“invoices”**: 81 (8.6 %)", true],
  ["| AI | 27 (53 %) | 27 (42 %) |", true],
  ["In their words:\n\n- “I need my refund”", true],
  ["The data holds **946** chats.", true],
  ["Close: **“chatbot”** is the more common: 59 (6.2 %), against 50 (5.3 %) for “voice agent” (9 more).", true],
  ["**Fewer than 5 of 81 goals that mention “gym”** mention “diet”, too few to count. 32 of all goals do.", true],
  ["How many chats mention “a” can't be told. Figures that would reveal a group of fewer than 5 are withheld.", false],
  [
    "How many mention “a” can't be told.\nWhat can be told: **5 of 946 chats (0.5 %)** mention “b”.\n23 mention “c”.",
    false,
  ],
  [
    "“gift cards” can't be counted: fewer than 5 of 946 chats use “gift”.\n\nNearest to it: **card**, 12 of 946 chats.",
    false,
  ],
  ["Too few of 946 chats hold these words together, too few to count. “limits” alone is in 5.", false],
  ["Records are not given out or looked up (“all messages”). The data is 946 chats.", false],
])("a reply tells something of what was asked: %s", (reply, expected) => expect(tells(reply)).toBe(expected));

const QUESTIONS = path.join(__dirname, "../../../dev/bench/questions");
const read = <T>(name: string): T => JSON.parse(readFileSync(path.join(QUESTIONS, name), "utf8")) as T;
const asked = (kind: "chats" | "goals"): string[][] => [
  ...read<Record<string, [string | string[], string][]>>("planning.json")[kind]!.map(([question]) => [question].flat()),
  ...Object.values(read<Record<string, Record<string, string[]>>>("honesty.json")[kind]!)
    .flat()
    .map((question) => [question]),
];

it.each(["chats", "goals"] as const)("PL3: what is quoted for the sample %s is what is told", async (kind) => {
  const snapshots = new MemorySnapshots();
  const pointer = await publishSample(snapshots, kind, { publishedAt: 0 });
  const engine = new Engine();
  const foresee = foreseeing(kind, engine.open(await snapshots.load(pointer), pointer));
  const conversations = asked(kind).map((turns) => turns.map((content) => ({ role: "user" as const, content })));
  const { yes, no } = foreseen(conversations, {
    foresee,
    reply: (messages) => engine.reply(kind, messages, 0).answer.reply,
  });
  expect([yes.asked > 20, no.asked > 40]).toEqual([true, true]);
  expect(no.wrong).toEqual([]);
  // The samples are small, and a figure of fewer than five is withheld more often than in the benches' data.
  expect(yes.wrong.length / yes.asked).toBeLessThan(0.08);
});
