import { readFileSync } from "node:fs";
import { changelogOf } from "../../packages/site/changes";
import { llms } from "../../packages/site/llms";
import { manifest } from "../../packages/site/manifest";
import { openApi } from "../../packages/site/openapi";
import { signedCalls } from "../../packages/site/signingTable";
import { INTEGRATION_POLICY, INTERFACE_VERSION } from "../../functions/src/catalogue/version";
import { signedEndpoints } from "../../functions/src/endpoints/list";
import { CONTRACT_SIGNATURES } from "../../functions/src/application/signing/toSign";
import { envelopeOf } from "../setup/chain/signing";
import { guide } from "../../packages/site/guide";
import { guideJson } from "../../packages/site/guideJson";
import { AUTH_ERRORS } from "../../functions/src/http/endpoint";
import { ERRORS } from "../../functions/src/domain/errors";
import { redeemMessage } from "../../functions/src/domain/messages/signedRequest";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { post, QUESTION } from "../setup/paying/buyer";
import { CountedAnswers } from "../setup/service";
import { SettlingStage } from "../setup/paying/settling";
import { chapterOf, codeBlocks, runCurl } from "./guideBlocks";
import { OpenApiReader } from "./openApiReader";

/** The chapter whose programs guideMarket.deep.test.ts runs; guidePrograms.deep.test.ts runs the programs of the others, guideWebhooks.test.ts runs the receiver, guideDisputes.test.ts `rule` and `answerDispute`. */
const MARKET = "Working and having work done";
const text = guide(ENDPOINTS, readFileSync("CHANGELOG.md", "utf8"));
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

