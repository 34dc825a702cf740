import type { Firestore } from "@google-cloud/firestore";
import type { Profiles } from "../../ports/profiles";
import { reaching } from "./faults";
import { write } from "./unit";

/** Profiles in `profiles/{address}`. */
export function firestoreProfiles(db: Firestore): Profiles {
  const profiles = db.collection("profiles");

  return {
    put: ({ address, displayName, avatarSeed }, unit) =>
      write(db, unit, [(batch) => batch.set(profiles.doc(address), { displayName, avatarSeed })]),

    async getAll(addresses) {
      if (addresses.length === 0) return [];
      const docs = await reaching(() => db.getAll(...addresses.map((address) => profiles.doc(address))));
      return addresses.map((address, at) => ({
        address,
        displayName: (docs[at]?.get("displayName") as string | undefined) ?? null,
        avatarSeed: (docs[at]?.get("avatarSeed") as string | undefined) ?? null,
      }));
    },
  };
}
