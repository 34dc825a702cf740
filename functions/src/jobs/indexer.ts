import { citedBy } from "../domain/content";
import { lastBlock, type Cursor } from "../domain/task/cursor";
import { taskName, type TaskEvent, type TaskKey } from "../domain/task/events";
import { reconcile, settle, type Mirror, type Stretch } from "../domain/task/mirror";
import { BrokenHistory } from "../domain/task/task";
import type { VariantName } from "../domain/workflow/variants";
import type { Contents } from "../ports/contents";
import type { Escrow, EventsRead } from "../ports/escrow";
import type { Log } from "../ports/log";
import type { Mirrors } from "../ports/mirrors";
import { job } from "./job";
import { syncTask } from "./sync";

export interface IndexerParts {
  mirrors: Mirrors;
  contents: Pick<Contents, "adopt">;
  escrow: Escrow;
  log: Log;
}

/** What one run did for one deployment. */
export interface IndexerReport {
  contract: VariantName;
  /** Decimal text, as blocks are in the log. */
  finalBlock: string;
  lastBlock: string;
  /** Events that became final; each event is counted in one run alone, if no run was cut off. */
  settled: number;
  /** Task documents that were written. */
  written: number;
  /** Tasks whose events contradict each other: a fault of a node, or of ESCROW_FROM_BLOCK. */
  broken: number;
  /** Whether nothing was left to read. */
  complete: boolean;
}

export default job({
  schedule: "every 1 minutes",
  run: async ({ mirrors, contents, escrow, log }) => {
    const deployed = escrow();
    return deployed ? indexer({ mirrors: mirrors(), contents: contents(), escrow: deployed, log }) : [];
  },
});

/** One run ends after so many ranges of blocks or events of a deployment; the next one goes on from there. */
export interface Limits {
  ranges: number;
  events: number;
}

/** Well within the time that one run has. */
const LIMITS: Limits = { ranges: 100, events: 20_000 };
/** With one a minute, this is much longer than blocks take to become final. */
const MOST_CHECKPOINTS = 200;

/**
 * Every task is as the chain has it, up to the newest block.
 *
 * It may be cut off anywhere and run any number of times at once: tasks are written before the cursor that says so,
 * and writing them again changes nothing. Throws `ChainUnavailable`, `StoreUnavailable`.
 */
export async function indexer(parts: IndexerParts, limits: Limits = LIMITS): Promise<IndexerReport[]> {
  const reports: IndexerReport[] = [];
  for (const contract of Object.keys(parts.escrow.addresses) as VariantName[]) {
    const report = await new Run(contract, parts, limits).run();
    parts.log.info("indexer.done", { ...report });
    reports.push(report);
  }
  return reports;
}

/** One run over one deployment. */
class Run {
  private readonly seen = { ranges: 0, events: 0, written: 0 };
  private readonly settled = new Map<string, number>();
  private readonly broken = new Set<string>();
  private stored: Cursor | null = null;
  private cursor: Cursor;
  private overtaken = false;

  constructor(
    private readonly contract: VariantName,
    private readonly parts: IndexerParts,
    private readonly limits: Limits,
  ) {
    this.cursor = { finalBlock: parts.escrow.fromBlock - 1n, checkpoints: [] };
  }

  async run(): Promise<IndexerReport> {
    const { mirrors, escrow } = this.parts;
    const [stored, { latest, finalized }] = await Promise.all([mirrors.cursor(this.contract), escrow.heads()]);
    this.stored = stored;
    this.cursor = stored ?? this.cursor;
    await this.settleUpTo(finalized.number);
    if (this.cursor.finalBlock >= finalized.number) await this.followUpTo(latest.number);
    for (const task of this.broken) this.parts.log.error("indexer.broken_history", { task });
    return {
      contract: this.contract,
      finalBlock: this.cursor.finalBlock.toString(),
      lastBlock: lastBlock(this.cursor).toString(),
      settled: [...this.settled.values()].reduce((sum, count) => sum + count, 0),
      written: this.seen.written,
      broken: this.broken.size,
      complete: lastBlock(this.cursor) >= latest.number,
    };
  }

  /** Final blocks are read once more when they are final, and what they hold then is for good. */
  private async settleUpTo(finalized: bigint): Promise<void> {
    while (this.cursor.finalBlock < finalized && this.mayGoOn()) {
      const read = await this.read(this.cursor.finalBlock + 1n, finalized);
      await this.settleTasks(read, keysIn(read.events));
      if (lastBlock(this.cursor) < read.toBlock) await this.bringTexts(read);
      // What is left in a tail there was undone by a reorg, or written by somebody who saw another fork.
      await this.settleTasks(read, await this.parts.mirrors.tailsUpTo(this.contract, read.toBlock));
      const checkpoints = this.cursor.checkpoints.filter(({ number }) => number > read.toBlock);
      await this.move({ finalBlock: read.toBlock, checkpoints });
    }
  }

