import fc from "fast-check";
import type { Firestore } from "@google-cloud/firestore";
import { escrowInterface } from "../../../../functions/src/adapters/ethers/escrowEvents";
import { firestoreTasks } from "../../../../functions/src/adapters/firestore/tasks/tasks";
import { lastBlock, byPlace, taskName, type Place, type TaskKey } from "../../../../functions/src/domain/task/events";
import { termsHash } from "../../../../functions/src/domain/task/terms";
import { EDGES, type EdgeId } from "../../../../functions/src/domain/workflow/edges";
import { possibleSteps } from "../../../setup/tasks/workflow";
import { indexer } from "../../../../functions/src/application/tasks/indexing/indexer";
import { projectedUpTo } from "../../../../functions/src/application/rollups";
import { syncTask } from "../../../../functions/src/application/tasks/indexing/sync";
import { ownChain } from "../../../setup/chain/chain";
import { countFirestore } from "../../../setup/database/countFirestore";
import { EscrowStage, escrowOver } from "../../../setup/chain/escrow";
import { testFirestore } from "../../../setup/firestore";
import { forFile } from "../../../setup/forFile";
import { startRpcProxy } from "../../../setup/chain/rpcProxy";
import { forAllAsync, inDeep, isDeep, isOver, runs, sampled } from "../../../setup/runs";
import { expectProjected, inRangesOf, partsOver, runToEnd } from "../../../setup/projected";
import { expectEndsTold, expectStepsTold } from "../../../setup/tasks/told";

/** `finalized` is twelve blocks behind the newest. */
const WALKS = runs(1, 60);
/** How many ranges all that happened so far is read in, where runs are cut off or meet. */
const RANGES = runs(5, 12);
const SAFE_DEPTH = 6;
const FINALITY = 2 * SAFE_DEPTH;

const { db, another } = testFirestore();
const tasks = firestoreTasks(db);
const parts = () => partsOver(db, stage.escrow);

const chain = forFile(() => ownChain({ safeDepth: SAFE_DEPTH }));
const stage = forFile(() => EscrowStage.open(chain));

/** Every step of the workflow is in one of these lives, but the one that opens them all. */
const LIVES: EdgeId[][] = [
  ["cancel"],
  ["expireOpen"],
  ["start", "expireWork"],
  ["fundMore", "fundMore", "start", "submit", "approve", "rateAndClaim"],
  ["start", "submit", "requestChanges", "resubmit", "requestChanges", "anchorResubmission", "release"],
  ["start", "submit", "requestChanges", "approveDuringChanges", "claim"],
  ["start", "submit", "approveByJudge"],
  ["start", "submit", "requestChanges", "expireChanges"],
  ["start", "submit", "reject", "concede"],
  ["start", "submit", "reject", "finalizeRejection"],
  ["start", "submit", "reject", "contest", "rule"],
  ["start", "submit", "reject", "contest", "ruleByDefault"],
];

