import type { Challenge, Session } from "../domain/session";

/** Where challenges and sessions are kept. All throw `StoreUnavailable` when the database does not answer. */
export interface Sessions {
  putChallenge(challenge: Challenge): Promise<void>;
  /** One read. */
  findChallenge(nonce: string): Promise<Challenge | null>;
  /** Uses up the challenge and opens the session, both or neither; false when the challenge was used before. */
  redeemChallenge(challenge: Challenge, session: Session): Promise<boolean>;
  /** One read. */
  find(tokenHash: string): Promise<Session | null>;
  /** Forgets the session; harmless when it is gone. */
  revoke(tokenHash: string): Promise<void>;
}
