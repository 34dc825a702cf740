import type { Firestore } from "@google-cloud/firestore";
import type { KeptAnswer, Nonces, NonceUse } from "../../ports/authentication";
import { Documents, plain, time } from "./documents";
import { commitUnit } from "./unitOfWork";

/** Longer than a signed timestamp is taken, so that no request outlives its nonce. */
const KEPT_MS = 24 * 3_600_000;

/** Nonces in `nonces/{wallet}-{nonce}`, each with its answer in the same document. */
const NONCES = new Documents<{ digest: string; spelling: string; answer: KeptAnswer | null; expireAt: number }>(
  "nonces",
  { ...plain("digest", "spelling", "answer"), expireAt: time },
);

export function firestoreNonces(db: Firestore): Nonces {
  const nameOf = ({ wallet, nonce }: NonceUse) => `${wallet}-${nonce}`;

  return {
    async find(use) {
      const known = await NONCES.find(db, nameOf(use));
      if (!known) return { outcome: "fresh" };
      if (known.digest !== use.digest) return { outcome: "used" };
      if (known.spelling !== use.signatureDigest) return { outcome: "reencoded" };
      return { outcome: "repeat", answer: known.answer };
    },

    spend(use, answer, unit, nowMs) {
      const { digest, signatureDigest: spelling } = use;
      const nonce = { digest, spelling, answer, expireAt: nowMs + KEPT_MS };
      return commitUnit(db, unit, (batch) => batch.create(NONCES.in(db).doc(nameOf(use)), nonce));
    },
  };
}
