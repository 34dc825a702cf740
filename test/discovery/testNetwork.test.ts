import { Wallet } from "ethers";
import type * as All from "../../functions/src/endpoints/all";
import type * as Site from "../../packages/site/site";
import type { Address } from "../../functions/src/domain/address";
import { permitTypedData } from "../../functions/src/domain/messages/typedData";
import { Mkt, NETWORKS, type Trust } from "../../packages/client/src/index";
import { runCli } from "../../packages/client/src/cli/run";
import { Addresses } from "../../packages/client/src/signing/trust";
import { permitAsOffered } from "../../packages/client/src/signing/typedData";
import { chainOf, CHAINS, TEST_NETWORK_NOTICE as NOTICE } from "../../functions/src/domain/chains";
import { PRICE_UNITS, QUESTION, post, type Reply } from "../setup/paying/buyer";
import { type OwnChain, ownChain } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { CountedAnswers, testService } from "../setup/service";
import { sendPayment, settlementOf, signPayment, type Payload } from "../setup/paying/signedPayment";
import type { TestServer } from "../setup/http/server";
import { devWallets, type Role } from "../../dev/local/wallets";

const BASE_SEPOLIA = chainOf(84_532);

/** What is Base's alone. */
const BASES = /\b8453\b|USD Coin|0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913|\bon Base\b(?! Sepolia)/;

const { db } = testFirestore();
const recipient = devWallets().recipient.address;
const wallet = new Wallet(devWallets().payer.privateKey);
const ESCROWS = { ESCROW_HUMAN: `0x${"12".repeat(20)}`, ESCROW_AGENT_FAST: `0x${"34".repeat(20)}` };
let real: TestServer;
let toy: TestServer;

// The worst case: both deployments share host name, database and keys. Only a settling wallet cannot be shared.
const chain = forFile(() => ownChain());
const toyChain = forFile(() => ownChain({ chain: BASE_SEPOLIA }));
beforeAll(async () => {
  const on = ({ rpcUrl, facts }: OwnChain, settler: Role) =>
    testService({
      db,
      answers: new CountedAnswers(),
      settings: {
        ...ESCROWS,
        AGENT_ID: "7",
        RPC_URLS: rpcUrl,
        CHAIN_ID: String(facts.id),
        SETTLEMENT_KEY: devWallets()[settler].privateKey,
      },
    });
  [real, toy] = await Promise.all([on(chain, "settler"), on(toyChain, "keeper")]);
});
afterAll(async () => {
  await Promise.all([real.close(), toy.close()]);
});

const json = async (url: string) => (await fetch(url)).json() as Promise<Record<string, unknown>>;
const quoteOf = (service: TestServer) => post(`${service.baseUrl}/demand-insights`, QUESTION);

