import { hexlify, randomBytes, type BaseWallet } from "ethers";
import { devWallets, type Role } from "../../../dev/local/wallets";
import { post, PRICE_UNITS, QUESTION, type Reply } from "./buyer";
import type { TestChain } from "../chain/chain";
import { freshCaller } from "../payments";

/** The terms of a payment; a test may change each field. */
export interface PaymentTerms {
  from: string;
  to: string;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: string;
}

interface Options {
  /** A development wallet, or any other. */
  from?: Role | BaseWallet;
  version?: 1 | 2;
  paymentId?: string;
  terms?: Partial<PaymentTerms>;
  /** Makes the signature of a contract wallet out of its owner's. */
  wrap?: (signature: string) => string;
  /** Changes the finished payload. */
  change?: (payload: Payload) => unknown;
}

export interface Payload {
  x402Version: number;
  scheme?: string;
  network?: string;
  accepted?: Record<string, unknown>;
  extensions?: Record<string, unknown>;
  payload: { signature: string; authorization: Record<string, string> };
}

const FIELDS = [
  "from:address",
  "to:address",
  "value:uint256",
  "validAfter:uint256",
  "validBefore:uint256",
  "nonce:bytes32",
];
const TYPES = {
  TransferWithAuthorization: FIELDS.map((field) => ({
    name: field.split(":")[0] ?? "",
    type: field.split(":")[1] ?? "",
  })),
};

/** A payment as x402 writes it, signed by a development wallet's key; written from the protocol, without the service's code. */
export async function signPayment(
  chain: TestChain,
  { from = "payer", version = 2, paymentId, terms, wrap, change }: Options = {},
): Promise<unknown> {
  const wallet = typeof from === "string" ? chain.wallet(from) : from;
  const now = (await chain.provider.getBlock("latest"))?.timestamp ?? 0;
  const value: PaymentTerms = {
    from: wallet.address,
    to: devWallets().recipient.address,
    value: PRICE_UNITS,
    validAfter: 0n,
    validBefore: BigInt(Math.max(now, Math.floor(Date.now() / 1000)) + 900),
    nonce: hexlify(randomBytes(32)),
    ...terms,
  };
  const { id: chainId, usdc, caip2, x402Name } = chain.facts;
  const domain = { name: usdc.name, version: "2", chainId, verifyingContract: usdc.address };
  const signature = await wallet.signTypedData(domain, TYPES, value);
  const authorization = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, String(field)]));
  const payload: Payload = {
    x402Version: version,
    ...(version === 1
      ? { scheme: "exact", network: x402Name }
      : {
          accepted: {
            scheme: "exact",
            network: caip2,
            amount: String(PRICE_UNITS),
            asset: usdc.address,
            payTo: value.to,
            maxTimeoutSeconds: 900,
            // What a quote told this payer alone, which clients of v2 send back.
            extra: { name: usdc.name, version: "2", quote: hexlify(randomBytes(16)) },
          },
        }),
    ...(paymentId && { extensions: { "payment-identifier": { info: { required: false, id: paymentId } } } }),
    payload: { signature: wrap ? wrap(signature) : signature, authorization },
  };
  return change ? change(payload) : payload;
}

/** A question of a payment's own: another payment for the same question of the same payer is the same purchase. */
export function questionOf(payment: unknown): { query: string } {
  const nonce = (payment as Partial<Payload> | null)?.payload?.authorization?.["nonce"];
  return nonce === undefined ? QUESTION : { query: `${QUESTION.query} (${nonce})` };
}

/** Sends a payment with its question, each time from another IP address. */
export function sendPayment(
  url: string,
  payment: unknown,
  question: unknown = questionOf(payment),
  header?: string,
): Promise<Reply> {
  const version = (payment as { x402Version?: number }).x402Version;
  const name = header ?? (version === 1 ? "x-payment" : "payment-signature");
  return post(url, question, { [name]: Buffer.from(JSON.stringify(payment)).toString("base64"), ...freshCaller() });
}

/** What an answer's header says of the settlement; null if it has none. */
export function settlementOf({ headers }: Pick<Reply, "headers">): Record<string, unknown> | null {
  const header = headers.get("payment-response") ?? headers.get("x-payment-response");
  return header === null ? null : (JSON.parse(Buffer.from(header, "base64").toString()) as Record<string, unknown>);
}
