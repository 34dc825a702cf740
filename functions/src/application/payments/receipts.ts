import type { Address } from "../../domain/address";
import { refuse } from "../../domain/errors";
import { OFFER_RECEIPT, signedReceipt, type SignedReceipt } from "../../domain/payment/offerReceipt";
import type { Purchase } from "../../domain/payment/purchase";
import { resourceUrl, type Offer } from "../../domain/payment/quote";
import { responseHeader, type X402Version } from "../../domain/payment/x402";
import { integer, literal, object, string } from "../../schema/build";
import { Address as AddressShape, TxHash } from "../../schema/common";
import { violations } from "../../schema/validate";
import { readHeader } from "./credentials";

const Text = string({ maxLength: 300 });
const Receipt = object({
  format: literal("eip712"),
  payload: object({
    version: literal(1),
    network: Text,
    resourceUrl: Text,
    payer: AddressShape,
    issuedAt: integer({ minimum: 0, maximum: 1e11 }),
    transaction: TxHash,
  }),
  signature: string({ pattern: "^0x[0-9a-f]{130}$" }),
});

/** A purchase whose payer is known. */
type Paid = Pick<Purchase, "txHash" | "claimedAt"> & { readonly payer: Address };

/**
 * The header that reports the settlement to the payer, with the signed receipt where the service signs. The same payment has
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

/** The receipt in the value of a PAYMENT-RESPONSE header; it may be anyone's. Refuses `invalid_request`. */
export function receiptIn(header: string): SignedReceipt {
  const settled = readHeader(header, "PAYMENT-RESPONSE");
  const receipt = ["extensions", OFFER_RECEIPT, "info", "receipt"].reduce(memberOf, settled);
  if (violations(Receipt, receipt).length > 0)
    refuse(
      "invalid_request",
      "This is not a PAYMENT-RESPONSE with a signed receipt. Send the header of the paid answer unchanged.",
    );
  return receipt as SignedReceipt;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
