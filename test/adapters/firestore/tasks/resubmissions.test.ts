import { firestoreResubmissions } from "../../../../functions/src/adapters/firestore/tasks/resubmissions";
import type { Resubmission } from "../../../../functions/src/domain/task/call";
import type { StoredResubmission } from "../../../../functions/src/ports/tasks";
import { keccak256 } from "../../../../functions/src/domain/keccak";
import { applyAll } from "../../../../functions/src/domain/task/applyEvent";
import type { Task } from "../../../../functions/src/domain/task/task";
import { event, history, STRANGER } from "../../../setup/tasks/histories";
import { countFirestore } from "../../../setup/database/countFirestore";
import { testFirestore } from "../../../setup/firestore";

const { db } = testFirestore();
const resubmissions = firestoreResubmissions(db);
const count = countFirestore(db);

/** Before every deadline that counts here, in milliseconds. */
const NOW = 1_000_000;
let ids = 0n;
/** A task of its own, with so many change requests. */
function task(rounds = 1): Task {
  const requests = Array.from({ length: rounds }, (_, at) => [
    event("ChangesRequested", { block: 4 + 2 * at }, { round: at + 1 }),
    event("WorkResubmitted", { block: 5 + 2 * at }, { round: at + 1 }),
  ]).flat();
  const made = applyAll(null, [...history("TaskCreated", "TaskStarted", "WorkSubmitted"), ...requests.slice(0, -1)]);
  if (!made) throw new Error("no task");
  return { ...made, taskId: ++ids };
}

const answer = (round: number, word: string, deadline = 2_000_000_000): Resubmission => ({
  round,
  submissionHash: keccak256(word),
  deadline,
  signature: `0x${"5a".repeat(65)}`,
});

describe("happy", () => {
  it("gives the answer to the newest change request, in one read, kept with a read and a write", async () => {
    const asked = task();
    expect(await resubmissions.find(asked)).toBeNull();
    count.reset();
    await resubmissions.keep(asked, answer(1, "first"));
    expect(await resubmissions.find(asked)).toEqual(answer(1, "first"));
    expect(count).toMatchObject({ documentsRead: 2, documentsWritten: 1 });
  });

  it("D14: keeps one answer to a request, and a round's answer apart from the next round's", async () => {
    const asked = task();
    expect(await resubmissions.keep(asked, answer(1, "first"))).toEqual(answer(1, "first"));
    expect(await resubmissions.keep(asked, answer(1, "other work"))).toEqual(answer(1, "first"));
    expect(await resubmissions.find({ ...asked, reasonHashes: [...asked.reasonHashes, null] })).toBeNull();
  });

  it("D13: keeps the first signature over an answer, which waits again when it is sent again", async () => {
    const asked = task();
    await resubmissions.keep(asked, answer(1, "first"));
    const again: Resubmission = { ...answer(1, "first", 2_000_000_001), signature: `0x${"ff".repeat(65)}` };
    expect(await resubmissions.keep(asked, again)).toEqual(answer(1, "first"));
    expect(await resubmissions.find(asked)).toEqual(answer(1, "first"));
    const before = await resubmissions.waitingCount(NOW, 100);
    await resubmissions.release(asked, 1);
    await resubmissions.keep(asked, again);
    expect(await resubmissions.waitingCount(NOW, 100)).toEqual(before);
    await resubmissions.release(asked, 1);
  });

  it("D14: keeps one of two answers that come at once", async () => {
    const asked = task();
    const kept = await Promise.allSettled([
      resubmissions.keep(asked, answer(1, "one")),
      resubmissions.keep(asked, answer(1, "two")),
    ]);
    const stands = await resubmissions.find(asked);
    const given = kept.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.submissionHash] : []));
    expect(new Set(given)).toEqual(new Set([stands?.submissionHash]));
  });

  it("D14: counts those that wait, postponed ones too, and says until when the first does", async () => {
    const before = await resubmissions.waitingCount(NOW, 100);
    const [early, late, lapsed] = [task(), task(), task()];
    await resubmissions.keep(late, answer(1, "late", 1_002));
    await resubmissions.keep(early, answer(1, "early", 1_001));
    await resubmissions.keep(lapsed, answer(1, "lapsed", 999));
    expect(await resubmissions.waitingCount(NOW, 100)).toEqual({ count: before.count + 2, until: 1_001 });
    const stored = { key: early, resubmission: answer(1, "early", 1_001), tries: 0 };
    await resubmissions.postpone(stored, 5_000);
    expect(await resubmissions.waitingCount(NOW, 100)).toEqual({ count: before.count + 2, until: 1_001 });
    expect(await resubmissions.waitingCount(NOW, 1)).toEqual({ count: 1, until: 1_001 });
    for (const one of [early, late, lapsed]) await resubmissions.release(one, 1);
    expect(await resubmissions.waitingCount(NOW, 100)).toEqual(before);
  });

  it("lists those that wait by their deadline, until they are released", async () => {
    const [late, early] = [task(), task()];
    await resubmissions.keep(late, answer(1, "late", 1_000_002));
    await resubmissions.keep(early, answer(1, "early", 1_000_001));
    const first = await resubmissions.waiting(2);
    expect(first.map(({ key }) => key.taskId)).toEqual([early.taskId, late.taskId]);
    expect(first[0]).toEqual({
      key: { contract: "human", taskId: early.taskId },
      resubmission: answer(1, "early", 1_000_001),
      tries: 0,
    });
    await resubmissions.release(early, 1);
    await resubmissions.release(early, 1);
    expect((await resubmissions.waiting(1)).map(({ key }) => key.taskId)).toEqual([late.taskId]);
    expect(await resubmissions.find(early)).toEqual(answer(1, "early", 1_000_001));
    await resubmissions.release(late, 1);
  });
});

