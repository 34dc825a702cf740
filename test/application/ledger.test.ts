import fc from "fast-check";
import { FieldPath, type Firestore } from "@google-cloud/firestore";
import { firestoreAnalytics } from "../../functions/src/adapters/firestore/ledger/analytics";
import { firestoreLedgerWriter } from "../../functions/src/adapters/firestore/ledger/ledgerWriter";
import { firestoreProjections } from "../../functions/src/adapters/firestore/indexing/projections";
import { firestorePayments } from "../../functions/src/adapters/firestore/payments/payments";
import { firestoreTasks } from "../../functions/src/adapters/firestore/tasks/tasks";
import { pathOf } from "../../functions/src/adapters/firestore/sumDocument";
import { factsIn, TASKS } from "../../functions/src/adapters/firestore/tasks/taskDocument";
import { cellsOf } from "../../functions/src/domain/analytics/cells";
import type { Contribution, SumName, TaskFacts } from "../../functions/src/domain/contribution";
import { taskName } from "../../functions/src/domain/task/events";
import { metadataHash, type TaskMetadata } from "../../functions/src/domain/task/metadata";
import { postLedger, paymentContribution, taskContribution } from "../../functions/src/application/ledger";
import { drawnLife, lifeOf, type Life } from "../setup/tasks/randomLife";
import { claimOf } from "../setup/paying/claims";
import { testFirestore } from "../setup/firestore";
import { ABORTED, GrpcError, hookFirestore, PERMISSION_DENIED } from "../setup/database/hookFirestore";
import { forAllAsync, isOver, runs } from "../setup/runs";
import { becomesFinal, postAll, ledgerOf, runLedgerJob } from "../setup/bookkeeping";

const SEEDS = runs(3, 300);
const MS_PER_SEED = 3_000;

const { db, another } = testFirestore();
const rival = another();
const hooks = hookFirestore(db);
afterEach(() => Object.assign(hooks, { before: undefined, after: undefined, twice: undefined }));

const METADATA: TaskMetadata = {
  title: "Translate a page",
  description: "From Portuguese.",
  category: "translation",
  country: "PT",
};

/** A life whose task has this metadata. */
function withMetadata(life: Life): Life {
  return {
    ...life,
    events: life.events.map((event) =>
      event.name === "TaskCreated" ? { ...event, metadataHash: metadataHash(METADATA) } : event,
    ),
  };
}

async function empty(): Promise<void> {
  for (const collection of await db.listCollections()) await db.recursiveDelete(collection);
}

beforeEach(empty);

/** What happens to a life's document next. */
const move = fc.record({
  what: fc.constantFrom("more", "more", "more", "metadata", "interest", "ledger", "cut off", "refused"),
  life: fc.nat(3),
  by: fc.integer({ min: 1, max: 4 }),
});

async function interest(of: Firestore, life: Life, by: number): Promise<void> {
  const doc = of.collection("tasks").doc(taskName(life.key));
  if ((await doc.get()).exists) await doc.update({ interestCount: by, unbooked: true });
}

describe("invariants", () => {
  it(
    `rebuild equals incremental, byte for byte, however the events, texts and runs came, and whatever was cut off (${SEEDS} seeds)`,
    async () => {
      await forAllAsync(
        [fc.array(drawnLife, { minLength: 2, maxLength: 4 }), fc.array(move, { minLength: 4, maxLength: 14 })],
        { numRuns: SEEDS, endOnFailure: true },
        async (drawn, moves) => {
          if (isOver()) return;
          await empty();
          const lives = drawn.map(lifeOf).map(withMetadata);
          const told = lives.map(() => 0);
          for (const { what, life: at, by } of moves) {
            const index = at % lives.length;
            const life = lives[index] as Life;
            if (what === "more")
              await becomesFinal(db, life, (told[index] = Math.min(life.events.length, (told[index] ?? 0) + by)));
            if (what === "metadata") await firestoreTasks(db).setMetadata(life.key, METADATA);
            if (what === "interest") await interest(db, life, by);
            if (what === "ledger") await runLedgerJob(db);
            if (what === "cut off" || what === "refused") await disturbed(what, by);
          }
          await postAll(db);
          const incremental = await ledgerOf(db);
          await firestoreLedgerWriter(db).requireClearing();
          await postAll(db);
          expect(await ledgerOf(db)).toEqual(incremental);
        },
      );
    },
    SEEDS * MS_PER_SEED + 30_000,
  );

  /** A run whose commits fail, before the server sees them or after it made them. */
  async function disturbed(what: "cut off" | "refused", by: number): Promise<void> {
    const fail = (method: string) => {
      if (method === "commit") throw new GrpcError(what === "refused" ? ABORTED : PERMISSION_DENIED);
    };
    Object.assign(hooks, by % 2 ? { before: fail } : { after: fail });
    await runLedgerJob(db).catch(() => {});
    Object.assign(hooks, { before: undefined, after: undefined });
  }
});

