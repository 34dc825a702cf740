import type { IncomingHttpHeaders } from "node:http";
import fc from "fast-check";
import { type Credentials, readCredentials, splitBody } from "../../../functions/src/application/payments/credentials";
import { forAll } from "../../setup/runs";
import { codeOf } from "../../setup/tasks/refusals";

const intentId = "aaa.bbb.ccc";
const txHash = `0x${"ab".repeat(32)}`;
const pair = { intentId, txHash };
const base64 = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64");

const read = (body: Record<string, unknown>, headers: IncomingHttpHeaders = {}) =>
  readCredentials(splitBody(body).given, headers) as Credentials | null;
const inHeader = (value: string) => read({}, { "x402-payment": value });

describe("happy", () => {
  it("finds none where neither body nor header has any", () => {
    expect(read({ query: "a" })).toBeNull();
    expect(inHeader("{}")).toBeNull();
  });

  it("takes the payment fields out of the body and leaves the question", () => {
    expect(splitBody({ query: "a", ...pair })).toEqual({ question: { query: "a" }, given: pair });
  });

  it("reads body, JSON header and base64 header alike, and halves from each", () => {
    const whole = { ...pair, payerSignature: null };
    expect(read(pair)).toEqual(whole);
    expect(inHeader(JSON.stringify(pair))).toEqual(whole);
    expect(inHeader(` ${base64(pair)} `)).toEqual(whole);
    expect(inHeader(base64(pair).replaceAll("=", ""))).toEqual(whole);
    expect(read({ intentId }, { "x402-payment": base64({ txHash }) })).toEqual(whole);
  });

  it("P20: gives a hash one spelling", () => {
    for (const encoding of [txHash.slice(2), txHash.slice(2).toUpperCase(), `0x${txHash.slice(2).toUpperCase()}`]) {
      expect(read({ intentId, txHash: encoding })?.txHash).toBe(txHash);
      expect(read({ intentId, txHash: encoding }, { "x402-payment": JSON.stringify(pair) })?.txHash).toBe(txHash);
    }
  });

  it("carries the payer's signature along", () => {
    expect(read({ ...pair, payerSignature: "0xabcd" })?.payerSignature).toBe("0xabcd");
  });
});

describe("refusals", () => {
  it.each<[string, string, () => unknown]>([
    ["half of it", "intent_required", () => read({ txHash })],
    ["the other half", "tx_required", () => read({ intentId })],
    ["a signature alone", "intent_required", () => read({ payerSignature: "0xab" })],
    ["a signature that is no hex", "invalid_signature_format", () => read({ ...pair, payerSignature: "signed, me" })],
    ["a signature of half a byte", "invalid_signature_format", () => read({ ...pair, payerSignature: "0xabc" })],
    ["an empty signature", "invalid_signature_format", () => read({ ...pair, payerSignature: "0x" })],
    [
      "a signature of 8 KiB and more",
      "invalid_request",
      () => read({ ...pair, payerSignature: `0x${"a".repeat(16_384)}` }),
    ],
    ["a hash of 31 bytes", "invalid_request", () => read({ ...pair, txHash: "0xab" })],
    ["a hash with an upper-case prefix", "invalid_request", () => read({ ...pair, txHash: `0X${"ab".repeat(32)}` })],
    ["a hash with a line break behind it", "invalid_request", () => read({ ...pair, txHash: `${txHash}\n` })],
    ["a number for a hash", "invalid_request", () => read({ ...pair, txHash: 7 })],
    ["a list for an intent", "invalid_request", () => read({ ...pair, intentId: [intentId] })],
    ["an intent of 1,025 characters", "invalid_request", () => read({ ...pair, intentId: "a".repeat(1_025) })],
    ["null for an intent", "invalid_request", () => read({ ...pair, intentId: null })],
  ])("refuses %s", (_name, code, run) => expect(codeOf(run)).toBe(code));

  it.each(["intentId", "txHash", "payerSignature"])("P21: refuses a header whose %s is not the body's", (field) => {
    const body = { ...pair, payerSignature: "0xab" };
    const other = { intentId: "x.y.z", txHash: `0x${"cd".repeat(32)}`, payerSignature: "0xcd" }[field];
    expect(codeOf(() => read(body, { "x402-payment": JSON.stringify({ ...body, [field]: other }) }))).toBe(
      "invalid_request",
    );
  });
});

