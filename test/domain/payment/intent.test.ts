import fc from "fast-check";
import { keccak256, toUtf8Bytes } from "ethers";
import {
  intentMark,
  openIntent,
  sealIntent,
  type Intent,
  type QuoteKey,
} from "../../../functions/src/domain/payment/intent";
import { hash, PRICE, RECIPIENT } from "../../setup/evidence";

const KEY: QuoteKey = { id: "k2", secret: Buffer.alloc(32, 2) };
const OLD_KEY: QuoteKey = { id: "k1", secret: Buffer.alloc(32, 1) };
const INTENT: Intent = {
  endpoint: "/demand-insights",
  bodyDigest: hash(7),
  priceUsdcUnits: PRICE,
  recipient: RECIPIENT,
  chainId: 8453,
  issuedAt: 1_000,
  expiresAt: 1_900,
  nonce: "AAAAAAAAAAAAAAAAAAAAAA",
};
const token = sealIntent(INTENT, KEY);
const parts = token.split(".");
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("happy", () => {
  it("gives back exactly the intent that was sealed", () => {
    const anyIntent = fc.record({
      endpoint: fc.constantFrom("/demand-insights", "/analytics/agent-conversions"),
      bodyDigest: fc.constantFrom(null, hash(7)),
      priceUsdcUnits: fc.bigInt(490_000n, 10n ** 24n),
      recipient: fc.constant(RECIPIENT),
      chainId: fc.constant(8453),
      issuedAt: fc.nat(),
      expiresAt: fc.nat(),
      nonce: fc.base64String({ maxLength: 24 }),
    });
    fc.assert(fc.property(anyIntent, (intent) => expect(openIntent(sealIntent(intent, KEY), [KEY])).toEqual(intent)));
  });

  it("accepts tokens of a key that no longer signs", () => {
    expect(openIntent(sealIntent(INTENT, OLD_KEY), [KEY, OLD_KEY])).toEqual(INTENT);
  });

  it("marks an intent with mkt1 and 28 bytes of its hash", () => {
    expect(intentMark(token)).toBe(`6d6b7431${keccak256(toUtf8Bytes(token)).slice(2, 58)}`);
  });
});

describe("security", () => {
  it("rejects a token with any one character changed", () => {
    const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ "];
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...alphabet), (at, character) => {
        fc.pre(token[at] !== character);
        expect(openIntent(token.slice(0, at) + character + token.slice(at + 1), [KEY])).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, string]>([
    ["cut short", token.slice(0, -1)],
    ["with a fourth part", `${token}.`],
    ["without a signature", `${parts[0]}.${parts[1]}.`],
    ["that names no algorithm", `${encode({ alg: "none", kid: "k2" })}.${parts[1]}.`],
    ["that names another algorithm", `${encode({ alg: "HS512", kid: "k2" })}.${parts[1]}.${parts[2]}`],
    ["that names an unknown key", `${encode({ alg: "HS256", kid: "k9" })}.${parts[1]}.${parts[2]}`],
    ["that names a key of the object's own", `${encode({ alg: "HS256", kid: "__proto__" })}.${parts[1]}.${parts[2]}`],
    ["whose header is no object", `${encode("x")}.${parts[1]}.${parts[2]}`],
    ["whose header is not JSON", `e30x.${parts[1]}.${parts[2]}`],
    ["with padding", `${token}==`],
    ["with space around it", ` ${token} `],
    ["of nothing", ""],
    ["of dots", ".."],
    ["of 100,000 characters", "a".repeat(100_000)],
  ])("opens no token %s", (_name, forged) => {
    expect(openIntent(forged, [KEY])).toBeNull();
  });

  it("rejects a token signed by another service's key of the same name", () => {
    expect(openIntent(token, [{ id: "k2", secret: Buffer.alloc(32, 3) }])).toBeNull();
  });

  it("never throws, whatever it is given", () => {
    fc.assert(fc.property(fc.string(), (text) => expect(openIntent(text, [KEY])).toBeNull()));
    fc.assert(
      fc.property(fc.json(), fc.json(), (header, payload) => {
        const forged = `${Buffer.from(header).toString("base64url")}.${Buffer.from(payload).toString("base64url")}.x`;
        expect(openIntent(forged, [KEY])).toBeNull();
      }),
    );
  });
});