describe("happy", () => {
  it("M16, X2: has every event of the workflow without any confirm, and each as settled exactly once", async () => {
    let settled = 0;
    for (const [at, life] of LIVES.entries()) {
      const key = await stage.create(at % 2 ? "agent-fast" : "human", {
        mode: at % 2 ? "selection" : "instant",
        maxChangeRounds: 2,
        judge: life.includes("approveByJudge") ? stage.address("judge") : null,
      });
      await stage.walk(key, ...life);
      settled += (await runToEnd(parts())).reduce((sum, report) => sum + report.finalized, 0);
      // Compares every task of the file.
      if (isDeep) await expectProjected(db, stage);
    }
    expect([...new Set(LIVES.flat())].sort()).toEqual(
      EDGES.map(({ id }) => id)
        .filter((id) => id !== "create")
        .sort(),
    );
    await chain.mine(FINALITY);
    settled += (await runToEnd(parts())).reduce((sum, report) => sum + report.finalized, 0);
    expect(settled).toBe(LIVES.length + LIVES.flat().length);
    await expectProjected(db, stage);
    await expectStepsTold(db, stage);
    await expectEndsTold(db, stage);
  });

  it("shows what the token refused to deliver", async () => {
    const key = await stage.create();
    await stage.walk(key, "start", "submit");
    await stage.whileDenied("worker", () => stage.take("approve", key));
    await runToEnd(parts());
    expect((await tasks.get(key))?.task).toMatchObject({
      state: "APPROVED",
      credited: [{ account: stage.address("worker"), amountUsdcUnits: 5_000_001n }],
    });
  });

  it("reports up to which block time the projection is complete and final", async () => {
    const upTo = () => projectedUpTo(parts().projections, stage.escrow);
    await chain.warp(3_600);
    const key = await stage.create();
    const created = (await syncTask(parts(), key))?.createdAt ?? 0;
    await runToEnd(parts());
    expect(await upTo()).toBeLessThan(1_000 * created);
    await chain.mine(FINALITY);
    await runToEnd(parts());
    expect(await upTo()).toBeGreaterThanOrEqual(1_000 * created);
    expect(await projectedUpTo({ ...parts().projections, cursor: async () => null }, stage.escrow)).toBe(0);
  });

  it(
    "X2, F6: after any walks with runs and confirms in between, the projection is the contract's, and it never went back",
    async () => {
      const walks = fc.array(
        fc.record({
          task: fc.nat(2),
          pick: fc.nat(99),
          late: fc.boolean(),
          then: fc.constantFrom("nothing", "run", "confirm", "wait"),
        }),
        { minLength: 4, maxLength: 14 },
      );
      await forAllAsync([walks], { numRuns: WALKS, endOnFailure: true }, async (moves) => {
        if (isOver()) return;
        const keys: TaskKey[] = [
          await stage.create("human"),
          await stage.create("agent-fast", { mode: "selection" }),
          await stage.create("human", { maxChangeRounds: 0 }),
        ];
        const seen = new Map<string, Place>();
        for (const { task, pick, late, then } of moves) {
          const key = keys[task % keys.length];
          if (!key) continue;
          const step = await anyStep(key, pick, late);
          if (step) await stage.walk(key, step);
          if (then === "run") await indexer(parts());
          if (then === "confirm") await syncTask(parts(), key);
          if (then === "wait") await chain.mine(FINALITY);
          const now = (await tasks.get(key))?.task.at;
          const before = seen.get(taskName(key));
          if (before && (!now || byPlace(now, before) < 0)) throw new Error("the projection went back");
          if (now) seen.set(taskName(key), now);
        }
        await runToEnd(parts());
        for (const key of keys) expect((await tasks.get(key))?.task.state).toBe((await stage.task(key)).state);
      });
      await expectProjected(db, stage);
    },
    60_000 + WALKS * 15_000,
  );
});

