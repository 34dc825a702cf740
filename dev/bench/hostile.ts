// Longer than other files: it is one list of 43 kinds of bad input, and what measures them.
/**
 * D4, `npm run bench:hostile`: what one bad request costs the deployed bundle, under the functions framework and over real
 * HTTP: the time to its answer, and how far the process's memory rises above what it had before, the median of five times and the worst of five memories.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { Firestore } from "@google-cloud/firestore";
import { startFirestore } from "../local/firestore";
import { OURS, startFunction, type Program } from "./programs";
import { median } from "./table";
import { PROJECT, settings } from "./settings";

const MAX_MS = 100;
const MAX_MIB = 20;
const TRIES = 5;
const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

interface Case {
  what: string;
  target: string;
  body?: string | Buffer;
  method?: string;
  path?: string;
  headers?: Record<string, string | string[]>;
  chunked?: boolean;
}

const json = (value: unknown): string => JSON.stringify(value);
const times = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));
const MARKS = "a" + "\u0315".repeat(65_000) + "\u0316".repeat(65_000);
const BYTES = 260_000;
const call = (given: object) =>
  json({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "demandInsights", arguments: given } });
const base64 = (value: string): string => Buffer.from(value).toString("base64");
const mcp = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
const question = json({ query: "What do people ask about most?" });

const MISTAKE = { minLength: -1 };
const manySchemas = { allOf: [...times(290, () => ({ type: "object", required: ["a"] })), MISTAKE] };
const manyPatterns = {
  patternProperties: Object.fromEntries(times(240, (n) => [`([a-z]{1,9}x${n}){1,9}`, {}])),
  not: MISTAKE,
};
const tower = {
  $defs: Object.fromEntries(
    times(30, (n) => [`d${n}`, n < 29 ? { allOf: times(2, () => ({ $ref: `#/$defs/d${n + 1}` })) } : MISTAKE]),
  ),
};
const largeEnum = { enum: times(8_000, () => 1), not: MISTAKE };
const offer = (outputSchema: object) =>
  json({
    wallet: WALLET,
    contract: "agent-fast",
    title: "t",
    description: "d",
    category: "c",
    rewardUsdc: "1",
    stakeUsdc: "0.1",
    acceptance: { outputSchema },
  });

const CASES: readonly Case[] = [
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
  {
    what: "signed: name of 130,000 combining marks",
    target: "mktProfile",
    body: json({ displayName: MARKS, avatarSeed: "a", wallet: WALLET }),
  },
  {
    what: "signed: signature of 250,000 characters",
    target: "mktProfile",
    body: json({
      displayName: "Ana",
      avatarSeed: "a",
      wallet: WALLET,
      timestamp: 1,
      nonce: "a".repeat(20),
      signature: "0".repeat(250_000),
    }),
  },
  {
    what: "agent: title of 130,000 combining marks",
    target: "agentCreateTaskSimple",
    body: json({ wallet: WALLET, title: MARKS, description: "d", category: "c" }),
  },
  // Each schema ends with a mistake that only its evaluation finds.
  { what: "agent: output schema of 300 schemas", target: "agentCreateTaskSimple", body: offer(manySchemas) },
  { what: "agent: output schema of 240 large expressions", target: "agentCreateTaskSimple", body: offer(manyPatterns) },
  {
    what: "agent: output schema whose references double 30 times",
    target: "agentCreateTaskSimple",
    body: offer(tower),
  },
  {
    what: "agent: output schema with an enumeration of 8,000",
    target: "agentCreateTaskSimple",
    body: offer(largeEnum),
  },
  {
    what: "agent: 120,000 tags",
    target: "agentCreateTaskSimple",
    body: json({ wallet: WALLET, tags: times(120_000, () => 0) }),
  },
  {
    what: "feedback: 4,900 values of context",
    target: "x402Feedback",
    body: json({ message: "m", context: { a: times(4_900, () => "\u0344") } }),
  },
  {
    what: "sign/prepare: a body of marks",
    target: "mktSignPrepare",
    body: json({ endpoint: "/mkt/profile", wallet: WALLET, body: { displayName: MARKS } }),
  },
  { what: "MCP: question of 130,000 combining marks", target: "mcp", body: call({ query: MARKS }), headers: mcp },
  { what: "MCP: 80,000 empty turns", target: "mcp", body: call({ messages: times(80_000, () => ({})) }), headers: mcp },
  {
    what: "MCP: 4,000 unknown arguments",
    target: "mcp",
    body: call(Object.fromEntries(times(4_000, (n) => [`x${n}`, 1]))),
    headers: mcp,
  },
  {
    what: "MCP: tool's name of 250,000 characters",
    target: "mcp",
    body: json({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "a".repeat(250_000) } }),
    headers: mcp,
  },
  {
    what: "GET: 3,000 query parameters",
    target: "mktProfiles",
    method: "GET",
    path: `/?${times(3_000, (n) => `${n}=`).join("&")}`,
  },
  {
    what: "GET: 12 KB of one parameter",
    target: "mktProfiles",
    method: "GET",
    path: `/?addresses=${"0x".repeat(6_000)}`,
  },
];

async function inOrder<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await act(item));
  return results;
}

interface Reply {
  status: number;
  ms: number;
}

/** Milliseconds from the first byte sent to the last one received. */
function send(
  url: string,
  { body = "", method = "POST", path = "/", headers = {}, chunked = false }: Case,
): Promise<Reply> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(new URL(url).origin, {
      method,
      path,
      agent: false,
      headers: {
        "content-type": "application/json",
        ...(method === "POST" && !chunked && { "content-length": String(Buffer.byteLength(body)) }),
        ...headers,
      },
    });
    sent.on(
      "response",
      (response) =>
        void text(response).then(() => resolve({ status: response.statusCode ?? 0, ms: performance.now() - started })),
    );
    sent.on("error", reject);
    if (method === "GET") sent.end();
    else if (headers["expect"]) sent.on("continue", () => sent.end(body)).flushHeaders();
    else sent.end(body);
  });
}

