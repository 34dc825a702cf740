import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { Challenge, Session } from "../domain/session";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Verdict } from "../domain/messages/signedRequest";

export type { Verdict } from "../domain/messages/signedRequest";

/**
 * Verifies wallet signatures: a plain account (ECDSA), a deployed contract wallet (ERC-1271) or one that is not
 * deployed yet (ERC-6492).
 *
 * Never throws, for any signature.
 */
export interface Signatures {
  /** Over a text, as in `personal_sign` (EIP-191). */
  verifyMessage(wallet: Address, message: string, signature: string): Promise<Verdict>;
  /** Whether the account's own key signed a 32-byte digest. Asks no chain, so false for contract wallets. */
  isByOwnKey(wallet: Address, digest: Hex, signature: string): Promise<boolean>;
  /** Over a 32-byte digest, such as that of EIP-712. */
  verifyDigest(wallet: Address, digest: Hex, signature: string): Promise<Verdict>;
  /**
   * A signature over a digest in the form that the escrow accepts: 65 bytes with `v` 27 or 28 for the wallet's own key,
   * the inner signature of an ERC-6492 wrapper, anything else unchanged. Does not verify it and uses no node.
   */
  forContract(wallet: Address, digest: Hex, signature: Hex): Promise<Hex>;
}

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

/** The store of challenges and sessions. All throw `StoreUnavailable` when the database does not answer. */
export interface Sessions {
  putChallenge(challenge: Challenge): Promise<void>;
  /** One read. */
  findChallenge(nonce: string): Promise<Challenge | null>;
  /**
   * Consumes the challenge and opens the session atomically; false if the challenge was used before, or issued before the
   * wallet revoked all. Ends the session that would end first if the wallet has `MAX_SESSIONS`. Two reads.
   */
  redeemChallenge(challenge: Challenge, session: Session): Promise<boolean>;
  /** One read; two for a session that was opened before sessions had scopes. */
  find(tokenHash: string): Promise<Session | null>;
  /** Records when a session was last used, unless another call just did or it was revoked. One read. */
  noteUse(session: Session, usedAt: number): Promise<void>;
  /** The wallet's sessions that are live at this time, newest first. One read, and one for each. */
  list(wallet: Address, nowMs: number): Promise<Session[]>;
  /** Deletes the session of a token; idempotent. Two reads. */
  revoke(tokenHash: string): Promise<void>;
  /**
   * Deletes the wallet's session with this public id, or with `all` every one and every challenge issued until now; the number of
   * deleted sessions. One read.
   */
  revokeOf(wallet: Address, id: string, nowMs: number, unit: UnitOfWork | null): Promise<number>;
}
