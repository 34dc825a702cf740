import path from "node:path";
import { startWorker } from "../../packages/answers/src/thread/engineThread";
import { saidToBuyers } from "../../functions/src/adapters/answers";
import { LIMITS, localAnswers } from "../../packages/answers/src/local";
import { goalsOfStates, publish, quiet } from "../packages/answers/fixture";
import { MemorySnapshots } from "../fakes/snapshots";
import { bundledThread } from "../setup/bundledThread";
import { Buyer, QUESTION } from "../setup/paying/buyer";
import { sharedChain } from "../setup/chain/chain";
import { Clock } from "../setup/clock";
import { testFirestore } from "../setup/firestore";
import type { TestServer } from "../setup/http/server";
import { testService } from "../setup/service";

const HANGS = { messages: [{ role: "user", content: "HANG" }] };
const OVERVIEW = "could not be computed in time";
const WORKER = bundledThread(path.join(__dirname, "../packages/answers/trappedWorker.ts"));
const chain = sharedChain();
const { db } = testFirestore();
const clock = new Clock();
let service: TestServer;
let buyer: Buyer;

beforeAll(async () => {
  const snapshots = new MemorySnapshots();
  await publish(snapshots, "chats", goalsOfStates());
  const local = localAnswers({
    snapshots,
    now: Date.now,
    log: quiet,
    countdown: clock.countdown,
    startWorker: () => startWorker(WORKER),
  });
  service = await testService({ db, answers: saidToBuyers(local) });
  buyer = new Buyer(`${service.baseUrl}/demand-insights`, chain);
  const opening = await buyer.quote();
  expect((await buyer.redeem(opening, await buyer.payMarked(opening))).status).toBe(200);
});
afterAll(() => service.close());

it("D2: a paid question that hangs the engine holds up no quote, and its answer is stored and replayed", async () => {
  const quote = await buyer.quote(HANGS);
  const txHash = await buyer.payMarked(quote);
  const hanging = buyer.redeem(quote, txHash, HANGS);
  await clock.until(LIMITS.deadlineMs, 1);
  const quoted = buyer.quote();
  await clock.until(LIMITS.foreseeMs, 1);
  clock.pass(LIMITS.foreseeMs);
  await quoted;
  clock.pass(LIMITS.deadlineMs);
  const first = await hanging;
  expect([first.status, first.text]).toEqual([200, expect.stringContaining(OVERVIEW)]);
  expect((await buyer.redeem(quote, txHash, HANGS)).text).toBe(first.text);

  const next = await buyer.quote(QUESTION);
  const reply = await buyer.redeem(next, await buyer.payMarked(next));
  expect([reply.status, reply.text.includes(OVERVIEW)]).toEqual([200, false]);
});

it("D2: a paid question that has no turn behind one that hangs keeps its payment, and is answered when it is sent again", async () => {
  const [hangs, plain] = [await buyer.quote(HANGS), await buyer.quote(QUESTION)];
  const [first, second] = [await buyer.payMarked(hangs), await buyer.payMarked(plain)];
  const hanging = buyer.redeem(hangs, first, HANGS);
  await clock.until(LIMITS.deadlineMs, 1);
  const behind = buyer.redeem(plain, second);
  await clock.until(LIMITS.answerMs, 2);
  clock.pass(LIMITS.answerMs);
  const { status, json, headers } = await behind;
  expect([status, json.code, headers.get("retry-after")]).toEqual([503, "dependency_unavailable", "3"]);
  await hanging;
  clock.pass(LIMITS.deadlineMs);
  const again = await buyer.redeem(plain, second);
  expect([again.status, again.text.includes(OVERVIEW)]).toEqual([200, false]);
});
