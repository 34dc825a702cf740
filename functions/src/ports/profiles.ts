import type { Address } from "../domain/address";
import type { Profile, ProfileSummary } from "../domain/profile";
import type { Reputation } from "../domain/reputation/reputation";
import type { UnitOfWork } from "../domain/unitOfWork";

/** Accounts' profiles and reputations. All throw `StoreUnavailable` when the database does not answer. */
export interface Profiles {
  /**
   * Replaces the account's profile; false, without a change, if another account has a confusable name (`likenesses`).
   * The first account keeps a name until it takes another. Up to four reads; one write, plus one for each likeness that
   * is claimed or released. `legalName` stays as it is if absent.
   */
  put(
    profile: Profile & { readonly displayName: string; readonly legalName?: string | null },
    unit?: UnitOfWork,
  ): Promise<boolean>;
  /** In the addresses' order; one read each, in one round trip. */
  getAll(addresses: readonly Address[]): Promise<readonly ProfileSummary[]>;
  /** The name on an account's statements, which only the account may read; null if it has none. One read. */
  legalName(address: Address): Promise<string | null>;
  /** An account's reputation from final tasks. One read. */
  reputation(address: Address): Promise<Reputation>;
}
