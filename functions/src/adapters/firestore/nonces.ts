import { Timestamp, type Firestore } from "@google-cloud/firestore";
import type { KeptAnswer, Nonces, NonceUse } from "../../ports/nonces";
import { reaching } from "./faults";
import { commitUnit } from "./unitOfWork";

/** Longer than a signed timestamp is taken, so that no request outlives its nonce. */
const KEPT_MS = 24 * 3_600_000;

/** Nonces in `nonces/{wallet}-{nonce}`, each with its answer in the same document. */
export function firestoreNonces(db: Firestore): Nonces {
  const ref = ({ wallet, nonce }: NonceUse) => db.collection("nonces").doc(`${wallet}-${nonce}`);

  return {
    async find(use) {
      const known = await reaching(() => ref(use).get());
      if (!known.exists) return { outcome: "fresh" };
      if (known.get("digest") !== use.digest) return { outcome: "used" };
      if (known.get("spelling") !== use.signatureDigest) return { outcome: "reencoded" };
      return { outcome: "repeat", answer: known.get("answer") as KeptAnswer | null };
    },

    spend(use, answer, unit, nowMs) {
      const { digest, signatureDigest } = use;
      const fields = { digest, spelling: signatureDigest, answer, expireAt: Timestamp.fromMillis(nowMs + KEPT_MS) };
      return commitUnit(db, unit, (batch) => batch.create(ref(use), fields));
    },
  };
}
