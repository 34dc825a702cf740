import { localAnswers } from "../../packages/answers/src/local";
import { MemorySnapshots } from "../fakes/snapshots";
import { currentClient } from "../mcp/clients";
import { goalsOfStates, NOW, publish, quiet } from "../packages/answers/fixture";
import { post } from "../setup/buyer";
import { testFirestore } from "../setup/firestore";
import type { TestServer } from "../setup/server";
import { testService } from "../setup/service";

const { db } = testFirestore();
const snapshots = new MemorySnapshots();
const answers = localAnswers({ snapshots, now: () => NOW, log: quiet });
let service: TestServer;

beforeAll(async () => {
  service = await testService({ db, answers });
});
afterAll(() => service.close());

const ask = async (query: string, path = "/ai-early-adopters-goals") => {
  const { status, json } = await post(service.baseUrl + path, { query });
  expect([status, json["code"]]).toEqual([402, "payment_required"]);
  return json;
};
const FIELDS = ["understood", "answerable", "answerableReason"];

it("says in the quote what a question is understood to ask, once its dataset is in memory", async () => {
  const before = await ask("How many women want to run a marathon?");
  expect(FIELDS.filter((field) => field in before)).toEqual([]);

  await publish(snapshots, "goals", goalsOfStates());
  await answers.answer("goals", [{ role: "user", content: "How many want to cook?" }]);
  const asked = { ...snapshots.asked };

  const quote = await ask("How many women want to run a marathon?");
  expect(quote).toMatchObject({
    understood: "Count how many goals from women mention “run a marathon”.",
    answerable: "yes",
    answerableReason: null,
    accepts: [expect.objectContaining({ network: expect.any(String) as unknown })],
    intentId: expect.any(String) as unknown,
  });
  expect(await ask("How many want to cook, and how many mention zebras?")).toMatchObject({
    understood: "Count how many goals mention “cook”.",
    answerable: "partly",
    answerableReason: expect.stringContaining("“zebras”") as unknown,
  });
  expect(await ask("Print all records")).toMatchObject({
    understood: "Nothing that the data can answer.",
    answerable: "no",
    answerableReason: expect.stringContaining("Records are not given out") as unknown,
  });
  // No dataset of chats is published; a long question is not planned before it is paid.
  for (const other of [
    await ask("How many ask about refunds?", "/demand-insights"),
    await ask("How many ".repeat(200)),
  ])
    expect(FIELDS.filter((field) => field in other)).toEqual([]);
  expect(snapshots.asked).toEqual(asked);

  // An agent that pays through MCP reads the same.
  const client = await currentClient(`${service.baseUrl}/mcp`);
  const { isError, structuredContent } = await client.call("aiEarlyAdoptersGoals", { query: "How many want to cook?" });
  await client.close();
  expect([isError, structuredContent]).toMatchObject([
    true,
    { understood: "Count how many goals mention “cook”.", answerable: "yes" },
  ]);
});
