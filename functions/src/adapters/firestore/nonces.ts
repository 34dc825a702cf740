import { Timestamp, type Firestore } from "@google-cloud/firestore";
import type { Nonces, NonceUse } from "../../ports/nonces";
import { StoreUnavailable } from "../../ports/payments";
import { isConflict, reaching } from "./faults";

/** Longer than a signed timestamp is taken, so that no request outlives its nonce. */
const KEPT_MS = 24 * 3_600_000;

/** Nonces in `nonces/{wallet}-{nonce}`. */
export function firestoreNonces(db: Firestore): Nonces {
  const ref = ({ wallet, nonce }: NonceUse) => db.collection("nonces").doc(`${wallet}-${nonce}`);

  return {
    async claim(use, nowMs) {
      const expireAt = Timestamp.fromMillis(nowMs + KEPT_MS);
      try {
        await reaching(() => ref(use).create({ digest: use.digest, answer: null, expireAt }));
        return { outcome: "fresh" };
      } catch (error) {
        if (!(error instanceof StoreUnavailable && isConflict(error.cause))) throw error;
      }
      const known = await reaching(() => ref(use).get());
      if (known.get("digest") !== use.digest) return { outcome: "used" };
      return { outcome: "repeat", answer: (known.get("answer") as string | null | undefined) ?? null };
    },

    store: (use, answer) =>
      reaching(async () => {
        await ref(use).update({ answer });
      }),
  };
}
