import { firestoreContentStore } from "../../functions/src/adapters/firestore/tasks/contentStore";
import { firestoreProjections } from "../../functions/src/adapters/firestore/indexing/projections";
import { projectionIn, taskIn, TASKS } from "../../functions/src/adapters/firestore/tasks/taskDocument";
import { firestoreTasks } from "../../functions/src/adapters/firestore/tasks/tasks";
import { citationsOf, citedBy, contentHash, type Content } from "../../functions/src/domain/content";
import { TIMESTAMP_SKEW_SECONDS } from "../../functions/src/domain/messages/signedRequest";
import {
  byPlace,
  taskName,
  type BlockRef,
  type Place,
  type TaskEvent,
  type TaskKey,
} from "../../functions/src/domain/task/events";
import type { TaskRecord } from "../../functions/src/ports/tasks";
import { asContractHas } from "../setup/projected";
import { named } from "../setup/market";
import { EVERYBODY, type Fair, type Somebody } from "./fair";
import type { History } from "./history";

/** Signed requests of one history that are sent once more at its end. */
const REPLAYED = 3;

/** Looks at the projection while histories go on. */
export class Watch {
  private readonly seen = new Map<string, Place>();
  /** Whether the indexer has yet to follow a reorg; until then the projection may hold what is gone. */
  private unfollowed = false;

  constructor(private readonly fair: Fair) {}

  reorged(): void {
    this.unfollowed = true;
    this.seen.clear();
  }

  indexed(): void {
    this.unfollowed = false;
  }

  /** X2: what the projection holds, the contract held at that very block. F6: only a reorg takes a task back. */
  async look({ keys }: History): Promise<void> {
    const records = await firestoreTasks(this.fair.db).getAll([...keys.values()]);
    await Promise.all(
      records.map(async (record) => {
        if (!record) return;
        const { task } = record;
        const before = this.seen.get(taskName(task));
        if (this.unfollowed) {
          if (!(await isOnChain(this.fair, [task.at]))) return;
        } else if (before && byPlace(task.at, before) < 0) {
          throw new Error(`F6: ${taskName(task)} went back from ${before.blockNumber} to ${task.at.blockNumber}`);
        } else if (before && byPlace(task.at, before) === 0) {
          return;
        } else {
          this.seen.set(taskName(task), task.at);
        }
        expect(asContractHas(task)).toEqual(await this.fair.market.stage.task(task, task.at.blockNumber));
      }),
    );
  }
}

/** What must hold of a history's tasks when everybody is done and the jobs have run. */
export async function expectRest(fair: Fair, history: History): Promise<void> {
  const { db, market } = fair;
  const { escrow } = market.stage;
  const keys = [...history.keys.values()];
  const { latest } = await escrow.heads();
  const cursors = await Promise.all(
    (["human", "agent-fast"] as const).map((name) => firestoreProjections(db).cursor(name)),
  );
  const blocks: BlockRef[] = cursors.flatMap((cursor) => cursor?.checkpoints ?? []);
  await Promise.all(
    keys.map(async (key) => {
      const stored = (await TASKS.in(db).doc(taskName(key)).get()).data();
      const { base, tail } = projectionIn(stored);
      blocks.push(
        ...[...(base ? [base] : []), ...tail].map(({ at }) => ({ number: at.blockNumber, hash: at.blockHash })),
      );
      const record = taskIn(stored);
      const onChain = await market.stage.task(key);
      // X2: at rest the projection is the contract's own word.
      expect(record && asContractHas(record.task)).toEqual(onChain.state === null ? null : onChain);
      if (!record) return;
      history.states.add(record.task.state);
      await expectContents(fair, record, (await escrow.events(key, history.startBlock, latest.number)).events);
      await expectNothingPrivate(fair, key);
      await history.outputs.expectVerdicts(record, named(key));
      await history.cases.expectRest(record, history);
    }),
  );
  // X6: no document cites a block that is gone.
  expect(await escrow.areOnChain(blocks)).not.toContain(false);
  await expectNoncesSpent(fair, history);
}

/** F5: nothing of what the parties told each other is in the log, which is empty afterwards. */
export function expectQuietLog({ market: { log } }: Fair): void {
  expect(log.lines.filter((line) => JSON.stringify(line).includes("CANARY"))).toEqual([]);
  log.lines.length = 0;
}