const [first] = fc.sample(drawnLife, { numRuns: 1, seed: 7 });
const approved = (): Life => withMetadata(lifeOf({ ...(first as NonNullable<typeof first>), picks: PICKS }, 0));
/** The first step that is open in each state: start, submit, then approve and the rating. */
const PICKS = [2, 0, 1, 0].map((pick) => ({ pick, wait: 10, rating: 5, share: 0, forfeit: false, refused: false }));

describe("happy", () => {
  it("posts what became final, and late metadata", async () => {
    const life = approved();
    await becomesFinal(db, life, life.events.length);
    expect(await runLedgerJob(db)).toEqual({ tasks: 1, payments: 0, left: 0, complete: true });
    const titles = async () => (await db.collection("ledger").get()).docs.map((doc) => doc.get("title") as unknown);
    expect(new Set(await titles())).toEqual(new Set([null]));
    await firestoreTasks(db).setMetadata(life.key, METADATA);
    expect(await runLedgerJob(db)).toMatchObject({ tasks: 1 });
    expect(new Set(await titles())).toEqual(new Set([METADATA.title]));
    expect(await runLedgerJob(db)).toEqual({ tasks: 0, payments: 0, left: 0, complete: true });
  });

  it("does not see events that a reorg may still undo", async () => {
    const life = approved();
    await becomesFinal(db, life, 1);
    await runLedgerJob(db);
    const [created, started] = life.events;
    if (!created || !started) throw new Error("two events");
    await firestoreProjections(db).change([life.key], (projection) => ({ ...projection, tail: [started] }));
    expect(await runLedgerJob(db)).toMatchObject({ tasks: 0 });
  });
});

