import { toAddress, type Address } from "../domain/address";
import type { Escrows } from "../domain/contract";
import { Availability } from "../http/availability";
import type { Chain } from "../ports/chain";
import type { Log } from "../ports/log";

interface RecipientParts {
  readonly settings: { readonly paymentRecipient: Address };
  readonly escrows: Escrows;
  readonly chain: () => Chain;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** A treasury changes rarely. */
const FRESH_MS = 600_000;
/** Function selector of treasury(). */
const TREASURY = "0x61d027b3";

/**
 * Checks whether the recipient is the treasury of an escrow: then it also receives fees, and nothing is quoted.
 *
 * The treasury is read from the chain and may change: it is first read in the background of the first quote, and again
 * later.
 */
export function recipientCheck({ settings, escrows, chain, log, nowMs }: RecipientParts): Availability {
  return new Availability(
    async () => {
      for (const [contract, to] of Object.entries(escrows)) {
        const treasury = toAddress(`0x${(await chain().ethCall({ to, data: TREASURY })).slice(-40)}`);
        if (treasury !== settings.paymentRecipient) continue;
        log.error("payment.recipient_is_treasury", { contract, recipient: settings.paymentRecipient });
        return `PAYMENT_RECIPIENT is the treasury of the ${contract} escrow: the operator must set an address that receives nothing but payments.`;
      }
      return null;
    },
    nowMs,
    FRESH_MS,
  );
}
