import type { Address } from "../domain/address";
import type { Escrows } from "../domain/messages/requestText";
import type { PlacedWithdrawal, Withdrawal } from "../domain/events/withdrawals";
import type { Hex } from "../domain/keccak";
import type { EscrowCall, PreparedTransaction, RevertName, CallOf } from "../domain/task/call";
import type { BlockRef, TaskEvent } from "../domain/task/events";
import type { Stretch } from "../domain/task/projection";
import type { ContractName } from "../domain/workflow/variants";

/** All tasks of a deployment, or one of them. */
export interface Scope {
  readonly contract: ContractName;
  readonly taskId?: bigint;
}

/** The events of a range of blocks on one fork of the chain. */
export interface EventsRead extends Stretch {
  /** The range's last block. While it is on the chain, so is everything in the range. */
  readonly end: BlockRef;
  /** Credits that were paid out in the range, in order; none where one task's events are read. */
  readonly withdrawals: readonly PlacedWithdrawal[];
}

export interface Heads {
  /** The latest sealed block. */
  readonly latest: BlockRef;
  /** The latest block that cannot be reorganised away. */
  readonly finalized: BlockRef;
}

/** The result of a transaction. */
export interface EscrowReceipt {
  readonly txHash: Hex;
  /** Whom it calls, which is a bundler's or a wallet's contract where an account does not call itself; null where it creates a contract. */
  readonly to: Address | null;
  readonly succeeded: boolean;
  readonly block: BlockRef;
  /** Whether the block is on the chain, not just pre-confirmed. */
  readonly sealed: boolean;
  /** Whether the node returned any log of it, of any contract. */
  readonly hasLogs: boolean;
  /** Its events from this service's deployments, in order; other contracts' events are excluded. */
  readonly events: readonly TaskEvent[];
  /** Its USDC approvals; empty until it is sealed. */
  readonly approvals: readonly Approval[];
  /** The credits that it paid out; empty until it is sealed. */
  readonly withdrawals: readonly Withdrawal[];
}

/** `owner` allows `spender` to take up to this amount of USDC. */
export interface Approval {
  readonly owner: Address;
  readonly spender: Address;
  readonly amountUsdcUnits: bigint;
}

export type Simulation =
  /** The call would succeed; `gas` includes a margin. */
  | { readonly ok: true; readonly gas: bigint }
  /**
   * The call would revert: the contract's own error, and a sentence that says what to do. With `isAgreed` false only one
   * node returned the error: enough to say what to do, but not to grant anything.
   */
  | { readonly ok: false; readonly reason: RevertName; readonly detail: string; readonly isAgreed: boolean };

export type Broadcast =
  /** On its way, or mined already. */
  | { readonly outcome: "sent"; readonly txHash: Hex }
  /** Not sent; the sentence says what to do. */
  | { readonly outcome: "refused"; readonly detail: string };

/** A wallet's balances and next nonce. */
export interface WalletBalances {
  readonly wei: bigint;
  readonly usdcUnits: bigint;
  /** What each gas cost in the block. */
  readonly baseFeeWei: bigint;
  /** The nonce of the wallet's next transaction. */
  readonly nonce: number;
  readonly block: BlockRef;
  readonly escrows: Readonly<
    Record<ContractName, { readonly allowanceUsdcUnits: bigint; readonly creditUsdcUnits: bigint }>
  >;
}

/**
 * The two deployments of the escrow on the chain, as a quorum of nodes has them. Every method throws `ChainUnavailable`
 * when too few nodes answer or agree.
 */
export interface Escrow {
  readonly addresses: Escrows;
  /** The token of both: the chain's USDC. */
  readonly token: Address;
  /** No event is older than this block. */
  readonly fromBlock: bigint;

  heads(): Promise<Heads>;
  /** For each block, whether it is on the chain now. */
  areOnChain(blocks: readonly BlockRef[]): Promise<readonly boolean[]>;
  /**
   * For each block, whether it is proven to be orphaned: the chain has another block at its height. A node without a
   * block there proves nothing. Only this undoes a block's events; missing logs or receipts never do.
   */
  areReplaced(blocks: readonly BlockRef[]): Promise<readonly boolean[]>;
  /** The time of a block, unix seconds. */
  timeOf(block: bigint): Promise<number>;
  /**
   * The events from `fromBlock` up to at most `toBlock`: a long range is cut, so continue after the result's `toBlock`.
   * `toBlock` must not be past the head.
   */
  events(scope: Scope, fromBlock: bigint, toBlock: bigint): Promise<EventsRead>;

  /** Null if no node, or no quorum, has a receipt yet. */
  receipt(txHash: Hex): Promise<EscrowReceipt | null>;
  encode(call: EscrowCall): PreparedTransaction;
  /** What would happen if `from` sent the call now. */
  simulate(call: EscrowCall, from: Address): Promise<Simulation>;
  /** Broadcasts a signed transaction if it calls one of the deployments or their token. Idempotent. */
  broadcast(signedTransaction: Hex): Promise<Broadcast>;
  balances(wallet: Address): Promise<WalletBalances>;
  /**
   * The nonce of the wallet's next EIP-2612 permit on USDC; null for an account with code, because USDC then verifies
   * permits by that code.
   */
  permitNonce(wallet: Address): Promise<bigint | null>;
}

/** Where one task's reward is paid by x402: the address can serve this task of this poster alone. */
export interface Deposit {
  readonly address: Address;
  /** The hash of the task's terms and the salt, by which the contract knows it. */
  readonly consent: Hex;
  /** The transaction by which anyone sends what is in it to the poster. */
  readonly refund: PreparedTransaction;
}

export interface DepositState {
  /** Whether its task was created: it takes no payment any more. */
  readonly isUsed: boolean;
  readonly usdcUnits: bigint;
}

/** The deposits of the escrows. */
export interface Deposits {
  /** Computed without a node, so that none can name another payee. */
  of(call: CallOf<"createTask">, poster: Address, salt: Hex): Deposit;
  /** Null where the deployment's own answer differs from the computed address. One batch. Throws `ChainUnavailable`. */
  stateOf(call: CallOf<"createTask">, poster: Address, salt: Hex): Promise<DepositState | null>;
}
