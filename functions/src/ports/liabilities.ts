import type { VariantName } from "../domain/workflow/variants";

/** What a deployment holds for its open tasks. */
export interface Owed {
  /** The block that the sum is true at; null before the indexer's first run, or while too many tasks are ahead of it. */
  readonly block: bigint | null;
  readonly usdcUnits: bigint;
}

/** What the escrows owe, as the projection knows it. Throws `StoreUnavailable`. */
export interface Liabilities {
  /** One read for every 1,000 open tasks, one for each task that is ahead of the indexer, and one. */
  owed(contract: VariantName): Promise<Owed>;
}
