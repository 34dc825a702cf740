import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { PayerRecord, Spender } from "../domain/payment/gasRisk";
import type { EscrowCall } from "../domain/task/call";
import type { DepositStep, FundingCall, GaslessStep, VerdictStep } from "../domain/task/gasless";
import type { RevertName } from "../domain/task/reverts";
import type { VariantName } from "../domain/workflow/variants";
import type { Ending, WalletVitals } from "./ownWallet";

/** Where a wallet's requests to a deployment go, and the nonce of the next one. */
export interface Forwarding {
  readonly forwarder: Address;
  readonly nonce: bigint;
}

/** A simulated transaction of the relay's wallet. */
export interface PreparedRelay {
  readonly to: Address;
  readonly data: Hex;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly dataFeeWei: bigint;
  readonly chainNonce: number;
  readonly walletWei: bigint;
}

/** `stale`: the request's nonce was used, or its deadline has passed. `early`: the one before it is not in a block yet. */
export type Unready = "stale" | "early";

export type RelayCheck =
  | { readonly ok: true; readonly prepared: PreparedRelay }
  /** `gas`: it takes more than the relay pays for. */
  | { readonly ok: false; readonly reason: RevertName | Unready | "gas" };

/** A relayed step; `state` is null until it is mined. */
export interface Relayed {
  readonly txHash: Hex;
  readonly state: Ending | null;
}

export type RelaySent = { readonly outcome: "sent"; readonly relayed: Relayed } | RelayUnsent;

export type RelayUnsent =
  /** Another request of this wallet is pending. */
  | { readonly outcome: "crowded" }
  /** The relay cannot pay now. */
  | { readonly outcome: "unable"; readonly detail: string }
  /** The relay does not pay for this wallet, this task or this request. */
  | { readonly outcome: "refused"; readonly detail: string };

/**
 * Sends the steps that wallets signed, from the service's own wallet. Methods throw `ChainUnavailable` when too few nodes
 * answer or agree, and `StoreUnavailable`.
 */
export interface Relay extends WalletVitals {
  /** Null for a wallet whose code verifies its signatures, and for a deployment that trusts no forwarder. One batch. */
  forwarding(contract: VariantName, wallet: Address): Promise<Forwarding | null>;
  /** Where requests to a deployment go; null if it trusts no forwarder. Asks the chain once. */
  forwarderOf(contract: VariantName): Promise<Address | null>;
  /** Whether an account has code, which then verifies its signatures. */
  hasCode(account: Address): Promise<boolean>;
  /** The EIP-3009 nonce that binds these terms. */
  authorizationNonce(call: FundingCall, salt: Hex): Hex;
  /** The call that calldata makes; null for anything but one of the escrow's steps in its canonical encoding. */
  decode(contract: VariantName, data: Hex): EscrowCall | null;
  /**
   * Whether the signed step would succeed now; nothing is stored or sent.
   * @param since the block of what is known already: no older one refuses the step
   */
  check(step: GaslessStep | DepositStep | VerdictStep, signature: Hex, since?: bigint): Promise<RelayCheck>;
  /** What became of the step with this key, which is sent again if it is pending; null if there is none alive. */
  find(key: string): Promise<Relayed | null>;
  /** The history of a spender, with what is mined by now. */
  spender(name: string): Promise<PayerRecord>;
  /**
   * Why a creation from a deposit would not be sent now; null if it would. Stores and sends nothing.
   */
  refusalOf(key: string, spenders: readonly Spender[]): Promise<RelayUnsent | null>;
  /**
   * Claims the key, sends the transaction and waits a moment for it. The same key is the same transaction.
   * @param mayRepeat whether it is sent once more where its transaction was reverted
   * @param isUnderWay whether it is a step of a task that was started, for which a part of the budget is kept
   */
  send(
    key: string,
    prepared: PreparedRelay,
    own: { spenders: readonly Spender[]; isUnderWay: boolean; mayRepeat?: boolean },
  ): Promise<RelaySent>;
  /** When the step with this key was signed for the chain, if it reverted and this counts against its wallet. Unix milliseconds; one read. */
  revertedSince(key: string): Promise<number | null>;
  /** Takes the revert of the step with this key off its wallet's record, once. */
  forgive(key: string): Promise<boolean>;
  /** Records what is mined, and sends again what is not. */
  advance(): Promise<void>;
}
