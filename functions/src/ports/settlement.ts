import type { Hex } from "../domain/keccak";
import type { Authorization, Objection } from "../domain/payment/authorization";
import type { PayerKind } from "../domain/payment/gasRisk";
import type { SignedPayment } from "../domain/payment/x402";
import type { Way } from "./ownWallet";

/** A simulated call that submits an authorization to the chain: the way to settle it now. Fees are in wei. */
export interface PreparedSettlement extends Way {
  /** The sender's next nonce and ether balance on the chain. */
  nonce: number;
  walletWei: bigint;
  /** The payer's token balance in base units, and whether the payer is an account with code. */
  payerUnits: bigint;
  payerKind: PayerKind;
}

export type Checked =
  { readonly ok: true; readonly prepared: PreparedSettlement } | { readonly ok: false; readonly objection: Objection };

/** The result of an attempt to settle. It proves nothing: only the chain does. */
export type Attempt =
  /** One of these transactions may contain it, latest last. */
  | { readonly outcome: "sent"; readonly txHashes: readonly Hex[] }
  /** Nothing was sent, as far as known. */
  | { readonly outcome: "refused"; readonly objection: Objection }
  /** Its transaction was reverted, and it is not sent again. */
  | { readonly outcome: "reverted" }
  /** Nothing was sent, because of the service itself; retry after this many seconds. */
  | { readonly outcome: "unable"; readonly detail: string; readonly retryAfter: number }
  /** Unknown. */
  | { readonly outcome: "unknown" };

/** An attempt of which it is certain that it sent nothing. */
export type Unsent = Extract<Attempt, { outcome: "refused" | "reverted" | "unable" }>;

/** Submits signed payments to the chain: the service's own wallet, or a facilitator. */
export interface Settler {
  /**
   * Whether the payment would settle now; nothing is stored or sent. One batch to a node if it would. Throws
   * `ChainUnavailable`.
   */
  check(payment: SignedPayment): Promise<Checked>;
  /**
   * Submits the payment, or resubmits it; safe to repeat, because an authorization moves money only once.
   * @param key identifies the payment
   * @param prepared the result of a recent `check`; null to check again
   */
  send(key: string, payment: SignedPayment, prepared: PreparedSettlement | null): Promise<Attempt>;
  /**
   * Why the payment would not be sent now, after a recent `check`; null if it would, or was. Asked before a claim, so
   * that nothing is stored for what is not sent.
   */
  refusalOf(key: string, payment: SignedPayment, prepared: PreparedSettlement): Promise<Unsent | null>;
  /**
   * Takes the revert of this payment's own transaction off its payer's record: another transaction had made the payment
   * before it.
   */
  forgive(key: string): Promise<void>;
  /** Advances pending settlements. */
  advance(): Promise<void>;
}

/** The state of authorizations on the chain. */
export interface Authorizations {
  /**
   * Whether the token considers it used or cancelled, and the transaction that did so, or null if none is found.
   * Searches the last half day and, if given, the half day after `sinceSeconds`: unix seconds at which it was neither.
   * Throws `ChainUnavailable`, also if `signal` is aborted before the token has answered; an aborted search finds
   * nothing.
   */
  use(
    authorization: Pick<Authorization, "token" | "from" | "nonce">,
    sinceSeconds: number | null,
    signal?: AbortSignal,
  ): Promise<{ used: boolean; txHash: Hex | null }>;
  /**
   * A block by which it was neither used nor cancelled, the newest that the nodes have; null if it was. Throws
   * `ChainUnavailable`.
   */
  unusedAt(authorization: Pick<Authorization, "token" | "from" | "nonce">): Promise<bigint | null>;
}
