import { isEIP712SignedReceipt, verifyReceiptSignatureEIP712 } from "@x402/extensions/offer-receipt";
import { Interface, Wallet, id } from "ethers";
import { receiptIn, signerOf, verifyReceipt, type FeedbackSubject } from "../../packages/client/src/index";
import type { Address } from "../../functions/src/domain/address";
import { agentFeedback } from "../../functions/src/domain/agentFeedback";
import { BASE } from "../../functions/src/domain/chains";
import type { Hex } from "../../functions/src/domain/keccak";
import { devWallets } from "../../dev/local/wallets";
import { USDC } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { agent } from "./agents";
import { commandLine, words } from "./commandLine";

const PATH = "/demand-insights";
const { stranger, payer } = devWallets();
let recipient: string;
const cli = commandLine(() => market);
const market = Market.forFile(testFirestore().db, { RECEIPT_KEY: stranger.privateKey, AGENT_ID: "22" });
beforeAll(async () => {
  recipient = market.chain.wallet("recipient").address;
});

const node = () => ({ token: USDC, node: market.chain.provider });
const query = "What do people keep receipts for?";
const lines = (text: string) => text.split("\n");

describe("receipts", () => {
  it.each(["never", "always"] as const)(
    "of an answer bought with gasless %s verify by the client, by their makers' package, and on the chain",
    async (gasless) => {
      const mkt = agent(market, "payer", { gasless });
      const { receipt, txHash } = await mkt.buy(PATH, { query });
      const read = receiptIn(String(receipt));
      if (!isEIP712SignedReceipt(read)) throw new Error("not a receipt of their makers' form");
      const theirs = await verifyReceiptSignatureEIP712(read);
      expect([theirs.signer, theirs.payload]).toEqual([signerOf(read), read.payload]);
      const verified = await verifyReceipt(mkt, String(receipt), node());
      expect(verified).toMatchObject({
        signer: stranger.address,
        isOnChain: true,
        payload: { payer: payer.address, transaction: txHash },
      });
      expect((await verifyReceipt(mkt, JSON.stringify(read), { token: USDC })).isOnChain).toBeNull();
    },
  );

  it("BW6: a transfer of the payer to another than the service's recipient is no payment", async () => {
    const mkt = agent(market, "payer", { gasless: "always" });
    const text = String((await mkt.buy(PATH, { query })).receipt);
    const verify = (to: string) => verifyReceipt(mkt, text, { ...node(), recipient: to });
    expect(await verify(recipient)).toMatchObject({ isOnChain: true, recipient });
    expect(await verify(stranger.address)).toMatchObject({ isOnChain: false, recipient: stranger.address });
    expect(await verifyReceipt(mkt, text, node())).toMatchObject({ isOnChain: true, recipient: null });
  });

  it("RC1: changed, signed by another key, of another host or of a payment that is not on the chain are refused", async () => {
    const mkt = agent(market, "payer", { gasless: "always" });
    const { receipt } = await mkt.buy(PATH, { query });
    const { payload, signature, format } = receiptIn(String(receipt));
    const verify = (changed: object) =>
      verifyReceipt(mkt, JSON.stringify({ format, payload, signature, ...changed }), node());
    const invalid = { code: "receipt_invalid" };
    await expect(verify({ payload: { ...payload, payer: stranger.address } })).rejects.toMatchObject(invalid);
    await expect(verify({ signature: `0x${"11".repeat(65)}` })).rejects.toMatchObject(invalid);
    const types = {
      Receipt: [
        "uint256 version",
        "string network",
        "string resourceUrl",
        "string payer",
        "uint256 issuedAt",
        "string transaction",
      ].map((one) => ({ type: one.split(" ")[0] ?? "", name: one.split(" ")[1] ?? "" })),
    };
    const domain = { name: "x402 receipt", version: "1", chainId: 1 };
    const by = async (key: string, changed: object) => {
      const other = { ...payload, ...changed };
      return { payload: other, signature: await new Wallet(key).signTypedData(domain, types, other) };
    };
    await expect(verify(await by(payer.privateKey, {}))).rejects.toMatchObject(invalid);
    const elsewhere = { resourceUrl: "https://other.example/demand-insights" };
    await expect(verify(await by(stranger.privateKey, elsewhere))).rejects.toMatchObject(invalid);
    const unpaid = await verify(await by(stranger.privateKey, { transaction: id("none") }));
    expect(unpaid.isOnChain).toBe(false);
    for (const text of [
      "",
      "{}",
      "abc",
      "{bad",
      JSON.stringify({ format, payload: { ...payload, version: 2 }, signature }),
    ])
      expect(() => receiptIn(text)).toThrow("not a signed receipt");
  });

  it("on the command line: are listed, shown and verified", async () => {
    const bought = await cli(words`--json ask demand ${query}`, "payer2");
    const { txHash, receipt } = bought.json as { txHash: string; receipt: string };
    const list = await cli(["answers", "list"], "payer2");
    expect(lines(list.out)).toEqual([
      expect.stringMatching(new RegExp(`${PATH}  0.49 USDC  ${txHash}  receipt$`)),
      `  ${query}`,
    ]);
    expect((await cli(["receipt", "show"], "payer2")).out).toMatch(
      new RegExp(`by ${market.address("payer2")}\nin ${txHash} on eip155:8453`),
    );
    const verify = (pinned: Record<string, string>) => cli(["receipt", "verify", txHash], "payer2", pinned);
    const [verified, moved, elsewhere] = [
      await verify({ MKT_RECIPIENT: recipient }),
      await verify({}),
      await verify({ MKT_RECIPIENT: stranger.address }),
    ];
    expect([verified.code, verified.out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^Valid: signed by 0x.+\nThe chain has the payment to ${recipient}\\.$`)),
    ]);
    // BW6: without a recipient that the user knows, any transfer of the payer is in it.
    expect([moved.code, moved.out]).toEqual([0, expect.stringMatching(/\nOn the chain, 0x\w+ moved USDC in it\. .+$/)]);
    expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining("no such payment")]);
    // Anyone can: without a wallet, from the standard input, without a node.
    const anyone = await cli(["receipt", "verify", "-"], null, { MKT_RPC_URL: "" }, receipt);
    expect([anyone.code, anyone.out]).toEqual([0, expect.stringContaining("Not looked up on the chain")]);
    expect(await cli(["receipt", "verify", id("unknown")], "payer2")).toMatchObject({
      code: 1,
      err: expect.stringContaining("no receipt of 0x"),
    });
  });
});

describe("an answer again", () => {
  it("is read by the paying wallet's signature, without the journal, and by no other wallet", async () => {
    const asked = { query: "What is read again?" };
    const { answer } = await agent(market, "payer").buy(PATH, asked);
    const before = await market.chain.usdcUnitsOf(payer.address);
    const signed: string[] = [];
    const again = agent(market, "payer", {
      beforeSigning: ({ kind, purpose }) => void signed.push(`${kind}: ${purpose}`),
    });
    expect(await again.answerAgain(PATH, asked)).toEqual(answer);
    expect([signed, await market.chain.usdcUnitsOf(payer.address)]).toEqual([
      [`message: Read an answer of ${PATH} again`],
      before,
    ]);
    await expect(agent(market, "payer2").answerAgain(PATH, asked)).rejects.toMatchObject({ code: "not_bought" });
    await expect(again.answerAgain(PATH, { query: "Another?" })).rejects.toMatchObject({ code: "not_bought" });
    const onCli = await cli(["answers", "again", "demand", asked.query], "payer");
    expect([onCli.code, lines(onCli.out).at(-1)]).toEqual([0, "Read again; nothing was paid."]);
    expect(await cli(["answers", "again", "demand", "Never asked?"], "payer")).toMatchObject({
      code: 3,
      err: expect.stringContaining("mkt answers list"),
    });
  });

  it.each<[string, Record<string, string>]>([
    ["another host", { domain: "other.example" }],
    ["another resource", { uri: "http://127.0.0.1:5000/ai-early-adopters-goals" }],
    ["a time that is not current", { issuedAt: "2020-01-01T00:00:00.000Z" }],
    ["more lines than it should have", { statement: "Read.\nURI: http://other.example" }],
  ])("RC2: signs no challenge for %s", async (_name, changed) => {
    const signed: string[] = [];
    const lying: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const header = response.headers.get("payment-required");
      if (header === null) return response;
      const required = JSON.parse(Buffer.from(header, "base64").toString()) as {
        extensions: Record<string, { info: object }>;
      };
      Object.assign(required.extensions["sign-in-with-x"]?.info ?? {}, changed);
      const headers = { "payment-required": Buffer.from(JSON.stringify(required)).toString("base64") };
      return new Response(await response.text(), { status: response.status, headers });
    };
    const mkt = agent(market, "payer", { fetch: lying, beforeSigning: ({ kind }) => void signed.push(kind) });
    await expect(mkt.answerAgain(PATH, { query })).rejects.toMatchObject({ code: "untrusted" });
    expect(signed).toEqual([]);
  });
});

describe("feedback", () => {
  const registry = new Interface([
    "function giveFeedback(uint256 agentId, int128 value, uint8 valueDecimals, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)",
  ]);
  const subject: FeedbackSubject = { task: { contract: "human", taskId: "7" }, agentId: 22 };
  const client = payer.address as Address;

  /** What the service prepares; the registries themselves are not on this chain. */
  function prepared(change: { to?: string; agentId?: bigint; value?: number; client?: Address; file?: object } = {}) {
    const { to = BASE.reputationRegistry, agentId = 22n, value = 80 } = change;
    const proofOfPayment = { fromAddress: client, toAddress: client, chainId: "8453", txHash: id("x") as Hex };
    const { feedback, file } = agentFeedback({
      ...{ chainId: 8453, registry: BASE.agentRegistry, endpoint: "https://mkt.example", about: {}, nowMs: 0 },
      ...{ agentId, value, proofOfPayment, client: change.client ?? client },
    });
    const { valueDecimals, tag1, tag2, endpoint, feedbackURI, feedbackHash } = feedback;
    const values = [agentId, value, valueDecimals, tag1, tag2, endpoint, feedbackURI, feedbackHash];
    const data = registry.encodeFunctionData("giveFeedback", values);
    const call = { description: "", to, data, value: "0", chainId: 8453, from: client, gas: "300000" };
    return {
      ok: true,
      transactions: [call],
      feedback: { ...feedback, agentId: String(agentId) },
      file: change.file ?? file,
    };
  }
  /** Answers every preparation. */
  const service =
    (answer: object): typeof fetch =>
    async (input, init) => {
      const { pathname } = new URL(new Request(input, init).url);
      return pathname === "/mkt/reputation" ? Response.json(answer) : fetch(input, init);
    };

  it("is prepared without signing, and sent once by the wallet's own transaction", async () => {
    const mkt = agent(market, "payer", { fetch: service(prepared()) });
    expect((await mkt.reputation.prepare(subject, 80)).feedback).toMatchObject({ agentId: "22", value: 80 });
    const before = await market.chain.provider.getTransactionCount(client);
    const [{ txHash }] = await Promise.all([mkt.reputation.give(subject, 80), mkt.reputation.give(subject, 80)]);
    expect(await market.chain.provider.getTransactionCount(client)).toBe(before + 1);
    const sent = await market.chain.provider.getTransaction(txHash);
    expect([sent?.to, sent?.data]).toEqual([BASE.reputationRegistry, prepared().transactions[0]?.data]);
    expect(await mkt.resume()).toEqual([]);
  });

  it.each<[string, Parameters<typeof prepared>[0]]>([
    ["another contract", { to: stranger.address }],
    ["another agent", { agentId: 23n }],
    ["another value", { value: 0 }],
    ["another client in its file", { client: stranger.address as Address }],
    ["another file than is shown", { file: { agentId: 22 } }],
  ])("RC3: signs nothing for %s", async (_name, change) => {
    const mkt = agent(market, "payer", { fetch: service(prepared(change)) });
    await expect(mkt.reputation.give(subject, 80)).rejects.toMatchObject({ code: "untrusted" });
    expect(await mkt.resume()).toEqual([]);
  });

  it("BW5: signs nothing about another agent than the service's, or of a value that is no rating, for a receipt or a task", async () => {
    const give = (change: Parameters<typeof prepared>[0], about: FeedbackSubject, value?: number) =>
      agent(market, "payer", { fetch: service(prepared(change)) }).reputation.give(about, value);
    const answer: FeedbackSubject = { receipt: "any", agentId: 22 };
    await expect(give({ agentId: 23n }, answer, 80)).rejects.toMatchObject({ code: "untrusted" });
    for (const value of [-1, 101, 0.5, Number.NaN])
      await expect(give({}, answer, value)).rejects.toMatchObject({ code: "invalid_value" });
    await expect(give({}, answer)).rejects.toMatchObject({ code: "invalid_value" });
    for (const value of [0, 50, 120])
      await expect(give({ value }, subject)).rejects.toMatchObject({ code: "untrusted" });
    const mkt = agent(market, "payer", { fetch: service(prepared()) });
    expect((await mkt.reputation.prepare(subject)).feedback.value).toBe(80);
  });

  it("passes on the service's refusals, and on the command line says what it would send", async () => {
    const refused = await cli(words`reputation task 7 --agent 22 --value 80`, "payer");
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("task_not_found")]);
    await cli(words`--gasless ask demand ${query}`, "payer");
    // By a real receipt: the service says that there is no such agent on this chain.
    const noAgent = await cli(words`reputation answer --agent 22 --value 90`, "payer");
    expect([noAgent.code, noAgent.err]).toEqual([2, expect.stringContaining("no agent 22")]);
  });
});
