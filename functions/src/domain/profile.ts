import type { Address } from "./address";
import type { Reputation } from "./reputation/reputation";

/** An account's public profile; null for what was never set. */
export interface Profile {
  readonly address: Address;
  readonly displayName: string | null;
  readonly avatarSeed: string | null;
}

/** An account with its reputation from final tasks. */
export interface ProfileSummary extends Profile {
  readonly reputation: Reputation;
}
