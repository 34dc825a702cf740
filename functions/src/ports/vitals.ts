import type { Hex } from "../domain/keccak";
import type { VariantName } from "../domain/workflow/variants";

/** The on-chain state of a deployment of the escrow. */
export interface Vault {
  /** keccak256 of the code at its address. */
  readonly codeHash: Hex;
  /** Its balance at the requested block. */
  readonly balanceUsdcUnits: bigint;
  /** That block's time in unix seconds. */
  readonly time: number;
}

/** Health data from the chain's nodes. All throw `ChainUnavailable` when none answers. One batch each. */
export interface Vitals {
  /** The latest block; its time in unix seconds. */
  head(): Promise<{ readonly number: bigint; readonly time: number }>;
  /** A deployment at a block; the latest if null. */
  vault(contract: VariantName, block: bigint | null): Promise<Vault>;
}