describe("security", () => {
  it.each([
    ["nothing", ""],
    ["a word", "garbage"],
    ["base64 with a stray character", `${base64(pair)}!`],
    ["base64 with a space inside", base64(pair).replace(/^(.{8})/, "$1 ")],
    ["base64 with bits left over", "e31="],
    ["base64 of text", base64("hello")],
    ["base64 of bytes that are no UTF-8", Buffer.from([0xff, 0xfe, 0xfd]).toString("base64")],
    ["a list", "[]"],
    ["base64 of a list", base64([pair])],
    ["base64 of a string", base64('"x"')],
    ["base64 of null", base64("null")],
    ["a field that is not known", JSON.stringify({ ...pair, more: 1 })],
    ["two objects, as two headers arrive", `${JSON.stringify(pair)}, ${JSON.stringify(pair)}`],
    ["__proto__", '{"__proto__":{"intentId":"a"}}'],
    ["a name twice", `{"intentId":"a","intentId":"b","txHash":"${txHash}"}`],
    ["base64 of a depth bomb", base64("[".repeat(8_000))],
    ["a depth bomb", '{"a":'.repeat(2_000)],
  ])("P21: refuses an x402-payment header that holds %s", (_name, header) => {
    expect(codeOf(() => inHeader(header))).toBe("invalid_request");
  });

  it("P21: throws nothing but refusals, whatever the header holds", () => {
    forAll([fc.oneof(fc.string(), fc.json(), fc.base64String(), fc.json().map(base64))], { numRuns: 500 }, (header) => {
      expect(["none", "invalid_request", "intent_required", "tx_required", "invalid_signature_format"]).toContain(
        codeOf(() => inHeader(header)),
      );
    });
  });

  it.each(["payment-signature", "x-payment", "x402-payment"])("takes a signed payment from %s, unread", (name) => {
    expect(read({ query: "a" }, { [name]: base64({ x402Version: 2, payload: {} }) })).toEqual({
      payload: { x402Version: 2, payload: {} },
    });
  });

  it("I1: takes one payment from several headers, however each is encoded", () => {
    const payment = { x402Version: 2, payload: { signature: "0x", authorization: { to: "a", from: "b" } } };
    const reordered = `{"payload": {"authorization": {"from": "b", "to": "a"}, "signature": "0x"}, "x402Version": 2}`;
    const headers = { "payment-signature": base64(payment), "x-payment": base64(reordered), "x402-payment": reordered };
    expect(read({}, headers)).toEqual({ payload: payment });
  });

  it("refuses a request that proves its payment in two ways, whichever they are", () => {
    const payment = base64({ x402Version: 2, payload: {} });
    expect(codeOf(() => read(pair, { "payment-signature": payment }))).toBe("invalid_request");
    expect(codeOf(() => read(pair, { "x402-payment": payment }))).toBe("invalid_request");
    const other = base64({ x402Version: 2, payload: { nonce: "0x1" } });
    expect(codeOf(() => read({}, { "x-payment": other, "payment-signature": payment }))).toBe("invalid_request");
    expect(codeOf(() => read({}, { "x402-payment": other, "payment-signature": payment }))).toBe("invalid_request");
    expect(codeOf(() => read(pair, { "x-payment": payment, "payment-signature": payment }))).toBe("invalid_request");
    expect(codeOf(() => read({}, { "x-payment": payment, "x402-payment": base64(pair) }))).toBe("invalid_request");
  });
});
