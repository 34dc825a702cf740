import { createHash } from "node:crypto";
import { rowName, ROWS } from "../../functions/src/adapters/firestore/ledger/ledger";
import { toolListOf } from "../../functions/src/catalogue/toolList";
import { toolCatalogue } from "../../functions/src/catalogue/tools";
import { toAddress } from "../../functions/src/domain/address";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { devWallets } from "../../dev/local/wallets";
import { movement } from "../setup/paying/movements";
import { filesOf, textsOf } from "../adapters/export/reading";
import { PRICE_UNITS, QUESTION, type QuoteBody } from "../setup/paying/buyer";
import { sharedChain, USDC } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { CountedAnswers, testService } from "../setup/service";
import type { TestServer } from "../setup/http/server";
import { currentClient, legacyClient } from "./clients";

const chain = sharedChain();
const { db } = testFirestore();
const answers = new CountedAnswers();
const buyer = chain.wallet("buyer");
let service: TestServer;

beforeAll(async () => {
  // No chain is asked here for what is not in the projection, so any two addresses will do.
  const settings = { ESCROW_HUMAN: `0x${"11".repeat(20)}`, ESCROW_AGENT_FAST: `0x${"22".repeat(20)}` };
  service = await testService({ db, answers, settings });
});
afterAll(() => service.close());

const url = () => `${service.baseUrl}/mcp`;
const REVISIONS = [
  ["2026-07-28", currentClient],
  ["2025-11-25", legacyClient],
] as const;

