import { Engine } from "../../../packages/answers/src/engine/engine";
import { localAnswers } from "../../../packages/answers/src/local";
import { modelAnswers } from "../../../packages/answers/src/model/model";
import * as patterns from "../../../packages/answers/src/dataset/scrub/patterns";
import * as planner from "../../../packages/answers/src/plan/planner";
import type { Message } from "../../../functions/src/ports/answers";
import type { SnapshotPointer } from "../../../functions/src/ports/snapshots";
import { MemorySnapshots } from "../../fakes/snapshots";
import { goalsOfStates, headlineOf, NOW, publish, quiet } from "./fixture";
import { openAiStub, saying } from "./openAi";

/** In this thread the reading and the scrubbing of questions are watched; the worker has its own. */
jest.mock("../../../packages/answers/src/dataset/scrub/patterns", () => {
  const actual = jest.requireActual<typeof patterns>("../../../packages/answers/src/dataset/scrub/patterns");
  return { ...actual, scrubForm: jest.fn(actual.scrubForm) };
});
jest.mock("../../../packages/answers/src/plan/planner", () => {
  const actual = jest.requireActual<typeof planner>("../../../packages/answers/src/plan/planner");
  return { ...actual, planOf: jest.fn(actual.planOf) };
});
const scrubbed = jest.mocked(patterns.scrubForm);
const read = jest.mocked(planner.planOf);

const COOKS = "How many people want to cook?";
const user = (content: string): Message => ({ role: "user", content });
let snapshots: MemorySnapshots;

beforeEach(async () => {
  snapshots = new MemorySnapshots();
  await publish(snapshots, "goals", goalsOfStates());
  [scrubbed, read].forEach((watched) => watched.mockClear());
});

async function opened(): Promise<Engine> {
  const engine = new Engine();
  const pointer = (await snapshots.current("goals")) as SnapshotPointer;
  engine.open(await snapshots.load(pointer), pointer);
  return engine;
}

describe("D2: the main thread", () => {
  it("neither reads nor scrubs a question, also where a model words the answers", async () => {
    const stub = await openAiStub(() => saying("Many want to cook."));
    const local = localAnswers({ snapshots, now: () => NOW, log: quiet });
    const settings = { url: stub.url, model: "m", key: null, timeoutMs: 10_000, fetch, log: quiet };
    const { reply } = await modelAnswers({ local, newId: () => "0a1b2c", ...settings }).answer("goals", [
      user("I am ada@example.com"),
      user(COOKS),
    ]);
    await stub.close();
    expect(reply).toMatch(/^Many want to cook\./);
    expect(JSON.parse(stub.asked[0]!.body.messages!.at(-1)!.content!.split("\n")[1]!)).toMatchObject({
      questions: ["I am [email]", COOKS],
    });
    expect([scrubbed.mock.calls, read.mock.calls]).toEqual([[], []]);
  });
});

describe("D2: a question is scrubbed", () => {
  it("not to be answered without a model", async () => {
    const { answer, asked } = (await opened()).reply("goals", [user(COOKS)], 0);
    expect([headlineOf(answer.reply), asked]).toEqual([80, []]);
    expect(scrubbed).not.toHaveBeenCalled();
  });

  it("for a model, if it is one of the last turns", async () => {
    const engine = await opened();
    const messages = [user("First"), { role: "assistant" as const, content: "From ada@example.com" }, user(COOKS)];
    expect(engine.reply("goals", messages, 2).asked).toEqual([COOKS]);
    expect(scrubbed.mock.calls.map(([text]) => text)).toEqual([COOKS]);
  });
});
