import type { Address } from "../domain/address";
import type { UnitOfWork } from "../domain/unitOfWork";

/** One request that counts once, as its nonce remembers it. */
export interface NonceUse {
  wallet: Address;
  nonce: string;
  /** Names what was asked: the text that was signed. */
  digest: string;
  /** Names the bytes that were sent for it: one text has signatures in several spellings. */
  signatureDigest: string;
}

/** What a request was answered: a body, or a refusal that is its answer for good; as text. */
export interface KeptAnswer {
  readonly kind: "body" | "refusal";
  readonly text: string;
}

export type KnownNonce =
  | { outcome: "fresh" }
  /** The same request again; its answer, where one was kept. */
  | { outcome: "repeat"; answer: KeptAnswer | null }
  /** The same text under another spelling of its signature. */
  | { outcome: "reencoded" }
  /** Used for something else. */
  | { outcome: "used" };

/** Nonces of requests, each good for one request of one wallet. Throw `StoreUnavailable`. */
export interface Nonces {
  /** One read. */
  find(use: NonceUse): Promise<KnownNonce>;
  /**
   * The nonce is spent, its answer is kept, and the unit's writes are made: all of it, or nothing where the nonce is spent
   * already or a condition of the unit does not hold any more. Gives whether. One write beside the unit's, one round trip.
   */
  spend(use: NonceUse, answer: KeptAnswer | null, unit: UnitOfWork, nowMs: number): Promise<boolean>;
}
