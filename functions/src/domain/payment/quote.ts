import type { Address } from "../address";
import { canonicalSha256 } from "../canonical";
import { chainOf, TEST_NETWORK_NOTICE, type Token } from "../chains";
import { jsonTemplate } from "../jsonTemplate";
import type { Hex } from "../keccak";
import { formatUsdc } from "../money";
import { isoOf } from "../time";
import { intentMark, intentNonce, sealIntent, tagOfBody, tagOfEndpoint, type Intent, type QuoteKey } from "./intent";
import { sealPromise } from "./promise";
import { ICON_PATH, NAME } from "../version";
import { exactOffer, type PaymentRequest, type X402Version } from "./x402";
import { signedOffers, type SignDigest } from "./offerReceipt";
import { signInChallenge, signInExtension } from "./signIn";

export interface QuoteTerms extends PaymentTerms {
  baseUrl: string;
}

export interface Product {
  endpoint: string;
  /** A short description of the product. */
  label: string;
  description: string;
  /** JSON Schemas of the body and of the answer, and a valid example body. */
  input: object;
  output: object;
  example: object;
}

/** What all quotes of one product share: everything but the body, the time and the intent. */
export interface Offer {
  product: Product;
  /** The product's endpoint, as intents name it. */
  tag: string;
  terms: QuoteTerms;
  /** The first key of the terms, which signs. */
  key: QuoteKey;
  /**
   * The token to pay in, and the payment header of x402 v2.
   * @param isProbe whether nothing was asked: who looks what is for sale is told of the product, too
   * @param secret known to this payer only, base64url; sent back with a payment
   */
  headers: (isProbe: boolean, secret: string, nowSeconds: number) => Record<string, string>;
  /** The header `Pay`. */
  pay: (values: { expiry: string }) => string;
  /**
   * The document: x402's first version, with the service's own fields behind it.
   * @param isProbe as for the headers
   */
  document: (isProbe: boolean, values: { intentId: string; expiry: string; mark: string }) => string;
  /** What each version asks a payer to sign, for a token and a price. */
  asked: (version: X402Version, token: Address, terms: PriceTerms) => PaymentRequest;
}

/** The recipient and the price. */
export type PriceTerms = Pick<QuoteTerms, "recipient" | "priceUsdcUnits">;

/** The parts of a 402 answer. */
export interface Quote {
  headers: Record<string, string>;
  /** The document's JSON text. */
  body: string;
}

/** Function selector of ERC-20's transfer(address,uint256). */
const TRANSFER_SELECTOR = "a9059cbb";
/** The error of x402 documents when no payment was sent. */
const ERROR = "Payment required";

/** The human-readable sentence; on a test network it says that no real money is involved. */
export function errorOn(chainId: number): string {
  return chainOf(chainId).isTestNetwork ? `${ERROR}. ${TEST_NETWORK_NOTICE}` : ERROR;
}

const JSON_TYPE = "application/json";

/** What is sold, and the service as x402 catalogues list it: at most 5 tags, each of at most 32 characters, as the name. */
export function resourceOf(baseUrl: string, { endpoint, description }: Pick<Product, "endpoint" | "description">) {
  return {
    url: resourceUrl(baseUrl, { endpoint }),
    description,
    mimeType: JSON_TYPE,
    serviceName: NAME,
    tags: ["market research", "consumer insights", "text analysis", "ai agents"],
    iconUrl: `${baseUrl}${ICON_PATH}`,
  };
}

/** The URL of what is sold, in quotes and receipts. */
export function resourceUrl(baseUrl: string, { endpoint }: Pick<Product, "endpoint">): string {
  return `${baseUrl}${endpoint}`;
}

/** Identifies a body: what a quote is for, and what a redemption must send again. */
export function bodyDigest(body: unknown): Hex {
  return canonicalSha256(body);
}

/**
 * The product at these terms in x402 form: v1 in the document, v2 in the header PAYMENT-REQUIRED.
 *
 * Built once and quoted many times. A service that settles no signed payments offers none: its quotes can only be paid
 * by `transaction`.
 */
