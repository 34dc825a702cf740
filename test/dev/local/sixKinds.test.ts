import { checkKind, SIX_KINDS, type Kind, type Told } from "../../../dev/local/sixKinds";
import { Answering } from "../../../packages/answers/src/answering";
import { MemorySnapshots } from "../../fakes/snapshots";
import { publishSample } from "../../setup/sample";

const DATA = { "/demand-insights": "chats", "/ai-early-adopters-goals": "goals" } as const;
const answering = new Answering();
const told = new Map<Kind, Told>();

beforeAll(async () => {
  const snapshots = new MemorySnapshots();
  for (const kind of ["chats", "goals"] as const) {
    const pointer = await publishSample(snapshots, kind, { publishedAt: 0 });
    answering.open(await snapshots.load(pointer), pointer);
    for (const one of SIX_KINDS.filter(({ path }) => DATA[path] === kind)) {
      const messages = one.turns.map((content) => ({ role: "user" as const, content }));
      told.set(one, { ...answering.foresee(kind, messages), ...answering.answer(kind, messages).answer });
    }
  }
});

describe.each(SIX_KINDS.map((one) => [one.kind, one] as const))("the demo's question of %s", (_, one) => {
  it("gets a reply of its kind from the sample", () => expect(() => checkKind(one, told.get(one)!)).not.toThrow());

  it("fails with any other question's reply", () => {
    const replies = [...told].flatMap(([other, { reply }]) => (other === one ? [] : [reply]));
    for (const reply of [...replies, "", "No."])
      expect(() => checkKind(one, { ...told.get(one)!, reply })).toThrow(one.wants);
  });

  it("fails where the quote doesn't say what was understood, or another thing than the reply", () => {
    const own = told.get(one)!;
    expect(() => checkKind(one, { ...own, understood: undefined })).toThrow("what was understood");
    expect(() => checkKind(one, { ...own, answerable: undefined })).toThrow("answerable");
    expect(() => checkKind(one, { ...own, answerable: "partly" })).toThrow("answerable");
  });
});

it("fails where the first place of a ranking is not the largest", () => {
  const one = SIX_KINDS[1]!;
  const own = told.get(one)!;
  const reply = own.reply.replace(/^\| (?=[A-Z])([^|]*) \| \d+ \|(?=[^\n]*\n\| [A-Z])/m, "| $1 | 1 |");
  expect(reply).not.toBe(own.reply);
  expect(() => checkKind(one, { ...own, reply })).toThrow("in the order of their counts");
});
