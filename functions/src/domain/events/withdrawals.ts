import type { Address } from "../address";
import { formatUsdc } from "../money";
import type { Place } from "../task/events";
import type { ContractName } from "../workflow/variants";
import { eventId, type NewEvent } from "./event";

/** A deployment paid `account`'s credit out to `to`. */
export interface Withdrawal {
  readonly contract: ContractName;
  readonly account: Address;
  readonly to: Address;
  readonly amountUsdcUnits: bigint;
}

/** A withdrawal and its place on the chain. */
export interface PlacedWithdrawal extends Withdrawal {
  readonly at: Place;
}

/** Tells the account of its withdrawal, which is of no task. */
export function withdrawnEvent(withdrawal: PlacedWithdrawal, isFinal: boolean): NewEvent {
  const { contract, account, to, amountUsdcUnits, at } = withdrawal;
  const { blockNumber, blockHash, txHash, logIndex, time } = at;
  return {
    id: eventId("credit.withdrawn", contract, blockHash, logIndex),
    type: "credit.withdrawn",
    timeMs: time * 1000,
    task: null,
    actor: account,
    recipients: [account],
    data: {
      contract,
      account,
      to,
      amountUsdc: formatUsdc(amountUsdcUnits),
      txHash,
      logIndex,
      read: "/agentWalletInfo",
    },
    block: { number: blockNumber, hash: blockHash },
    isFinal,
    supersedes: null,
  };
}

/** What a range of blocks says of the withdrawals that the log has as not final. */
export interface WithdrawalChange {
  readonly added: readonly PlacedWithdrawal[];
  readonly removed: readonly PlacedWithdrawal[];
  /** Those that are final now, whether or not the log has them. */
  readonly finalized: readonly PlacedWithdrawal[];
}

/** A withdrawal's block and its place in it. */
export function placeName({ at }: PlacedWithdrawal): string {
  return `${at.blockHash} ${at.logIndex}`;
}
