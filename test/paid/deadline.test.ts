import path from "node:path";
import { startWorker } from "../../packages/answers/src/thread/engineThread";
import { saidToBuyers } from "../../functions/src/adapters/answers";
import { localAnswers } from "../../packages/answers/src/local";
import { goalsOfStates, publish, quiet } from "../packages/answers/fixture";
import { MemorySnapshots } from "../fakes/snapshots";
import { bundledThread } from "../setup/bundledThread";
import { Buyer, QUESTION } from "../setup/buyer";
import { sharedChain } from "../setup/chain";
import { testFirestore } from "../setup/firestore";
import { testService } from "../setup/service";

const DEADLINE_MS = 3_000;
const HANGS = { messages: [{ role: "user", content: "HANG" }] };
const WORKER = bundledThread(path.join(__dirname, "../packages/answers/trappedWorker.ts"));
const chain = sharedChain();
const { db } = testFirestore();

it("D2: a paid question that hangs the engine is answered in time, stored and replayed, and holds up nothing else", async () => {
  const snapshots = new MemorySnapshots();
  await publish(snapshots, "chats", goalsOfStates());
  const answers = localAnswers({
    snapshots,
    now: Date.now,
    log: quiet,
    limits: { deadlineMs: DEADLINE_MS, answerMs: 10_000 },
    startWorker: () => startWorker(WORKER),
  });
  const service = await testService({ db, answers });
  try {
    const buyer = new Buyer(`${service.baseUrl}/demand-insights`, chain);
    const opening = await buyer.quote();
    expect((await buyer.redeem(opening, await buyer.payMarked(opening))).status).toBe(200);

    const quote = await buyer.quote(HANGS);
    const txHash = await buyer.payMarked(quote);
    const from = performance.now();
    const hanging = buyer.redeem(quote, txHash, HANGS);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const quotes: number[] = [];
    for (let i = 0; i < 11; i++) {
      const asked = performance.now();
      await buyer.quote();
      quotes.push(performance.now() - asked);
    }
    const quotedAt = performance.now() - from;
    const first = await hanging;
    expect(performance.now() - from).toBeLessThan(DEADLINE_MS + 5_000);
    expect(quotedAt).toBeLessThan(DEADLINE_MS);
    expect(quotes.sort((a, b) => a - b)[5]).toBeLessThan(500);
    expect([first.status, first.text]).toEqual([200, expect.stringContaining("could not be worked through in time")]);
    expect((await buyer.redeem(quote, txHash, HANGS)).text).toBe(first.text);

    const next = await buyer.quote(QUESTION);
    const reply = await buyer.redeem(next, await buyer.payMarked(next));
    expect([reply.status, reply.text.includes("in time")]).toEqual([200, false]);
  } finally {
    await service.close();
  }
});

it("D2: a paid question that has no turn behind one that hangs keeps its payment, and is answered when it is sent again", async () => {
  const snapshots = new MemorySnapshots();
  await publish(snapshots, "chats", goalsOfStates());
  const limits = { deadlineMs: DEADLINE_MS, answerMs: DEADLINE_MS + 500 };
  const startTrapped = () => startWorker(WORKER);
  const local = localAnswers({ snapshots, now: Date.now, log: quiet, limits, startWorker: startTrapped });
  const service = await testService({ db, answers: saidToBuyers(local) });
  try {
    const buyer = new Buyer(`${service.baseUrl}/demand-insights`, chain);
    const opening = await buyer.quote();
    // The thread starts with it, which takes a busy machine longer than a question has here.
    const paid = await buyer.payMarked(opening);
    let opened = await buyer.redeem(opening, paid);
    for (let tries = 1; opened.status === 503 && tries < 5; tries++) opened = await buyer.redeem(opening, paid);
    expect(opened.status).toBe(200);
    const [hangs, plain] = [await buyer.quote(HANGS), await buyer.quote(QUESTION)];
    const [first, second] = [await buyer.payMarked(hangs), await buyer.payMarked(plain)];

    const hanging = buyer.redeem(hangs, first, HANGS);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const behind = await buyer.redeem(plain, second);
    expect([behind.status, behind.json.code, behind.headers.get("retry-after")]).toEqual([
      503,
      "dependency_unavailable",
      "3",
    ]);
    expect((await hanging).status).toBe(200);
    const again = await buyer.redeem(plain, second);
    expect([again.status, again.text.includes("in time")]).toEqual([200, false]);
  } finally {
    await service.close();
  }
});