describe("faults", () => {
  it("counts nothing twice when two runs write the ledger at once", async () => {
    const life = approved();
    await becomesFinal(db, life, life.events.length);
    const reports = await Promise.all([runLedgerJob(db), runLedgerJob(rival)]);
    expect(reports.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(1);
    const incremental = await ledgerOf(db);
    await firestoreLedgerWriter(db).requireClearing();
    await postAll(db);
    expect(await ledgerOf(db)).toEqual(incremental);
  });

  it("loses no sum when two runs add to the same document at once: the slower one ends", async () => {
    const life = approved();
    await becomesFinal(rival, life, life.events.length);
    const [created] = life.events;
    if (created?.name !== "TaskCreated") throw new Error("a creation");
    const claim = claimOf("poster", "plain");
    const [payment] = claim.candidates;
    if (!payment) throw new Error("a payment");
    const { key, blockNumber, blockHash } = payment;
    await firestorePayments(rival).claim({ ...claim, candidates: [{ ...payment, payer: created.poster }] });
    const settlement = {
      payer: created.poster,
      amountUsdcUnits: payment.amountUsdcUnits,
      recipient: payment.token,
      logIndex: 3,
      minedAt: created.at.time,
    };
    await firestorePayments(rival).noteFinality(key, {
      finality: "final",
      blockNumber,
      blockHash,
      transfer: settlement,
    });
    let isFirst = true;
    hooks.before = async (method) => {
      if (method !== "commit" || !isFirst) return;
      isFirst = false;
      expect(await (await firestoreLedgerWriter(rival).begin()).postPayments(paymentContribution, null)).toMatchObject({
        posted: 1,
      });
    };
    expect(await runLedgerJob(db)).toEqual({ tasks: 0, payments: 0, left: 0, complete: false });
    hooks.before = undefined;
    await postAll(db);
    const incremental = await ledgerOf(db);
    await firestoreLedgerWriter(db).requireClearing();
    await postAll(db);
    expect(await ledgerOf(db)).toEqual(incremental);
  });

  it("posts the others if one changes meanwhile, and that one in its new state", async () => {
    const lives = [approved(), { ...approved(), key: { contract: "human" as const, taskId: 77n } }].map((life) => ({
      ...life,
      events: life.events.map((event) => ({ ...event, ...life.key })),
    }));
    for (const life of lives) await becomesFinal(rival, life, 1);
    let isFirst = true;
    hooks.before = async (method) => {
      if (method !== "commit" || !isFirst) return;
      isFirst = false;
      await becomesFinal(rival, lives[0] as Life, lives[0]?.events.length ?? 0);
    };
    expect(await runLedgerJob(db)).toMatchObject({ tasks: 2, left: 0, complete: true });
    expect((await db.collection("tasks").where("unbooked", "==", true).get()).size).toBe(0);
    hooks.before = undefined;
    const incremental = await ledgerOf(db);
    await firestoreLedgerWriter(db).requireClearing();
    await postAll(db);
    expect(await ledgerOf(db)).toEqual(incremental);
  });

  it("sets aside and reports an entry that cannot be computed, and posts the others without delay", async () => {
    const life = approved();
    await becomesFinal(db, life, life.events.length);
    await db.doc("tasks/agent-fast-1").set({ base: { movements: "none" }, tail: [], unbooked: true });
    const lines: unknown[] = [];
    const log = {
      info: () => {},
      warn: () => {},
      error: (event: string, fields?: object) => void lines.push({ event, ...fields }),
    };
    expect(await postLedger({ ledgerWriter: firestoreLedgerWriter(db), log })).toMatchObject({ tasks: 1, left: 1 });
    expect(lines).toEqual([expect.objectContaining({ event: "ledger.set_aside", name: "agent-fast-1" })]);
    expect(await runLedgerJob(db)).toEqual({ tasks: 0, payments: 0, left: 0, complete: true });
    expect(await firestoreAnalytics(db, () => 0).cube("2020-01-01", "2040-01-01")).not.toBeNull();
    await firestoreLedgerWriter(db).requireClearing();
    expect(await runLedgerJob(db)).toMatchObject({ tasks: 1, left: 1 });
  });

  it("sets aside the entry whose sums cannot be stored, and posts those beside it in the same write", async () => {
    const lives = [0, 1, 2]
      .map((at) => ({ ...approved(), key: { contract: "human" as const, taskId: BigInt(at + 1) } }))
      .map((life) => ({ ...life, events: life.events.map((event) => ({ ...event, ...life.key })) }));
    for (const life of lives) await becomesFinal(db, life, 1);
    const store = firestoreLedgerWriter(db);
    const full = (field: string, amount: number): Contribution => ({
      rows: [],
      increments: new Map([["totals/full", new Map([[field, amount]])]]),
    });
    const add = ({ task }: { task: { taskId: bigint } }) =>
      task.taskId === 1n
        ? full("a", Number.MAX_VALUE)
        : task.taskId === 2n
          ? full("b".repeat(2_000_000), 1)
          : full("c", 3);
    const posted = await (await store.begin()).postTasks(add, null);
    expect(posted).toMatchObject({ posted: 1, next: null });
    expect(posted.left.map(({ name, isLasting }) => [name, isLasting])).toEqual([
      ["human-1", true],
      ["human-2", true],
    ]);
    expect((await db.doc("ledgerTotals/full").get()).data()).toEqual({ sums: { c: 3 } });
    expect((await db.collection("tasks").where("unbooked", "==", true).get()).size).toBe(0);
  });

  it("D18: posts the rows and the reputation of a task whose analytics have no room, and folds those into `other`", async () => {
    const lives = [0, 1, 2]
      .map((at) => ({ ...approved(), key: { contract: "human" as const, taskId: BigInt(at + 1) } }))
      .map((life) => ({ ...life, events: life.events.map((event) => ({ ...event, ...life.key })) }));
    for (const life of lives) await becomesFinal(db, life, life.events.length);
    const store = firestoreLedgerWriter(db);
    const one = (name: SumName, field: string) => new Map([[name, new Map([[field, 1]])]]);
    // Longer than a field's name may be.
    const tooLong = "b".repeat(1_600);
    const add = (facts: TaskFacts): Contribution => {
      const {
        task: { taskId },
      } = facts;
      const own = taskId === 1n ? "fits" : tooLong;
      return {
        ...taskContribution(facts),
        increments: one("totals/ledger", `t${taskId}`),
        analytics: [one("analytics/day", own), one("analytics/day", taskId === 3n ? tooLong : "other")],
      };
    };
    expect(await (await store.begin()).postTasks(add, null)).toMatchObject({ posted: 3, left: [], next: null });
    expect((await db.doc("ledgerTotals/ledger").get()).data()).toEqual({ sums: { t1: 1, t2: 1, t3: 1 } });
    expect((await db.doc("analyticsDays/day").get()).data()).toEqual({ sums: { fits: 1, other: 1 } });
    expect((await db.collection("ledger").get()).size).toBeGreaterThan(0);
    // Once there is room, the next change of the task brings its own cell.
    await db.doc("tasks/human-2").update({ unbooked: true });
    expect(
      await (
        await store.begin()
      ).postTasks((facts) => ({ ...add(facts), analytics: [one("analytics/day", "late")] }), null),
    ).toMatchObject({ posted: 1 });
    expect((await db.doc("analyticsDays/day").get()).data()).toEqual({ sums: { fits: 1, late: 1 } });
  });

  it("D18: a stranger who fills a day of analytics keeps nothing out of the ledger", async () => {
    const life = approved();
    await becomesFinal(db, life, life.events.length);
    await firestoreTasks(db).setMetadata(life.key, METADATA);
    const facts = factsIn((await TASKS.in(db).doc(taskName(life.key)).get()).data());
    const [path = ""] = [...cellsOf(facts as TaskFacts).keys()].map(pathOf);
    // The longest names that there can be, and then whatever still finds room.
    const fill = Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`${"%EF%B7%BA".repeat(155)}${at}`, 1]));
    await db.doc(path).set({ sums: fill });
    for (let length = 1_400; length > 16; length = Math.floor(length / 2)) {
      for (
        let at = 0;
        await db
          .doc(path)
          .update(new FieldPath("sums", `${at}`.padEnd(length, "x")), 1)
          .then(
            () => true,
            () => false,
          );
        at++
      );
    }
    expect(await runLedgerJob(db)).toMatchObject({ tasks: 1, left: 0, complete: true });
    expect((await db.collection("ledger").get()).size).toBeGreaterThan(0);
    expect((await db.collection("profiles").get()).size).toBeGreaterThan(0);
    expect((await db.collection("tasks").where("unbooked", "!=", false).get()).size).toBe(0);
  });

  it("continues clearing where it was interrupted, and starts over when clearing is requested again", async () => {
    const life = approved();
    await becomesFinal(db, life, 1);
    await postAll(db);
    await firestoreLedgerWriter(db).requireClearing();
    await db.doc("books/state").update({ marked: { tasks: taskName(life.key) } });
    expect(await runLedgerJob(db)).toMatchObject({ tasks: 0, complete: true });
    await firestoreLedgerWriter(db).requireClearing();
    expect(await runLedgerJob(db)).toMatchObject({ tasks: 1, complete: true });
  });

  it("continues where a run ran out of steps", async () => {
    const lives = Array.from({ length: 60 }, (_, at) =>
      lifeOf({ ...(first as NonNullable<typeof first>), picks: [] }, at),
    );
    await Promise.all(lives.map((life) => becomesFinal(db, life, 1)));
    expect(await runLedgerJob(db, 1)).toMatchObject({ tasks: 50, complete: false });
    expect(await runLedgerJob(db, 2)).toMatchObject({ tasks: 10, complete: true });
  });

  it("clears the ledger first if a rebuild was interrupted, and keeps what others store in the same documents", async () => {
    const life = approved();
    await becomesFinal(db, life, life.events.length);
    await postAll(db);
    const before = await ledgerOf(db);
    const [totals] = Object.keys(before).filter((path) => path.startsWith("ledgerTotals/"));
    await db.doc(totals ?? "").update({ displayName: "somebody" });
    await firestoreLedgerWriter(db).requireClearing();
    let commits = 0;
    hooks.after = (method) => {
      if (method === "commit" && ++commits === 2) throw new GrpcError(PERMISSION_DENIED);
    };
    await expect(runLedgerJob(db)).rejects.toThrow();
    hooks.after = undefined;
    expect(await ledgerOf(db)).not.toEqual(before);
    await postAll(db);
    expect(await ledgerOf(db)).toEqual(before);
    expect((await db.doc(totals ?? "").get()).get("displayName")).toBe("somebody");
  });
});

