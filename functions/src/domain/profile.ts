import type { Address } from "./address";
import type { Reputation } from "./reputation/reputation";

/** How an account shows itself; null for what it never said. */
export interface Profile {
  readonly address: Address;
  readonly displayName: string | null;
  readonly avatarSeed: string | null;
}

/** An account, and what the final tasks say of it. */
export interface ProfileSummary extends Profile {
  readonly reputation: Reputation;
}