export function makeOffer(product: Product, terms: QuoteTerms): Offer {
  const [key] = terms.keys;
  const addresses = terms.tokens.map(({ address }) => address);
  if (!key || addresses.length === 0) throw new TypeError("a quote needs a key and a token");
  const resource = resourceUrl(terms.baseUrl, product);
  const { description } = product;
  const { recipient, chainId, priceUsdcUnits } = terms;
  const ask = (
    version: X402Version,
    token: Token,
    { recipient: payTo, priceUsdcUnits: amountUsdcUnits }: PriceTerms,
  ) => ({
    ...exactOffer(version, token, { chainId, payTo, amountUsdcUnits, maxTimeoutSeconds: terms.ttlSeconds }),
    ...(version === 1 && { resource, description, mimeType: JSON_TYPE }),
  });
  const offers = (version: X402Version) =>
    (terms.settles ? terms.tokens : []).map((asset) => ask(version, asset, terms));
  const accepts = offers(2);
  const resourceInfo = resourceOf(terms.baseUrl, product);
  const extensions = terms.settles ? { ...PAYMENT_IDENTIFIER, ...bazaar(product) } : {};
  const { label } = product;
  const error = chainOf(chainId).isTestNetwork && { error: errorOn(chainId) };
  const notice = chainOf(chainId).isTestNetwork && { notice: TEST_NETWORK_NOTICE };
  const amountUsdc = formatUsdc(priceUsdcUnits);
  const described = paymentRequiredHeader({ ...error, resource: resourceInfo, accepts, extensions }, terms);
  const brief = paymentRequiredHeader(
    { ...error, resource: { url: resource }, accepts, extensions: PAYMENT_IDENTIFIER },
    terms,
  );
  const contracts = addresses.join(",");
  const headers = (isProbe: boolean, quote: string, secret: string, nowSeconds: number) => ({
    "X-Payment-Contracts": contracts,
    "PAYMENT-REQUIRED": (isProbe ? described : brief)(quote, secret, nowSeconds),
  });
  const promise = (secret: string, expiresAt: number) =>
    sealPromise({ endpoint: product.endpoint, chainId, recipient, priceUsdcUnits, expiresAt }, secret, key);
  // Without signed payments there is nothing to promise a price for, and the headers are always the same.
  const unsigned = terms.settles ? null : headers(true, "", "", 0);
  const document = (accepted: readonly object[]) =>
    jsonTemplate(["intentId", "expiry", "mark"], ({ intentId, expiry, mark }) => ({
      x402Version: 1,
      accepts: accepted,
      code: "payment_required",
      intentId,
      amountUsdc,
      recipient,
      chainId,
      ...notice,
      expiresAt: expiry,
      transaction: {
        to: addresses[0],
        data: transferCalldata(recipient, priceUsdcUnits) + mark,
        value: "0",
        chainId,
      },
    }));
  const toProbes = document(offers(1));
  // Who asks a question knows the product; clients of v1 require the field.
  const toQuestions = document(offers(1).map((offer) => ({ ...offer, description: "" })));
  const tokenOf = (asset: Address) => {
    const token = terms.tokens.find(({ address }) => address === asset);
    if (!token) throw new TypeError("a payment must be asked for in an accepted token");
    return token;
  };
  return {
    product,
    tag: tagOfEndpoint(product.endpoint),
    terms,
    key,
    headers: (isProbe, secret, nowSeconds) =>
      unsigned ?? headers(isProbe, promise(secret, nowSeconds + terms.ttlSeconds), secret, nowSeconds),
    pay: jsonTemplate(["expiry"], ({ expiry }) => ({ recipient, chainId, label, expiry, amountUsdc, ...notice })),
    document: (isProbe, values) => (isProbe ? toProbes : toQuestions)(values),
    asked: (version, asset, price) => ({
      requirements: ask(version, tokenOf(asset), price),
      resource: resourceInfo,
      extensions,
    }),
  };
}

/**
 * A quote: a price that is valid for a limited time, and everything needed to pay it.
 *
 * The document is an x402 v1 document followed by the service's own fields; what the headers say, it says only where a
 * payer needs it. Uses neither database nor chain.
 *
 * @param body the body without its payment fields; null for a probe
 * @param nowSeconds unix seconds
 * @param random 128 random bits, base64url
 */
export function makeQuote(
  { tag, terms, key, headers, pay, document }: Offer,
  body: unknown,
  nowSeconds: number,
  random: string,
): Quote {
  const { recipient, chainId, priceUsdcUnits } = terms;
  const expiresAt = nowSeconds + terms.ttlSeconds;
  const intent: Intent = {
    endpointTag: tag,
    bodyTag: body === null ? null : tagOfBody(bodyDigest(body)),
    priceUsdcUnits,
    recipient,
    chainId,
    issuedAt: nowSeconds,
    expiresAt,
    nonce: intentNonce(random),
  };
  const intentId = sealIntent(intent, key);
  const expiry = isoOf(expiresAt);
  return {
    headers: { Pay: pay({ expiry }), "X-Price-Intent": intentId, ...headers(body === null, random, nowSeconds) },
    body: document(body === null, { intentId, expiry, mark: intentMark(intentId) }),
  };
}

/** USDC's transfer; a quote appends the intent's mark, which the token ignores and this service reads. */
function transferCalldata(to: Address, amountUsdcUnits: bigint): Hex {
  const word = (digits: string) => digits.padStart(64, "0");
  return `0x${TRANSFER_SELECTOR}${word(to.slice(2).toLowerCase())}${word(amountUsdcUnits.toString(16))}`;
}

