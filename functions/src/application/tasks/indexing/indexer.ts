import { citedBy, type Citation } from "../../../domain/content";
import { placeName, type PlacedWithdrawal } from "../../../domain/events/withdrawals";
import type { Hex } from "../../../domain/keccak";
import { BrokenHistory } from "../../../domain/task/applyEvent";
import { lastBlock, keysOf, taskName, type Cursor, type TaskKey, type TaskEvent } from "../../../domain/task/events";
import { reconcile, finalize } from "../../../domain/task/projection";
import type { ContractName } from "../../../domain/workflow/variants";
import type { Escrow, EventsRead, Scope } from "../../../ports/escrow";
import type { Interests, ContentStore, Tasks } from "../../../ports/tasks";
import type { Withdrawals } from "../../../ports/ledger";
import { traceOf, type Log } from "../../../ports/log";
import { TaskContended, type Projections } from "../../../ports/projections";
import { StoreUnavailable } from "../../../ports/storeUnavailable";
import { applyRange, syncTask, areGone, type Applied, type Apply } from "./sync";

/** Well within the time limit of a run. */
const LIMITS: Limits = { ranges: 100, events: 20_000 };

/**
 * Brings every task up to date with the chain, up to the latest block.
 *
 * It may be interrupted anywhere and run concurrently: tasks are written before the cursor, and writing them again is
 * harmless. Nothing is undone unless the chain has replaced its block. A failing deployment does not block the others.
 * Throws `ChainUnavailable`, `StoreUnavailable`.
 */
