import type { Address } from "../domain/address";
import type { Profile } from "../domain/profile";
import type { Unit } from "../domain/unit";

/** How accounts show themselves. Both throw `StoreUnavailable` when the database does not answer. */
export interface Profiles {
  /** Replaces the account's profile. One write. */
  put(profile: Profile, unit?: Unit): Promise<void>;
  /** In the addresses' order; one read each, in one round trip. */
  getAll(addresses: readonly Address[]): Promise<readonly Profile[]>;
}
