import { guide } from "../../functions/src/docs/guide";
import { guideJson } from "../../functions/src/docs/guideJson";
import { AUTH_ERRORS } from "../../functions/src/http/endpoint";
import { ERRORS } from "../../functions/src/domain/errors";
import { redeemMessage } from "../../functions/src/domain/messages/redeem";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { MAX_BODY_BYTES } from "../../functions/src/http/body";
import { devWallets } from "../../local/wallets";
import { post, QUESTION } from "../setup/buyer";
import { CountedAnswers } from "../setup/service";
import { SettlingStage } from "../setup/settling";
import { chapterOf, codeBlocks, runCurl } from "./guideBlocks";
import { runProgram } from "./guideProgram";
import { OpenApiReader } from "./openApiReader";

/** The chapter whose programs stand in guideMarket.test.ts. */
const MARKET = "Working and having work done";
const text = guide(ENDPOINTS);
const blocks = codeBlocks(text);
const all = Object.values(ENDPOINTS).flat();
const reader = new OpenApiReader(ENDPOINTS);
const answers = new CountedAnswers();
const stage = SettlingStage.forFile({ answers });

const block = (name: string) => {
  const found = blocks[name];
  if (found === undefined) throw new Error(`the guide has no block ${name}`);
  return found;
};

const run = (program: string) =>
  runProgram(program, { BASE: stage.service.baseUrl, RPC_URL: stage.chain.rpcUrl, PRIVATE_KEY: devWallets().payer.privateKey });

describe("the guide's commands", () => {
  it("are all run here", () => {
    const outside = codeBlocks(chapterOf(text, MARKET).outside);
    expect(Object.keys(outside).sort()).toEqual(["buy", "client", "feedback", "header", "plain", "quote", "redeem", "replay"]);
  });

  it("quote, pay, redeem, redeem by header and replay", async () => {
    const BASE = stage.service.baseUrl;
    const quoted = await runCurl(block("quote"), { BASE });
    expect(quoted.status).toBe(402);
    const quote = (await quoted.json()) as { transaction: { to: string; data: string } };
    const INTENT_ID = quoted.headers.get("X-Price-Intent") ?? "";
    const TX_HASH = await stage.chain.send(quote.transaction);
    const asked = answers.asked;
    const replies: string[] = [];
    for (const name of ["redeem", "header", "replay"]) {
      const response = await runCurl(block(name), { BASE, INTENT_ID, TX_HASH });
      expect([name, response.status]).toEqual([name, 200]);
      replies.push(await response.text());
    }
    expect(new Set(replies).size).toBe(1);
    expect(answers.asked).toBe(asked + 1);
    expect(replies[0]).toContain("What do people ask about most?");
  });

  it("report a problem", async () => {
    const response = await runCurl(block("feedback"), { BASE: stage.service.baseUrl });
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ ok: true })]);
  });
});

describe("the guide's programs", () => {
  it("buy an answer", async () => {
    const { code, out, err } = await run(`${block("client")}\n${block("buy")}`);
    expect({ code, out, err }).toMatchObject({ code: 0, out: "You asked: What do people ask about most?\n" });
  });

  it("redeem a plain transfer with the payer's signature", async () => {
    const [shared = "", own] = block("buy").split(/^const sent/m);
    expect(own).toBeDefined();
    const { code, out, err } = await run(`${block("client")}\n${shared}${block("plain")}`);
    expect({ code, out, err }).toMatchObject({ code: 0, out: "You asked: What do people ask about most?\n" });
  });
});

