import * as Secp256k1 from "ox/Secp256k1";
import * as Signature from "ox/Signature";
import * as TypedData from "ox/TypedData";
import { headerValue, memberOf } from "../base64";
import { encoded } from "../signing/abi";
import { MktError, UnavailableError } from "../errors";
import { getAddress, id, isAddress } from "../hashing";
import type { Reader } from "../service/reader";
import type { ChainNode } from "../signing/signer";
import { fields } from "../signing/typedData";

/** What a service has signed about a payment: the x402 extension `offer-receipt`, in the form `eip712`. */
export interface SignedReceipt {
  format: "eip712";
  payload: { version: 1; network: string; resourceUrl: string; payer: string; issuedAt: number; transaction: string };
  signature: string;
}

export interface VerifiedReceipt {
  payload: SignedReceipt["payload"];
  /** The service's key, as its DID document names it. */
  signer: string;
  /** Whether the payer moved USDC in that transaction, to the recipient where one was given; null without a node. */
  isOnChain: boolean | null;
  /** Whom the payment on the chain was compared with; null where no recipient was given. */
  recipient: string | null;
}

/** Each field of a payload, and whether its value is one. */
const PAYLOAD: Readonly<Record<keyof SignedReceipt["payload"], (value: unknown) => boolean>> = {
  version: (value) => value === 1,
  network: (value) => typeof value === "string" && /^eip155:\d{1,20}$/.test(value),
  resourceUrl: (value) => typeof value === "string" && value.length <= 300 && URL.canParse(value),
  payer: (value) => typeof value === "string" && isAddress(value),
  issuedAt: (value) => Number.isSafeInteger(value),
  transaction: (value) => typeof value === "string" && /^0x[0-9a-f]{64}$/.test(value),
};
const TYPES = fields(
  "uint256 version",
  "string network",
  "string resourceUrl",
  "string payer",
  "uint256 issuedAt",
  "string transaction",
);
const TRANSFER = id("Transfer(address,address,uint256)");
const DID_PATH = "/.well-known/did.json";

/** The receipt in the value of a header PAYMENT-RESPONSE, in base64 or JSON; or the receipt itself. Throws `no_receipt`. */
export function receiptIn(text: string): SignedReceipt {
  const trimmed = text.trim();
  const value = trimmed.startsWith("{") ? jsonOf(trimmed) : headerValue(trimmed);
  const carried = ["extensions", "offer-receipt", "info", "receipt"].reduce(memberOf, value);
  const receipt = carried ?? value;
  const { payload, signature, format } = (receipt ?? {}) as Partial<SignedReceipt>;
  const isReceipt =
    format === "eip712" &&
    /^0x[0-9a-f]{130}$/.test(String(signature)) &&
    Object.entries(PAYLOAD).every(([name, isValid]) => isValid(memberOf(payload, name)));
  if (!isReceipt)
    throw new MktError("no_receipt", "This is not a signed receipt: give PAYMENT-RESPONSE as it came with the answer.");
  return receipt as SignedReceipt;
}

/** Who signed a receipt: any key may have. */
export function signerOf({ payload, signature }: SignedReceipt): string {
  const digest = TypedData.getSignPayload({
    domain: { name: "x402 receipt", version: "1", chainId: 1 },
    types: { Receipt: TYPES },
    primaryType: "Receipt",
    message: payload,
  });
  try {
    return getAddress(
      Secp256k1.recoverAddress({ payload: digest, signature: Signature.fromHex(signature as `0x${string}`) }),
    );
  } catch {
    throw new MktError("receipt_invalid", "The receipt's signature is malformed.");
  }
}

/**
 * Verifies that a receipt is of this service: signed by a key that its DID document names for the receipt's network, about a
 * resource of its own host. With a node, also that the transaction has moved the payer's tokens, and with a recipient, that they
 * went to it: name one that you know, not one that the service states now. Throws `receipt_invalid`.
 */
export async function verifyReceipt(
  reader: Reader,
  text: string,
  { token, node, recipient = null }: { token: string; node?: ChainNode | null; recipient?: string | null },
): Promise<VerifiedReceipt> {
  const receipt = receiptIn(text);
  const { payload } = receipt;
  const signer = signerOf(receipt);
  const document = await reader.document<unknown>(DID_PATH);
  const methods = memberOf(document, "verificationMethod");
  const keys = Array.isArray(methods) ? (methods as unknown[]).map((one) => memberOf(one, "blockchainAccountId")) : [];
  if (!keys.includes(`${payload.network}:${signer}`))
    throw new MktError("receipt_invalid", `The receipt is signed by ${signer}, which is not a key of this service.`);
  const host = new URL(payload.resourceUrl).host;
  if (memberOf(document, "id") !== `did:web:${host.replace(":", "%3A")}`)
    throw new MktError("receipt_invalid", `The receipt is about ${host}, which is not this service.`);
  return { payload, signer, isOnChain: node ? await hasPaid(payload, node, { token, recipient }) : null, recipient };
}

async function hasPaid(
  { network, transaction, payer }: SignedReceipt["payload"],
  node: ChainNode,
  { token, recipient }: { token: string; recipient: string | null },
): Promise<boolean> {
  const { chainId } = await node.getNetwork();
  if (network !== `eip155:${chainId}`)
    throw new UnavailableError(`The receipt is for ${network}; the node is on chain ${chainId}.`);
  const mined = await node.getTransactionReceipt(transaction);
  const from = encoded(["address"], [payer]);
  const to = recipient === null ? null : encoded(["address"], [recipient]);
  const isPayment = ({ address, topics }: { address: string; topics: readonly string[] }) =>
    address.toLowerCase() === token.toLowerCase() &&
    topics[0] === TRANSFER &&
    topics[1] === from &&
    (to === null || topics[2] === to);
  return mined?.status === 1 && (mined.logs ?? []).some(isPayment);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
