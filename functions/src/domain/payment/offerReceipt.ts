import type { Address } from "../address";
import { chainOf } from "../chains";
import type { Hex } from "../keccak";
import { fieldsOf, typedDataDigest, type TypedData } from "../messages/typedData";

/**
 * The x402 extension `offer-receipt`: prices and payments that the service has signed, in the form `eip712`. Their
 * holder can show them elsewhere. The payloads contain public facts only, and no question or answer.
 */
export const OFFER_RECEIPT = "offer-receipt";

/** Signs a 32-byte digest: r, s and v (27 or 28) as 0x hex. */
export type SignDigest = (digest: Hex) => Hex;

/** What an offer binds the service to, until `validUntil` (unix seconds). */
export interface OfferTerms {
  resourceUrl: string;
  chainId: number;
  asset: Address;
  payTo: Address;
  amountUsdcUnits: bigint;
  validUntil: number;
}

/** A payment for which the answer was delivered; `issuedAt` in unix seconds. */
export interface ReceiptTerms {
  resourceUrl: string;
  chainId: number;
  payer: Address;
  issuedAt: number;
  transaction: Hex;
}

const OFFER = fieldsOf(
  "uint256 version,string resourceUrl,string scheme,string network,string asset,string payTo,string amount,uint256 validUntil",
);
const RECEIPT = fieldsOf(
  "uint256 version,string network,string resourceUrl,string payer,uint256 issuedAt,string transaction",
);

/** The extension of a quote: one signed offer for each entry of `accepts`, in its order. */
export function signedOffers(sign: SignDigest, offers: readonly OfferTerms[]): object {
  const info = {
    offers: offers.map(({ resourceUrl, chainId, asset, payTo, amountUsdcUnits, validUntil }, acceptIndex) => {
      const network = chainOf(chainId).caip2;
      const amount = String(amountUsdcUnits);
      const payload = { version: 1, resourceUrl, scheme: "exact", network, asset, payTo, amount, validUntil };
      return { format: "eip712", acceptIndex, payload, signature: sign(digestOf("Offer", OFFER, payload)) };
    }),
  };
  return { [OFFER_RECEIPT]: { info } };
}

/** A receipt as its buyer shows it. */
export interface SignedReceipt {
  payload: { version: 1; network: string; resourceUrl: string; payer: string; issuedAt: number; transaction: string };
  signature: string;
}

/** The digest that a receipt's signer has signed. */
export function receiptDigest(payload: SignedReceipt["payload"]): Hex {
  return digestOf("Receipt", RECEIPT, payload);
}

/** The extension of a settlement. One payment has one receipt, so that it cannot be counted twice. */
export function signedReceipt(
  sign: SignDigest,
  { resourceUrl, chainId, payer, issuedAt, transaction }: ReceiptTerms,
): object {
  const payload = { version: 1, network: chainOf(chainId).caip2, resourceUrl, payer, issuedAt, transaction } as const;
  const signature = sign(receiptDigest(payload));
  // With its schema, as the extension has it: no price carries a receipt.
  const schema = { type: "object", properties: { receipt: { type: "object" } }, required: ["receipt"] };
  return { [OFFER_RECEIPT]: { info: { receipt: { format: "eip712", payload, signature } }, schema } };
}

/** The extension's domain names chain 1 on every network, because no contract verifies it. */
function digestOf(
  primaryType: "Offer" | "Receipt",
  types: TypedData["types"][string],
  payload: Readonly<Record<string, string | number>>,
): Hex {
  return typedDataDigest({
    domain: { name: `x402 ${primaryType.toLowerCase()}`, version: "1", chainId: 1 },
    types: { [primaryType]: types },
    primaryType,
    message: Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)])),
  });
}
