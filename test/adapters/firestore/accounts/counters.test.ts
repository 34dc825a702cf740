import fc from "fast-check";
import { firestoreCounters } from "../../../../functions/src/adapters/firestore/accounts/counters";
import { firestoreProjections } from "../../../../functions/src/adapters/firestore/indexing/projections";
import { firestoreTasks } from "../../../../functions/src/adapters/firestore/tasks/tasks";
import type { WalletCounts } from "../../../../functions/src/domain/contribution";
import type { TaskEvent, TaskKey } from "../../../../functions/src/domain/task/events";
import { ACCOUNTS, randomLives } from "../../../domain/task/randomLives";
import { testFirestore } from "../../../setup/firestore";

const { db, another } = testFirestore();
const counters = firestoreCounters(db);
const tasks = firestoreTasks(db);
const projections = [firestoreProjections(db), firestoreProjections(another())] as const;

/** What is there to be counted. */
async function counted(wallet: (typeof ACCOUNTS)[number]): Promise<WalletCounts> {
  const count = async (kind: "posted" | "started" | "completed") =>
    (await tasks.page({ kind, wallet }, 100, null)).items.length;
  return {
    posted: await count("posted"),
    started: await count("started"),
    completed: await count("completed"),
    interested: 0,
  };
}

async function expectExact(): Promise<void> {
  for (const account of ACCOUNTS)
    expect([account, await counters.of(account)]).toEqual([account, await counted(account)]);
}

describe("invariants", () => {
  it("F6: counters count exactly the existing tasks, whatever reorgs remove and however many writers run at once", async () => {
    const [lives = []] =
      fc.sample(fc.tuple(randomLives(9).filter((all) => all.length > 5)), { seed: 5, numRuns: 1 })[0] ?? [];
    const keyOf = ([first]: readonly TaskEvent[]): TaskKey => first as TaskKey;
    const follow = (events: readonly TaskEvent[], by: number) =>
      (by % 2 === 0 ? projections[0] : projections[1]).change([keyOf(events)], () => ({
        base: null,
        tail: events.slice(0, by),
      }));
    // From one length of each history to another, as the chain grows and forks; two processes see it at once.
    for (const lengths of [
      [1, 2],
      [3, 9],
      [2, 5],
      [1, 0],
    ]) {
      await Promise.all(
        lives.flatMap((events) => lengths.map((length) => follow(events, Math.min(length, events.length)))),
      );
      await expectExact();
    }
    expect(lives.length).toBeGreaterThan(5);
    await Promise.all(lives.map((events) => projections[0].change([keyOf(events)], () => ({ base: null, tail: [] }))));
    for (const account of ACCOUNTS)
      expect(await counters.of(account)).toEqual({ posted: 0, started: 0, interested: 0, completed: 0 });
  });
});
