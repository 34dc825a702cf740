import { Timestamp, type Firestore } from "@google-cloud/firestore";
import type { Challenge, Session } from "../../domain/session";
import { StoreUnavailable } from "../../ports/storeUnavailable";
import type { Sessions } from "../../ports/sessions";
import { isConflict, reaching } from "./faults";

/** `challenges/{nonce}` and `sessions/{SHA-256 of the token}`; both are deleted by TTL after their time. */
export function firestoreSessions(db: Firestore): Sessions {
  const challengeRef = (nonce: string) => db.collection("challenges").doc(nonce);
  const sessionRef = (tokenHash: string) => db.collection("sessions").doc(tokenHash);

  return {
    putChallenge: (challenge) =>
      reaching(async () => {
        await challengeRef(challenge.nonce).create(withExpiry(challenge));
      }),

    findChallenge: (nonce) =>
      reaching(async () => ((await challengeRef(nonce).get()).data() as Stored<Challenge> | undefined)?.value ?? null),

    async redeemChallenge(challenge, session) {
      const batch = db.batch();
      batch.delete(challengeRef(challenge.nonce), { exists: true });
      batch.create(sessionRef(session.tokenHash), withExpiry(session));
      try {
        await reaching(() => batch.commit());
        return true;
      } catch (error) {
        if (error instanceof StoreUnavailable && isConflict(error.cause)) return false;
        throw error;
      }
    },

    find: (tokenHash) =>
      reaching(async () => ((await sessionRef(tokenHash).get()).data() as Stored<Session> | undefined)?.value ?? null),

    revoke: (tokenHash) =>
      reaching(async () => {
        await sessionRef(tokenHash).delete();
      }),
  };
}

interface Stored<T> {
  value: T;
  expireAt: Timestamp;
}

function withExpiry<T extends { expiresAt: number }>(value: T): Stored<T> {
  return { value, expireAt: Timestamp.fromMillis(value.expiresAt) };
}