describe.each(REVISIONS)("the official client at revision %s", (revision, connect) => {
  const client = forFile(() => connect(url()));

  it("agrees on that revision and learns how the tools are used", () => {
    expect(client.version()).toBe(revision);
    expect(client.instructions()).toContain("_nextAction");
    expect(client.instructions()).toMatch(/answerable no means that the data cannot answer .*do not pay for it/);
  });

  it("lists the tools of mkt-tools.json in their short form, every endpoint one", async () => {
    const catalogue = (await (await fetch(`${service.baseUrl}/.well-known/mkt-tools.json`)).json()) as {
      tools: { name: string }[];
    };
    const tools = await client.tools();
    expect(tools).toEqual(JSON.parse(JSON.stringify(toolListOf(ENDPOINTS).tools())));
    expect(tools.map(({ name }) => name)).toEqual(catalogue.tools.map(({ name }) => name));
    expect(catalogue).toEqual(JSON.parse(JSON.stringify(toolCatalogue(ENDPOINTS))));
    expect(tools).toHaveLength(Object.values(ENDPOINTS).flat().length);
  });

  it("gives an answer once: as JSON in one text, which every client shows its model", async () => {
    await client.tools();
    const result = await client.call("mktTasks", { contract: "agent-fast", limit: 5 });
    expect(result.isError).toBeUndefined();
    expect(result.content).toEqual([{ type: "text", text: expect.stringMatching(/^{"items":\[\],"nextCursor":null/) }]);
    expect(result).not.toHaveProperty("structuredContent");
  });

  it("gives an error as a problem document that says what to do", async () => {
    await client.tools();
    const { json, isError } = await client.call("mktTaskGet", { id: "7" });
    expect({ isError, json }).toMatchObject({
      isError: true,
      json: {
        type: "http://127.0.0.1:5000/errors#task_not_found",
        status: 404,
        code: "task_not_found",
        requestId: expect.any(String),
      },
    });
    const wrong = await client.call("mktInterest", { taskId: "x", unknown: 1 });
    expect(wrong).toMatchObject({
      isError: true,
      json: {
        code: "invalid_request",
        errors: expect.arrayContaining([{ pointer: "/unknown", message: expect.any(String) }]),
      },
    });
  });

  it("quotes as x402 has it for MCP, sells for intentId and txHash, and replays", async () => {
    await client.tools();
    const asked = answers.asked;
    const quote = await client.call("demandInsights", QUESTION);
    expect(quote).toMatchObject({
      isError: true,
      json: {
        x402Version: 2,
        resource: { url: "http://127.0.0.1:5000/demand-insights" },
        accepts: [
          {
            scheme: "exact",
            network: "eip155:8453",
            amount: PRICE_UNITS.toString(),
            asset: USDC,
            payTo: devWallets().recipient.address,
          },
        ],
        code: "payment_required",
        transaction: { to: USDC },
      },
    });
    const { intentId, transaction } = quote.json as unknown as QuoteBody;
    const txHash = await chain.send({ from: "payer", to: transaction.to, data: transaction.data });
    const bought = await client.call("demandInsights", { ...QUESTION, intentId, txHash });
    expect(bought.isError).toBeUndefined();
    expect(bought.json).toMatchObject({ resultType: "chat", reply: `You asked: ${QUESTION.query}` });
    const again = await client.call("demandInsights", { intentId, txHash });
    expect(again.json).toEqual(bought.json);
    expect(answers.asked).toBe(asked + 1);
  });

  it("says in the problem when a call can be repeated", async () => {
    const quote = await client.call("demandInsights", QUESTION);
    const { intentId } = quote.json as unknown as QuoteBody;
    const early = await client.call("demandInsights", { ...QUESTION, intentId, txHash: `0x${"cd".repeat(32)}` });
    expect(early).toMatchObject({
      isError: true,
      json: { code: "tx_not_confirmed", retryAfterSeconds: expect.any(Number) },
    });
  });

  it("opens a session, and the token serves as an argument and in the Authorization header of the MCP request", async () => {
    const challenge = await client.call("mktAgentSessionChallenge", { wallet: buyer.address });
    const { message } = challenge.json as { message: string };
    const opened = await client.call("mktAgentSession", { message, signature: await buyer.signMessage(message) });
    const { agentSessionToken } = opened.json as { agentSessionToken: string };
    const read = { contract: "agent-fast", taskId: "99" };
    expect(await client.call("mktTaskPost", read)).toMatchObject({
      isError: true,
      json: { code: "invalid_request" },
    });
    expect(await client.call("mktTaskPost", { ...read, agentSessionToken })).toMatchObject({
      json: { code: "task_not_found" },
    });
    const withHeader = await connect(url(), { authorization: `Bearer ${agentSessionToken}` });
    expect(await withHeader.call("mktTaskPost", read)).toMatchObject({ json: { code: "task_not_found" } });
    expect(await withHeader.call("mktAgentRevokeSession")).toMatchObject({ json: { ok: true } });
    expect(await withHeader.call("mktTaskPost", read)).toMatchObject({
      json: { code: "session_invalid" },
    });
    await withHeader.close();
  });

  it.each(["csv", "pdf", "zip"])(
    "exports accounting as a %s file inside the result, of the wallet that signs and of no other",
    async (format) => {
      const mine = toAddress(buyer.address);
      if (!mine) throw new Error("an address");
      const rows = [movement(1, { wallet: mine, title: "Own work" }), movement(2, { title: "Foreign work" })];
      await Promise.all(rows.map((row) => ROWS.in(db).doc(rowName(row)).set(row)));
      const prepared = await client.call("mktSignPrepare", {
        endpoint: "/mkt/accounting/export",
        wallet: mine,
        body: { format },
      });
      const { messageToSign, request } = prepared.json as {
        messageToSign: string;
        request: Record<string, unknown>;
      };
      const { json, content, isError } = await client.call("mktAccountingExport", {
        ...request,
        signature: await buyer.signMessage(messageToSign),
      });
      const file = content.find(({ type }) => type === "resource")?.resource;
      const bytes = Buffer.from(file?.blob ?? "", "base64");
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      expect([isError, file?.uri]).toEqual([undefined, `sha256:${sha256}`]);
      expect(json).toEqual({
        filename: `mkt-statement-${mine.slice(0, 10)}.${format}`,
        contentType: file?.mimeType,
        bytes: bytes.length,
        sha256,
        nextCursor: null,
      });
      const texts =
        format === "pdf"
          ? await textsOf(bytes)
          : [String(format === "zip" ? (await filesOf(bytes)).get("movements.csv") : bytes)];
      expect(["Own work", "Foreign work"].map((title) => texts.some((text) => text.includes(title)))).toEqual([
        true,
        false,
      ]);
    },
  );

  it("signs a request by what mktSignPrepare writes, as over HTTP, and its nonce counts once for both", async () => {
    const body = { displayName: "Ada", avatarSeed: "seed-1" };
    const prepared = await client.call("mktSignPrepare", { endpoint: "/mkt/profile", wallet: buyer.address, body });
    const { messageToSign, request } = prepared.json as {
      messageToSign: string;
      request: Record<string, unknown>;
    };
    const signed = { ...request, signature: await buyer.signMessage(messageToSign) };
    const first = await client.call("mktProfile", signed);
    expect(first).toMatchObject({ json: { profile: { displayName: "Ada" } } });
    const overHttp = await fetch(`${service.baseUrl}/mkt/profile`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(signed),
    });
    expect(await overHttp.json()).toEqual(first.json);
    expect(await client.call("mktProfile", { ...signed, displayName: "Eve" })).toMatchObject({
      isError: true,
      json: { status: 401 },
    });
  });

  it("is told by the protocol of a tool that there is not", async () => {
    await expect(client.call("nothing")).rejects.toThrow(/There is no tool "nothing"/);
  });
});
