import { json, MARKS, times, WALLET, type Case } from "./case";
import { SCHEMAS } from "./schemas";

const call = (given: object) =>
  json({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "demandInsights", arguments: given } });
const mcp = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };

/** Bad requests to the marketplace, and over MCP. */
export const OTHERS: readonly Case[] = [
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
  ...SCHEMAS,
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
