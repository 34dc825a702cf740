import { headerOf, headerValue, memberOf } from "../base64";
import { UntrustedError } from "../errors";
import { getAddress, isAddress } from "../hashing";
import type { CheckedQuote } from "./quote";
import type { Addresses } from "../signing/trust";
import { AUTHORIZATION, type TypedData } from "../signing/typedData";

/** A payment that the wallet signed and the service sends to the chain: x402's scheme `exact`, by EIP-3009. */
export interface SignedPayment {
  /** The value of PAYMENT-SIGNATURE. Sending it again can never pay twice. */
  header: string;
  /** USDC says by its nonce whether it was used. */
  authorizationNonce: string;
  /** Until when it can be used, unix seconds. */
  deadline: number;
}

/** What a quote asks a wallet to sign, checked and rebuilt. */
export interface OfferedPayment {
  accepted: { maxTimeoutSeconds: number; extra: { name: string; version: string; quote?: string } } & Record<
    "scheme" | "network" | "asset" | "payTo" | "amount",
    string
  >;
}

/** The longest that a signed payment is valid, and how much earlier it may begin for clocks that differ. */
const MAX_SECONDS = 600;
const TOKEN_VERSION = "2";

/**
 * The payment by signature that a quote's header PAYMENT-REQUIRED asks for; null if it asks for none on this chain. Throws
 * `UntrustedError` unless it pays the quote's price to the quote's recipient in this client's token.
 */
export function offeredPayment(
  header: string | null,
  { recipient, priceUsdcUnits }: CheckedQuote,
  { chainId, token, tokenName }: Addresses,
): OfferedPayment | null {
  const accepts = memberOf(headerValue(header), "accepts");
  const network = `eip155:${chainId}`;
  const offers = (Array.isArray(accepts) ? (accepts as unknown[]) : []).filter(
    (one) => memberOf(one, "scheme") === "exact" && memberOf(one, "network") === network,
  );
  if (offers.length === 0) return null;
  const offer = offers.find((one) => isSameAddress(memberOf(one, "asset"), token));
  if (offer === undefined)
    throw new UntrustedError(
      `The quote asks for a token other than ${token} by signature; this client pays that only.`,
    );
  const [payTo, amount, extra, seconds] = ["payTo", "amount", "extra", "maxTimeoutSeconds"].map((name) =>
    memberOf(offer, name),
  );
  if (!isSameAddress(payTo, recipient))
    throw new UntrustedError(`The quote pays ${recipient}, but by signature it would pay ${String(payTo)}.`);
  if (amount !== String(priceUsdcUnits))
    throw new UntrustedError(
      `The quote costs ${priceUsdcUnits} base units, but by signature it would cost ${String(amount)}.`,
    );
  if (memberOf(extra, "name") !== tokenName || memberOf(extra, "version") !== TOKEN_VERSION)
    throw new UntrustedError(`The payment by signature is not for ${tokenName}, version ${TOKEN_VERSION}.`);
  if (!Number.isSafeInteger(seconds) || Number(seconds) <= 0)
    throw new UntrustedError(`The payment by signature would be valid for ${String(seconds)} seconds.`);
  const quote = memberOf(extra, "quote");
  return {
    accepted: {
      scheme: "exact",
      network,
      asset: token,
      payTo: recipient,
      amount,
      maxTimeoutSeconds: Math.min(Number(seconds), MAX_SECONDS),
      extra: { name: tokenName, version: TOKEN_VERSION, ...(typeof quote === "string" && { quote }) },
    },
  };
}

/** What the wallet signs: this much, to this recipient, once, within minutes. */
export function paymentToSign(
  { accepted }: OfferedPayment,
  { from, nonce, nowSeconds, chainId }: { from: string; nonce: string; nowSeconds: number; chainId: number },
): TypedData {
  const { asset, payTo, amount, maxTimeoutSeconds, extra } = accepted;
  return {
    domain: { name: extra.name, version: extra.version, chainId, verifyingContract: asset },
    types: { TransferWithAuthorization: AUTHORIZATION },
    message: {
      from,
      to: payTo,
      value: amount,
      validAfter: String(nowSeconds - MAX_SECONDS),
      validBefore: String(nowSeconds + maxTimeoutSeconds),
      nonce,
    },
  };
}

/** The signed payment as it is kept and sent. */
export function signedPayment({ accepted }: OfferedPayment, { message }: TypedData, signature: string): SignedPayment {
  return {
    header: headerOf({ x402Version: 2, accepted, payload: { signature, authorization: message } }),
    authorizationNonce: String(message["nonce"]),
    deadline: Number(message["validBefore"]),
  };
}

function isSameAddress(text: unknown, address: string): boolean {
  return typeof text === "string" && isAddress(text) && getAddress(text) === address;
}
