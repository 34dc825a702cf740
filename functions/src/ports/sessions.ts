import type { Challenge, Session } from "../domain/session";

/** The store of challenges and sessions. All throw `StoreUnavailable` when the database does not answer. */
export interface Sessions {
  putChallenge(challenge: Challenge): Promise<void>;
  /** One read. */
  findChallenge(nonce: string): Promise<Challenge | null>;
  /** Consumes the challenge and opens the session atomically; false if the challenge was used before. */
  redeemChallenge(challenge: Challenge, session: Session): Promise<boolean>;
  /** One read. */
  find(tokenHash: string): Promise<Session | null>;
  /** Deletes the session; idempotent. */
  revoke(tokenHash: string): Promise<void>;
}
