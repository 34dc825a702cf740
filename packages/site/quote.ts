import { toAddress, type Address as WalletAddress } from "../../functions/src/domain/address";
import { formatUsdc } from "../../functions/src/domain/money";
import { makeOffer, makeQuote, type Quote } from "../../functions/src/domain/payment/quote";
import {
  anyObject,
  array,
  integer,
  literal,
  nullable,
  object,
  oneOf,
  optional,
  string,
} from "../../functions/src/schema/build";
import { Address, Time, Usdc } from "../../functions/src/schema/common";
import { MIN_PRICE } from "../../functions/src/domain/payment/purchase";
import { SETTINGS } from "../../functions/src/settings/table";
import { NETWORK } from "../../functions/src/schema/network";
import { Problem } from "./problem";
import type { Operation } from "../../functions/src/catalogue/operations";

/** The chain of all payments and tasks: Base. */
export const CHAIN_ID = NETWORK.id;
/** The minimum price of any deployment; a deployment's price is in its quotes. */
export const PRICE_FLOOR_USDC = formatUsdc(MIN_PRICE);
/** Who needs ETH although the service pays for gas. */
export const NEEDS_ETH =
  "The exception is an account with an EIP-7702 delegation whose delegate rejects plain signatures (ERC-1271): USDC asks the delegate, so such an account brings money in by its own transaction, which takes ETH.";
/** USDC on that chain. A deployment's accepted tokens are in its quotes. */
export const USDC = NETWORK.usdc.address;

/** An offer of x402 v1, scheme `exact`. */
const Offer = object(
  {
    scheme: literal("exact"),
    payTo: Address,
    maxTimeoutSeconds: integer({ minimum: 1 }),
    asset: { ...Address, description: "The token's contract." },
    extra: anyObject({ description: "The token's EIP-712 domain: name and version." }),
    network: literal(NETWORK.x402Name),
    maxAmountRequired: string({ pattern: "^[1-9][0-9]*$", description: "The price in base units, 10^-6 USDC." }),
    resource: string({ description: "The URL of what is bought." }),
    description: string({ description: "What is bought." }),
    mimeType: string({ description: "The type of what is bought." }),
  },
  { title: "PaymentOffer" },
);

/** The body of a 402 quote: an x402 v1 document with everything needed to pay. */
export const QuoteDocument = object(
  {
    x402Version: literal(1),
    accepts: array(Offer, {
      description:
        "One offer per accepted token; empty if the deployment settles no signed payments. Then only `transaction` can pay.",
    }),
    code: literal("payment_required"),
    intentId: string({ maxLength: 1024, description: "The id of this quote, needed to redeem." }),
    amountUsdc: { ...Usdc, description: "The price in USDC." },
    recipient: { ...Address, description: "The recipient of the payment." },
    chainId: integer({ description: `The chain to pay on, ${NETWORK.id} (${NETWORK.name}).` }),
    notice: optional(string({ description: "Only on a test network: a notice that no real money is involved." })),
    expiresAt: { ...Time, description: "Until when the price is valid. A later payment is not lost." },
    transaction: object(
      {
        to: { ...Address, description: "The token." },
        data: string({
          pattern: "^0x[0-9a-f]+$",
          description:
            "ERC-20 transfer of the price to the recipient, then 32 bytes that name the intent. The token ignores them.",
        }),
        value: literal("0"),
        chainId: integer({ description: "The chain to send it on." }),
      },
      { title: "PreparedTransaction", description: "Ready to send unchanged; only this intent can redeem it." },
    ),
    understood: optional(
      string({
        description:
          "On the answers about chats and goals: what the question is understood to ask, in a sentence. Absent while the dataset is not in memory.",
        examples: ["The share of goals from women about “lose weight”."],
      }),
    ),
    answerable: optional({
      ...oneOf("yes", "partly", "no"),
      description:
        "Whether the data has an answer: `partly` where some of the question is left out, `no` where nothing of it can be computed.",
    }),
    answerableReason: optional(
      nullable(string({ description: "Why not all of the question can be answered; null where all of it can." })),
    ),
    plan: optional(
      nullable(
        anyObject({
          description:
            "What will be computed (answer-plan/v2). Its JSON text may be sent as `query`, as it is or changed. Null where nothing can be computed.",
        }),
      ),
    ),
    notUsed: optional(
      array(string(), {
        description: "Words of the question that change nothing of the plan: without them it is the same.",
      }),
    ),
    suggestions: optional(
      array(string(), {
        description: "Three questions that the data answers, where this one has no answer; else none.",
      }),
    ),
  },
  { title: "Quote" },
);

const { code: _quoted, ...quoted } = QuoteDocument.properties;
const offered = Object.fromEntries(Object.entries(quoted).map(([name, schema]) => [name, optional(schema)]));

/** The body of a refused payment: a problem document with a new quote in it, which clients of x402 v1 read. */
export const RefusedPayment = object(
  { ...Problem.properties, ...offered, error: optional(string({ description: "The detail, where x402 has it." })) },
  { title: "RefusedPayment" },
);

/** The value of the header `Pay`. */
export const PayHeader = object(
  {
    recipient: Address,
    chainId: integer({ description: `${NETWORK.id} (${NETWORK.name}).` }),
    label: string({ description: "What is bought." }),
    expiry: Time,
    amountUsdc: Usdc,
    notice: optional(string({ description: "Only on a test network: a notice that no real money is involved." })),
  },
  { title: "PayHeader" },
);

/** A quote as the service creates it, with an unused key and a fixed time. */
export function quoteExample({ endpoint: { path, summary, auth, input, output, example } }: Operation): Quote {
  const offer = makeOffer(
    {
      endpoint: path,
      label: auth.kind === "paid" ? auth.label : "",
      description: summary,
      input,
      output,
      example: example as object,
    },
    {
      baseUrl: "https://mkt.example",
      chainId: CHAIN_ID,
      recipient: address("0x2222222222222222222222222222222222222222"),
      tokens: [NETWORK.usdc],
      priceUsdcUnits: MIN_PRICE,
      ttlSeconds: Number(SETTINGS.QUOTE_TTL_SECONDS.default),
      keys: [{ id: "example", secret: Buffer.from("example") }],
      settles: true,
      sign: null,
    },
  );
  return makeQuote(offer, example, Date.UTC(2026, 0, 31, 12) / 1000, Buffer.alloc(16, 1).toString("base64url"));
}

function address(text: string): WalletAddress {
  const found = toAddress(text);
  if (!found) throw new TypeError(`${text} is not an address`);
  return found;
}
