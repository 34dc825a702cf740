import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import type { Address } from "../../domain/address";
import { keccak256, type Hex } from "../../domain/keccak";
import { likenesses } from "../../domain/names/skeleton";
import { reputation } from "../../domain/reputation/reputation";
import type { Profiles } from "../../ports/profiles";
import { reaching } from "./faults";
import { readSums } from "./sumDocument";
import { write, type Write } from "./unitOfWork";

/**
 * Profiles in `profiles/{address}`, whose sums belong to the ledger; the owner of each name in `names/{hash of its
 * likeness}`.
 */
export function firestoreProfiles(db: Firestore): Profiles {
  const profiles = db.collection("profiles");
  const names = db.collection("names");
  const getDocs = (addresses: readonly Address[]) =>
    addresses.length === 0 ? [] : reaching(() => db.getAll(...addresses.map((address) => profiles.doc(address))));

  return {
    async put({ address, displayName, avatarSeed }, unit) {
      const taken = likenesses(displayName).map((likeness) => keccak256(likeness));
      const [doc, ...claims] = await reaching(() =>
        db.getAll(profiles.doc(address), ...taken.map((name) => names.doc(name))),
      );
      if (!doc) throw new Error("a document was asked for and not answered");
      if (claims.some((claim) => claim.exists && claim.get("wallet") !== address)) return false;
      const fields = { displayName, avatarSeed, names: taken };
      const left = ((doc.get("names") as Hex[] | undefined) ?? []).filter((name) => !taken.includes(name));
      const { updateTime: lastUpdateTime } = doc;
      // Created names are free; deleted ones belong to this account, provided its profile is unchanged since it was
      // read.
      await write(db, unit, [
        (batch) => (lastUpdateTime ? batch.update(doc.ref, fields, { lastUpdateTime }) : batch.create(doc.ref, fields)),
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
        displayName: textIn(docs[at], "displayName"),
        avatarSeed: textIn(docs[at], "avatarSeed"),
        reputation: reputation(readSums(docs[at])),
      }));
    },

    reputation: async (address) => reputation(readSums((await getDocs([address]))[0])),
  };
}

function textIn(doc: DocumentSnapshot | undefined, name: string): string | null {
  return (doc?.get(name) as string | undefined) ?? null;
}
