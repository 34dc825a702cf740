import { toAddress, type Address as WalletAddress } from "../../functions/src/domain/address";
import { formatUsdc } from "../../functions/src/domain/money";
import { makeOffer, makeQuote, type Quote } from "../../functions/src/domain/payment/quote";
import { anyObject, array, integer, literal, object, optional, string } from "../../functions/src/schema/build";
import { Address, Time, Usdc } from "../../functions/src/schema/common";
import { MIN_PRICE } from "../../functions/src/domain/payment/purchase";
import { SETTINGS } from "../../functions/src/settings/table";
import { NETWORK } from "../../functions/src/catalogue/network";
import type { Operation } from "../../functions/src/catalogue/operations";

/** The chain that every payment and task lives on: Base. */
export const CHAIN_ID = NETWORK.id;
/** No deployment asks less; what one asks stands in its quotes. */
export const PRICE_FLOOR_USDC = formatUsdc(MIN_PRICE);
/** USDC on Base. What a deployment takes stands in its quotes. */
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
    resource: string({ description: "What is bought, as an address." }),
    description: string({ description: "What is bought." }),
    mimeType: string({ description: "The type of what is bought." }),
  },
  { title: "PaymentOffer" },
);

/** The body of a 402 quote: an x402 v1 document, and everything that paying takes beside it. */
export const QuoteDocument = object(
  {
    x402Version: literal(1),
    error: string({ description: "A sentence for people." }),
    accepts: array(Offer, {
      description:
        "One offer per accepted token; none where the deployment settles no signed payments. Then only `transaction` pays.",
    }),
    code: literal("payment_required"),
    intentId: string({ maxLength: 1024, description: "Names this quote. Redeem with it." }),
    amountUsdc: { ...Usdc, description: "The price in USDC." },
    recipient: { ...Address, description: "Who must be paid." },
    chainId: integer({ description: `The chain to pay on, ${NETWORK.id} (${NETWORK.name}).` }),
    label: string({ description: "What is bought, in a few words." }),
    notice: optional(string({ description: "Only on a test network: that no money is real." })),
    expiresAt: { ...Time, description: "Until when the price is promised. A payment is never lost by coming later." },
    paymentContracts: array(Address, { minItems: 1, description: "The tokens that are taken." }),
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
      { title: "PreparedTransaction", description: "Ready to send as it is; paid so, only this intent can redeem it." },
    ),
  },
  { title: "Quote" },
);

/** What the header `Pay` holds. */
export const PayHeader = object(
  {
    recipient: Address,
    chainId: integer({ description: `${NETWORK.id} (${NETWORK.name}).` }),
    label: string({ description: "What is bought." }),
    expiry: Time,
    amountUsdc: Usdc,
    notice: optional(string({ description: "Only on a test network: that no money is real." })),
  },
  { title: "PayHeader" },
);

/** A quote as the service makes it, under a key that no service uses and at a time that never changes. */
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
    },
  );
  return makeQuote(offer, example, Date.UTC(2026, 0, 31, 12) / 1000, Buffer.alloc(16, 1).toString("base64url"));
}

function address(text: string): WalletAddress {
  const found = toAddress(text);
  if (!found) throw new TypeError(`${text} is no address`);
  return found;
}
