import { Abi } from "../signing/abi";
import type { components } from "../generated/openapi";
import { UntrustedError } from "../errors";
import { id } from "../hashing";
import { usdcUnits } from "../money";
import type { Addresses } from "../signing/trust";

export type Quote = components["schemas"]["Quote"];

/** A checked quote; nothing else is signed. */
export interface CheckedQuote {
  intentId: string;
  priceUsdcUnits: bigint;
  recipient: string;
  /** Built here; equal to the quote's. */
  transaction: { to: string; data: string };
}

const TRANSFER = new Abi(["function transfer(address to, uint256 value)"]);
/** `mkt1`: the calldata's last 32 bytes name the intent, so that no one else can redeem the payment. */
const MARK_PREFIX = "6d6b7431";

/**
 * Throws `UntrustedError` unless a quote is for this chain, token and recipient, is in time, and its transaction is
 * exactly the transfer of its price, marked with its intent.
 */
export function checkQuote(quote: Quote, addresses: Addresses, nowMs: number): CheckedQuote {
  const { intentId, amountUsdc, chainId, transaction, expiresAt } = quote;
  if (typeof intentId !== "string" || !/^[A-Za-z0-9._-]{1,2000}$/.test(intentId))
    throw new UntrustedError("The quote has no intentId.");
  addresses.requireChain(chainId, "The quote");
  addresses.requireChain(transaction.chainId, "The quote's transaction");
  const recipient = addresses.requireRecipient(quote.recipient);
  if (!(Date.parse(expiresAt) > nowMs)) throw new UntrustedError(`The quote's price expired at ${expiresAt}.`);
  const priceUsdcUnits = priceOf(amountUsdc);
  const data = TRANSFER.encode("transfer", [recipient, priceUsdcUnits]) + MARK_PREFIX + id(intentId).slice(2, 58);
  const isSame =
    transaction.to.toLowerCase() === addresses.token.toLowerCase() &&
    transaction.data.toLowerCase() === data &&
    transaction.value === "0";
  if (!isSame)
    throw new UntrustedError(
      `The quote's transaction is not the transfer of ${amountUsdc} USDC to ${recipient} for this intent.`,
    );
  return { intentId, priceUsdcUnits, recipient, transaction: { to: addresses.token, data } };
}

function priceOf(amountUsdc: string): bigint {
  try {
    return usdcUnits(amountUsdc);
  } catch {
    throw new UntrustedError(`The quote's price is not an amount: ${amountUsdc}`);
  }
}
