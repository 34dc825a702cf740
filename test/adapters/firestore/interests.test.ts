import { firestoreInterests } from "../../../functions/src/adapters/firestore/interests";
import { firestoreMirrors } from "../../../functions/src/adapters/firestore/mirrors";
import { firestoreTasks } from "../../../functions/src/adapters/firestore/tasks";
import { commitUnit } from "../../../functions/src/adapters/firestore/unit";
import { toAddress, type Address } from "../../../functions/src/domain/address";
import { registerInterest } from "../../../functions/src/domain/interest";
import type { TaskKey } from "../../../functions/src/domain/task/events";
import type { Task } from "../../../functions/src/domain/task/task";
import { event } from "../../domain/task/histories";
import { testFirestore } from "../../setup/firestore";

const { db } = testFirestore();
const interests = firestoreInterests(db);
const tasks = firestoreTasks(db);
const account = (digit: string) => toAddress(`0x${digit.repeat(40)}`) as Address;
const worker = account("9");

/** The chain has the task as this poster's, and no other. */
async function postedBy(poster: Address, key: TaskKey, block: number): Promise<void> {
  const tail = [event("TaskCreated", { block, key }, { poster })];
  await firestoreMirrors(db).change([key], () => ({ base: null, tail }));
}

async function register(key: TaskKey): Promise<void> {
  const unit = { writes: [] };
  const nowMs = (task: Task) => (task.deadlines.openUntil ?? 0) * 1000;
  await interests.change(key, worker, (task, known) => registerInterest(task, known, { worker, message: null, nowMs: nowMs(task) }), unit);
  expect(await commitUnit(db, unit)).toBe(true);
}

describe("faults", () => {
  it("F4: counts a worker once where a reorg gave the task's id to another poster", async () => {
    const key: TaskKey = { contract: "human", taskId: 1n };
    await postedBy(account("1"), key, 10);
    await register(key);
    await postedBy(account("2"), key, 11);
    await register(key);
    await register(key);
    expect((await tasks.get(key))?.interestCount).toBe(1);
    expect((await interests.find((await tasks.get(key))?.task as never, worker))?.status).toBe("pending");
  });
});
