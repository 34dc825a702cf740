// Longer than other files: one table of the arguments of every event.
import fc from "fast-check";
import { keccak256 } from "../../../functions/src/domain/keccak";
import type { Address } from "../../../functions/src/domain/address";
import { toAddress } from "../../../functions/src/domain/address";
import type { EventArguments, EventName, Place, TaskEvent, TaskKey } from "../../../functions/src/domain/task/events";
import { applyAll, applyEvent } from "../../../functions/src/domain/task/applyEvent";
import { deadlineOf, submissionHashOf, type Task } from "../../../functions/src/domain/task/task";
import { EDGES, type Edge, type EdgeId } from "../../../functions/src/domain/workflow/edges";
import { payouts, type Payments, type Ruling } from "../../../functions/src/domain/workflow/walk";
import { STATES } from "../../../functions/src/domain/workflow/states";
import { VARIANTS } from "../../../functions/src/domain/workflow/variants";

/** A random life of a task. */
export interface Life {
  readonly key: TaskKey;
  readonly events: readonly TaskEvent[];
  /** What each step paid according to the workflow's table; the events must add up to it. */
  readonly paid: readonly { readonly at: Place; readonly step: EdgeId; readonly payments: Payments }[];
}

const WALLETS: readonly Address[] = Array.from({ length: 8 }, (_, at) => account(0x10 + at));
const TREASURIES: readonly Address[] = [account(0x40), account(0x41)];
const ARBITER = account(0x50);
/** Unix seconds: near the end of a year, so that lives cross days, months and the year. */
const START = Date.UTC(2026, 11, 20) / 1000;

export interface Drawn {
  readonly poster: number;
  readonly worker: number;
  readonly treasury: number;
  readonly contract: TaskKey["contract"];
  readonly rewardUsdcUnits: bigint;
  readonly stakeUsdcUnits: bigint;
  readonly platformFeeBps: number;
  readonly begins: number;
  readonly picks: readonly {
    readonly pick: number;
    readonly wait: number;
    readonly rating: number;
    readonly share: number;
    readonly forfeit: boolean;
    readonly refused: boolean;
  }[];
}

/** The random choices from which `lifeOf` builds a life. */
export const drawnLife: fc.Arbitrary<Drawn> = fc.record({
  poster: fc.nat(3),
  worker: fc.nat(3),
  treasury: fc.nat(1),
  contract: fc.constantFrom("human", "agent-fast"),
  rewardUsdcUnits: fc.bigInt(1_000_001n, 10_000_000_000n),
  stakeUsdcUnits: fc.bigInt(0n, 5_000_000n),
  platformFeeBps: fc.constantFrom(0, 1, 250, 1_000),
  begins: fc.nat(40 * 86_400),
  picks: fc.array(
    fc.record({
      pick: fc.nat(59),
      wait: fc.nat(100),
      rating: fc.integer({ min: 1, max: 5 }),
      share: fc.nat(10_000),
      forfeit: fc.boolean(),
      refused: fc.boolean(),
    }),
    { maxLength: 9 },
  ),
});

/** The life of the task with this number; its events are in their own blocks. */
export function lifeOf(drawn: Drawn, number: number): Life {
  const key: TaskKey = { contract: drawn.contract, taskId: BigInt(number + 1) };
  const events: TaskEvent[] = [];
  const paid: Life["paid"][number][] = [];
  let task: Task | null = null;
  const step = (row: Edge, { wait, rating, share, forfeit, refused }: Drawn["picks"][number]): void => {
    const time = task ? timeOf(task, row, wait) : START + drawn.begins;
    const at = place(number, events.length, time);
    const ruling = { workerShareBps: share, forfeitStake: forfeit };
    const payments = task
      ? payouts(row.pays, task, row.id === "rule" ? ruling : undefined)
      : { poster: 0n, worker: 0n, treasury: 0n };
    const event = {
      ...key,
      name: row.event,
      at,
      ...argumentsOf(row, task, drawn, { payments, rating, ruling, time }),
    } as unknown as TaskEvent;
    task = applyEvent(task, event);
    events.push(event);
    paid.push({ at, step: row.id, payments });
    // A payment that the token refuses is credited, in the next log.
    if (refused && payments.worker > 0n) {
      const credited = {
        ...key,
        name: "Credited",
        account: task.worker,
        amountUsdcUnits: payments.worker,
        at: { ...at, logIndex: at.logIndex + 1 },
      };
      task = applyEvent(task, credited as unknown as TaskEvent);
      events.push(credited as unknown as TaskEvent);
    }
  };
  const nothing = { pick: 0, wait: 0, rating: 1, share: 0, forfeit: false, refused: false };
  step(EDGES[0], nothing);
  for (const pick of drawn.picks) {
    const now = task as Task | null;
    const rows: readonly Edge[] = EDGES;
    const open = rows.filter(({ from, needs }) => now && !now.settled && from === now.state && mayRequest(now, needs));
    const row = open[pick.pick % Math.max(1, open.length)];
    if (row) step(row, pick);
  }
  return { key, events, paid };
}

/** The task after the first `count` events of its life; by default all of them. */
export function taskAfter({ events }: Life, count = events.length): Task {
  const task = applyAll(null, events.slice(0, count));
  if (!task) throw new Error("a life begins with a creation");
  return task;
}

function mayRequest(task: Task, needs: Edge["needs"]): boolean {
  return needs !== "changeRound" || task.reasonHashes.length < task.maxChangeRounds;
}

