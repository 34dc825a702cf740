import fc from "fast-check";
import { usdcInterface } from "../../../dev/local/chain";
import {
  intentMark,
  intentNonce,
  openIntent,
  tagOfBody,
  tagOfEndpoint,
} from "../../../functions/src/domain/payment/intent";
import type { SignDigest } from "../../../functions/src/domain/payment/offerReceipt";
import { bodyDigest, makeOffer, makeQuote } from "../../../functions/src/domain/payment/quote";
import { BASE, chainOf } from "../../../functions/src/domain/chains";
import { account, RECIPIENT } from "../../setup/paying/evidence";
import { forAll } from "../../setup/runs";

const BASE_SEPOLIA = chainOf(84_532);

const TOKEN = BASE.usdc.address;
const NONCE = "AbcDefGhiJklMnoPqrStu-";
const key = { id: "k1", secret: Buffer.alloc(32, 1) };
const terms = {
  baseUrl: "https://mkt.example",
  chainId: 8453,
  recipient: RECIPIENT,
  tokens: [BASE.usdc, { ...BASE.usdc, address: account(2) }],
  priceUsdcUnits: 490_000n,
  ttlSeconds: 900,
  keys: [key],
  settles: true,
  sign: null as SignDigest | null,
};
const product = {
  endpoint: "/demand-insights",
  label: "an answer",
  description: "One answer.",
  input: {},
  output: {},
  example: {},
};
const quote = (changes: Partial<typeof terms> = {}, asked: unknown = { query: "a" }) => {
  const { headers, body } = makeQuote(makeOffer(product, { ...terms, ...changes }), asked, 1_000, NONCE);
  return { headers, document: JSON.parse(body) as Record<string, unknown> };
};

describe("happy", () => {
  it("promises what the intent says, until the intent expires", () => {
    const { headers, document } = quote();
    const intent = openIntent(headers["X-Price-Intent"] ?? "", 8453, [key]);
    expect(intent).toEqual({
      endpointTag: tagOfEndpoint("/demand-insights"),
      bodyTag: tagOfBody(bodyDigest({ query: "a" })),
      priceUsdcUnits: 490_000n,
      recipient: RECIPIENT,
      chainId: 8453,
      issuedAt: 1_000,
      expiresAt: 1_900,
      nonce: intentNonce(NONCE),
    });
    expect(document["expiresAt"]).toBe(new Date(1_900_000).toISOString());
  });

  it("omits the body for a probe", () => {
    expect(openIntent(quote({}, null).headers["X-Price-Intent"] ?? "", 8453, [key])?.bodyTag).toBeNull();
  });

  it("offers every accepted token, and the first one in the transaction", () => {
    const { headers, document } = quote();
    expect(headers["X-Payment-Contracts"]).toBe(`${TOKEN},${account(2)}`);
    expect((document["accepts"] as { asset: string }[]).map(({ asset }) => asset)).toEqual([TOKEN, account(2)]);
    expect((document["transaction"] as { to: string }).to).toBe(TOKEN);
  });

  it("P14: writes any price into the calldata as the token reads it, with the mark behind", () => {
    forAll([fc.bigInt(1n, 2n ** 256n - 1n)], (units) => {
      const { headers, document } = quote({ priceUsdcUnits: units });
      const { data } = document["transaction"] as { data: string };
      const [to, amount] = usdcInterface().decodeFunctionData("transfer", data.slice(0, -64)) as unknown as [
        string,
        bigint,
      ];
      expect([to, amount]).toEqual([RECIPIENT, units]);
      expect(data.slice(-64)).toBe(intentMark(headers["X-Price-Intent"] ?? ""));
    });
  });

  it("P14: spells a price in USDC without losing a unit", () => {
    expect(quote({ priceUsdcUnits: 1_234_567n }).document["amountUsdc"]).toBe("1.234567");
    expect(quote({ priceUsdcUnits: 9_007_199_254_740_993n }).document["amountUsdc"]).toBe("9007199254.740993");
  });

  it("P1: gives each payer a secret of their own beside every offer of x402's second version", () => {
    for (const description of ["", "1", "22", "in Köln für 0.49 €", "333"]) {
      const { headers } = makeQuote(makeOffer({ ...product, description }, terms), null, 1_000, NONCE);
      const text = Buffer.from(headers["PAYMENT-REQUIRED"] ?? "", "base64").toString();
      const { accepts, resource } = JSON.parse(text) as {
        accepts: { extra: object }[];
        resource: { description: string };
      };
      const quote = expect.stringMatching(new RegExp(`^${NONCE}\\.[0-9a-z]+\\.[A-Za-z0-9_-]{22}$`)) as string;
      expect(accepts.map(({ extra }) => extra)).toEqual(
        terms.tokens.map(() => ({ name: "USD Coin", version: "2", quote })),
      );
      expect([resource.description, Buffer.from(text).toString("base64")]).toEqual([
        description,
        headers["PAYMENT-REQUIRED"],
      ]);
    }
  });

  it("fits header fields for any quote: visible ASCII and nothing over 4 KiB", () => {
    const sign = () => `0x${"ab".repeat(65)}` as const;
    for (const value of Object.values(quote().headers)) expect(value).toMatch(/^[\x20-\x7e]{1,4096}$/);
    // Today each chain has one token.
    const { headers } = quote({ sign, tokens: [BASE.usdc] });
    for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]{1,4096}$/);
  });
});

describe("D22: the test network", () => {
  it("is named as x402 names it, and its USDC signs under its own name", () => {
    const { headers, document } = quote({ chainId: BASE_SEPOLIA.id, tokens: [...BASE_SEPOLIA.tokens] });
    const v2 = JSON.parse(Buffer.from(headers["PAYMENT-REQUIRED"] ?? "", "base64").toString()) as { accepts: object[] };
    const asset = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
    expect(document["accepts"]).toMatchObject([
      { network: "base-sepolia", asset, extra: { name: "USDC", version: "2" } },
    ]);
    expect(v2.accepts).toMatchObject([{ network: "eip155:84532", asset, extra: { name: "USDC", version: "2" } }]);
    expect(document).toMatchObject({
      chainId: 84532,
      transaction: { to: asset, chainId: 84532 },
    });
  });
});

describe("security", () => {
  it("P15: gives different bodies different digests, and equal bodies one digest in any order of fields", () => {
    forAll([fc.dictionary(fc.string(), fc.string())], (body) => {
      const reversed = Object.fromEntries(Object.entries(body).reverse());
      fc.pre(!Object.hasOwn(body, "__proto__"));
      expect(bodyDigest(reversed)).toBe(bodyDigest(body));
      expect(bodyDigest({ ...body, more: "x" })).not.toBe(bodyDigest({ ...body, more: "y" }));
    });
  });
});
