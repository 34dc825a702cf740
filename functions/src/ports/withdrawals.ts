import type { PlacedWithdrawal, WithdrawalChange } from "../domain/events/withdrawals";
import type { VariantName } from "../domain/workflow/variants";

/** The withdrawals of credits in the event log. Every method throws `StoreUnavailable` when the database does not answer. */
export interface Withdrawals {
  /** A deployment's withdrawals in blocks that may still be undone. One read, and one for each of both deployments. */
  pending(contract: VariantName): Promise<readonly PlacedWithdrawal[]>;
  /** Tells of the change: idempotent. For each withdrawal one read or more, and one write. */
  tell(change: WithdrawalChange): Promise<void>;
}