describe("D22: a deployment on the test network", () => {
  it("says so in every quote, and one on Base says nothing of it", async () => {
    const { json: quote, headers } = await quoteOf(toy);
    expect(quote).toMatchObject({
      notice: NOTICE,
      chainId: 84532,
      accepts: [{ network: "base-sepolia", extra: { name: "USDC" } }],
    });
    expect(JSON.parse(headers.get("pay") ?? "")).toMatchObject({ notice: NOTICE, chainId: 84532 });
    expect(JSON.parse(Buffer.from(headers.get("payment-required") ?? "", "base64").toString())).toMatchObject({
      error: `Payment required. ${NOTICE}`,
      accepts: [{ network: "eip155:84532", asset: BASE_SEPOLIA.usdc.address, amount: String(PRICE_UNITS) }],
    });
    expect((await quoteOf(real)).text).not.toContain(NOTICE);
  });

  it("says so in its discovery documents and in health", async () => {
    for (const path of ["/.well-known/x402", "/.well-known/ai-catalog.json", "/mcp/server-card"]) {
      expect([path, JSON.stringify(await json(toy.baseUrl + path)).includes(NOTICE)]).toEqual([path, true]);
      expect([path, JSON.stringify(await json(real.baseUrl + path)).includes(NOTICE)]).toEqual([path, false]);
    }
    expect(await json(`${toy.baseUrl}/.well-known/agent-registration.json`)).toMatchObject({
      description: expect.stringContaining(NOTICE),
      registrations: [{ agentId: 7, agentRegistry: "eip155:84532:0x8004A818BFB912233c491871b3d84c89A494BD9e" }],
    });
    expect(await json(`${toy.baseUrl}/mkt/health`)).toMatchObject({
      network: { chainId: 84532, name: "Base Sepolia", testNetwork: true, notice: NOTICE },
    });
    expect((await json(`${real.baseUrl}/mkt/health`))["network"]).toEqual({
      chainId: 8453,
      name: "Base",
      testNetwork: false,
    });
  });

  it("says so to agents that work over MCP", async () => {
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };
    const instructions = async (service: TestServer) =>
      (await post(`${service.baseUrl}/mcp`, initialize, { accept: "application/json, text/event-stream" })).text;
    expect(await instructions(toy)).toContain(NOTICE);
    expect(await instructions(toy)).toContain("on Base Sepolia (chain 84532)");
    expect(await instructions(real)).not.toContain(NOTICE);
  });

  it("says so in every generated document and on every page, with its chain and its token", () => {
    const before = process.env["CHAIN_ID"];
    try {
      process.env["CHAIN_ID"] = String(BASE_SEPOLIA.id);
      jest.isolateModules(() => {
        const { siteDocuments, sitePages } = jest.requireActual<typeof Site>("../../packages/site/site");
        const { ENDPOINTS } = jest.requireActual<typeof All>("../../functions/src/endpoints/all");
        const changelog = "# Changelog\n\n## [1.1.0] - 2026-11-22\n\n### Added\n\n- One.\n";
        const files = { ...siteDocuments(ENDPOINTS, changelog), ...sitePages(ENDPOINTS, changelog) };
        for (const [file, text] of Object.entries(files)) {
          if (file.endsWith(".html")) expect([file, text.includes(NOTICE)]).toEqual([file, true]);
        }
        expect(JSON.parse(files["well-known/mkt-earn.json"] ?? "")).toMatchObject({
          api: {
            chain: {
              id: 84532,
              caip2: "eip155:84532",
              name: "Base Sepolia",
              explorer: "https://sepolia.basescan.org",
              testNetwork: true,
            },
            token: { address: BASE_SEPOLIA.usdc.address },
          },
        });
        for (const file of [
          "well-known/mkt-earn.json",
          "well-known/mkt-openapi.json",
          "well-known/mkt-tools.json",
          "docs/mkt-earn-agent-api.md",
          "docs/mkt-earn-agent-api.json",
          "llms.txt",
          "skill.md",
        ]) {
          const text = files[file] ?? Object.entries(files).find(([name]) => name.endsWith(file))?.[1] ?? "";
          expect([file, text.includes(NOTICE)]).toEqual([file, true]);
        }
        // The changelog names both chains in every deployment.
        const others = Object.entries(files).filter(([, text]) => BASES.test(text.replace(/changelog[^]*/i, "")));
        expect(others.map(([file]) => file).filter((file) => !/changelog/.test(file))).toEqual([]);
      });
    } finally {
      if (before === undefined) delete process.env["CHAIN_ID"];
      else process.env["CHAIN_ID"] = before;
    }
  });
});

describe("D22: a client works with the network that its caller chose", () => {
  const asked = (service: TestServer, trust: Partial<Trust>) =>
    new Mkt({ baseUrl: service.baseUrl, trust }).quote("/demand-insights", QUESTION);

  it("knows the same chains and tokens as the service", () => {
    expect(Object.values(NETWORKS)).toEqual(
      CHAINS.map(({ id, usdc, isTestNetwork, reputationRegistry }) => ({
        chainId: id,
        usdc: usdc.address,
        reputationRegistry,
        usdcName: usdc.name,
        isTestNetwork,
      })),
    );
    expect(Object.keys(NETWORKS)).toEqual(CHAINS.map(({ x402Name }) => x402Name));
  });

  it("takes a quote of that network, and refuses one of the other, either way", async () => {
    const testOnly = { chainId: BASE_SEPOLIA.id };
    expect(await asked(toy, testOnly)).toMatchObject({ transaction: { to: BASE_SEPOLIA.usdc.address } });
    await expect(asked(toy, {})).rejects.toThrow(
      "The quote is for chain 84532; this client works on 8453. Choose base-sepolia with trust.chainId 84532, or --network base-sepolia.",
    );
    await expect(asked(real, testOnly)).rejects.toThrow("The quote is for chain 8453; this client works on 84532.");
    expect(() => new Mkt({ baseUrl: toy.baseUrl, trust: { chainId: 1 } })).toThrow("give trust.token too");
  });

  it("so does the command line, by --network or MKT_NETWORK only", async () => {
    const mkt = async (args: string[], env: Record<string, string> = {}) => {
      let out = "";
      let err = "";
      const terminal = {
        env: { MKT_BASE_URL: toy.baseUrl, MKT_JOURNAL: "/dev/null", ...env },
        out: (text: string) => void (out += text),
        err: (text: string) => void (err += text),
        stdin: async () => "",
        signal: new AbortController().signal,
        nowMs: Date.now,
      };
      return { code: await runCli(args, terminal), out, err };
    };
    const ask = ["--dry-run", "ask", "demand", "x"];
    expect(await mkt(ask)).toMatchObject({ code: 5, err: expect.stringContaining("--network base-sepolia") });
    expect(await mkt(["--network", "base-sepolia", ...ask])).toMatchObject({ code: 0, err: NOTICE });
    expect(await mkt(ask, { MKT_NETWORK: "base-sepolia" })).toMatchObject({ code: 0, err: NOTICE });
    expect(await mkt(["--json", "--network", "base-sepolia", ...ask])).toMatchObject({
      code: 0,
      err: "",
    });
    expect(await mkt(["--network", "base-goerli", ...ask])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`--network must be ${Object.keys(NETWORKS).join(" or ")}.`),
    });
  });

  it("and offers to sign the permit of that network's token", () => {
    const offer = {
      owner: wallet.address,
      spender: recipient,
      valueUsdcUnits: 5n,
      chainId: BASE_SEPOLIA.id,
      token: BASE_SEPOLIA.usdc.address,
      tokenName: new Addresses({ chainId: BASE_SEPOLIA.id }).tokenName,
      nowSeconds: 1_000,
    };
    const offered = permitTypedData(
      { chainId: BASE_SEPOLIA.id, escrow: recipient as Address },
      { owner: wallet.address as Address, valueUsdcUnits: 5n, nonce: 0n, deadline: 1_060 },
    );
    expect(permitAsOffered(offered, offer).domain).toEqual(offered.domain);
  });
});

