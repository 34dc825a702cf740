import type { Address } from "../domain/address";
import type { UnitOfWork } from "../domain/unitOfWork";

/**
 * A single-use request, identified by its nonce. Stored as is, except that `signatureDigest` is stored as `spelling`.
 */
export interface NonceUse {
  wallet: Address;
  nonce: string;
  /** Identifies the request: the digest of the signed text. */
  digest: string;
  /** Identifies the exact signature bytes: one signature has several encodings. */
  signatureDigest: string;
}

/** The response to a request: a body or a final refusal, as text. */
export interface KeptAnswer {
  readonly kind: "body" | "refusal";
  readonly text: string;
}

export type KnownNonce =
  | { outcome: "fresh" }
  /** The same request again, with its answer if one was stored. */
  | { outcome: "repeat"; answer: KeptAnswer | null }
  /** The same text with another encoding of its signature. */
  | { outcome: "reencoded" }
  /** Used for another request. */
  | { outcome: "used" };

/** Nonces of requests, each valid for one request of one wallet. Methods throw `StoreUnavailable`. */
export interface Nonces {
  /** One read. */
  find(use: NonceUse): Promise<KnownNonce>;
  /**
   * Spends the nonce, stores the answer and commits the unit's writes atomically. Returns false, without a change, if
   * the nonce is already spent or a precondition of the unit no longer holds. One write in addition to the unit's, one round
   * trip.
   */
  spend(use: NonceUse, answer: KeptAnswer | null, unit: UnitOfWork, nowMs: number): Promise<boolean>;
}
