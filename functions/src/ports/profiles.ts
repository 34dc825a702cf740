import type { Address } from "../domain/address";
import type { Profile, ProfileSummary } from "../domain/profile";
import type { Reputation } from "../domain/reputation/reputation";
import type { UnitOfWork } from "../domain/unitOfWork";

/** Accounts' profiles and reputations. All throw `StoreUnavailable` when the database does not answer. */
export interface Profiles {
  /**
   * Replaces the account's profile; false, without a change, if another account has a confusable name (`likenesses`).
   * The first account keeps a name until it takes another. Up to four reads; one write, plus one for each likeness that
   * is claimed or released.
   */
  put(profile: Profile & { readonly displayName: string }, unit?: UnitOfWork): Promise<boolean>;
  /** In the addresses' order; one read each, in one round trip. */
  getAll(addresses: readonly Address[]): Promise<readonly ProfileSummary[]>;
  /** An account's reputation from final tasks. One read. */
  reputation(address: Address): Promise<Reputation>;
}
