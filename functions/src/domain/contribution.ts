import type { AccountingRow } from "./accounting/row";
import type { TaskMetadata } from "./task/metadata";
import type { Task } from "./task/task";

/** Everything that one task or payment adds to the ledger. */
export interface Contribution {
  readonly rows: readonly AccountingRow[];
  readonly increments: Increments;
  /**
   * What it adds to analytics, in order of preference: the next one counts if a document has no room for the one before
   * it, and none if there is room for none. The rows and the other sums are posted regardless.
   */
  readonly analytics?: readonly Increments[];
}

/** What the ledger knows about a task: its final state and the data stored with it. */
export interface TaskFacts {
  /** The final state, which no reorg can undo. */
  readonly task: Task;
  /** Null until it is provided; its hash is the task's `metadataHash`. */
  readonly metadata: TaskMetadata | null;
  readonly interestCount: number;
}

/** What sums are about, such as `reputation/{wallet}`; the store knows where each kind is kept. */
export type SumName = `${"counters" | "reputation" | "pairs" | "totals" | "analytics" | "market"}/${string}`;

/**
 * What something adds to sums: an integer by the sums' name and by field path (names joined by dots). A set is stored in
 * the same way, as how often each member was added.
 */
export type Increments = ReadonlyMap<SumName, ReadonlyMap<string, number>>;

/** Increments that grow field by field. */
export class Adding {
  readonly increments = new Map<SumName, Map<string, number>>();

  add(name: SumName, field: string, amount: number): void {
    const sums = this.increments.get(name) ?? new Map<string, number>();
    this.increments.set(name, sums.set(field, (sums.get(field) ?? 0) + amount));
  }

  addAll(increments: Increments, times: number): void {
    for (const [name, sums] of increments) for (const [field, amount] of sums) this.add(name, field, times * amount);
  }

  /** Zeros are omitted. */
  total(): Increments {
    const kept = [...this.increments].map(
      ([name, sums]) => [name, new Map([...sums].filter(([, amount]) => amount !== 0))] as const,
    );
    return new Map(kept.filter(([, sums]) => sums.size > 0));
  }
}

/** The sum of all increments; zeros are omitted. */
export function sum(all: Iterable<Increments>): Increments {
  const total = new Adding();
  for (const increments of all) total.addAll(increments, 1);
  return total.total();
}

/** What to add after `previous` was added, so that the result equals adding only `next`. */
export function difference(previous: Increments, next: Increments): Increments {
  const total = new Adding();
  total.addAll(next, 1);
  total.addAll(previous, -1);
  return total.total();
}

/** A text as one path segment: separators and characters that a path cannot hold are percent-encoded. */
export function pathName(text: string): string {
  return encodeURIComponent(text).replace(/[.~*'()!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Amounts are stored in two parts, because sums of base units can exceed what a double holds exactly: flash-loaned
 * money can go in and out any number of times.
 */
const PART = 1_000_000_000n;

/** An amount as two integers that can be summed separately, named `{name}High` and `{name}Low`. */
export function amountFields(name: string, units: bigint): [field: string, part: number][] {
  return [
    [`${name}High`, Number(units / PART)],
    [`${name}Low`, Number(units % PART)],
  ];
}

/** The amount from the sums of its parts, in base units. */
export function amountIn(fields: Readonly<Record<string, number>>, name: string): bigint {
  return BigInt(fields[`${name}High`] ?? 0) * PART + BigInt(fields[`${name}Low`] ?? 0);
}

/** How many tasks a wallet takes part in. */
export interface WalletCounts {
  readonly posted: number;
  readonly started: number;
  /** With its active interest. */
  readonly interested: number;
  /** Posted or started by it, and settled. */
  readonly completed: number;
}

/**
 * What one task adds to the counters of its parties, `counters/{wallet}`; nothing for no task.
 *
 * Unlike the ledger, counters follow the latest events: a newly posted task counts immediately, and what a reorg undoes
 * is subtracted again.
 */
export function countsOf(task: Task | null): Increments {
  if (!task) return new Map();
  const fields = (part: keyof WalletCounts) =>
    new Map([[part, 1], ...(task.settled ? [["completed", 1] as const] : [])]);
  return new Map([
    [`counters/${task.poster}` as const, fields("posted")],
    ...(task.worker ? [[`counters/${task.worker}`, fields("started")] as const] : []),
  ]);
}
