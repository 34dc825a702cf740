import type { Hex } from "../domain/keccak";
import type { VariantName } from "../domain/workflow/variants";

/** What the chain says of a deployment of the escrow. */
export interface Vault {
  /** keccak256 of the code at its address. */
  readonly codeHash: Hex;
  readonly balanceUsdcUnits: bigint;
}

/** Signs of life of the chain's nodes. Both throw `ChainUnavailable` when none answers. */
export interface Vitals {
  /** The newest block; its time in unix seconds. */
  head(): Promise<{ readonly number: bigint; readonly time: number }>;
  vault(contract: VariantName): Promise<Vault>;
}
