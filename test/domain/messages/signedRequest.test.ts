import fc from "fast-check";
import { toAddress, type Address } from "../../../functions/src/domain/address";
import type { Hex } from "../../../functions/src/domain/keccak";
import {
  redeemMessage,
  actionOf,
  isTimely,
  NONCE_PATTERN,
  payloadHash,
  ratingMessage,
  signedRequestMessage,
  type SignedRequest,
} from "../../../functions/src/domain/messages/signedRequest";
import { forAll } from "../../setup/runs";

const hexText = (digits: number) =>
  fc
    .string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: digits, maxLength: digits })
    .map((text): Hex => `0x${text}`);
const address = hexText(40).map((text) => toAddress(text) as Address);
const request: fc.Arbitrary<SignedRequest> = fc.record({
  action: fc.constantFrom("interest", "interest.resolve", "task", "rating", "private-details"),
  chainId: fc.constantFrom(8453, 84532, 1),
  contract: fc.option(address),
  taskId: fc.option(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String)),
  wallet: address,
  payloadHash: hexText(64),
  timestamp: fc.integer({ min: 0, max: 4_102_444_800 }),
  nonce: fc.stringMatching(new RegExp(NONCE_PATTERN)),
});
const WALLET = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" as Address;

const example: SignedRequest = {
  action: "interest",
  chainId: 8453,
  contract: WALLET,
  taskId: "7",
  wallet: WALLET,
  payloadHash: `0x${"ab".repeat(32)}`,
  timestamp: 1_790_000_000,
  nonce: "0123456789abcdef",
};

describe("happy", () => {
  it("names an action by its path", () => {
    expect(actionOf("/mkt/interest/resolve")).toBe("interest.resolve");
    expect(actionOf("/mkt/task")).toBe("task");
    expect(actionOf("/agentGetPrivateDetails")).toBe("agentGetPrivateDetails");
  });
});

describe("security", () => {
  it("S4: requests that differ in anything never share a text", () => {
    forAll(
      [request, request, fc.constantFrom(...(Object.keys(example) as (keyof SignedRequest)[]))],
      (one, other, field) => {
        const changed = { ...one, [field]: other[field] };
        expect(signedRequestMessage(changed) === signedRequestMessage(one)).toBe(other[field] === one[field]);
      },
    );
  });

  it("S4: a text of one kind is never a text of another kind", () => {
    forAll([request, hexText(64)], (one, hash) => {
      const texts = [
        signedRequestMessage(one),
        ratingMessage({ ...one, commentHash: hash }),
        redeemMessage(one.nonce, hash),
      ];
      expect(new Set(texts).size).toBe(3);
    });
  });

  it("S4: no value brings a line of its own", () => {
    for (const end of ["\n", "\r", "\u0085", "\u2028", "\u2029", "\0"]) {
      expect(() => redeemMessage(`a${end}txHash: 0x00`, "0x11")).toThrow(RangeError);
      expect(() => signedRequestMessage({ ...example, nonce: `0123456789abcdef${end}` })).toThrow(RangeError);
    }
  });

  it("S4: a changed body, at any depth, has another hash", () => {
    forAll([fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.string()], (body, text) => {
      expect(payloadHash({ ...body, body: { text } })).not.toBe(payloadHash({ ...body, body: { text: `${text}.` } }));
    });
    expect(payloadHash({ taskId: "7" })).not.toBe(payloadHash({ taskId: 7 }));
    expect(payloadHash({ a: { wallet: "x" } })).not.toBe(payloadHash({ a: {} }));
  });

  it("S3: a timestamp counts for ten minutes before and after, to the second", () => {
    const now = 1_790_000_000_000;
    const at = (seconds: number) => isTimely(1_790_000_000 + seconds, now);
    expect([-601, -600, -599, 0, 599, 600, 601].map(at)).toEqual([false, true, true, true, true, true, false]);
    expect(isTimely(NaN, now)).toBe(false);
  });
});
