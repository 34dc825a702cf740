import type { Firestore } from "@google-cloud/firestore";
import type { Address } from "../../../domain/address";
import { keccak256, type Hex } from "../../../domain/keccak";
import { likenesses } from "../../../domain/names/displayName";
import { reputation } from "../../../domain/reputation/reputation";
import type { Profiles } from "../../../ports/profiles";
import { Documents, plain } from "../documents";
import { getAll } from "../reading";
import { readSums, SUMS_IN } from "../sumDocument";
import { write, type Write } from "../unitOfWork";

interface StoredProfile {
  readonly displayName?: string | null;
  readonly avatarSeed?: string | null;
  readonly names?: readonly Hex[];
  /** Private to its account. */
  readonly legalName?: string | null;
}

/** Profiles in `profiles/{address}`, whose sums belong to the ledger. */
const PROFILES = new Documents<StoredProfile>(
  SUMS_IN.reputation,
  plain("displayName", "avatarSeed", "names", "legalName"),
);

/** The owner of each name, in `names/{hash of its likeness}`. */
const NAMES = new Documents<{ readonly wallet: Address }>("names", plain("wallet"));

export function firestoreProfiles(db: Firestore): Profiles {
  const profiles = PROFILES.in(db);
  const names = NAMES.in(db);
  const getDocs = (addresses: readonly Address[]) => getAll(addresses.map((address) => profiles.doc(address)));

  return {
    async put({ address, displayName, avatarSeed, legalName }, unit) {
      const taken = likenesses(displayName).map((likeness) => keccak256(likeness));
      const claimRefs = taken.map((name) => names.doc(name));
      const [doc, ...claims] = await getAll([profiles.doc(address), ...claimRefs]);
      if (claims.some((claim) => (claim.data()?.wallet ?? address) !== address)) return false;
      const left = (doc.data()?.names ?? []).filter((name) => !taken.includes(name));
      // Created names are free; deleted ones belong to this account, provided its profile is unchanged since it was
      // read.
      await write(db, unit, [
        PROFILES.put(doc, {
          displayName,
          avatarSeed,
          names: taken,
          ...(legalName !== undefined && { legalName }),
        }),
        ...claims
          .filter(({ exists }) => !exists)
          .map(
            ({ ref }): Write =>
              (batch) =>
                batch.create(ref, { wallet: address }),
          ),
        ...left.map(
          (name): Write =>
            (batch) =>
              batch.delete(names.doc(name)),
        ),
      ]);
      return true;
    },

    async getAll(addresses) {
      const docs = await getDocs(addresses);
      return addresses.map((address, at) => ({
        address,
        displayName: docs[at]?.data()?.displayName ?? null,
        avatarSeed: docs[at]?.data()?.avatarSeed ?? null,
        reputation: reputation(readSums(docs[at])),
      }));
    },

    legalName: async (address) => (await getDocs([address]))[0]?.data()?.legalName ?? null,

    reputation: async (address) => reputation(readSums((await getDocs([address]))[0])),
  };
}
