import { firestoreSnapshots } from "../../functions/src/adapters/firestore/snapshots";
import { localAnswers } from "../../packages/answers/src/local";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { openTasks, readToBuy, readToWork, type Read } from "../setup/answers/reading";
import { RELAY } from "../setup/relay";
import { publishSample } from "../setup/sample";
import { KeptLog } from "../setup/service";

const { db } = testFirestore();
const snapshots = firestoreSnapshots(db);
const market = Market.forFile(db, RELAY, { answers: localAnswers({ snapshots, now: Date.now, log: new KeptLog() }) });

beforeAll(() => publishSample(snapshots, "chats", { publishedAt: Date.now() }));
const tasks: Awaited<ReturnType<typeof openTasks>>[] = [];
beforeAll(async () => void tasks.push(await openTasks(market)));
beforeAll(async () => void tasks.push(await openTasks(market)));

const sum = (reads: readonly Read[]) => reads.reduce((total, { tokens }) => total + tokens, 0);

describe("what a fresh agent reads", () => {
  it.each([
    ["HTTP", 2_000],
    ["MCP", 4_500],
  ] as const)("by %s has at most %d tokens to a first answer", async (transport, most) => {
    expect(sum(await readToBuy(market, transport))).toBeLessThanOrEqual(most);
  });

  it.each([
    ["HTTP", 6_000, 0],
    ["MCP", 15_000, 1],
  ] as const)("by %s has at most %d tokens to a first task", async (transport, most, at) => {
    expect(sum(await readToWork(market, transport, tasks[at]!))).toBeLessThanOrEqual(most);
  });
});
