import { wrapAxiosWithPayment } from "@x402/axios";
import { x402Client } from "@x402/core/client";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { decodePaymentResponseHeader, wrapFetchWithPayment } from "@x402/fetch";
import axios from "axios";
import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";
import { decodeXPaymentResponse, wrapFetchWithPayment as wrapFetchV1 } from "x402-fetch";
import { devWallets, type Role } from "../../local/wallets";
import { PRICE_UNITS, QUESTION } from "../setup/buyer";
import { ownChain, type OwnChain } from "../setup/chain";
import { testFirestore } from "../setup/firestore";
import { CountedAnswers, testService } from "../setup/service";
import type { TestServer } from "../setup/server";

const { db } = testFirestore();
const answers = new CountedAnswers();
const recipient = devWallets().recipient.address;
let chain: OwnChain;
let service: TestServer;

beforeAll(async () => {
  chain = await ownChain();
  service = await testService({ db, answers, settings: { RPC_URLS: chain.rpcUrl } });
});
afterAll(async () => {
  await service.close();
  await chain.close();
});

const account = (role: Role) => privateKeyToAccount(devWallets()[role].privateKey as `0x${string}`);
const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(QUESTION) };

/** Each client of x402 as its documentation shows it, and nothing of ours. */
const CLIENTS = {
  "@x402/fetch": async (url: string) => {
    const client = new x402Client();
    registerExactEvmScheme(client, { signer: account("payer") });
    const response = await wrapFetchWithPayment(fetch, client)(url, request);
    return { status: response.status, text: await response.text(), settled: decodePaymentResponseHeader(response.headers.get("payment-response") ?? "") };
  },
  "@x402/axios": async (url: string) => {
    const client = new x402Client();
    registerExactEvmScheme(client, { signer: account("payer") });
    const paying = wrapAxiosWithPayment(axios.create(), client as never);
    const response = await paying.post(url, QUESTION, { responseType: "text", transformResponse: (text: string) => text });
    return { status: response.status, text: String(response.data), settled: decodePaymentResponseHeader(String(response.headers["payment-response"])) };
  },
  "x402-fetch": async (url: string) => {
    const wallet = createWalletClient({ account: account("payer"), chain: base, transport: http(chain.rpcUrl) });
    const response = await wrapFetchV1(fetch, wallet as never, PRICE_UNITS)(url, request);
    return { status: response.status, text: await response.text(), settled: decodeXPaymentResponse(response.headers.get("x-payment-response") ?? "") };
  },
};
const CASES = Object.entries(CLIENTS).flatMap(([name, pay]) =>
  [
    ["/demand-insights", "demandInsights"],
    ["/ai-early-adopters-goals", "aiEarlyAdoptersGoals"],
  ].flatMap(([hosted = "", own = ""]) => [
    { name, pay, path: hosted, url: () => `${service.baseUrl}${hosted}` },
    { name, pay, path: `${own}, the function itself`, url: () => `${service.functionsUrl}/${own}` },
  ]),
);

describe("happy", () => {
  it.each(CASES)("$name pays $path", async ({ pay, url }) => {
    const before = await chain.usdcUnitsOf(recipient);
    const { status, text, settled } = await pay(url());
    expect([status, text]).toEqual([200, expect.stringContaining(`You asked: ${QUESTION.query}`)]);
    expect(settled).toMatchObject({ success: true, transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/), payer: devWallets().payer.address });
    expect((await chain.usdcUnitsOf(recipient)) - before).toBe(PRICE_UNITS);
  });
});