/** X3: every text of a task is there, and hashes to what the chain's events hold. F4: every interest in it counts once. */
async function expectContents(
  { db }: Fair,
  { task, metadata, interestCount }: Pick<TaskRecord, "task" | "metadata" | "interestCount">,
  events: readonly TaskEvent[],
): Promise<void> {
  const cited = citationsOf(task, metadata);
  const details = metadata?.privateDetailsHash;
  const inOrder = (hashes: readonly string[]) => [...new Set(hashes)].sort();
  const proven = [
    ...events.flatMap((event) => citedBy(event, task.arbiter)).map(({ hash }) => hash),
    ...(details ? [details] : []),
  ];
  expect(inOrder(cited.map(({ hash }) => hash))).toEqual(inOrder(proven));
  expect(metadata && contentHash({ kind: "metadata", value: metadata })).toBe(task.metadataHash);
  // Metadata and rulings are public and kept with the task.
  const texts = cited.filter(({ kind }) => kind !== "metadata" && kind !== "ruling");
  const [found, stored, standing] = await Promise.all([
    firestoreContentStore(db, () => firestoreTasks(db)).find(texts),
    db
      .collection("contents")
      .orderBy("__name__")
      .startAt(`${taskName(task)}-`)
      .endBefore(`${taskName(task)}.`)
      .get(),
    // After a reorg an interest may be addressed to the poster that had the id before.
    db
      .collection("interests")
      .where("task", "==", taskName(task))
      .where("poster", "==", task.poster)
      .where("stands", "==", true)
      .count()
      .get(),
  ]);
  expect(found.map(({ citation }) => citation)).toEqual(texts);
  for (const doc of stored.docs) {
    const content = { kind: doc.get("kind") as unknown, value: asHashed(doc.get("value")) } as Content;
    expect(doc.id).toBe(`${taskName(task)}-${content.kind}-${String(doc.get("author"))}-${contentHash(content)}`);
  }
  expect(stored.size).toBeGreaterThanOrEqual(found.length);
  expect(interestCount).toBe(standing.data().count);
}

/** F4: a signed request that was answered is answered the same for ever, and its nonce is good for no other. */
async function expectNoncesSpent({ market }: Fair, { signed }: History): Promise<void> {
  for (const { path, body, answers } of signed.slice(-REPLAYED)) {
    const again = await market.post(path, body);
    const isLapsed = Math.abs(market.nowMs() - Number(body["timestamp"]) * 1000) > TIMESTAMP_SKEW_SECONDS * 1000;
    expect([path, again.status, answers.has(again.text)]).toEqual(isLapsed ? [path, 401, false] : [path, 200, true]);
  }
  const last = signed.at(-1);
  const role = EVERYBODY.find((one) => market.address(one) === last?.body["wallet"]);
  if (!last || !role) return;
  const { wallet: _wallet, timestamp: _timestamp, signature: _signature, nonce, ...own } = last.body;
  const other = await market.sign(last.path, role, { ...own, taskId: "999999" }, { nonce: String(nonce) });
  expect((await market.post(last.path, other)).json["code"]).toBe("nonce_used");
}

/** F5: no public view of a task holds a private text, for whichever wallet it is asked; from task to task in turn. */
async function expectNothingPrivate({ market }: Fair, key: TaskKey): Promise<void> {
  const { contract, taskId } = named(key);
  const turn = Number(taskId);
  const wallet = market.address(EVERYBODY[turn % EVERYBODY.length] as Somebody);
  const inTurn = [
    () => market.get("/mkt/interest/status", { contract, taskId, wallet }),
    () => market.get("/mkt/tasks", { contract, limit: 5 }),
    () =>
      market.get("/mkt/dashboard", {
        wallet,
        tab: (["posted", "started", "interested", "completed"] as const)[turn % 4] as string,
        limit: 4,
      }),
  ];
  const replies = await Promise.all([
    market.get("/mkt/task", { contract, id: taskId, wallet }),
    inTurn[turn % inTurn.length]?.(),
  ]);
  for (const reply of replies) {
    expect(reply?.status).toBe(200);
    if (reply?.text.includes("CANARY")) throw new Error(`F5: a public answer holds ${reply.text}`);
  }
}

/** A stored value as it was hashed: the database holds outputs and schemas as JSON. */
function asHashed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, member: unknown) =>
    (name === "output" || name === "outputSchema") && typeof member === "string"
      ? (JSON.parse(member) as unknown)
      : member,
  ) as unknown;
}

async function isOnChain({ market }: Fair, places: readonly Place[]): Promise<boolean> {
  const blocks = places.map(({ blockNumber: number, blockHash: hash }): BlockRef => ({ number, hash }));
  return (await market.stage.escrow.areOnChain(blocks)).every(Boolean);
}
