import type { Firestore } from "@google-cloud/firestore";
import type { Challenge, Session } from "../../domain/session";
import type { Sessions } from "../../ports/sessions";
import { Documents, plain, time } from "./documents";
import { reaching, unlessConflict } from "./faults";

/** `challenges/{nonce}` and `sessions/{SHA-256 of the token}`; both are deleted by TTL after their time. */
const EXPIRY = { expireAt: ({ value }: { value: { expiresAt: number } }) => time.encode(value.expiresAt) };
const CHALLENGES = new Documents<{ readonly value: Challenge }>("challenges", plain("value"), EXPIRY);
const SESSIONS = new Documents<{ readonly value: Session }>("sessions", plain("value"), EXPIRY);

export function firestoreSessions(db: Firestore): Sessions {
  const challenges = CHALLENGES.in(db);
  const sessions = SESSIONS.in(db);

  return {
    putChallenge: (challenge) =>
      reaching(async () => void (await challenges.doc(challenge.nonce).create({ value: challenge }))),

    findChallenge: async (nonce) => (await CHALLENGES.find(db, nonce))?.value ?? null,

    redeemChallenge(challenge, session) {
      const batch = db.batch();
      batch.delete(challenges.doc(challenge.nonce), { exists: true });
      batch.create(sessions.doc(session.tokenHash), { value: session });
      return unlessConflict(() => batch.commit());
    },

    find: async (tokenHash) => (await SESSIONS.find(db, tokenHash))?.value ?? null,
    revoke: (tokenHash) => reaching(async () => void (await sessions.doc(tokenHash).delete())),
  };
}