  /** Later blocks are followed from the newest one that was read and is still on the chain. */
  private async followUpTo(latest: bigint): Promise<void> {
    const { mirrors, escrow } = this.parts;
    const { finalBlock } = this.cursor;
    const onChain = await escrow.areOnChain(this.cursor.checkpoints);
    let checkpoints = this.cursor.checkpoints.slice(0, onChain.lastIndexOf(true) + 1);
    for (;;) {
      const next = lastBlock({ finalBlock, checkpoints }) + 1n;
      if (next > latest || !this.mayGoOn()) return;
      const read = await this.read(next, latest);
      await this.followTasks(read, [...keysIn(read.events), ...(await mirrors.tailsFrom(this.contract, next))]);
      await this.bringTexts(read);
      const [stillThere = false] = await escrow.areOnChain([read.end]);
      // Otherwise what was written is of a fork that is gone; the next run begins before it.
      if (!stillThere) return;
      checkpoints = [...checkpoints, read.end].slice(-MOST_CHECKPOINTS);
      await this.move({ finalBlock, checkpoints });
    }
  }

  /** The texts that new events prove become their tasks', where nobody has confirmed the steps. */
  private async bringTexts(read: EventsRead): Promise<void> {
    await this.parts.contents.adopt(read.events.flatMap(citedBy));
  }

  private async settleTasks(read: EventsRead, keys: readonly TaskKey[]): Promise<void> {
    await this.change(read, keys, (mirror, stretch, key) => {
      const { mirror: next, settled } = settle(mirror, stretch);
      this.settled.set(`${read.fromBlock} ${taskName(key)}`, settled.length);
      return next;
    });
  }

  /** A task that the range does not follow on is read anew from its last final event on. */
  private async followTasks(read: EventsRead, keys: readonly TaskKey[]): Promise<void> {
    const unfitting = await this.change(read, keys, reconcile);
    for (const key of unfitting) {
      try {
        await syncTask(this.parts, key);
        this.broken.delete(taskName(key));
      } catch (error) {
        if (!(error instanceof BrokenHistory)) throw error;
      }
    }
  }

  /** Changes every task by its own events; gives those that they do not fit, which stay as they are. */
  private async change(
    read: EventsRead,
    keys: readonly TaskKey[],
    change: (mirror: Mirror, stretch: Stretch, key: TaskKey) => Mirror,
  ): Promise<TaskKey[]> {
    const events = byTask(read.events);
    const each = [...new Map(keys.map((key) => [taskName(key), key])).values()];
    const unfitting = new Map<string, TaskKey>();
    this.seen.written += await this.parts.mirrors.change(each, (mirror, key) => {
      const name = taskName(key);
      try {
        return change(mirror, { ...read, events: events.get(name) ?? [] }, key);
      } catch (error) {
        if (!(error instanceof BrokenHistory)) throw error;
        unfitting.set(name, key);
        return mirror;
      }
    });
    for (const name of unfitting.keys()) this.broken.add(name);
    return [...unfitting.values()];
  }

  private async read(fromBlock: bigint, toBlock: bigint): Promise<EventsRead> {
    const read = await this.parts.escrow.events({ contract: this.contract }, fromBlock, toBlock);
    this.seen.ranges += 1;
    this.seen.events += read.events.length;
    return read;
  }

  private mayGoOn(): boolean {
    return !this.overtaken && this.seen.ranges < this.limits.ranges && this.seen.events < this.limits.events;
  }

  /** The cursor says what was done; where another run has moved it meanwhile, that one goes on and this one ends. */
  private async move(to: Cursor): Promise<void> {
    this.overtaken = !(await this.parts.mirrors.moveCursor(this.contract, this.stored, to));
    if (!this.overtaken) this.stored = this.cursor = to;
  }
}

function keysIn(events: readonly TaskEvent[]): TaskKey[] {
  return events.map(({ contract, taskId }) => ({ contract, taskId }));
}

function byTask(events: readonly TaskEvent[]): ReadonlyMap<string, readonly TaskEvent[]> {
  const groups = new Map<string, TaskEvent[]>();
  for (const event of events) {
    const group = groups.get(taskName(event));
    if (group) group.push(event);
    else groups.set(taskName(event), [event]);
  }
  return groups;
}