describe("the guide's commands", () => {
  it("are all run here", () => {
    const outside = codeBlocks(chapterOf(text, MARKET).outside);
    expect(Object.keys(outside).sort()).toEqual(
      "answerDispute buy client feedback header plain quote receiver redeem replay rule x402".split(" "),
    );
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

describe("what the guide says", () => {
  it("is the integration policy, beside the emergency exit, in the guide, the OpenAPI document and the README", () => {
    const readme = readFileSync("README.md", "utf8");
    const { description } = (openApi(ENDPOINTS) as { info: { description: string } }).info;
    for (const document of [text, description, readme]) {
      expect(document).toContain(INTEGRATION_POLICY);
      expect(document.slice(document.indexOf(INTEGRATION_POLICY)).slice(0, 600)).toMatch(
        /emergency exit.*leaving-without-the-service/s,
      );
    }
    expect(text).toContain("### Leaving without the service");
  });

  it("carries the newest version of the changelog, and leads to the rest and to the promise", () => {
    const own = text.slice(text.indexOf("## Changelog"));
    const { releases } = changelogOf(readFileSync("CHANGELOG.md", "utf8"));
    expect(own).toContain(`### ${releases[0]!.version}, ${releases[0]!.date}`);
    expect(own).toContain("/changelog.md");
  });

  it("names the newest version of the changelog, and promises what may change", () => {
    const { introduction, releases } = changelogOf(readFileSync("CHANGELOG.md", "utf8"));
    expect(releases[0]?.version).toBe(INTERFACE_VERSION);
    for (const word of ["Compatibility promise", "`Deprecation`", "`Sunset`"]) expect(introduction).toContain(word);
  });

  it("E6: lists only documents that every deployment has", () => {
    for (const document of [
      text,
      JSON.stringify(guideJson(ENDPOINTS)),
      JSON.stringify(manifest(ENDPOINTS)),
      llms(ENDPOINTS),
    ]) {
      expect(document.replace(text.slice(text.indexOf("## Changelog")), "")).not.toContain("agent-registration.json");
      expect(document).toContain("/.well-known/x402");
    }
  });

  it("E6: lists how each call is signed by hand, in the words that the service checks", () => {
    const escrows = { human: `0x${"11".repeat(20)}`, "agent-fast": `0x${"22".repeat(20)}` };
    const rows = signedCalls(ENDPOINTS);
    expect(rows.map(({ call }) => call.replace(/^POST /, "")).sort()).toEqual(
      signedEndpoints()
        .map(({ path }) => path)
        .sort(),
    );
    for (const { call, action, contract, taskId, extra, typed } of rows) {
      const path = call.replace(/^POST /, "");
      const envelope = envelopeOf(
        path,
        { contract: "agent-fast", taskId: "7", comment: "x" },
        { wallet: "0x", escrows, nowMs: 0 },
      );
      expect([path, action, contract ? escrows["agent-fast"] : "-", taskId ? "7" : "-", extra.length > 0]).toEqual([
        path,
        envelope.action,
        envelope.contract,
        envelope.taskId,
        envelope.commentHash !== null,
      ]);
      expect([path, typed !== null]).toEqual([path, path in CONTRACT_SIGNATURES]);
      const named = `- ${contract ? "address" : "`-`"}, ${taskId ? "id" : "`-`"}: `;
      const list = text.split("\n").find((line) => line.startsWith(named)) ?? "";
      expect([path, list.slice(named.length).split(", ").includes(`\`${action}\``)]).toEqual([path, true]);
    }
  });

  it("is the text that the service checks payerSignature against", () => {
    const [, signed = ""] = /```text\n([\s\S]*?)\n```/.exec(text) ?? [];
    const filled = signed.replace("<intentId>", "some.intent").replace(/<txHash[^>]*>/, "0xab");
    expect(filled).toBe(redeemMessage("some.intent", "0xab"));
  });

  it("holds every endpoint and every error, and the nine of paid endpoints with what to do", () => {
    for (const { method, path: route } of all) expect(text).toContain(`\n- \`${method} ${route}\` (`);
    const errors = text.slice(text.indexOf("## Errors"), text.indexOf("## Endpoints"));
    for (const code of Object.keys(ERRORS)) expect(errors).toContain(`\`${code}\``);
    for (const code of AUTH_ERRORS.paid) expect(text).toContain(`\`${code}\``);
    const nine = [
      "intent_required",
      "intent_not_found",
      "tx_required",
      "tx_not_confirmed",
      "transfer_not_found",
      "insufficient_amount",
    ];
    for (const code of [...nine, "tx_already_used", "invalid_filters", "intent_tx_mismatch"])
      expect(errors).toMatch(new RegExp(`\\| \`${code}\` \\| \\d{3} \\| .{20,} \\|`));
  });

  it("names the limit that the service has", () => {
    expect(text).toContain("at most 256 KiB");
  });

  it("stays short enough to be read in one go", () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
  });

  it("is true about signed x402 payments where the quote offers none: they are refused", async () => {
    const url = await stage.another({ SETTLEMENT_KEY: "none" });
    expect((await post(url, QUESTION)).json["accepts"]).toEqual([]);
    const { status, json } = await post(url, QUESTION, {
      "PAYMENT-SIGNATURE": Buffer.from('{"x402Version":2}').toString("base64"),
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(["invalid_request", "payment_invalid"]).toContain(json["code"]);
  });

  it("calls only what is there, in its flows", () => {
    const { flows } = guideJson(ENDPOINTS) as { flows: { steps: { call?: { method: string; path: string } }[] }[] };
    const calls = flows.flatMap(({ steps }) =>
      steps.flatMap(({ call }) => (call ? [`${call.method} ${call.path}`] : [])),
    );
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
    const described = Object.keys(reader.response("/demand-insights", 402).headers).filter(
      (name) => !["Retry-After", "PAYMENT-RESPONSE", "X-PAYMENT-RESPONSE"].includes(name),
    );
    for (const name of described) expect([name, headers.has(name)]).toEqual([name, true]);
    const pay = reader.compile({ $ref: "#/components/schemas/PayHeader" });
    expect([pay(JSON.parse(headers.get("pay") ?? "")), pay.errors]).toEqual([true, null]);
  });

  it.each([
    ["a field that is not there", { other: 1 }, 400],
    ["a hash without its intent", { ...QUESTION, txHash: `0x${"ab".repeat(32)}` }, 400],
    ["an intent of no one", { ...QUESTION, intentId: "a.b.c", txHash: `0x${"ab".repeat(32)}` }, 404],
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
    const reply = await post(`${stage.service.baseUrl}/demand-insights`, {
      ...QUESTION,
      intentId: json["intentId"],
      txHash: `0x${"cd".repeat(32)}`,
    });
    expect([reply.status, reply.json["code"], reply.headers.has("retry-after")]).toEqual([
      503,
      "tx_not_confirmed",
      true,
    ]);
    expect(reader.answer("/demand-insights", 503, "application/problem+json")(reply.json)).toBe(true);
  });
});
