import { setTimeout as sleep } from "node:timers/promises";
import { FieldValue } from "@google-cloud/firestore";
import { firestoreInterests } from "../../../../functions/src/adapters/firestore/tasks/interests";
import { firestoreTasks } from "../../../../functions/src/adapters/firestore/tasks/tasks";
import { commitUnit } from "../../../../functions/src/adapters/firestore/unitOfWork";
import { toAddress, type Address } from "../../../../functions/src/domain/address";
import { registerInterest } from "../../../../functions/src/domain/interest";
import { lastBlock, taskName, type TaskKey } from "../../../../functions/src/domain/task/events";
import { indexer } from "../../../../functions/src/application/tasks/indexing/indexer";
import { JOBS } from "../../../../functions/src/entry/jobs";
import { ownChain } from "../../../setup/chain/chain";
import { EscrowStage } from "../../../setup/chain/escrow";
import { testFirestore } from "../../../setup/firestore";
import { forFile } from "../../../setup/forFile";
import { expectProjected, partsOver, runToEnd } from "../../../setup/projected";

const PER_SECOND = 25;
const SECONDS = 3;

const { db, another } = testFirestore();
const tasks = firestoreTasks(db);
const parts = (lines?: string[]) => partsOver(db, stage.escrow, lines);
const headBlocks = async () => {
  const cursors = await Promise.all(
    (["human", "agent-fast"] as const).map((contract) => parts().projections.cursor(contract)),
  );
  return cursors.map((cursor) => cursor && lastBlock(cursor));
};

const chain = forFile(() => ownChain({ safeDepth: 2 }));
const stage = forFile(() => EscrowStage.open(chain));

