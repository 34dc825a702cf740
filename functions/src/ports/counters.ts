import type { Address } from "../domain/address";
import type { WalletCounts } from "../domain/walletCounts";

/** The counts of wallets' tasks, exact at every moment: they are written with what they count. */
export interface Counters {
  /** One read. Throws `StoreUnavailable` when the database does not answer. */
  of(wallet: Address): Promise<WalletCounts>;
}
