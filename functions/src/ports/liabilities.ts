import type { VariantName } from "../domain/workflow/variants";

/** What a deployment holds for its open tasks. */
export interface Owed {
  /** The block at which the sum holds; null before the indexer's first run, or while too many tasks are ahead of it. */
  readonly block: bigint | null;
  readonly usdcUnits: bigint;
}

/** What the escrows owe according to the projection. Throws `StoreUnavailable`. */
export interface Liabilities {
  /** One read, one per 1,000 open tasks, and one per task ahead of the indexer. */
  owed(contract: VariantName): Promise<Owed>;
}
