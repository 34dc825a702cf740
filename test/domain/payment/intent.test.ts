import fc from "fast-check";
import { keccak256, toUtf8Bytes } from "ethers";
import { toAddress } from "../../../functions/src/domain/address";
import {
  intentMark,
  intentNonce,
  MAX_INTENT_LENGTH,
  openIntent,
  sealIntent,
  tagOfBody,
  tagOfEndpoint,
  type Intent,
  type QuoteKey,
} from "../../../functions/src/domain/payment/intent";
import { hash, PRICE, RECIPIENT } from "../../setup/paying/evidence";
import { forAll } from "../../setup/runs";

const CHAIN = 8453;
const KEY: QuoteKey = { id: "k2", secret: Buffer.alloc(32, 2) };
const OLD_KEY: QuoteKey = { id: "k1", secret: Buffer.alloc(32, 1) };
const INTENT: Intent = {
  endpointTag: tagOfEndpoint("/demand-insights"),
  bodyTag: tagOfBody(hash(7)),
  priceUsdcUnits: PRICE,
  recipient: RECIPIENT,
  chainId: CHAIN,
  issuedAt: 1_780_000_000,
  expiresAt: 1_780_000_900,
  nonce: intentNonce("AAAAAAAAAAAAAAAAAAAAAA"),
};
const token = sealIntent(INTENT, KEY);
const [, sealed = ""] = token.split(".");
const bytesOf = (hexDigits: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: hexDigits, maxLength: hexDigits });
const anyIntent: fc.Arbitrary<Intent> = fc
  .record({
    endpointTag: bytesOf(8),
    bodyTag: fc.option(bytesOf(32).filter((tag) => /[^0]/.test(tag))),
    priceUsdcUnits: fc.bigInt(0n, 2n ** 256n - 1n),
    recipient: bytesOf(40).map((digits) => toAddress(`0x${digits}`) ?? RECIPIENT),
    chainId: fc.constant(CHAIN),
    issuedAt: fc.nat({ max: 2 ** 32 - 1 }),
    expiresAt: fc.nat({ max: 2 ** 24 - 1 }),
    nonce: bytesOf(16),
  })
  .map((intent) => ({ ...intent, expiresAt: intent.issuedAt + intent.expiresAt }));

describe("happy", () => {
  it("gives back exactly the intent that was sealed", () => {
    forAll([anyIntent], (intent) => {
      const text = sealIntent(intent, KEY);
      expect(openIntent(text, CHAIN, [KEY])).toEqual(intent);
      expect(text.length).toBeLessThanOrEqual(MAX_INTENT_LENGTH);
    });
  });

  it("accepts tokens of a key that no longer signs", () => {
    expect(openIntent(sealIntent(INTENT, OLD_KEY), CHAIN, [KEY, OLD_KEY])).toEqual(INTENT);
  });

  it("is short, for every reader pays for it", () => {
    expect(token.length).toBeLessThanOrEqual(102);
  });

  it("marks an intent with mkt1 and 28 bytes of its hash", () => {
    expect(intentMark(token)).toBe(`6d6b7431${keccak256(toUtf8Bytes(token)).slice(2, 58)}`);
  });
});

describe("security", () => {
  it("rejects a token with any one character changed", () => {
    const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ "];
    for (let at = 0; at < token.length; at++)
      for (const character of alphabet) {
        if (token[at] === character) continue;
        expect(openIntent(token.slice(0, at) + character + token.slice(at + 1), CHAIN, [KEY])).toBeNull();
      }
  });

  it.each<[string, string]>([
    ["cut short", token.slice(0, -1)],
    ["of its fields alone", `k2.${Buffer.from(sealed, "base64url").subarray(0, -16).toString("base64url")}`],
    ["with a byte more", `k2.${Buffer.concat([Buffer.from(sealed, "base64url"), Buffer.of(0)]).toString("base64url")}`],
    ["with a third part", `${token}.`],
    ["without a MAC", "k2."],
    ["without a key", `.${sealed}`],
    ["that names an unknown key", `k9.${sealed}`],
    ["that names a key of the object's own", `__proto__.${sealed}`],
    ["with padding", `${token}==`],
    ["with space around it", ` ${token} `],
    ["with space inside", `k2. ${sealed}`],
    ["of nothing", ""],
    ["of dots", ".."],
    ["of 100,000 characters", "a".repeat(100_000)],
  ])("opens no token %s", (_name, forged) => {
    expect(openIntent(forged, CHAIN, [KEY])).toBeNull();
  });

  it("rejects a token of another chain, though both share keys", () => {
    expect(openIntent(token, 84_532, [KEY])).toBeNull();
  });

  it("rejects a token signed by another service's key of the same name, or by one key in another's name", () => {
    expect(openIntent(token, CHAIN, [{ id: "k2", secret: Buffer.alloc(32, 3) }])).toBeNull();
    expect(openIntent(`k3.${sealed}`, CHAIN, [{ id: "k3", secret: KEY.secret }])).toBeNull();
  });

  it("seals nothing that does not fit", () => {
    const seal = (changes: Partial<Intent>) => () => sealIntent({ ...INTENT, ...changes }, KEY);
    expect(seal({ expiresAt: INTENT.issuedAt + 2 ** 24 })).toThrow(RangeError);
    expect(seal({ expiresAt: INTENT.issuedAt - 1 })).toThrow(RangeError);
    expect(seal({ issuedAt: 2 ** 32, expiresAt: 2 ** 32 })).toThrow(RangeError);
    expect(seal({ priceUsdcUnits: 2n ** 256n })).toThrow(RangeError);
  });

  it("never throws, whatever it is given", () => {
    const opens = (text: string) => expect(openIntent(text, CHAIN, [KEY])).toBeNull();
    forAll([fc.string()], opens);
    forAll([fc.uint8Array()], (bytes) => opens(`k2.${Buffer.from(bytes).toString("base64url")}`));
  });
});
