import { post } from "../setup/paying/buyer";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { testService } from "../setup/service";

const { db } = testFirestore();
const service = forFile(() => testService({ db }));

const MARKS = "a" + "\u0315".repeat(65_000) + "\u0316".repeat(65_000);
const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const call = (name: string, given: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: given },
});

const send = (path: string, body: object) =>
  post(service.baseUrl + path, body, {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-06-18",
  });

/** What strangers send without having paid or signed anything. */
const HOSTILE: readonly (readonly [string, string, object])[] = [
  ["D1: a question of 130,000 combining marks", "/demand-insights", { query: MARKS }],
  ["D1: the same to a signed endpoint", "/mkt/profile", { displayName: MARKS, avatarSeed: "a", wallet: WALLET }],
  [
    "D1: the same as a task's title",
    "/agentCreateTaskSimple",
    { wallet: WALLET, title: MARKS, description: "d", category: "c" },
  ],
  ["D1: the same by MCP", "/mcp", call("demandInsights", { query: MARKS })],
  ["D1: the same where any object may stand", "/x402Feedback", { message: "m", context: { a: MARKS } }],
  [
    "D3: a conversation of 87,000 empty turns",
    "/demand-insights",
    { messages: Array.from({ length: 87_000 }, () => ({})) },
  ],
  ["D3: 87,000 tags", "/agentCreateTaskSimple", { wallet: WALLET, tags: Array.from({ length: 87_000 }, () => 0) }],
  [
    "D3: 20,000 unknown fields of a signed request",
    "/mkt/profile",
    Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [n, 1])),
  ],
  [
    "D3: 87,000 empty turns by MCP",
    "/mcp",
    call("demandInsights", { messages: Array.from({ length: 80_000 }, () => ({})) }),
  ],
];

describe("security", () => {
  it.each(HOSTILE)("%s is refused", async (_name, path, body) => {
    const { status, text } = await send(path, body);
    expect([status, text.length]).toEqual([path === "/mcp" ? expect.any(Number) : 400, expect.any(Number)]);
    expect(text).toContain("invalid_request");
    expect(text.length).toBeLessThan(6_000);
  });

  it.each([
    [
      "a title",
      "/agentCreateTaskSimple",
      {
        wallet: WALLET,
        title: "\ufdfa".repeat(120),
        description: "d",
        category: "c",
        rewardUsdc: "1",
        stakeUsdc: "0.1",
      },
      "/title",
      120,
    ],
    [
      "a tag",
      "/agentCreateTaskSimple",
      {
        wallet: WALLET,
        title: "t",
        description: "d",
        category: "c",
        tags: ["\ufdfa".repeat(3)],
        rewardUsdc: "1",
        stakeUsdc: "0.1",
      },
      "/tags/0",
      32,
    ],
    ["a question", "/demand-insights", { query: "\ufdfa".repeat(4_000) }, "/query", 4_000],
    [
      "a turn",
      "/ai-early-adopters-goals",
      { messages: [{ role: "user", content: "\ufdfa".repeat(300) }] },
      "/messages/0/content",
      4_000,
    ],
  ])(
    "D1: counts %s as it is in NFKC, where one character can be eighteen",
    async (_name, path, body, pointer, limit) => {
      const { status, json } = await send(path, body);
      expect([status, json["detail"]]).toEqual([
        400,
        `The text at ${pointer} must have at most ${limit} characters in NFKC.`,
      ]);
    },
  );
});