describe("costs", () => {
  it("when nothing happened, reads the cursors and checks once for strays; writes each changed task once", async () => {
    await chain.mine(FINALITY);
    const client = another();
    const count = countFirestore(client);
    const counted = partsOver(client, stage.escrow);
    await runToEnd(counted);
    count.reset();
    await indexer(counted);
    // A cursor of each deployment, and nothing else: no block is new.
    expect([count.documentsRead, count.documentsWritten]).toEqual([2, 0]);

    const keys = [await stage.create(), await stage.create(), await stage.create()];
    for (const key of keys) await stage.walk(key, "start", "submit");
    count.reset();
    const [human] = await indexer(counted);
    // For each deployment its cursor, twice where it is compared, and a search for strays in both ranges; a look for the
    // drafts of the two texts that the events prove, which all these tasks have in common.
    expect(human).toMatchObject({ written: 3, finalized: 0 });
    // To publish the nine events: they and the head of the log.
    const events = 3 * 3;
    // Once in each deployment for withdrawals that are not final.
    expect(count.documentsRead).toBe(3 + 2 * (1 + 2 + 2) + 2 + 2 + events + 1);
    // The tasks, the counters of their two parties, and two cursors in both deployments; each event with its task and
    // again with its position, and the head of the log.
    expect(count.documentsWritten).toBe(3 + 2 + 2 * 2 + 2 * events + 1);
  });

  it("ends after a bounded number of ranges or events, and the next run continues there", async () => {
    await runToEnd(parts());
    const keys = [await stage.create(), await stage.create(), await stage.create()];
    const inBlocks = partsOver(db, inRangesOf(stage.escrow, 1n));
    const settledBlock = async () => (await parts().projections.cursor("human"))?.finalBlock ?? 0n;
    await chain.mine(FINALITY);
    const before = await settledBlock();
    const [human] = await indexer(inBlocks, { ranges: 5, events: 100 });
    expect([human?.complete, (await settledBlock()) - before]).toEqual([false, 5n]);
    await runToEnd(inBlocks);
    await chain.mine(FINALITY);
    for (const key of keys) await stage.take("start", key);
    await chain.mine(FINALITY);
    // The second event is one too many, wherever the blocks before it end.
    const [few] = await indexer(inBlocks, { ranges: 1_000, events: 2 });
    expect([few?.complete, few?.finalized]).toEqual([false, 2]);
    await runToEnd(inBlocks);
    await expectProjected(db, stage);
  });
});

