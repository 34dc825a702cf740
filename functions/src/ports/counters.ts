import type { Address } from "../domain/address";
import type { WalletCounts } from "../domain/walletCounts";

/** The counts of wallets' tasks, always exact: they are written together with what they count. */
export interface Counters {
  /** One read. Throws `StoreUnavailable` when the database does not answer. */
  of(wallet: Address): Promise<WalletCounts>;
}
