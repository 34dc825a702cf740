import type { Address } from "../domain/address";
import type { Escrows } from "../domain/contract";
import type { Hex } from "../domain/keccak";
import type { EscrowCall, PreparedTransaction } from "../domain/task/call";
import type { BlockRef, TaskEvent } from "../domain/task/events";
import type { Stretch } from "../domain/task/projection";
import type { RevertName } from "../domain/task/reverts";
import type { VariantName } from "../domain/workflow/variants";

/** All tasks of a deployment, or one of them. */
export interface Scope {
  readonly contract: VariantName;
  readonly taskId?: bigint;
}

/** What a range of blocks held, as one fork of the chain tells it. */
export interface EventsRead extends Stretch {
  /** The range's last block. As long as it is on the chain, so is everything in the range. */
  readonly end: BlockRef;
}

export interface Heads {
  /** The newest sealed block. */
  readonly latest: BlockRef;
  /** The newest block that cannot be reorganised away. */
  readonly finalized: BlockRef;
}

/** What became of a transaction. */
export interface EscrowReceipt {
  readonly txHash: Hex;
  /** Whom it calls, which is a bundler's or a wallet's contract where an account does not call itself; null where it creates a contract. */
  readonly to: Address | null;
  readonly succeeded: boolean;
  readonly block: BlockRef;
  /** Whether the block is on the chain, and no mere pre-confirmation. */
  readonly sealed: boolean;
  /** The events of this service's deployments in it, in order; those of any other contract are not. */
  readonly events: readonly TaskEvent[];
  /** What USDC says in it of who lets whom take how much; empty until it is sealed. */
  readonly approvals: readonly Approval[];
}

/** `owner` lets `spender` take up to so much USDC. */
export interface Approval {
  readonly owner: Address;
  readonly spender: Address;
  readonly amountUsdcUnits: bigint;
}

export type Simulation =
  /** The call would succeed; `gas` has room to spare. */
  | { readonly ok: true; readonly gas: bigint }
  /** The call would revert: the contract's own error, and a sentence that says what to do. */
  | { readonly ok: false; readonly reason: RevertName; readonly detail: string };

export type Broadcast =
  /** On its way, or mined already. */
  | { readonly outcome: "sent"; readonly txHash: Hex }
  /** Not sent; the sentence says what to do. */
  | { readonly outcome: "refused"; readonly detail: string };

/** What a wallet has to work with. */
export interface WalletBalances {
  readonly wei: bigint;
  readonly usdcUnits: bigint;
  /** The nonce of the wallet's next transaction. */
  readonly nonce: number;
  readonly block: BlockRef;
  readonly escrows: Readonly<
    Record<VariantName, { readonly allowanceUsdcUnits: bigint; readonly creditUsdcUnits: bigint }>
  >;
}

/**
 * The two deployments of the escrow on the chain, as a quorum of nodes has them. Every method throws `ChainUnavailable` when too few nodes answer, or too few say the same.
 */
export interface Escrow {
  readonly addresses: Escrows;
  /** What both hold: the chain's USDC. */
  readonly token: Address;
  /** No event is older than this block. */
  readonly fromBlock: bigint;

  heads(): Promise<Heads>;
  /** For each block, whether it is on the chain now. */
  areOnChain(blocks: readonly BlockRef[]): Promise<readonly boolean[]>;
  /**
   * For each block, whether it is proven off the chain: the chain has another one at its height. A node without a block
   * there proves nothing. Only this takes anything back that the block held; logs or receipts that are missing never do.
   */
  areReplaced(blocks: readonly BlockRef[]): Promise<readonly boolean[]>;
  /** The time of a block, unix seconds. */
  timeOf(block: bigint): Promise<number>;
  /**
   * The events from `fromBlock` on, up to `toBlock` at most: a long range is cut, so go on after `toBlock` of what
   * was read. `toBlock` must not lie past the head.
   */
  events(scope: Scope, fromBlock: bigint, toBlock: bigint): Promise<EventsRead>;

  /** Null where no node, or no quorum, has a receipt yet. */
  receipt(txHash: Hex): Promise<EscrowReceipt | null>;
  encode(call: EscrowCall): PreparedTransaction;
  /** What would happen if `from` sent the call now. */
  simulate(call: EscrowCall, from: Address): Promise<Simulation>;
  /** Passes a signed transaction on, if it calls one of the deployments or their token. Sending it twice is harmless. */
  broadcast(signedTransaction: Hex): Promise<Broadcast>;
  balances(wallet: Address): Promise<WalletBalances>;
  /** The nonce that the wallet's next EIP-2612 permit on USDC must carry; null for an account with code, whose permits USDC lets that code judge. */
  permitNonce(wallet: Address): Promise<bigint | null>;
}