describe("faults", () => {
  it("M2: confirms that come twice, late, in any order, before and after the indexer, change nothing", async () => {
    const key = await stage.create();
    await stage.walk(key, "start");
    await Promise.all([
      syncTask(parts(), key),
      syncTask(parts(), key),
      indexer(parts()),
      syncTask(partsOver(another(), stage.escrow), key),
    ]);
    expect((await tasks.get(key))?.task.state).toBe("STARTED");
    await stage.walk(key, "submit", "requestChanges", "resubmit");
    expect((await syncTask(parts(), key))?.state).toBe("SUBMITTED");
    await runToEnd(parts());
    const before = await tasks.get(key);
    await chain.mine(FINALITY);
    await runToEnd(parts());
    expect((await syncTask(parts(), key))?.state).toBe("SUBMITTED");
    expect(await tasks.get(key)).toEqual(before);
    expect(await syncTask(parts(), { contract: "human", taskId: 99_999n })).toBeNull();
  });

  it("X6: the indexer and a confirm follow a reorg that drops events", async () => {
    await chain.mine(FINALITY);
    const key = await stage.create();
    await stage.walk(key, "start", "submit");
    await runToEnd(parts());
    await chain.reorg(1);
    expect((await syncTask(parts(), key))?.state).toBe("STARTED");
    await chain.reorg(2);
    await runToEnd(parts());
    expect((await tasks.get(key))?.task.state).toBe("FUNDED");
    await expectProjected(db, stage);
    await stage.walk(key, "cancel");
    await chain.mine(FINALITY);
    await runToEnd(parts());
    await expectProjected(db, stage);
  });

  it("X6: a task whose creation is undone is gone, and its id may become another's", async () => {
    await chain.mine(FINALITY);
    const key = await stage.create("human");
    await runToEnd(parts());
    await chain.reorg(1);
    await runToEnd(parts());
    expect(await tasks.get(key)).toBeNull();
    const again = await stage.create("human", {
      mode: "selection",
      rewardUsdcUnits: 7_000_000n,
      stakeUsdcUnits: 700_000n,
    });
    expect(again).toEqual(key);
    await runToEnd(parts());
    expect((await tasks.get(key))?.task).toMatchObject({ mode: "selection", rewardUsdcUnits: 7_000_000n });
    await expectProjected(db, stage);
  });

  inDeep("X6, F6: follows a reorg that mines the same transactions again in another order", async () => {
    await chain.mine(FINALITY);
    const [one, two] = [await stage.create("human"), await stage.create("human")];
    const transaction = (role: "buyer" | "worker", call: Parameters<typeof stage.escrow.encode>[0]) => {
      const { to, data } = stage.escrow.encode(call);
      return { from: stage.address(role), to, data, gas: "0x4c4b40" };
    };
    await stage.walk(one, "start");
    await stage.walk(two, "cancel");
    await runToEnd(parts());
    const [before] = [await tasks.get(one)];
    if (!before) throw new Error("the task is known");
    const agreedTerms = termsHash(before.task);
    const anew = [
      [transaction("buyer", { function: "cancelTask", ...two }), 0],
      [transaction("worker", { function: "stakeAndStart", ...one, agreedTerms, voucher: null }), 1],
    ];
    await chain.call("anvil_reorg", 2, anew);
    await runToEnd(parts());
    await expectProjected(db, stage);
    const after = await tasks.get(one);
    expect(after?.task.state).toBe("STARTED");
    expect(after?.task.at.blockNumber).toBe((before?.task.at.blockNumber ?? 0n) + 1n);
  });

  inDeep(
    "X6: what a slow confirm wrote of a fork that is gone does not outlive its blocks becoming final",
    async () => {
      const key = await stage.create();
      await chain.mine(FINALITY);
      await runToEnd(parts());
      await stage.walk(key, "start");
      const gone = await stage.escrow.events(
        key,
        (await stage.escrow.heads()).latest.number,
        (await stage.escrow.heads()).latest.number,
      );
      await chain.reorg(1);
      await runToEnd(parts());
      // It read before the reorg, stopped, and writes now.
      await parts().projections.change([key], (projection) => ({
        ...projection,
        tail: [...projection.tail, ...gone.events],
      }));
      expect((await tasks.get(key))?.task.state).toBe("STARTED");
      await chain.mine(FINALITY);
      await runToEnd(parts());
      expect((await tasks.get(key))?.task.state).toBe("FUNDED");
      await expectProjected(db, stage);
    },
  );

  it("continues wherever it was interrupted, before or after any of its writes", async () => {
    const client = another();
    const quick = await stage.create("human");
    await stage.walk(quick, "start", "submit", "approve", "rateAndClaim");
    const slow = await stage.create("agent-fast");
    await stage.walk(slow, "start", "submit", "reject");
    await chain.mine(3);
    const escrow = inRangesOf(stage.escrow, (await stage.escrow.heads()).latest.number / BigInt(RANGES));
    for (const moment of sampled(["before", "after"] as const, 1)) {
      let cut = 0;
      for (let at = 1; ; at++) {
        if (at === 1) await rewind(client);
        const { parts: cutting, wasCut } = cutAt(partsOver(client, escrow), moment, at);
        await indexer(cutting).catch((error: Error) => expect(error.message).toBe("cut off"));
        if (!wasCut()) break;
        cut += 1;
      }
      expect(cut).toBeGreaterThan((2 * RANGES) / 3);
      await runToEnd(partsOver(client, stage.escrow));
      await expectProjected(client, stage);
    }
    await expectStepsTold(client, stage);
  });

  it("may run many times at once", async () => {
    await rewind(db);
    const key = await stage.create();
    await stage.walk(key, "start", "submit");
    const escrow = inRangesOf(stage.escrow, (await stage.escrow.heads()).latest.number / BigInt(RANGES));
    const runs = await Promise.all([db, another(), another()].map((client) => runToEnd(partsOver(client, escrow))));
    expect(runs.flat().every(({ broken }) => broken === 0)).toBe(true);
    await runToEnd(parts());
    await expectProjected(db, stage);
    await expectStepsTold(db, stage);
    await expectEndsTold(db, stage);
  });

  describe("of the node", () => {
    const proxy = forFile(() => startRpcProxy(chain.rpcUrl));
    afterEach(() => proxy.reset());
    const proxied = (lines?: string[]) => partsOver(db, escrowOver(proxy.url, stage.addresses), lines);

    inDeep("reads everything although the node refuses long ranges", async () => {
      await rewind(db);
      proxy.fault = (calls) => {
        const [filter] = (calls.find(({ method }) => method === "eth_getLogs")?.params ?? []) as {
          fromBlock: string;
          toBlock: string;
        }[];
        const tooLong = filter && Number(filter.toBlock) - Number(filter.fromBlock) >= 50;
        return tooLong ? { kind: "error", code: -32000, message: "exceed maximum block range: 50" } : undefined;
      };
      await runToEnd(proxied());
      proxy.reset();
      await expectProjected(db, stage);
    });

    it("changes nothing while no node answers", async () => {
      const before = await parts().projections.cursor("human");
      proxy.fault = { kind: "status", status: 429 };
      await expect(indexer(proxied())).rejects.toThrow("No node of the chain");
      expect(await parts().projections.cursor("human")).toEqual(before);
    });

    it("does not move back for a node that lags behind", async () => {
      await runToEnd(parts());
      const key = await stage.create();
      await runToEnd(parts());
      const { latest } = await stage.escrow.heads();
      const old = await chain.call("eth_getBlockByNumber", `0x${(latest.number - 20n).toString(16)}`, false);
      proxy.fault = {
        kind: "lie",
        method: "eth_getBlockByNumber",
        result: (honest, [which]) =>
          which === "latest" || which === "finalized"
            ? old
            : Number(which) > Number((old as { number: string }).number)
              ? null
              : honest,
      };
      await indexer(proxied());
      expect((await tasks.get(key))?.task.state).toBe("FUNDED");
      const cursor = await parts().projections.cursor("human");
      expect(cursor && lastBlock(cursor)).toBe(latest.number);
    });

    it("D7: undoes nothing for empty logs, following or settling, reports them once, and reads again", async () => {
      await chain.mine(FINALITY);
      await runToEnd(parts());
      const [key, quiet] = [await stage.create(), await stage.create()];
      await stage.walk(key, "start");
      await runToEnd(parts());
      // A confirm knows of this step before the indexer does.
      await stage.walk(quiet, "start");
      await syncTask(parts(), quiet);
      const readUpTo = async () =>
        lastBlock((await parts().projections.cursor("human")) ?? { finalBlock: 0n, checkpoints: [] });
      const states = async () => (await tasks.getAll([key, quiet])).map((record) => record?.task.state);
      for (const isFinal of [false, true]) {
        if (isFinal) await chain.mine(FINALITY);
        const before = await readUpTo();
        const lines: string[] = [];
        proxy.fault = { kind: "lie", method: "eth_getLogs", result: () => [] };
        await indexer(proxied(lines));
        expect(await states()).toEqual(["STARTED", "STARTED"]);
        expect((await syncTask(proxied(), quiet))?.state).toBe("STARTED");
        expect(await readUpTo()).toBe(before);
        expect(lines.filter((line) => line === "indexer.logs_disagree")).toHaveLength(1);
        proxy.reset();
      }
      await runToEnd(parts());
      await expectProjected(db, stage);
    });

    it("D7: a node that has no block yet proves nothing", async () => {
      const { latest } = await stage.escrow.heads();
      const ahead = { number: latest.number + 5n, hash: latest.hash };
      expect(
        await stage.escrow.areReplaced([
          latest,
          ahead,
          { ...latest, hash: ahead.hash.replace(/.$/, "x") as `0x${string}` },
        ]),
      ).toEqual([false, false, true]);
    });

    it("D7: heals a task of which events were held back until they were final, by its whole history", async () => {
      await chain.mine(FINALITY);
      await runToEnd(parts());
      const key = await stage.create();
      await runToEnd(parts());
      await stage.walk(key, "start");
      const start = escrowInterface.getEvent("TaskStarted")?.topicHash;
      proxy.fault = {
        kind: "lie",
        method: "eth_getLogs",
        result: (logs) => (logs as { topics: string[] }[]).filter(({ topics }) => topics[0] !== start),
      };
      await runToEnd(proxied());
      await chain.mine(FINALITY);
      await runToEnd(proxied());
      proxy.reset();
      expect((await tasks.get(key))?.task.state).toBe("FUNDED");
      await stage.walk(key, "submit");
      await chain.mine(FINALITY);
      const [human] = await runToEnd(parts());
      expect(human).toMatchObject({ broken: 0, behind: 0 });
      expect((await tasks.get(key))?.task.state).toBe("SUBMITTED");
      await expectProjected(db, stage);
    });

    inDeep("heals a task of which a node held events back, as soon as the next event shows it", async () => {
      await chain.mine(FINALITY);
      await runToEnd(parts());
      const key = await stage.create();
      await stage.walk(key, "start");
      proxy.fault = { kind: "lie", method: "eth_getLogs", result: (logs) => (logs as unknown[]).slice(0, 1) };
      await indexer(proxied());
      expect((await tasks.get(key))?.task.state).toBe("FUNDED");
      proxy.reset();
      await stage.walk(key, "submit");
      const reports = await indexer(parts());
      expect(reports.map(({ broken }) => broken)).toEqual([0, 0]);
      expect((await tasks.get(key))?.task.state).toBe("SUBMITTED");
    });

    it("reports the task whose history is broken for good, and continues with the others", async () => {
      await chain.mine(FINALITY);
      const key = await stage.create("agent-fast");
      const from = (await stage.escrow.heads()).latest.number + 1n;
      await stage.walk(key, "start");
      const other = await stage.create("agent-fast");
      await chain.mine(FINALITY);
      await rewind(db);
      const lines: string[] = [];
      const reports = await runToEnd(
        partsOver(db, escrowOver(chain.rpcUrl, stage.addresses, { fromBlock: from }), lines),
      );
      expect(reports.map(({ broken }) => broken)).toEqual([0, 1]);
      expect(lines.filter((line) => line === "indexer.broken_history")).toHaveLength(1);
      expect(await tasks.get(key)).toBeNull();
      expect((await tasks.get(other))?.task.state).toBe("FUNDED");
      // Reading again from the first block on repairs it.
      await rewind(db);
      await runToEnd(parts());
      await expectProjected(db, stage);
    });
  });
});