describe("what the guide says", () => {
  it("is the text that the service checks payerSignature against", () => {
    const [, signed = ""] = /```text\n([\s\S]*?)\n```/.exec(text) ?? [];
    const filled = signed.replace("<intentId>", "some.intent").replace(/<txHash[^>]*>/, "0xab");
    expect(filled).toBe(redeemMessage("some.intent", "0xab"));
  });

  it("holds every endpoint and every error, and the nine of paid endpoints with what to do", () => {
    for (const { method, path: route } of all) expect(text).toContain(`\n- \`${method} ${route}\` (`);
    for (const code of Object.keys(ERRORS)) expect(text).toMatch(new RegExp(`\\| \`${code}\` \\| \\d{3} \\| .{20,} \\|`));
    for (const code of AUTH_ERRORS.paid) expect(text).toContain(`\`${code}\``);
    const nine = ["intent_required", "intent_not_found", "tx_required", "tx_not_confirmed", "transfer_not_found", "insufficient_amount"];
    for (const code of [...nine, "tx_already_used", "invalid_filters", "intent_tx_mismatch"]) expect(text).toContain(`| \`${code}\` |`);
  });

  it("names the limit that the service has", () => {
    expect(text).toContain(`at most ${MAX_BODY_BYTES / 1024} KiB`);
  });

  it("stays short enough to be read in one go", () => {
    expect(Buffer.byteLength(text)).toBeLessThan(45 * 1024);
  });

  it("is true about signed x402 payments where the quote offers none: they are refused", async () => {
    const url = await stage.another({ SETTLEMENT_KEY: "none" });
    expect((await post(url, QUESTION)).json["accepts"]).toEqual([]);
    const { status, json } = await post(url, QUESTION, { "PAYMENT-SIGNATURE": Buffer.from('{"x402Version":2}').toString("base64") });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(["invalid_request", "payment_invalid"]).toContain(json["code"]);
  });

  it("calls only what is there, in its flows", () => {
    const { flows } = guideJson(ENDPOINTS) as { flows: { steps: { call?: { method: string; path: string } }[] }[] };
    const calls = flows.flatMap(({ steps }) => steps.flatMap(({ call }) => (call ? [`${call.method} ${call.path}`] : [])));
    expect(calls.length).toBeGreaterThan(3);
    expect(all.map(({ method, path: route }) => `${method} ${route}`)).toEqual(expect.arrayContaining(calls));
  });
});

describe("what the service answers", () => {
  it("is a quote as the OpenAPI document has it, in body and headers", async () => {
    const { status, headers, json } = await post(`${stage.service.baseUrl}/demand-insights`, QUESTION);
    const fits = reader.answer("/demand-insights", status, "application/json");
    fits(json);
    expect(fits.errors).toBeNull();
    const described = Object.keys(reader.response("/demand-insights", 402).headers).filter((name) => !["Retry-After", "PAYMENT-RESPONSE", "X-PAYMENT-RESPONSE"].includes(name));
    for (const name of described) expect([name, headers.has(name)]).toEqual([name, true]);
    const pay = reader.compile({ $ref: "#/components/schemas/PayHeader" });
    expect([pay(JSON.parse(headers.get("pay") ?? "")), pay.errors]).toEqual([true, null]);
  });

  it.each([
    ["a field that is not there", { other: 1 }, 400],
    ["a hash without its intent", { ...QUESTION, txHash: `0x${"ab".repeat(32)}` }, 400],
    ["an intent of nobody", { ...QUESTION, intentId: "a.b.c", txHash: `0x${"ab".repeat(32)}` }, 404],
    ["broken JSON", "{", 400],
  ])("is a problem as the OpenAPI document has it, for %s", async (_, body, expected) => {
    const { status, headers, json } = await post(`${stage.service.baseUrl}/demand-insights`, body);
    expect([status, headers.get("content-type")]).toEqual([expected, "application/problem+json"]);
    const fits = reader.answer("/demand-insights", status, "application/problem+json");
    fits(json);
    expect(fits.errors).toBeNull();
  });

  it("is a problem with Retry-After for a payment that is not mined", async () => {
    const { json } = await post(`${stage.service.baseUrl}/demand-insights`, QUESTION);
    const reply = await post(`${stage.service.baseUrl}/demand-insights`, { ...QUESTION, intentId: json["intentId"], txHash: `0x${"cd".repeat(32)}` });
    expect([reply.status, reply.json["code"], reply.headers.has("retry-after")]).toEqual([402, "tx_not_confirmed", true]);
    expect(reader.answer("/demand-insights", 402, "application/problem+json")(reply.json)).toBe(true);
  });
});
