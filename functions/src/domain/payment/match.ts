import type { Address } from "../address";
import { refuse } from "../errors";
import { formatUsdc } from "../money";
import type { Evidence } from "./evidence";
import { blocksOf, isConfirmed, type Depth } from "./evidence";
import type { Intent } from "./intent";
import { transfersTo, type Transfer } from "./transfer";

export interface PaymentTerms {
  tokens: readonly Address[];
  depth: Depth;
  /** USDC base units: what a quote would ask now. */
  priceOfTheDayUsdcUnits: bigint;
}

export interface Redemption {
  intent: Intent;
  /** The intent's mark, hex without 0x. */
  mark: string;
  /** Whether a payer claims the transfer by signature: then his word counts more than the mark he made. */
  signed: boolean;
  evidence: Evidence | null;
  nowSeconds: number;
}

/**
 * The transfers that may buy this intent, or a refusal that says why there are none.
 *
 * Transfers are not added up: one of them must meet the price. The order of the checks is the
 * order of interface.md §2.
 */
export function qualifyingTransfers({ intent, mark, signed, evidence, nowSeconds }: Redemption, terms: PaymentTerms): Transfer[] {
  if (!evidence || !evidence.succeeded || !isConfirmed(evidence, terms.depth)) {
    refuse("tx_not_confirmed", notConfirmed(evidence, terms.depth));
  }
  const transfers = transfersTo(intent.recipient, terms.tokens, evidence);
  if (transfers.length === 0) {
    refuse(
      "transfer_not_found",
      `The transaction succeeded but transfers none of ${terms.tokens.join(", ")} to ${intent.recipient}. ` +
        "Check the token and the recipient of the quote, and send the hash of the paying transaction.",
    );
  }
  const own = transfers.filter((transfer) => signed || transfer.mark === null || transfer.mark === mark);
  if (own.length === 0) namesAnotherIntent();
  const price = requiredPrice(intent, evidence, nowSeconds, terms);
  const enough = own.filter((transfer) => transfer.amountUsdcUnits >= price);
  if (enough.length === 0) {
    const largest = own.reduce((most, { amountUsdcUnits: n }) => (n > most ? n : most), 0n);
    refuse(
      "insufficient_amount",
      `The largest single transfer is ${formatUsdc(largest)} USDC and the price is ${formatUsdc(price)} USDC. ` +
        "Transfers are not added up.",
    );
  }
  return enough;
}

/** Refuses a transaction whose transfers are all marked for another intent. */
export function namesAnotherIntent(): never {
  refuse(
    "intent_tx_mismatch",
    "The transaction names another intent as the one that it pays for. Redeem it with that intentId, " +
      "or, if that one was paid twice, with payerSignature.",
  );
}

/**
 * The quoted price while it was promised, else the price of the day.
 *
 * What counts is when the payment was mined, so that a slow client or a halted chain costs nobody
 * anything; where the node does not tell that time, it is now.
 */
function requiredPrice(intent: Intent, evidence: Evidence, nowSeconds: number, terms: PaymentTerms): bigint {
  const paidAt = evidence.minedAt ?? nowSeconds;
  if (paidAt <= intent.expiresAt) return intent.priceUsdcUnits;
  return terms.priceOfTheDayUsdcUnits;
}

function notConfirmed(evidence: Evidence | null, depth: Depth): string {
  if (!evidence) return "No node has a receipt for this txHash yet. Retry with the same intentId and txHash.";
  if (!evidence.succeeded) return "The transaction was reverted and moved no money. Send a new payment and redeem its hash.";
  return `The transaction needs ${blocksOf(depth, evidence.blockSeconds)} sealed block(s), its own included, and has fewer so far. Retry with the same intentId and txHash.`;
}
