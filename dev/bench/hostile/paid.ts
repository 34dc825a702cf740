import { gzipSync } from "node:zlib";
import { BYTES, json, MARKS, question, times, type Case } from "./case";

const base64 = (value: string): string => Buffer.from(value).toString("base64");

/** Bad requests to an endpoint that sells answers: bodies, encodings, headers and payments. */
export const PAID: readonly Case[] = [
  { what: "question of 130,000 combining marks", target: "demandInsights", body: json({ query: MARKS }) },
  {
    what: "conversation of 87,000 empty turns",
    target: "demandInsights",
    body: json({ messages: times(87_000, () => ({})) }),
  },
  { what: "conversation of 50 empty turns", target: "demandInsights", body: json({ messages: times(50, () => ({})) }) },
  {
    what: "question of 4,000 characters that NFKC makes 72,000",
    target: "demandInsights",
    body: json({ query: "\ufdfa".repeat(4_000) }),
  },
  {
    what: "50 turns of 1,700 such characters",
    target: "demandInsights",
    body: json({ messages: times(50, () => ({ role: "user", content: "\ufdfa".repeat(1_700) })) }),
  },
  {
    what: "50 turns of 2,500 decomposed characters",
    target: "demandInsights",
    body: json({ messages: times(50, () => ({ role: "user", content: "e\u0301".repeat(1_250) })) }),
  },
  {
    what: "20,000 unknown fields",
    target: "demandInsights",
    body: json(Object.fromEntries(times(20_000, (n) => [`x${n}`, 1]))),
  },
  { what: "20,000 equal fields", target: "demandInsights", body: `{${times(20_000, () => '"query":1').join()}}` },
  { what: "130,000 levels of arrays", target: "demandInsights", body: "[".repeat(130_000) },
  { what: "130,000 escapes in one string", target: "demandInsights", body: `{"query":"${"\\n".repeat(129_000)}"}` },
  { what: "string that never ends", target: "demandInsights", body: `{"query":"${'\\"'.repeat(129_000)}` },
  { what: "number of 250,000 digits", target: "demandInsights", body: `{"query":${"9".repeat(250_000)}}` },
  { what: "white space only", target: "demandInsights", body: " ".repeat(BYTES) },
  { what: "bytes that are no UTF-8", target: "demandInsights", body: Buffer.alloc(BYTES, 0xff) },
  { what: "1 MiB", target: "demandInsights", body: Buffer.alloc(1 << 20, "x") },
  { what: "10 MiB", target: "demandInsights", body: Buffer.alloc(10 << 20, "x") },
  { what: "10 MiB, chunked", target: "demandInsights", body: Buffer.alloc(10 << 20, "x"), chunked: true },
  {
    what: "gzip of 100 MiB",
    target: "demandInsights",
    body: gzipSync(Buffer.alloc(100 << 20)),
    headers: { "content-encoding": "gzip" },
  },
  {
    what: "deflate that is none",
    target: "demandInsights",
    body: Buffer.alloc(BYTES, 1),
    headers: { "content-encoding": "deflate" },
  },
  {
    what: "x402-payment of 12 KB that is nothing",
    target: "demandInsights",
    body: question,
    headers: { "x402-payment": "=".repeat(12_000) },
  },
  {
    what: "PAYMENT-SIGNATURE of 12 KB of empty objects",
    target: "demandInsights",
    body: question,
    headers: { "payment-signature": base64(json(times(3_000, () => ({})))) },
  },
  {
    what: "PAYMENT-SIGNATURE with long values",
    target: "demandInsights",
    body: question,
    headers: {
      "payment-signature": base64(
        json({ x402Version: 2, payload: { signature: `0x${"0".repeat(8_000)}` }, accepted: {} }),
      ),
    },
  },
  {
    what: "intentId of 250,000 characters",
    target: "demandInsights",
    body: json({ query: "a", intentId: "a".repeat(250_000), txHash: `0x${"1".repeat(64)}` }),
  },
  {
    what: "2,000 copies of one header",
    target: "demandInsights",
    body: question,
    headers: { "x-a": times(1_900, () => "a") },
  },
  { what: "headers of 20 KB", target: "demandInsights", body: question, headers: { "x-a": "a".repeat(20_000) } },
  {
    what: "Expect: 100-continue with 1 MiB",
    target: "demandInsights",
    body: Buffer.alloc(1 << 20, "x"),
    headers: { expect: "100-continue" },
  },
  { what: "path of 12 KB of percent signs", target: "demandInsights", body: question, path: `/${"%".repeat(12_000)}` },
];
