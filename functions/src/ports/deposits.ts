import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { CallOf, PreparedTransaction } from "../domain/task/call";

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
