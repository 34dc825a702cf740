import type { Firestore } from "@google-cloud/firestore";
import { firestoreEventLog } from "../../../functions/src/adapters/firestore/events/eventLog";
import { CHAIN_EVENT_TYPES, topicOf, type MarketEvent } from "../../../functions/src/domain/events/event";
import { formatUsdc } from "../../../functions/src/domain/money";
import { taskName, type EventName, type Place } from "../../../functions/src/domain/task/events";
import type { ContractName } from "../../../functions/src/domain/workflow/variants";
import type { EscrowStage } from "../chain/escrow";

const CONTRACTS: readonly ContractName[] = ["human", "agent-fast"];
const PAGE = 500;

/** The type that tells of each of the contract's events; of a refund, `task.settled` tells alone. */
const TYPE_OF: Readonly<Record<EventName, string | null>> = {
  TaskCreated: "task.created",
  TaskFundedMore: "task.funded_more",
  TaskCancelled: "task.cancelled",
  TaskExpired: "task.expired",
  TaskStarted: "task.started",
  WorkSubmitted: "task.submitted",
  ChangesRequested: "task.changes_requested",
  WorkResubmitted: "task.resubmitted",
  TaskApproved: "task.approved",
  TaskApprovedByJudge: "task.approved",
  WorkRated: null,
  PosterRated: null,
  TaskReleased: "task.released",
  TaskRejected: "task.rejected",
  TaskRefunded: null,
  TaskDisputed: "task.disputed",
  TaskResolved: "task.ruled",
  StakeClaimed: "stake.claimed",
  Credited: "credit.added",
};

/** The whole log, after what was left unpublished is published. */
export async function wholeLog(db: Firestore): Promise<readonly MarketEvent[]> {
  const log = firestoreEventLog(db);
  await log.publish();
  const all: MarketEvent[] = [];
  for (let page: readonly MarketEvent[] = []; ; all.push(...page)) {
    page = await log.read({ feed: null, topics: null, after: all.at(-1)?.position ?? 0, limit: PAGE });
    if (page.length === 0) return all;
  }
}

/**
 * What a reader believes who adds each event and takes back what a later one supersedes. Throws unless every position and
 * id is there once, and exactly the superseded events say that they are reverted.
 */
export function standing(events: readonly MarketEvent[]): MarketEvent[] {
  expect(events.map(({ position }) => position)).toEqual(events.map((_, at) => at + 1));
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const gone = events.flatMap(({ supersedes }) => supersedes ?? []);
  const reverted = events.flatMap(({ id, finality }) => (finality === "reverted" ? [id] : []));
  expect([...reverted].sort()).toEqual([...new Set(gone)].sort());
  expect(new Set(gone).size).toBe(gone.length);
  return events.filter(({ type, finality }) => !type.endsWith(".reverted") && finality !== "reverted");
}

/**
 * Throws unless the log tells of each step of each task and of each withdrawal on the chain once, with its finality, and of
 * no other. A task's steps are in the chain's order. Withdrawals are compared by their block: each stands alone, and runs
 * of the indexer that overlap may tell of two in either order. The indexer must have read everything.
 */
export async function expectStepsTold(db: Firestore, stage: EscrowStage): Promise<void> {
  const types: ReadonlySet<string> = new Set(CHAIN_EVENT_TYPES);
  const told = new Map<string, string[]>();
  const all = standing(await wholeLog(db));
  const ofTasks = all.filter(({ task }) => task !== null);
  const ofAccounts = all
    .filter(({ task }) => task === null)
    .sort((a, b) => Number(a.block?.number) - Number(b.block?.number));
  for (const { type, task, block, finality, data } of [...ofTasks, ...ofAccounts]) {
    if (!types.has(topicOf(type)) || type === "task.settled") continue;
    const name = task ? taskName(task) : `${String(data["contract"])} ${String(data["account"])}`;
    const amount = task ? "" : ` ${String(data["amountUsdc"])}`;
    told.set(name, [...(told.get(name) ?? []), `${type} ${block?.number} ${block?.hash} ${finality}${amount}`]);
  }
  const { latest, finalized } = await stage.escrow.heads();
  const happened = new Map<string, string[]>();
  const judged = new Set<string>();
  for (const contract of CONTRACTS) {
    for (let from = stage.escrow.fromBlock; from <= latest.number;) {
      const read = await stage.escrow.events({ contract }, from, latest.number);
      const tell = (name: string, type: string, { blockNumber, blockHash }: Place, more = "") => {
        const finality = blockNumber <= finalized.number ? "final" : "pending";
        happened.set(name, [...(happened.get(name) ?? []), `${type} ${blockNumber} ${blockHash} ${finality}${more}`]);
      };
      for (const event of read.events) {
        const type = TYPE_OF[event.name];
        if (event.name === "TaskCreated" && event.judge !== null) judged.add(taskName(event));
        if (type !== null) tell(taskName(event), type, event.at);
        const isWork = event.name === "WorkSubmitted" || event.name === "WorkResubmitted";
        if (isWork && judged.has(taskName(event))) tell(taskName(event), "judge.requested", event.at);
      }
      for (const { account, amountUsdcUnits, at } of read.withdrawals)
        tell(`${contract} ${account}`, "credit.withdrawn", at, ` ${formatUsdc(amountUsdcUnits)}`);
      from = read.toBlock + 1n;
    }
  }
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(happened));
}

/** Throws unless `task.settled` is told once of each task that the contract says is settled, and of no other. */
export async function expectEndsTold(db: Firestore, stage: EscrowStage): Promise<void> {
  const told = standing(await wholeLog(db)).flatMap(({ type, task }) =>
    type === "task.settled" && task ? [taskName(task)] : [],
  );
  const settled: string[] = [];
  for (const contract of CONTRACTS) {
    const count = Number(await stage.taskCount(contract));
    const keys = Array.from({ length: count }, (_, at) => ({ contract, taskId: BigInt(at + 1) }));
    for (const key of keys) if ((await stage.task(key)).settled) settled.push(taskName(key));
  }
  expect([...told].sort()).toEqual(settled.sort());
}

/** Throws unless the log tells of every payment what is stored of it, and of every answer once. */
export async function expectPaymentsTold(db: Firestore): Promise<void> {
  const events = standing(await wholeLog(db));
  const told = events.filter(({ type }) => type === "payment.settled");
  const payments = (await db.collection("payments").get()).docs.map((doc) => doc.data());
  const seen = payments.filter(({ finality }) => finality === "pending" || finality === "final");
  const text = (...parts: unknown[]) => parts.join(" ");
  expect(
    told.map(({ recipients, block, data, finality }) => text(recipients, block?.hash, data["txHash"], finality)).sort(),
  ).toEqual(seen.map((one) => text(one["payer"], one["blockHash"], one["txHash"], one["finality"])).sort());
  const answered = events.filter(({ type }) => type === "answer.delivered");
  const purchases = (await db.collection("purchases").where("state", "==", "delivered").get()).docs;
  expect(answered.map(({ data }) => data["txHash"]).sort()).toEqual(
    purchases.map((doc) => doc.get("txHash") as string).sort(),
  );
}
