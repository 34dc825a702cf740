import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { VariantName } from "../domain/workflow/variants";

/** What the chain says of a deployment of the escrow. */
export interface Vault {
  /** keccak256 of the code at its address. */
  readonly codeHash: Hex;
  /** What it held at the block that was asked for. */
  readonly balanceUsdcUnits: bigint;
  /** That block's time in unix seconds. */
  readonly time: number;
}

/** Signs of life of the chain's nodes. All throw `ChainUnavailable` when none answers. One batch each. */
export interface Vitals {
  /** The newest block; its time in unix seconds. */
  head(): Promise<{ readonly number: bigint; readonly time: number }>;
  /** A deployment at a block, the newest where none is given. */
  vault(contract: VariantName, block: bigint | null): Promise<Vault>;
  /** The keeper's wallet and its ether; null where there is none. */
  keeper(): Promise<{ readonly address: Address; readonly wei: bigint } | null>;
}