export async function indexer(parts: IndexerParts, limits: Limits = LIMITS): Promise<IndexerReport[]> {
  const reports: IndexerReport[] = [];
  const failures: unknown[] = [];
  for (const contract of Object.keys(parts.escrow.addresses) as ContractName[]) {
    try {
      const report = await new IndexerRun(contract, parts, limits).run();
      parts.log.info("indexer.done", { ...report });
      reports.push(report);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return reports;
}

/** Counts are secondary: they are updated after the chain's events, and a failed count is left to the next run. */
export async function countInterests(interests: Pick<Interests, "countChanged">, log: Log): Promise<void> {
  try {
    const { failed, ...counted } = await interests.countChanged(MAX_COUNTED);
    log.info("interests.counted", { ...counted });
    if (failed > 0) log.warn("interests.not_counted", { tasks: failed });
  } catch (error) {
    log.warn("interests.not_counted", traceOf(error));
  }
}

/** Maximum changed interests that one run counts: more than 25 a second for a minute. */
const MAX_COUNTED = 2_000;

export interface IndexerParts {
  projections: Projections;
  contentStore: Pick<ContentStore, "adopt">;
  tasks: Pick<Tasks, "get">;
  escrow: Escrow;
  withdrawals: Withdrawals;
  log: Log;
}

/** What one run did for one deployment. */
export interface IndexerReport {
  contract: ContractName;
  /** Decimal text, as for blocks in the log. */
  finalBlock: string;
  lastBlock: string;
  /** Events that became final; each event is counted in one run only, unless a run was interrupted. */
  finalized: number;
  /** Task documents written. */
  written: number;
  /** Tasks whose events contradict each other: caused by a faulty node or a wrong ESCROW_FROM_BLOCK. */
  broken: number;
  /** Tasks left to the next run because others kept writing them or because events were missed. */
  behind: number;
  /** Whether everything was read. */
  complete: boolean;
}

/** The maximum number of block ranges and events per deployment in one run; the next run continues from there. */
interface Limits {
  ranges: number;
  events: number;
}

/** At one a minute, this covers much longer than blocks take to become final. */
const MAX_CHECKPOINTS = 200;
/** More would not be contention but a database fault. */
const MAX_BEHIND = 1_000;
/** Maximum tasks named in one log line. */
const MAX_NAMED = 5;

/** One run of the indexer over one deployment. */
class IndexerRun {
  private readonly seen = { ranges: 0, events: 0, written: 0 };
  private readonly finalized = new Map<string, number>();
  private readonly broken = new Set<bigint>();
  /** Hashes of orphaned blocks. */
  private readonly gone = new Set<Hex>();
  /** Tasks and the blocks from which they must be read again. */
  private readonly behind = new Map<bigint, bigint>();
  private readonly withdrawals: WithdrawalRun;
  private stored: Cursor | null = null;
  private cursor: Cursor;
  private isStopped = false;

  constructor(
    private readonly contract: ContractName,
    private readonly parts: IndexerParts,
    private readonly limits: Limits,
  ) {
    this.withdrawals = new WithdrawalRun(contract, parts, this.gone);
    this.cursor = { finalBlock: parts.escrow.fromBlock - 1n, checkpoints: [], behind: [] };
  }

  async run(): Promise<IndexerReport> {
    const { projections, escrow, log } = this.parts;
    const [stored, { latest, finalized }] = await Promise.all([projections.cursor(this.contract), escrow.heads()]);
    this.stored = stored;
    this.cursor = stored ?? this.cursor;
    for (const { taskId, fromBlock } of this.cursor.behind) this.behind.set(taskId, fromBlock);
    await this.catchUp();
    await this.finalizeUpTo(finalized.number);
    if (this.cursor.finalBlock >= finalized.number) await this.followUpTo(latest.number);
    for (const taskId of this.broken)
      log.error("indexer.broken_history", { task: taskName({ contract: this.contract, taskId }) });
    return {
      contract: this.contract,
      finalBlock: this.cursor.finalBlock.toString(),
      lastBlock: lastBlock(this.cursor).toString(),
      finalized: [...this.finalized.values()].reduce((sum, count) => sum + count, 0),
      written: this.seen.written,
      broken: this.broken.size,
      behind: this.behind.size,
      complete: lastBlock(this.cursor) >= latest.number && this.behind.size === 0,
    };
  }

  /** Reads tasks that are behind again, one by one; a task that still cannot be written stays behind. */
  private async catchUp(): Promise<void> {
    const caughtUp: TaskKey[] = [];
    for (const [taskId, fromBlock] of [...this.behind]) {
      const key = { contract: this.contract, taskId };
      let next = fromBlock;
      while (next <= this.cursor.finalBlock && this.mayCatchUp()) {
        const read = await this.read(key, next, this.cursor.finalBlock);
        const { broken, disputed, contended } = await this.finalizeTasks(read, [key]);
        if (disputed.size > 0 || contended.size > 0) break;
        if (broken.size > 0) this.broken.add(taskId);
        next = broken.size > 0 ? this.cursor.finalBlock + 1n : read.toBlock + 1n;
      }
      if (next > this.cursor.finalBlock) {
        this.behind.delete(taskId);
        if (!this.broken.has(taskId)) caughtUp.push(key);
      } else this.behind.set(taskId, next);
    }
    if (this.cursor.behind.length > 0) await this.move(this.cursor);
    for (const key of caughtUp) await this.sync(key);
  }

  /** Reads blocks once more when they are final; their events are then final, too. */
  private async finalizeUpTo(finalized: bigint): Promise<void> {
    while (this.cursor.finalBlock < finalized && this.mayGoOn()) {
      const read = await this.read({ contract: this.contract }, this.cursor.finalBlock + 1n, finalized);
      const withEvents = await this.finalizeTasks(read, this.notBehind(keysOf(read.events)));
      // Events left in a tail there were undone by a reorg, or written by a process that saw another fork.
      const stray = await this.finalizeTasks(
        read,
        this.notBehind(await this.parts.projections.tailsUpTo(this.contract, read.toBlock)),
      );
      if (this.isDisputed(read, [...withEvents.disputed, ...stray.disputed])) return;
      if (!(await this.withdrawals.apply(read, true))) return;
      if (lastBlock(this.cursor) < read.toBlock) await this.bringTexts(read);
      for (const { broken, contended } of [withEvents, stray]) {
        for (const taskId of contended) this.behind.set(taskId, read.fromBlock);
        // A node may have withheld events before: the whole history is read again.
        for (const [taskId, fromBlock] of broken) this.behind.set(taskId, fromBlock);
      }
      const checkpoints = this.cursor.checkpoints.filter(({ number }) => number > read.toBlock);
      await this.move({ ...this.cursor, finalBlock: read.toBlock, checkpoints });
    }
  }

  /** Follows later blocks from the latest one that was read and is still on the chain. */
  private async followUpTo(latest: bigint): Promise<void> {
    const { projections, escrow } = this.parts;
    const { finalBlock } = this.cursor;
    const onChain = await escrow.areOnChain(this.cursor.checkpoints);
    let checkpoints = this.cursor.checkpoints.slice(0, onChain.lastIndexOf(true) + 1);
    for (;;) {
      const next = lastBlock({ finalBlock, checkpoints }) + 1n;
      if (next > latest || !this.mayGoOn()) return;
      const read = await this.read({ contract: this.contract }, next, latest);
      const keys = this.notBehind([...keysOf(read.events), ...(await projections.tailsFrom(this.contract, next))]);
      const { broken, disputed, contended } = await this.apply(read, keys, reconcile);
      // A task whose history the range does not continue is read again from its last final event.
      for (const taskId of [...broken.keys(), ...disputed, ...contended])
        await this.sync({ contract: this.contract, taskId });
      if (this.isDisputed(read, [...disputed])) return;
      if (!(await this.withdrawals.apply(read, false))) return;
      await this.bringTexts(read);
      const [stillThere = false] = await escrow.areOnChain([read.end]);
      // Otherwise the written events belong to an orphaned fork; the next run starts before it.
      if (!stillThere) return;
      checkpoints = [...checkpoints, read.end].slice(-MAX_CHECKPOINTS);
      await this.move({ ...this.cursor, finalBlock, checkpoints });
    }
  }

  /** Adopts the texts that new events cite, for steps that were not confirmed through the API. */
  private async bringTexts(read: EventsRead): Promise<void> {
    await this.parts.contentStore.adopt(await citedIn(read.events, this.parts.tasks));
  }

  private finalizeTasks(read: EventsRead, keys: readonly TaskKey[]): Promise<Applied> {
    return this.apply(read, keys, (projection, stretch, gone, key) => {
      const { projection: next, finalized } = finalize(projection, stretch, gone);
      this.finalized.set(`${read.fromBlock} ${taskName(key)}`, finalized.length);
      return next === projection ? projection : { ...next, finalized };
    });
  }

  private async sync(key: TaskKey): Promise<void> {
    try {
      await syncTask(this.parts, key, this.gone);
      this.broken.delete(key.taskId);
    } catch (error) {
      if (error instanceof TaskContended) this.behind.set(key.taskId, this.cursor.finalBlock + 1n);
      else if (error instanceof BrokenHistory) this.broken.add(key.taskId);
      else throw error;
    }
  }

  private async apply(read: EventsRead, keys: readonly TaskKey[], change: Apply): Promise<Applied> {
    const applied = await applyRange(this.parts, read, keys, change, this.gone);
    this.seen.written += applied.written;
    return applied;
  }

  /** Whether events are missing from a range's logs: the run then ends before that range, and the next one reads it again. */
  private isDisputed({ fromBlock, toBlock }: EventsRead, taskIds: readonly bigint[]): boolean {
    if (taskIds.length === 0) return false;
    const tasks = taskIds.slice(0, MAX_NAMED).map((taskId) => taskName({ contract: this.contract, taskId }));
    this.parts.log.error("indexer.logs_disagree", {
      fromBlock: String(fromBlock),
      toBlock: String(toBlock),
      tasks: tasks.join(" "),
      count: taskIds.length,
    });
    return true;
  }

  private async read(scope: Scope, fromBlock: bigint, toBlock: bigint): Promise<EventsRead> {
    const read = await this.parts.escrow.events(scope, fromBlock, toBlock);
    this.seen.ranges += 1;
    this.seen.events += read.events.length;
    return read;
  }

  private mayGoOn(): boolean {
    return !this.isStopped && this.seen.ranges < this.limits.ranges && this.seen.events < this.limits.events;
  }

  /** Limits catching up to half of a run, which leaves time for new blocks. */
  private mayCatchUp(): boolean {
    return this.mayGoOn() && 2 * this.seen.ranges < this.limits.ranges && 2 * this.seen.events < this.limits.events;
  }

  private notBehind(keys: readonly TaskKey[]): readonly TaskKey[] {
    return keys.filter(({ taskId }) => !this.behind.has(taskId));
  }

  /** Moves the cursor; if another run has moved it meanwhile, that run continues and this one ends. */
  private async move(to: Cursor): Promise<void> {
    if (this.behind.size > MAX_BEHIND)
      throw new StoreUnavailable(new Error(`${this.behind.size} tasks cannot be written`));
    const behind = [...this.behind].map(([taskId, fromBlock]) => ({ taskId, fromBlock }));
    const next = { ...to, behind };
    this.isStopped = !(await this.parts.projections.moveCursor(this.contract, this.stored, next));
    if (!this.isStopped) this.stored = this.cursor = next;
  }
}

/** The contents that chain events cite. One read for each ruling, whose event does not name its arbiter. */
async function citedIn(events: readonly TaskEvent[], tasks: Pick<Tasks, "get">): Promise<readonly Citation[]> {
  const cited = events.map(async (event) => {
    const isRuling = event.name === "TaskResolved" && event.rulingHash !== null;
    return citedBy(event, isRuling ? ((await tasks.get(event))?.task.arbiter ?? null) : null);
  });
  return (await Promise.all(cited)).flat();
}

interface Parts {
  readonly withdrawals: Withdrawals;
  readonly escrow: Escrow;
  readonly log: Log;
}

/** One run of the indexer over a deployment's withdrawals, which belong to no task. */
class WithdrawalRun {
  private pending: readonly PlacedWithdrawal[] | null = null;

  /** @param gone hashes of blocks known to be orphaned; newly found ones are added */
  constructor(
    private readonly contract: ContractName,
    private readonly parts: Parts,
    private readonly gone: Set<Hex>,
  ) {}

  /**
   * Brings the log up to date with a range of blocks. False, without a change, if logs of blocks that are on the chain
   * are missing from it.
   *
   * @param isFinal whether the range's blocks are final
   */
  async apply(read: EventsRead, isFinal: boolean): Promise<boolean> {
    const { withdrawals, escrow } = this.parts;
    const pending = (this.pending ??= await withdrawals.pending(this.contract));
    const here = new Set(read.withdrawals.map(placeName));
    const known = new Set(pending.map(placeName));
    const absent = pending.filter(
      (one) => one.at.blockNumber <= read.toBlock && !here.has(placeName(one)) && (isFinal || !isBefore(one, read)),
    );
    if (absent.length > 0) await areGone(escrow, absent, this.gone);
    const removed = absent.filter(({ at }) => this.gone.has(at.blockHash));
    const kept = absent.filter(({ at }) => !this.gone.has(at.blockHash));
    const missing = kept.filter((one) => !isBefore(one, read));
    if (missing.length > 0) return this.refuse(read, missing);
    const change = {
      removed,
      added: isFinal ? [] : read.withdrawals.filter((one) => !known.has(placeName(one))),
      // Another run may have recorded an earlier one after this deployment's cursor passed it.
      finalized: isFinal ? [...kept, ...read.withdrawals] : [],
    };
    if (removed.length + change.added.length + change.finalized.length === 0) return true;
    await withdrawals.tell(change);
    const done = new Set([...removed, ...change.finalized].map(placeName));
    this.pending = [...pending.filter((one) => !done.has(placeName(one))), ...change.added];
    return true;
  }

  private refuse({ fromBlock, toBlock }: EventsRead, { length: count }: readonly unknown[]): false {
    const range = { fromBlock: String(fromBlock), toBlock: String(toBlock) };
    this.parts.log.error("indexer.logs_disagree", { ...range, withdrawals: count });
    return false;
  }
}

function isBefore({ at }: PlacedWithdrawal, { fromBlock }: EventsRead): boolean {
  return at.blockNumber < fromBlock;
}