/** A step that the contract allows the task now, or after its deadline; null if there is none. */
async function anyStep(key: TaskKey, pick: number, late: boolean): Promise<EdgeId | null> {
  const { state, ...task } = await stage.task(key);
  if (!state) return null;
  const standing = { ...task, state, mode: "instant" as const };
  const now = await stage.now();
  const at = late ? Math.max(now, task.deadline + 1) : now + 1;
  const roles = ["poster", "worker", "arbiter", "stranger"] as const;
  const steps = roles.flatMap((role) => possibleSteps(standing, role, at, { resubmission: true, selection: true }));
  // Only a timeout waits for the deadline; any other step must still be in time.
  const open = steps.filter(({ when }) => (when === "afterDeadline") === late || when === "always");
  return open[pick % Math.max(open.length, 1)]?.id ?? null;
}

/** The database as it was before the first run. */
async function rewind(client: Firestore): Promise<void> {
  const batch = client.batch();
  for (const name of ["tasks", "indexer"]) {
    for (const document of await client.collection(name).listDocuments()) batch.delete(document);
  }
  await batch.commit();
}

/** The same parts, of which the `at`-th write is cut off: before it is made, or before anyone knows that it was. */
function cutAt(whole: ReturnType<typeof partsOver>, moment: "before" | "after", at: number) {
  let writes = 0;
  const cutting =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      writes += 1;
      if (writes === at && moment === "before") throw new Error("cut off");
      const result = await write(...args);
      if (writes === at) throw new Error("cut off");
      return result;
    };
  const { projections } = whole;
  const change = cutting((...args: Parameters<typeof projections.change>) => projections.change(...args));
  const moveCursor = cutting((...args: Parameters<typeof projections.moveCursor>) => projections.moveCursor(...args));
  const parts = { ...whole, projections: { ...projections, change, moveCursor } };
  return { parts, wasCut: () => writes >= at };
}
