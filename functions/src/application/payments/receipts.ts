import type { Address } from "../../domain/address";
import { signedReceipt } from "../../domain/payment/offerReceipt";
import type { Purchase } from "../../domain/payment/purchase";
import { resourceUrl, type Offer } from "../../domain/payment/quote";
import { responseHeader, type X402Version } from "../../domain/payment/x402";

/** A purchase whose payer is known. */
type Paid = Pick<Purchase, "txHash" | "claimedAt"> & { readonly payer: Address };

/**
 * The header that tells a payer of the settlement, with the signed receipt where the service signs. The same payment has
 * the same receipt in every replay.
 */
export function settledHeader(
  { product, terms }: Offer,
  { txHash: transaction, claimedAt, payer }: Paid,
  version: X402Version,
): Record<string, string> {
  const { sign, baseUrl, chainId } = terms;
  const extensions =
    sign &&
    signedReceipt(sign, {
      resourceUrl: resourceUrl(baseUrl, product),
      chainId,
      payer,
      issuedAt: Math.floor(claimedAt / 1000),
      transaction,
    });
  return responseHeader(version, chainId, { success: true, transaction, payer, ...(extensions && { extensions }) });
}