describe("faults", () => {
  it("D14: puts a postponed answer behind the others until its next try", async () => {
    const asked = task();
    await resubmissions.keep(asked, answer(1, "later", 1_000_000));
    const [stored] = await resubmissions.waiting(1);
    if (!stored) throw new Error("nothing waits");
    await resubmissions.postpone(stored, 5_000);
    expect((await resubmissions.waiting(100)).map(({ key }) => key.taskId)).not.toContain(asked.taskId);
    expect(await resubmissions.postponed(4_999, 10)).toEqual([]);
    expect(await resubmissions.postponed(5_000, 10)).toEqual([{ ...stored, tries: 1 }]);
    await resubmissions.release(stored.key, 1);
    expect(await resubmissions.postponed(5_000, 10)).toEqual([]);
  });

  it("D14: an answer that is sent again is as good as new: it is no longer postponed, and has no tries", async () => {
    const asked = task();
    const mine = async (list: Promise<readonly StoredResubmission[]>) =>
      (await list).filter(({ key }) => key.taskId === asked.taskId);
    await resubmissions.keep(asked, answer(1, "again"));
    await resubmissions.postpone({ key: asked, resubmission: answer(1, "again"), tries: 3 }, 5_000);
    expect(await mine(resubmissions.postponed(5_000, 100))).toMatchObject([{ tries: 4 }]);
    await resubmissions.keep(asked, answer(1, "again"));
    expect(await mine(resubmissions.postponed(5_000, 100))).toEqual([]);
    expect(await mine(resubmissions.waiting(100))).toMatchObject([{ tries: 0 }]);
    // After a reorg the id is another worker's.
    await resubmissions.postpone({ key: asked, resubmission: answer(1, "again"), tries: 3 }, 5_000);
    await resubmissions.keep({ ...asked, worker: STRANGER }, answer(1, "of another"));
    expect(await mine(resubmissions.postponed(5_000, 100))).toEqual([]);
    expect(await mine(resubmissions.waiting(100))).toMatchObject([{ tries: 0 }]);
    await resubmissions.release(asked, 1);
  });
});

describe("security", () => {
  it("X6: gives no answer of a worker whose start a reorg has undone", async () => {
    const asked = task();
    await resubmissions.keep(asked, answer(1, "first"));
    expect(await resubmissions.find({ ...asked, worker: STRANGER })).toBeNull();
  });
});