describe("a payment", () => {
  it("is booked once, when final, even if its payer later takes it back from a copyist", async () => {
    const payments = firestorePayments(db);
    const claim = claimOf("copyist", "plain");
    await payments.claim(claim);
    expect(await runLedgerJob(db)).toMatchObject({ payments: 0 });
    const [payment] = claim.candidates;
    if (!payment) throw new Error("a payment");
    const settlement = {
      payer: payment.payer,
      amountUsdcUnits: payment.amountUsdcUnits,
      recipient: payment.token,
      logIndex: 3,
      minedAt: 1_800_000_000,
    };
    const final = {
      finality: "final",
      blockNumber: payment.blockNumber,
      blockHash: payment.blockHash,
      transfer: settlement,
    } as const;
    await payments.noteFinality(payment.key, final);
    expect(await runLedgerJob(db)).toMatchObject({ payments: 1 });
    const posted = await ledgerOf(db);
    expect(Object.keys(posted).filter((path) => path.startsWith("ledger/"))).toHaveLength(2);
    expect(await payments.claim(claimOf("payer", "signed"))).toMatchObject({ outcome: "claimed" });
    await payments.noteFinality(payment.key, final);
    expect(await runLedgerJob(db)).toMatchObject({ payments: 1 });
    expect(await ledgerOf(db)).toEqual(posted);
  });

  it("has no row if a reorg dropped it", async () => {
    const payments = firestorePayments(db);
    const claim = claimOf("somebody", "plain");
    await payments.claim(claim);
    const [payment] = claim.candidates;
    await payments.noteFinality(payment?.key ?? "", {
      finality: "orphaned",
      blockNumber: 1n,
      blockHash: "0x",
      transfer: null,
    });
    expect(await runLedgerJob(db)).toMatchObject({ payments: 0 });
    expect(await ledgerOf(db)).toEqual({});
  });
});