describe("D17: writes to one task", () => {
  it("25 interests a second in one task never touch it, and both contracts are indexed up to the head meanwhile", async () => {
    const popular = await stage.create("human", { mode: "selection" });
    await chain.mine(10);
    await runToEnd(parts());
    const ref = db.collection("tasks").doc(taskName(popular));
    const before = (await ref.get()).updateTime;
    const interests = firestoreInterests(another());
    const tell = async (at: number) => {
      const worker = toAddress(`0x${(at + 1).toString(16).padStart(40, "0")}`) as Address;
      const unit = { writes: [] };
      await interests.change(
        popular,
        worker,
        (task, known) => registerInterest(task, known, { worker, message: null, nowMs: 1_000 * task.createdAt }),
        unit,
      );
      return commitUnit(interestsDb, unit);
    };
    const interestsDb = another();
    const told = Array.from({ length: PER_SECOND * SECONDS }, async (_, at) => {
      await sleep((at * 1_000) / PER_SECOND);
      return tell(at);
    });
    let isOver = false;
    const telling = Promise.all(told).finally(() => (isOver = true));
    let steps = 0;
    for (; !isOver; steps++) {
      const key = await stage.create(steps % 2 ? "agent-fast" : "human");
      await stage.walk(key, "start");
      const reports = await indexer(parts());
      expect(reports).toMatchObject([
        { complete: true, behind: 0 },
        { complete: true, behind: 0 },
      ]);
      const { latest } = await stage.escrow.heads();
      expect(await headBlocks()).toEqual([latest.number, latest.number]);
    }
    expect(await telling).toEqual(told.map(() => true));
    expect(steps).toBeGreaterThan(0);
    expect((await ref.get()).updateTime).toEqual(before);

    const record = await tasks.get(popular);
    expect([record?.interestCount, record && (await interests.count(record.task))]).toEqual([0, told.length]);
    expect(await interests.countChanged(50)).toEqual({ tasks: 1, failed: 0, hasMore: true });
    expect(await interests.countChanged(50)).toEqual({ tasks: 0, failed: 0, hasMore: false });
    expect((await tasks.get(popular))?.interestCount).toBe(told.length);
  });

  it("a task that others keep writing is skipped and tried again; the others go on", async () => {
    await runToEnd(parts());
    const [fought, other, abroad] = [
      await stage.create("human"),
      await stage.create("human"),
      await stage.create("agent-fast"),
    ];
    await runToEnd(parts());
    for (const key of [fought, other, abroad]) await stage.walk(key, "start");
    const states = async () => (await tasks.getAll([fought, other, abroad])).map((record) => record?.task.state);
    const release = fightOver(`tasks/${taskName(fought)}`);
    const skipped = await indexer(parts());
    expect(skipped).toMatchObject([
      { complete: false, behind: 1 },
      { complete: true, behind: 0 },
    ]);
    expect(await states()).toEqual(["FUNDED", "STARTED", "STARTED"]);
    // Also when the blocks become final: then the events would no longer be read.
    await chain.mine(10);
    await stage.walk(other, "submit");
    await chain.mine(10);
    expect((await indexer(parts()))[0]).toMatchObject({ behind: 1 });
    expect(await states()).toEqual(["FUNDED", "SUBMITTED", "STARTED"]);
    await release();
    const [human] = await runToEnd(parts());
    expect(human).toMatchObject({ complete: true, behind: 0, broken: 0 });
    await expectProjected(db, stage);
  }, 60_000);

  it("one contract whose database calls fail does not hold up the other", async () => {
    const key = await stage.create("agent-fast");
    const { projections, ...rest } = parts();
    const failing = {
      ...projections,
      cursor: (contract: TaskKey["contract"]) =>
        contract === "human" ? Promise.reject(new Error("broken")) : projections.cursor(contract),
    };
    await expect(indexer({ ...rest, projections: failing })).rejects.toThrow("broken");
    expect((await tasks.get(key))?.task.state).toBe("FUNDED");
  });

  it("a count that fails does not hold up the indexer", async () => {
    const key = await stage.create("human");
    const lines: string[] = [];
    const { projections, contentStore, withdrawals, log } = parts(lines);
    const countChanged = jest.fn(() => Promise.reject(new Error("too slow")));
    const interests = () => ({ countChanged });
    const given = {
      projections: () => projections,
      contentStore: () => contentStore,
      withdrawals: () => withdrawals,
      tasks: () => tasks,
      escrow: () => stage.escrow,
      interests,
      log,
      services: { settings: { judge: null } },
    } as unknown as Parameters<typeof JOBS.indexer>[0];
    expect(await JOBS.indexer(given)).toHaveLength(2);
    expect(countChanged).toHaveBeenCalledTimes(1);
    expect(lines).toEqual(["indexer.done", "indexer.done", "interests.not_counted"]);
    expect((await tasks.get(key))?.task.state).toBe("FUNDED");
  });
});

describe("D17: the counters of one wallet", () => {
  it("D17: others that keep writing them hold up neither that wallet's tasks nor the other ones", async () => {
    await runToEnd(parts());
    const run = async () => {
      const keys: TaskKey[] = [];
      for (let at = 0; at < 10; at++) keys.push(await stage.create(at % 2 ? "agent-fast" : "human"));
      const start = performance.now();
      const reports = await indexer(parts());
      const ms = Math.round(performance.now() - start);
      expect(reports).toMatchObject([
        { complete: true, behind: 0 },
        { complete: true, behind: 0 },
      ]);
      expect((await tasks.getAll(keys)).map((record) => record?.task.state)).toEqual(keys.map(() => "FUNDED"));
      return ms;
    };
    const quiet = await run();
    const release = fightOver(`boards/${stage.address("buyer")}`);
    const hot = await run();
    await release();
    process.stdout.write(
      `indexer, 10 tasks of one poster: ${quiet} ms, ${hot} ms while eight clients write its counters\n`,
    );
    expect(hot).toBeLessThan(5_000);
  }, 60_000);
});

/** Writes a document without a pause, until it is released. */
function fightOver(path: string): () => Promise<void> {
  let isOver = false;
  const ref = db.doc(path);
  const writers = Array.from({ length: 8 }, async () => {
    while (!isOver) await ref.update({ fought: FieldValue.increment(1) });
  });
  return async () => {
    isOver = true;
    await Promise.all(writers);
    await ref.update({ fought: FieldValue.delete() });
  };
}
