import type { Address } from "../domain/address";
import type { Challenge, Session } from "../domain/session";
import type { UnitOfWork } from "../domain/unitOfWork";

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
