import type { Address } from "../domain/address";

/** One signed request, as its nonce remembers it. */
export interface NonceUse {
  wallet: Address;
  nonce: string;
  /** Names the signed text: the same request has the same digest, however its signature is spelt. */
  digest: string;
}

export type NonceClaim =
  /** Never seen: the request may take effect. */
  | { outcome: "fresh" }
  /** The same request again; its answer, where one was stored. */
  | { outcome: "repeat"; answer: string | null }
  /** Used for something else. */
  | { outcome: "used" };

/** Nonces of signed requests, each good for one request of one wallet. Throw `StoreUnavailable`. */
export interface Nonces {
  /** One write; one read more where the nonce is known. */
  claim(use: NonceUse, nowMs: number): Promise<NonceClaim>;
  /** Keeps the answer for a repeat of the same request. One write. */
  store(use: NonceUse, answer: string): Promise<void>;
}
