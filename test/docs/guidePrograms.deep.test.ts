import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";
import { wrapFetchWithPayment as wrapFetchV1 } from "x402-fetch";
import { MAX_BY_DEFAULT } from "../../packages/site/guideX402";
import { guide } from "../../packages/site/guide";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { devWallets } from "../../dev/local/wallets";
import { PRICE_UNITS, QUESTION } from "../setup/paying/buyer";
import { CountedAnswers } from "../setup/service";
import { SettlingStage } from "../setup/paying/settling";
import { codeBlocks } from "./guideBlocks";
import { runProgram } from "./guideProgram";

const text = guide(ENDPOINTS, readFileSync("CHANGELOG.md", "utf8"));
const blocks = codeBlocks(text);
const answers = new CountedAnswers();
const stage = SettlingStage.forFile({ answers });

const block = (name: string) => {
  const found = blocks[name];
  if (found === undefined) throw new Error(`the guide has no block ${name}`);
  return found;
};

const run = (program: string) =>
  runProgram(program, {
    BASE: stage.service.baseUrl,
    RPC_URL: stage.chain.rpcUrl,
    PRIVATE_KEY: devWallets().payer.privateKey,
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

describe("the guide's call()", () => {
  /** How often a program asks a service that never confirms its payment. */
  const asks = async (retryAfter: string, program: string) => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.writeHead(409, { "Content-Type": "application/problem+json", "Retry-After": retryAfter });
      response.end(JSON.stringify({ code: "tx_not_confirmed", detail: "The transaction is not in a block." }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const BASE = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, err } = await runProgram(`${program}\nawait post("/demand-insights", {});`, {
      BASE,
      RPC_URL: stage.chain.rpcUrl,
      PRIVATE_KEY: devWallets().payer.privateKey,
    });
    server.close();
    return { asked, code, named: err.includes("tx_not_confirmed: The transaction is not in a block.") };
  };

  it.each(["0", "-1", "Wed, 21 Oct 2026 07:28:00 GMT", "600"])(
    "asks once where a payment fails with Retry-After: %s",
    async (retryAfter) => {
      expect(await asks(retryAfter, block("client"))).toEqual({ asked: 1, code: 1, named: true });
    },
  );

  it("stops asking for a payment that is never confirmed", async () => {
    const hasty = block("client").replace("120_000", "1_500");
    expect(hasty).toContain("1_500");
    expect(await asks("1", hasty)).toEqual({ asked: 2, code: 1, named: true });
  });
});

describe("E6: the guide's x402 client", () => {
  const price = { PRICE_USDC: "1.5" };
  // As a day later: within one, the same payer's payment for the same question is the same purchase.
  beforeEach(() => stage.db.recursiveDelete(stage.db.collection("purchaseNames")));

  const pays = async (program: string, endpoint: string) =>
    runProgram(program, { BASE: endpoint.replace("/demand-insights", ""), PRIVATE_KEY: devWallets().payer.privateKey });

  it("pays more than the makers' client does by itself, which refuses before it signs", async () => {
    const dear = await stage.another(price);
    const paid = await pays(block("x402"), dear);
    expect({ ...paid, err: "" }).toMatchObject({ code: 0, out: "You asked: What do people ask about most?\n" });
    const usual = await pays(block("x402").replace(/client\.setSpendControls.*\n/, ""), dear);
    expect([usual.code, usual.err]).toEqual([1, expect.stringMatching(/Failed to create payment payload/)]);
    const free = await pays(
      block("x402").replace(/client\.setSpendControls.*\n/, ""),
      await stage.another({ PRICE_USDC: MAX_BY_DEFAULT["@x402/fetch"] }),
    );
    expect(free.code).toBe(0);
  });

  it("keeps its payment: an answer that got lost is asked for again, and paid once", async () => {
    const { payer } = devWallets();
    const service = new URL(await stage.another());
    let lost = 0;
    const proxy = createServer((request, response) => {
      void (async () => {
        const body = Buffer.concat((await request.toArray()) as Buffer[]);
        const headers = Object.entries(request.headers)
          .filter(([name]) => !["host", "connection", "content-length", "transfer-encoding"].includes(name))
          .map(([name, value]): [string, string] => [name, String(value)]);
        const answer = await fetch(`${service.origin}${request.url}`, { method: "POST", headers, body });
        const text = await answer.text();
        if (request.headers["payment-signature"] !== undefined && lost++ === 0) return response.destroy();
        const own = [...answer.headers].filter(
          ([name]) => !["content-length", "connection", "transfer-encoding", "content-encoding"].includes(name),
        );
        response.writeHead(answer.status, Object.fromEntries(own));
        return response.end(text);
      })();
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const had = await stage.chain.usdcUnitsOf(payer.address);
    const run = await pays(block("x402"), `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/demand-insights`);
    proxy.close();
    expect({ ...run, lost }).toMatchObject({ code: 0, out: "You asked: What do people ask about most?\n", lost: 2 });
    expect(had - (await stage.chain.usdcUnitsOf(payer.address))).toBe(PRICE_UNITS);
  });

  it("is told the limits that the clients have", async () => {
    expect(text).toContain(`${MAX_BY_DEFAULT["x402-fetch"]} USDC, less than any answer here`);
    const wallet = createWalletClient({
      account: privateKeyToAccount(devWallets().payer.privateKey as `0x${string}`),
      chain: base,
      transport: http(stage.chain.rpcUrl),
    });
    const url = await stage.another();
    const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(QUESTION) };
    await expect(wrapFetchV1(fetch, wallet as never)(url, request)).rejects.toThrow(
      "Payment amount exceeds maximum allowed",
    );
    const cheap = Number(MAX_BY_DEFAULT["x402-fetch"]) * 1e6;
    expect(cheap).toBeLessThan(Number(PRICE_UNITS));
    const paid = await wrapFetchV1(fetch, wallet as never, 1_000_000n)(url, request);
    expect(paid.status).toBe(200);
    for (const limit of Object.values(MAX_BY_DEFAULT)) expect(text).toContain(`${limit} USDC`);
    expect(text).toContain("setSpendControls");
  });
});
