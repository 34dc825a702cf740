import type { Address } from "../address";
import { tokenAddresses } from "../chains";
import { DAY_SECONDS } from "../time";
import { refuse } from "../errors";
import { formatUsdc } from "../money";
import type { Evidence } from "./evidence";
import { blocksOf, isConfirmed, type Depth } from "./evidence";
import type { Intent } from "./intent";
import { transfersTo, type Transfer } from "./transfer";

export interface RedeemTerms {
  tokens: readonly Address[];
  /** The current and former recipients: a transfer to any other address must name its intent. */
  recipients: readonly Address[];
  /**
   * Accounts whose transfers are never payments: the escrows, which pay out users' money, and the service's own
   * wallets.
   */
  nonPayers: readonly Address[];
  depth: Depth;
  /** The price that a quote would ask now, in USDC base units. */
  priceOfTheDayUsdcUnits: bigint;
}

export interface Redemption {
  intent: Intent;
  /** The intent's mark, hex without 0x. */
  mark: string;
  /** Whether a payer claims the transfer by signature, which takes precedence over its mark. */
  signed: boolean;
  evidence: Evidence | null;
  nowSeconds: number;
}

/** How long a transfer that names no intent can be redeemed: an earlier transfer was for something else. */
export const MAX_PLAIN_AGE_SECONDS = 30 * 24 * 60 * 60;
/**
 * How long after its expiry an intent can still be redeemed with a transfer that names none: quotes are free and could
 * be hoarded.
 */
const MAX_PLAIN_DELAY_SECONDS = MAX_PLAIN_AGE_SECONDS;

/**
 * The transfers that may pay for this intent, best first, or a refusal that says why there are none. `timeNeeded` if
 * the block's time decides and the evidence does not have it.
 *
 * Transfers are not added up: one of them must meet the price. The order of the checks is the order of interface.md §2.
 */
export function qualifyingTransfers(
  { intent, mark, signed, evidence, nowSeconds }: Redemption,
  terms: RedeemTerms,
): Transfer[] | "timeNeeded" {
  if (evidence && !evidence.succeeded && isConfirmed(evidence, terms.depth)) {
    refuse("tx_reverted", reverted(evidence, terms));
  }
  if (!evidence || !evidence.succeeded || !isConfirmed(evidence, terms.depth)) {
    refuse("tx_not_confirmed", notConfirmed(evidence, terms.depth));
  }
  const counted = transfersTo(intent.recipient, tokenAddresses(intent.chainId), evidence).filter(({ token }) =>
    terms.tokens.includes(token),
  );
  const transfers = counted.filter(({ from }) => !terms.nonPayers.includes(from) && !terms.recipients.includes(from));
  if (transfers.length === 0) refuseNoTransfer(counted, intent, terms);
  const own = transfers.filter((transfer) => signed || transfer.mark === null || transfer.mark === mark);
  if (own.length === 0) refuseOtherIntent();

  const { minedAt } = evidence;
  const { promised, today } = prices(intent, terms);
  const isInTime = (minedAt ?? nowSeconds) <= intent.expiresAt;
  const price = isInTime ? promised : today;
  const isBetween = ({ amountUsdcUnits }: Transfer) => amountUsdcUnits >= promised && amountUsdcUnits < price;
  if (minedAt === null && own.some(isBetween)) return "timeNeeded";
  const enough = own.filter((transfer) => transfer.amountUsdcUnits >= price);
  if (enough.length === 0) refuseAmounts(own, price);

  const plain = enough.filter((transfer) => transfer.mark === null);
  if (minedAt === null && plain.length > 0) return "timeNeeded";
  const isYoung = nowSeconds - (minedAt ?? 0) <= MAX_PLAIN_AGE_SECONDS;
  const isFollowing = (minedAt ?? 0) <= intent.expiresAt + MAX_PLAIN_DELAY_SECONDS;
  const takesPlain = isYoung && isFollowing && terms.recipients.includes(intent.recipient);
  const good = takesPlain ? enough : enough.filter((transfer) => transfer.mark !== null);
  if (good.length === 0) refusePlain(!isYoung ? "old" : isFollowing ? "formerRecipient" : "late");
  return good.sort((a, b) => preference(a, b, mark));
}

