import { strict as assert } from "node:assert";
import type { Json } from "../api";
import { ANALYTICS, BODIES, CHATS, GOALS, PAID } from "../purchases";
import { has, holds } from "../holds";
import { decided, shown, type Statement } from "../statement";

const QUERY = { query: "What do people ask about most?" };
const MESSAGES = { messages: [{ role: "user", content: "What do people ask about most?" }] };

/** Sections 4.1 and 4.2: paid endpoints. */
export const PAID_ENDPOINTS: Statement[] = [
  shown("Requests are JSON.", async ({ api }) => {
    assert.equal((await api.post(CHATS, QUERY, { "content-type": "application/json" })).status, 402);
  }),
  shown("Answers are JSON, except files and texts.", async ({ api, purchases }) => {
    await purchases.chats();
    await api.post(CHATS, { query: 7 });
    const others = api.replies.filter(
      ({ headers, path }) =>
        !/^\/docs\/.*\.md$|\/export$|^\/developer/.test(path) &&
        !/^application\/(problem\+)?json/.test(headers.get("content-type") ?? ""),
    );
    assert.deepEqual(
      others.map(({ path }) => path),
      [],
    );
  }),
  ...([CHATS, GOALS] as const).flatMap((path) => [
    shown(`${path} takes \`query\`, a text.`, async ({ api }) => {
      assert.equal((await api.post(path, QUERY)).status, 402);
      assert.equal((await api.post(path, { query: 7 })).status, 400);
    }),
    shown(`${path} takes \`messages\`, an array.`, async ({ api }) => {
      assert.equal((await api.post(path, MESSAGES)).status, 402);
      assert.equal((await api.post(path, { messages: "Hello" })).status, 400);
    }),
    shown(`${path} takes exactly one of them.`, async ({ api }) => {
      assert.equal((await api.post(path, { ...QUERY, ...MESSAGES })).status, 400);
    }),
    shown(`${path}, paid, answers 200 with a chat.`, async ({ purchases }) => {
      const { answer } = path === CHATS ? await purchases.chats() : await purchases.goals();
      assert.equal(answer.status, 200);
      has(answer.json, "resultType", "reply", "schemaVersion");
    }),
  ]),
  ...["Pay", "X-Price-Intent", "X-Payment-Contracts"].map((header) =>
    shown(`Each quote has the header \`${header}\`.`, async ({ purchases }) => {
      for (const path of PAID) holds((await purchases.quotes[path]()).reply.headers.get(header));
    }),
  ),
  shown("A buyer may pay before the quote.", async ({ purchases, api }) => {
    const { priceUnits, pay, contracts } = await purchases.quotes[CHATS]();
    const txHash = await purchases.transfer({ pay, contracts }, priceUnits);
    const later = await purchases.quote(CHATS, {});
    const answer = await api.ok(CHATS, { query: "Which topics are new?", intentId: later.intentId, txHash });
    assert.equal(answer.resultType, "chat");
  }),
  shown("The payment is on the quoted chain, to the quoted recipient.", async ({ purchases, buyer, token }) => {
    const { quote, txHash } = await purchases.analytics();
    const receipt = await buyer.provider?.getTransactionReceipt(txHash);
    const [contract = ""] = quote.contracts;
    const moved = receipt?.logs
      .map((log) => token(contract).interface.parseLog(log))
      .find((one) => one?.name === "Transfer");
    assert.equal(String(moved?.args["to"]).toLowerCase(), String(quote.pay.recipient).toLowerCase());
    assert.equal((await buyer.provider?.getNetwork())?.chainId, BigInt(quote.pay.chainId));
  }),
  shown("A redemption adds `intentId` and `txHash` to the body.", async ({ purchases, api }) => {
    const { quote, txHash } = await purchases.chats();
    const reply = await api.post(CHATS, { ...BODIES[CHATS], intentId: quote.intentId, txHash });
    assert.equal(reply.status, 200);
    for (const wrong of [
      { intentId: 7, txHash },
      { intentId: quote.intentId, txHash: 7 },
    ])
      assert.equal((await api.post(CHATS, { ...BODIES[CHATS], ...wrong })).status, 400);
  }),
  shown("It answers 200 with the result.", async ({ purchases }) => {
    for (const { answer } of [await purchases.chats(), await purchases.goals(), await purchases.analytics()])
      assert.equal(answer.status, 200);
  }),
  shown("The header `x402-payment` takes it as JSON.", async ({ purchases }) => {
    assert.equal((await purchases.goals()).answer.status, 200);
  }),
  shown("The header `x402-payment` takes it as base64.", async ({ purchases, api }) => {
    const { quote, txHash, answer } = await purchases.goals();
    const payment = Buffer.from(JSON.stringify({ intentId: quote.intentId, txHash })).toString("base64");
    const reply = await api.post(GOALS, BODIES[GOALS], { "x402-payment": payment });
    assert.deepEqual([reply.status, reply.json], [200, answer.json]);
  }),
  decided("The fields inside `x402-payment`.", "docs/interface.md#2-paid-endpoints"),
  shown("A repeated redemption has the same bytes.", async ({ purchases, api }) => {
    const { quote, txHash, answer } = await purchases.chats();
    const reply = await api.post(CHATS, { ...BODIES[CHATS], intentId: quote.intentId, txHash });
    assert.equal(reply.status, 200);
    holds(reply.bytes.equals(answer.bytes));
  }),
  shown("A repeated redemption charges nothing.", async ({ purchases, api, unitsOf, buyer }) => {
    const { quote, txHash } = await purchases.analytics();
    const [token = ""] = quote.contracts;
    const before = await unitsOf(token, buyer.address);
    assert.equal((await api.post(ANALYTICS, { ...BODIES[ANALYTICS], intentId: quote.intentId, txHash })).status, 200);
    assert.equal(await unitsOf(token, buyer.address), before);
  }),
  shown("/analytics/agent-conversions takes `filters`.", async ({ api }) => {
    assert.equal((await api.post(ANALYTICS, { filters: { aggregate: "agent" } })).status, 402);
  }),
  shown("Its redemption adds `intentId` and `txHash`.", async ({ purchases }) => {
    assert.equal((await purchases.analytics()).answer.status, 200);
  }),
  shown("`aggregate` is required.", async ({ api }) => {
    await refuses(api, { country: "ALL" });
  }),
  ...["agent", "category", "industry", "country"].map((aggregate) =>
    shown(`\`aggregate\` may be \`${aggregate}\`.`, async ({ api }) => {
      assert.equal((await api.post(ANALYTICS, { filters: { aggregate } })).status, 402);
    }),
  ),
  shown("`aggregate` may be nothing else.", async ({ api }) => {
    await refuses(api, { aggregate: "planet" });
    await refuses(api, { aggregate: 7 });
  }),
  ...(["country", "category", "industry"] as const).map((field) =>
    shown(`\`${field}\` is an optional text.`, async ({ api, filters }) => {
      const [value] = (await filters())[field] as string[];
      assert.equal((await api.post(ANALYTICS, { filters: { aggregate: "agent", [field]: value } })).status, 402);
      await refuses(api, { aggregate: "agent", [field]: 7 });
    }),
  ),
  shown("At most one of the three is given.", async ({ api }) => {
    await refuses(api, { aggregate: "agent", country: "ALL", category: "ALL" });
    await refuses(api, { aggregate: "agent", category: "ALL", industry: "ALL" });
  }),
  shown("`ALL` stands for any value.", async ({ api }) => {
    for (const field of ["country", "category", "industry"])
      assert.equal((await api.post(ANALYTICS, { filters: { aggregate: "agent", [field]: "ALL" } })).status, 402);
  }),
  shown("/analytics/filters lists the values; others are refused.", async ({ api, filters }) => {
    const values = await filters();
    for (const field of ["country", "category", "industry"]) {
      holds(Array.isArray(values[field]));
      await refuses(api, { aggregate: "agent", [field]: "no-such-value" });
    }
  }),
  shown("/developer/analytics-filters explains them.", async ({ api }) => {
    const reply = await api.get("/developer/analytics-filters");
    assert.equal(reply.status, 200);
    assert.match(reply.bytes.toString(), /filter/i);
  }),
  decided("The shape of that list.", "docs/interface.md#6-records"),
  shown("The answer has no chat.", async ({ purchases }) => {
    holds(!("reply" in (await purchases.analytics()).answer.json));
  }),
  shown("Other filters are `invalid_filters`.", async ({ api }) => {
    for (const filters of [
      {},
      { aggregate: "planet" },
      { aggregate: "agent", country: "ALL", industry: "ALL" },
      { aggregate: "agent", category: "no-such-value" },
    ])
      await refuses(api, filters);
  }),
];

async function refuses(
  api: { post(path: string, body: unknown): Promise<{ status: number; json: Json }> },
  filters: object,
): Promise<void> {
  const { status, json } = await api.post(ANALYTICS, { filters });
  assert.deepEqual([status >= 400 && status < 500, json.code], [true, "invalid_filters"]);
}
