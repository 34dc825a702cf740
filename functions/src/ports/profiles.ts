import type { Address } from "../domain/address";
import type { Profile, ProfileSummary } from "../domain/profile";
import type { Reputation } from "../domain/reputation/reputation";
import type { UnitOfWork } from "../domain/unitOfWork";

/** How accounts show themselves, and what is said of them. All throw `StoreUnavailable` when the database does not answer. */
export interface Profiles {
  /**
   * Replaces the account's profile; false, and nothing is written, where another account shows itself by a name that
   * this one passes for (`likenesses`). Whoever comes first has a name, until that account takes another. Up to four
   * reads; one write, and one for each likeness that is taken or given back.
   */
  put(profile: Profile & { readonly displayName: string }, unit?: UnitOfWork): Promise<boolean>;
  /** In the addresses' order; one read each, in one round trip. */
  getAll(addresses: readonly Address[]): Promise<readonly ProfileSummary[]>;
  /** What the final tasks say of an account. One read. */
  reputation(address: Address): Promise<Reputation>;
}