function timeOf(task: Task, row: Edge, wait: number): number {
  const deadline = deadlineOf(task);
  const left = Math.max(0, deadline - task.at.time);
  return row.when === "afterDeadline" ? deadline + 1 + wait : task.at.time + Math.floor((left * wait) / 100);
}

function place(number: number, index: number, time: number): Place {
  const block = 1_000 * number + 10 * index + 1;
  return {
    blockNumber: BigInt(block),
    blockHash: keccak256(`block ${block}`),
    txHash: keccak256(`tx ${block}`),
    logIndex: 2 * (index % 3),
    time,
  };
}

/** The events of steps; `Credited` only accompanies them. */
type StepEvent = Exclude<EventName, "Credited" | "WorkRated" | "PosterRated">;

interface Worked {
  readonly payments: Payments;
  readonly rating: number;
  readonly ruling: Ruling;
  readonly time: number;
}

/** The arguments of a step's event, its amounts by the workflow's table. */
function argumentsOf(row: Edge, task: Task | null, drawn: Drawn, { payments, rating, ruling, time }: Worked): object {
  const poster = WALLETS[drawn.poster] as Address;
  const worker = task?.worker ?? WALLETS[4 + drawn.worker];
  const treasury = TREASURIES[drawn.treasury] as Address;
  const { defaultWindows: windows, cancelFeeUsdcUnits } = VARIANTS[drawn.contract];
  const window = STATES[row.to];
  const until = window ? { [window.deadline]: time + windows[window.window] } : {};
  const parties = { poster, worker };
  const { poster: toPosterUsdcUnits, worker: toWorkerUsdcUnits, treasury: feeUsdcUnits } = payments;
  const rated = { rating, commentHash: keccak256("comment") };
  const stakeUsdcUnits = task?.stakeUsdcUnits ?? drawn.stakeUsdcUnits;
  const work = { submissionHash: task && submissionHashOf(task) };
  const of: { readonly [N in StepEvent]: () => { readonly [A in keyof EventArguments[N]]?: unknown } } = {
    TaskCreated: () => ({
      poster,
      metadataHash: keccak256(`metadata ${drawn.begins}`),
      rewardUsdcUnits: drawn.rewardUsdcUnits,
      stakeUsdcUnits,
      mode: "instant",
      maxChangeRounds: 2,
      judge: null,
      windows,
      ...until,
      cancelFeeUsdcUnits,
      platformFeeBps: drawn.platformFeeBps,
      arbiter: ARBITER,
    }),
    TaskFundedMore: () => ({
      poster,
      addedUsdcUnits: BigInt(rating),
      rewardUsdcUnits: (task?.rewardUsdcUnits ?? 0n) + BigInt(rating),
      openUntil: (task?.deadlines.openUntil ?? 0) + rating,
    }),
    TaskCancelled: () => ({ poster, toPosterUsdcUnits, feeUsdcUnits, treasury }),
    TaskExpired: () => ({
      poster,
      worker: task?.worker ?? null,
      from: task?.state,
      toPosterUsdcUnits,
      toWorkerUsdcUnits,
    }),
    TaskStarted: () => ({ ...parties, stakeUsdcUnits, ...until }),
    WorkSubmitted: () => ({ ...parties, submissionHash: keccak256("work"), ...until }),
    ChangesRequested: () => ({
      ...parties,
      round: (task?.reasonHashes.length ?? 0) + 1,
      reasonHash: keccak256("why"),
      ...until,
    }),
    WorkResubmitted: () => ({
      ...parties,
      round: task?.reasonHashes.length,
      submissionHash: keccak256(`work ${time}`),
      ...until,
    }),
    TaskApproved: () => ({ ...parties, ...work, ...rated, toWorkerUsdcUnits, feeUsdcUnits, treasury, ...until }),
    TaskReleased: () => ({
      ...parties,
      ...work,
      toWorkerUsdcUnits: toWorkerUsdcUnits - stakeUsdcUnits,
      feeUsdcUnits,
      treasury,
      stakeUsdcUnits,
    }),
    TaskApprovedByJudge: () => ({
      ...parties,
      ...work,
      judge: ARBITER,
      toWorkerUsdcUnits: toWorkerUsdcUnits - stakeUsdcUnits,
      feeUsdcUnits,
      treasury,
      stakeUsdcUnits,
      ...until,
    }),
    TaskRejected: () => ({ ...parties, ...work, ...rated, ...until }),
    TaskRefunded: () => ({ ...parties, toPosterUsdcUnits, toWorkerUsdcUnits }),
    TaskDisputed: () => ({ ...parties, evidenceHash: null, arbiter: ARBITER, ...until }),
    TaskResolved: () => ({
      ...parties,
      ...(row.id === "rule" ? ruling : { workerShareBps: 5_000, forfeitStake: false }),
      rulingHash: null,
      byDefault: row.id === "ruleByDefault",
      toPosterUsdcUnits,
      toWorkerUsdcUnits,
    }),
    StakeClaimed: () => ({
      ...parties,
      stakeUsdcUnits,
      ...(row.id === "claim" ? { rating: 0, commentHash: null } : rated),
    }),
  };
  return of[row.event as StepEvent]();
}

function account(byte: number): Address {
  const found = toAddress(`0x${byte.toString(16).padStart(2, "0").repeat(20)}`);
  if (!found) throw new Error("an address");
  return found;
}