/** The values of each quote. */
const VALUES = ["quote", "nonce", "issuedAt"] as const;

/** Seconds for which all quotes carry the same signed offers: they are not signed once a request. */
const OFFER_SECONDS = 10;

/** What asks for payment in x402 v2, without what changes from quote to quote. */
interface Required {
  error?: string;
  resource: { url: string };
  accepts: readonly { extra: object }[];
  extensions: object;
}

/** The terms of payment of a product. */
export interface PaymentTerms {
  chainId: number;
  recipient: Address;
  /** The first one is used in `transaction`. */
  tokens: readonly Token[];
  priceUsdcUnits: bigint;
  ttlSeconds: number;
  keys: readonly QuoteKey[];
  /** Whether the service settles signed payments; otherwise quotes offer no x402 payment. */
  settles: boolean;
  /** Signs offers; null for unsigned ones. */
  sign: SignDigest | null;
}

/**
 * The header PAYMENT-REQUIRED of a product's quotes. Every reader pays for its length, so the schemas of its extensions,
 * which the makers' clients don't read, are left out.
 *
 * @returns from a quote's promise, its secret and unix seconds to the header's text
 */
function paymentRequiredHeader(
  { accepts, extensions, ...required }: Required,
  terms: PaymentTerms,
): (quote: string, secret: string, nowSeconds: number) => string {
  const { sign, chainId, keys } = terms;
  const { url: resourceUrl } = required.resource;
  const signIn = { resourceUrl, chainId, keys };
  const template = (since: number) =>
    jsonTemplate(VALUES, ({ quote, ...challenge }) => ({
      x402Version: 2,
      ...required,
      // Signed fields become public on the chain. This one does not, and clients send it back in `accepted`.
      accepts: accepts.map((offer) => ({ ...offer, extra: { ...offer.extra, quote } })),
      ...(terms.settles && {
        extensions: { ...extensions, ...signInExtension(signIn, challenge), ...(sign && offersSince(since, sign)) },
      }),
    }));
  // Never valid for longer than the quote that carries them.
  const offersSince = (since: number, sign: SignDigest) =>
    signedOffers(
      sign,
      terms.tokens.map(({ address: asset }) => ({
        resourceUrl,
        chainId,
        asset,
        payTo: terms.recipient,
        amountUsdcUnits: terms.priceUsdcUnits,
        validUntil: since + terms.ttlSeconds,
      })),
    );
  let last: { since: number; text: ReturnType<typeof template> } | null = null;
  return (quote, secret, nowSeconds) => {
    const since = sign ? nowSeconds - (nowSeconds % OFFER_SECONDS) : 0;
    if (last?.since !== since) last = { since, text: template(since) };
    return Buffer.from(last.text({ quote, ...signInChallenge(signIn, secret, nowSeconds) })).toString("base64");
  };
}

/** The x402 extension by which a payer identifies a payment, which makes it idempotent. */
const PAYMENT_IDENTIFIER = { "payment-identifier": { info: { required: false } } };

/** The x402 extension that describes input and output to crawlers. */
function bazaar({ input, output, example }: Record<"input" | "output" | "example", object>): object {
  const constant = (value: string) => ({ type: "string", const: value });
  return {
    bazaar: {
      info: { input: { type: "http", method: "POST", bodyType: "json", body: example } },
      schema: {
        type: "object",
        properties: {
          input: {
            type: "object",
            properties: {
              type: constant("http"),
              method: constant("POST"),
              bodyType: constant("json"),
              body: bare(input),
            },
            required: ["type", "method", "bodyType", "body"],
            additionalProperties: false,
          },
          output: {
            type: "object",
            properties: { type: constant("json"), example: outline(bare(output)) },
            required: ["type"],
          },
        },
        required: ["input"],
      },
    },
  };
}

/** A schema whose larger parts are reduced to their type; the OpenAPI document has the details. */
function outline(schema: unknown): unknown {
  const { properties, ...rest } = schema as { properties?: Record<string, { type?: unknown }> };
  if (!properties) return schema;
  const brief = Object.entries(properties).map(([name, part]) => [
    name,
    JSON.stringify(part).length <= MAX_PART ? part : { type: part.type },
  ]);
  return { ...rest, properties: Object.fromEntries(brief) as object };
}

/** Characters of JSON. */
const MAX_PART = 120;

/** A schema without its human-readable texts. */
function bare(schema: unknown): unknown {
  const forPeople = ["title", "description", "examples"];
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => (forPeople.includes(name) && isText(value) ? undefined : value)),
  );
}

/** A property may be named like a keyword; then its value is a schema. */
function isText(value: unknown): boolean {
  return typeof value === "string" || Array.isArray(value);
}