function residentMiB(pid: number, field: "VmRSS" | "VmHWM"): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

async function measure(program: Program, one: Case): Promise<{ status: number; ms: number; mib: number }> {
  const plain: Case = { what: "", target: one.target, body: "{}" };
  // The first of its kind compiles what it runs.
  await send(program.url, one);
  let [status, mib] = [0, 0];
  const ms: number[] = [];
  for (let tried = 0; tried < TRIES; tried++) {
    await send(program.url, plain);
    // The kernel forgets the highest memory so far.
    writeFileSync(`/proc/${program.pid}/clear_refs`, "5");
    const before = residentMiB(program.pid, "VmRSS");
    const reply = await send(program.url, one);
    mib = Math.max(mib, residentMiB(program.pid, "VmHWM") - before);
    status = reply.status;
    ms.push(reply.ms);
  }
  return { status, ms: median(ms), mib };
}

/** What 200 clients cost others that send a byte of a body and then nothing: the time of a quote beside them, and the memory of all. */
async function beside(program: Program): Promise<{ status: number; ms: number; mib: number }> {
  const { hostname, port } = new URL(program.url);
  writeFileSync(`/proc/${program.pid}/clear_refs`, "5");
  const before = residentMiB(program.pid, "VmRSS");
  const slow = times(200, () => connect(Number(port), hostname).on("error", () => undefined));
  for (const socket of slow)
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
  await sleep(1_000);
  const { status, ms } = await send(program.url, { what: "", target: "", body: question });
  for (const socket of slow) socket.destroy();
  return { status, ms, mib: residentMiB(program.pid, "VmHWM") - before };
}

/** What 80 of the same at once cost: the time of the last, and the memory of all. */
async function together(program: Program, one: Case): Promise<{ status: number; ms: number; mib: number }> {
  writeFileSync(`/proc/${program.pid}/clear_refs`, "5");
  const before = residentMiB(program.pid, "VmRSS");
  const replies = await Promise.all(times(80, () => send(program.url, one)));
  return {
    status: replies[0]?.status ?? 0,
    ms: Math.max(...replies.map(({ ms }) => ms)),
    mib: residentMiB(program.pid, "VmHWM") - before,
  };
}

async function main(): Promise<void> {
  const firestore = await startFirestore();
  const programs = new Map<string, Program>();
  const failed: string[] = [];
  try {
    const env = settings({ firestoreHost: firestore.host, rpcUrl: "http://127.0.0.1:9" });
    // Quotes are given where there is something to sell.
    const db = new Firestore({
      projectId: PROJECT,
      host: firestore.host,
      ssl: false,
      customHeaders: { Authorization: "Bearer owner" },
    });
    await db
      .doc("datasets/chats")
      .set({ kind: "chats", dataHash: `sha256:${"0".repeat(64)}`, count: 10, publishedAt: 1 });
    await db.terminate();
    console.log("| bad input | function | status | ms | MiB |\n|---|---|---:|---:|---:|");
    for (const one of CASES) {
      const program =
        programs.get(one.target) ??
        (await startFunction({ source: OURS, name: one.target }, { body: "{}", status: "any", env }));
      programs.set(one.target, program);
      const { status, ms, mib } = await measure(program, one);
      const over = ms > MAX_MS || mib > MAX_MIB;
      if (over) failed.push(one.what);
      console.log(
        `| ${one.what} | ${one.target} | ${status} | ${ms.toFixed(1)} | ${mib.toFixed(1)}${over ? " **over**" : ""} |`,
      );
    }
    const program = programs.get("demandInsights");
    if (!program) throw new Error("no function of paid answers was started");
    const crowds = [
      { what: "a quote beside 200 clients that send one byte of a body", ...(await beside(program)) },
      ...(await inOrder(CASES.slice(0, 2), async (one) => ({
        what: `80 at once: ${one.what}`,
        ...(await together(program, one)),
      }))),
    ];
    for (const { what, status, ms, mib } of crowds)
      console.log(`| ${what} | demandInsights | ${status} | ${ms.toFixed(1)} | ${mib.toFixed(1)} |`);
  } finally {
    await Promise.all([...programs.values()].map((program) => program.stop()));
    await firestore.close();
  }
  if (failed.length > 0) process.exitCode = 1;
  console.log(`\n${CASES.length} inputs, ${failed.length} of them above ${MAX_MS} ms or ${MAX_MIB} MiB.`);
}

void main();
