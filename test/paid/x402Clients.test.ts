import { wrapAxiosWithPayment } from "@x402/axios";
import { x402Client } from "@x402/core/client";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { validateDiscoveryExtension } from "@x402/extensions/bazaar";
import { decodePaymentResponseHeader, wrapFetchWithPayment } from "@x402/fetch";
import axios from "axios";
import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";
import { decodeXPaymentResponse, wrapFetchWithPayment as wrapFetchV1 } from "x402-fetch";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { devWallets, type Role } from "../../dev/local/wallets";
import { post, PRICE_UNITS } from "../setup/paying/buyer";
import { CountedAnswers } from "../setup/service";
import { SettlingStage } from "../setup/paying/settling";

const answers = new CountedAnswers();
const recipient = devWallets().recipient.address;
const stage = SettlingStage.forFile({ answers });

const account = (role: Role) => privateKeyToAccount(devWallets()[role].privateKey as `0x${string}`);
const requestOf = (body: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** Each client of x402 as its documentation shows it, and nothing of ours. */
const CLIENTS = {
  "@x402/fetch": async (url: string, body: unknown) => {
    const client = new x402Client();
    registerExactEvmScheme(client, { signer: account("payer") });
    const response = await wrapFetchWithPayment(fetch, client)(url, requestOf(body));
    return {
      status: response.status,
      text: await response.text(),
      settled: decodePaymentResponseHeader(response.headers.get("payment-response") ?? ""),
    };
  },
  "@x402/axios": async (url: string, body: unknown) => {
    const client = new x402Client();
    registerExactEvmScheme(client, { signer: account("payer") });
    const paying = wrapAxiosWithPayment(axios.create(), client as never);
    const response = await paying.post(url, body, { responseType: "text", transformResponse: (text: string) => text });
    return {
      status: response.status,
      text: String(response.data),
      settled: decodePaymentResponseHeader(String(response.headers["payment-response"])),
    };
  },
  "x402-fetch": async (url: string, body: unknown) => {
    const wallet = createWalletClient({ account: account("payer"), chain: base, transport: http(stage.chain.rpcUrl) });
    const response = await wrapFetchV1(fetch, wallet as never, PRICE_UNITS)(url, requestOf(body));
    return {
      status: response.status,
      text: await response.text(),
      settled: decodeXPaymentResponse(response.headers.get("x-payment-response") ?? ""),
    };
  },
};
const SOLD = Object.entries(ENDPOINTS).flatMap(([id, endpoints]) =>
  endpoints.filter(({ auth }) => auth.kind === "paid").map((endpoint) => ({ id, endpoint })),
);
const CASES = Object.entries(CLIENTS).flatMap(([name, pay]) =>
  SOLD.flatMap(({ id, endpoint: { path, example } }) => [
    { name, pay, body: example, path, url: () => `${stage.service.baseUrl}${path}` },
    { name, pay, body: example, path: `${id}, the function itself`, url: () => `${stage.service.functionsUrl}/${id}` },
  ]),
);

describe("happy", () => {
  // As a day later: within one, the same payer's payment for the same question is the same purchase.
  beforeEach(() => stage.db.recursiveDelete(stage.db.collection("purchaseNames")));

  it.each(CASES)("$name pays $path", async ({ pay, url, body }) => {
    const before = await stage.chain.usdcUnitsOf(recipient);
    const { status, text, settled } = await pay(url(), body);
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ resultType: expect.any(String) })]);
    expect(settled).toMatchObject({
      success: true,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      payer: devWallets().payer.address,
    });
    expect((await stage.chain.usdcUnitsOf(recipient)) - before).toBe(PRICE_UNITS);
  });

  it.each(SOLD)(
    "offers $endpoint.path in a header of at most 4 KiB, which clients send back in part",
    async ({ endpoint: { path } }) => {
      const { headers } = await post(`${stage.service.baseUrl}${path}`, {});
      const required = headers.get("payment-required") ?? "";
      expect(required).toMatch(/^[\x20-\x7e]{1,4096}$/);
      expect(validateDiscoveryExtension(decodePaymentRequiredHeader(required).extensions?.["bazaar"] as never)).toEqual(
        { valid: true },
      );
    },
  );
});

describe("security", () => {
  it("P1: a v2 client sends back what its quote told it alone, and without that its payment is not answered again", async () => {
    const client = new x402Client();
    registerExactEvmScheme(client, { signer: account("payer") });
    let header = "";
    const listening: typeof fetch = (input, init) => {
      header =
        new Request(input instanceof Request ? input.clone() : input, init).headers.get("payment-signature") ?? header;
      return fetch(input, init);
    };
    const url = `${stage.service.baseUrl}/demand-insights`;
    const first = await wrapFetchWithPayment(listening, client)(
      url,
      requestOf({ query: "A question that others may guess" }),
    );
    const sent = JSON.parse(Buffer.from(header, "base64").toString()) as {
      accepted: { extra: Record<string, unknown> };
    };
    expect(sent.accepted.extra["quote"]).toMatch(/^[\w-]{22}\.[0-9a-z]+\.[\w-]{22}$/);
    const guess = {
      ...sent,
      accepted: { ...sent.accepted, extra: { ...sent.accepted.extra, quote: "AbcDefGhiJklMnoPqrStu-" } },
    };
    const replay = async (payment: object) => {
      const headers = { "payment-signature": Buffer.from(JSON.stringify(payment)).toString("base64") };
      return post(url, { query: "A question that others may guess" }, headers);
    };
    expect((await replay(guess)).json["code"]).toBe("payment_id_used");
    expect((await replay(sent)).text).toBe(await first.text());
  });
});