/** The amounts due for a payment in time and for a late one. A later price reduction applies to both. */
function prices(
  { priceUsdcUnits }: Intent,
  { priceOfTheDayUsdcUnits: today }: RedeemTerms,
): { promised: bigint; today: bigint } {
  return { promised: priceUsdcUnits < today ? priceUsdcUnits : today, today };
}

/** Transfers marked for this intent first, then the smallest: larger ones may pay for something more expensive. */
function preference(a: Transfer, b: Transfer, mark: string): number {
  const [marked, other] = [a.mark === mark, b.mark === mark];
  if (marked !== other) return marked ? -1 : 1;
  if (a.amountUsdcUnits === b.amountUsdcUnits) return a.index - b.index;
  return a.amountUsdcUnits < b.amountUsdcUnits ? -1 : 1;
}

function refuseNoTransfer(ofNonPayers: readonly Transfer[], { recipient }: Intent, { tokens }: RedeemTerms): never {
  refuse(
    "transfer_not_found",
    ofNonPayers.length > 0
      ? "The transaction pays from an escrow or a wallet of the service, which cannot buy an answer. Pay from your own wallet."
      : `The transaction succeeded but transfers none of ${tokens.join(", ")} to ${recipient}. ` +
          "Check the token and the recipient of the quote, and send the hash of the paying transaction.",
  );
}

function refuseAmounts(transfers: readonly Transfer[], price: bigint): never {
  const largest = transfers.reduce((most, { amountUsdcUnits: n }) => (n > most ? n : most), 0n);
  refuse(
    "insufficient_amount",
    `The largest single transfer is ${formatUsdc(largest)} USDC, but the price is ${formatUsdc(price)} USDC. ` +
      "Transfers are not summed: pay the price in one transfer.",
  );
}

/** Why a transfer that names no intent does not count. */
const WHY_NOT_PLAIN = {
  old: `was mined more than ${MAX_PLAIN_AGE_SECONDS / DAY_SECONDS} days ago`,
  late: `was mined more than ${MAX_PLAIN_DELAY_SECONDS / DAY_SECONDS} days after the quote expired`,
  formerRecipient: "pays an address that no longer takes such transfers",
} as const;

/** Refuses a transfer that names no intent. */
export function refusePlain(reason: keyof typeof WHY_NOT_PLAIN): never {
  refuse(
    "transfer_too_old",
    `The transfer names no intent and ${WHY_NOT_PLAIN[reason]}. Get a new quote and send its \`transaction\`, which has no such limit.`,
  );
}

/** Refuses a transaction whose transfers are all marked for another intent. */
export function refuseOtherIntent(): never {
  refuse(
    "intent_tx_mismatch",
    "The transaction is marked for another intent. Redeem it with that intentId, " +
      "or, if that one was paid twice, with payerSignature.",
  );
}

/** Selector of ERC-20's transfer(address,uint256). */
const TRANSFER_CALL = "0xa9059cbb";

/** What a revert means: a transfer of the sender's own is over, but what others signed in a call can be sent once more. */
function reverted({ to, input }: Evidence, { tokens }: RedeemTerms): string {
  const isOwn = to !== null && tokens.includes(to) && input.startsWith(TRANSFER_CALL);
  return isOwn
    ? "The transaction was reverted, moved no money and never will. The same intent can be paid by another transaction: redeem it with that hash."
    : "The transaction was reverted and moved no money. If it carried a signed authorization, anyone can send that once more until its validBefore: before then, do not pay again. Redeem the same intent with the transaction that pays in the end.";
}

function notConfirmed(evidence: Evidence | null, depth: Depth): string {
  if (!evidence) return "No node has a receipt for this txHash yet. Retry with the same intentId and txHash.";
  return `The transaction needs ${blocksOf(depth, evidence.blockSeconds)} sealed block(s), its own included, and has fewer so far. Retry with the same intentId and txHash.`;
}