describe("D22: what one network signed is worth nothing on the other", () => {
  const bothWays = () =>
    [
      { from: toy, to: real, here: chain, there: toyChain },
      { from: real, to: toy, here: toyChain, there: chain },
    ] as const;
  const opened = async ({ baseUrl }: TestServer) => {
    const { json: challenge } = await post(`${baseUrl}/mktAgentSessionChallenge`, { wallet: wallet.address });
    const { message } = challenge as unknown as { message: string };
    return { message, signature: await wallet.signMessage(message) };
  };

  it("an intent, whichever chain was paid on", async () => {
    for (const { from, to, here, there } of bothWays()) {
      const { json: quote } = await quoteOf(from);
      for (const paidOn of [here, there]) {
        const txHash = await paidOn.pay({ to: recipient, amountUsdcUnits: PRICE_UNITS });
        const reply = await post(`${to.baseUrl}/demand-insights`, { ...QUESTION, intentId: quote.intentId, txHash });
        expect([reply.status, reply.json.code]).toEqual([404, "intent_not_found"]);
      }
    }
  });

  it("a payment on the other chain, with an intent of the right one", async () => {
    for (const { to, there } of bothWays()) {
      const { json: quote } = await quoteOf(to);
      const txHash = await there.pay({ to: recipient, amountUsdcUnits: PRICE_UNITS });
      const reply = await post(`${to.baseUrl}/demand-insights`, { ...QUESTION, intentId: quote.intentId, txHash });
      expect([reply.status, reply.json.code]).toEqual([503, "tx_not_confirmed"]);
    }
  });

  it.each([1, 2] as const)(
    "a signed payment of x402 v%d, even if its network is given another name",
    async (version) => {
      for (const { to, here, there } of bothWays()) {
        const before = await here.usdcUnitsOf(recipient);
        const url = `${to.baseUrl}/demand-insights`;
        const foreign = await signPayment(there, { version });
        expect((await sendPayment(url, foreign)).status).toBe(402);
        const renamed = (await signPayment(here, { version })) as Payload;
        renamed.payload = (foreign as Payload).payload;
        const reply = await sendPayment(url, renamed);
        expect([reply.status, settlementOf(reply)]).toMatchObject([402, { success: false }]);
        expect(await here.usdcUnitsOf(recipient)).toBe(before);
        // The same payer's payment for this network is good.
        expect((await sendPayment(url, await signPayment(here, { version }))).status).toBe(200);
      }
    },
  );

  it("a session", async () => {
    for (const { from, to } of bothWays()) {
      const signed = await opened(from);
      expect((await post(`${to.baseUrl}/mktAgentSession`, signed)).status).toBe(401);
      expect((await post(`${from.baseUrl}/mktAgentSession`, signed)).status).toBe(200);
    }
  });

  it("a session's token", async () => {
    for (const { from, to } of bothWays()) {
      const { json: session } = await post(`${from.baseUrl}/mktAgentSession`, await opened(from));
      const { agentSessionToken } = session as unknown as { agentSessionToken: string };
      const read = (service: TestServer) =>
        post(`${service.baseUrl}/agentGetSubmissionDetails`, { agentSessionToken, taskId: "1" });
      expect((await read(to)).json).toMatchObject({ code: "session_invalid" });
      expect((await read(from)).json).toMatchObject({ code: "task_not_found" });
    }
  });

  it("a signed request", async () => {
    const body = { displayName: "Somebody", avatarSeed: "s-1" };
    for (const { from, to } of bothWays()) {
      const { json } = await post(`${from.baseUrl}/mkt/sign/prepare`, {
        endpoint: "/mkt/profile",
        wallet: wallet.address,
        body,
      });
      const { messageToSign, request } = json as unknown as { messageToSign: string; request: object };
      expect(messageToSign).toContain(`chainId: ${from === toy ? 84532 : 8453}\n`);
      const signature = await wallet.signMessage(messageToSign);
      const reply: Reply = await post(`${to.baseUrl}/mkt/profile`, { ...request, signature });
      expect([reply.status, reply.json.code]).toEqual([401, "signature_invalid"]);
    }
  });
});
