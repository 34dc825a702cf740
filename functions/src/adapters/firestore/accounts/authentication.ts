import { FieldValue, type Firestore, type WriteBatch } from "@google-cloud/firestore";
import type { Address } from "../../../domain/address";
import { DAY_MS } from "../../../domain/time";
import { issuedAt, MAX_SESSIONS, SESSION_MS, sessionId, type Challenge, type Session } from "../../../domain/session";
import type { Sessions, KeptAnswer, Nonces, NonceUse } from "../../../ports/authentication";
import { Documents, plain, time } from "../documents";
import { reaching, unlessConflict } from "../faults";
import { write, commitUnit } from "../unitOfWork";

/** The sessions of a wallet: the expiry of each by its name, and until when challenges are void. */
interface Owner {
  readonly live: Readonly<Record<string, number>>;
  readonly revokedAt: number;
}

const EXPIRY = { expireAt: ({ value }: { value: { expiresAt: number } }) => time.encode(value.expiresAt) };
/**
 * `challenges/{nonce}`, `sessions/{SHA-256 of the token}`, and `sessionOwners/{wallet}`, which lists the sessions. All are
 * deleted by TTL after their time.
 */
const CHALLENGES = new Documents<{ readonly value: Challenge }>("challenges", plain("value"), EXPIRY);
const SESSIONS = new Documents<{ readonly value: Session }>("sessions", plain("value"), EXPIRY);
const OWNERS = new Documents<Owner>("sessionOwners", plain("live", "revokedAt"), {
  expireAt: ({ live, revokedAt }) => time.encode(Math.max(revokedAt + SESSION_MS, ...Object.values(live))),
});
const NONE: Owner = { live: {}, revokedAt: 0 };

export function firestoreSessions(db: Firestore): Sessions {
  const challenges = CHALLENGES.in(db);
  const sessions = SESSIONS.in(db);
  const ownerRef = (wallet: Address) => OWNERS.in(db).doc(wallet);

  return {
    putChallenge: (challenge) =>
      reaching(async () => void (await challenges.doc(challenge.nonce).create({ value: challenge }))),

    findChallenge: async (nonce) => (await CHALLENGES.find(db, nonce))?.value ?? null,

    redeemChallenge: (challenge, session) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const [known, owner] = await Promise.all([
            transaction.get(challenges.doc(challenge.nonce)),
            transaction.get(ownerRef(session.wallet)),
          ]);
          const { live, revokedAt } = owner.data() ?? NONE;
          if (!known.exists || issuedAt(challenge) <= revokedAt) return false;
          const open = Object.entries(live)
            .filter(([, expiresAt]) => expiresAt > session.openedAt)
            .sort(([, one], [, other]) => other - one);
          for (const [name] of open.slice(MAX_SESSIONS - 1)) transaction.delete(sessions.doc(name));
          const kept = Object.fromEntries(open.slice(0, MAX_SESSIONS - 1));
          transaction.set(owner.ref, { live: { ...kept, [session.tokenHash]: session.expiresAt }, revokedAt });
          transaction.delete(known.ref);
          transaction.create(sessions.doc(session.tokenHash), { value: session });
          return true;
        }),
      ),

    find: async (tokenHash) => (await SESSIONS.find(db, tokenHash))?.value ?? null,

    noteUse: async (session, usedAt) => {
      const doc = await reaching(() => sessions.doc(session.tokenHash).withConverter(null).get());
      const { updateTime: lastUpdateTime } = doc;
      if (!lastUpdateTime || doc.get("value.usedAt") !== session.usedAt) return;
      await unlessConflict(() => doc.ref.update({ "value.usedAt": usedAt }, { lastUpdateTime }));
    },

    list: (wallet, nowMs) =>
      reaching(async () => {
        const { live } = (await ownerRef(wallet).get()).data() ?? NONE;
        const names = Object.keys(live).filter((name) => (live[name] ?? 0) > nowMs);
        const docs = await Promise.all(names.map((name) => sessions.doc(name).get()));
        return docs.flatMap((doc) => doc.data()?.value ?? []).sort((one, other) => other.openedAt - one.openedAt);
      }),

    revoke: (tokenHash) =>
      reaching(async () => {
        const session = (await SESSIONS.find(db, tokenHash))?.value;
        if (!session) return;
        const owner = await ownerRef(session.wallet).withConverter(null).get();
        const batch = db.batch();
        batch.delete(sessions.doc(tokenHash));
        if (owner.exists) batch.update(owner.ref, { [`live.${tokenHash}`]: FieldValue.delete() });
        await batch.commit();
      }),

    revokeOf: async (wallet, id, nowMs, unit) => {
      const owner = await reaching(() => ownerRef(wallet).get());
      const { live, revokedAt } = owner.data() ?? NONE;
      const names = Object.keys(live).filter((name) => id === "all" || sessionId(name) === id);
      if (names.length === 0 && id !== "all") return 0;
      const kept = Object.fromEntries(Object.entries(live).filter(([name]) => !names.includes(name)));
      await write(db, unit ?? undefined, [
        ...names.map((name) => (batch: WriteBatch) => void batch.delete(sessions.doc(name))),
        OWNERS.put(owner, { live: kept, revokedAt: id === "all" ? nowMs : revokedAt }),
      ]);
      return names.filter((name) => (live[name] ?? 0) > nowMs).length;
    },
  };
}

/** Longer than a signed timestamp is taken, so that no request outlives its nonce. */
const KEPT_MS = DAY_MS;

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
