import { hexlify, randomBytes } from "ethers";
import { devWallets } from "../../dev/local/wallets";
import { Buyer, PRICE_UNITS, type QuoteBody, type Reply } from "../setup/paying/buyer";
import { sharedChain } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { type Fault, ofChain, type RpcProxy, startRpcProxy } from "../setup/chain/rpcProxy";
import { testService } from "../setup/service";
import type { TestServer } from "../setup/http/server";

const chain = sharedChain();
const { db } = testFirestore();
const SLOW_MS = 700;
let one: TestServer;
let two: TestServer;
let quorum: TestServer;

const first = forFile(() => startRpcProxy(chain.rpcUrl));
const second = forFile(() => startRpcProxy(chain.rpcUrl));
beforeAll(async () => {
  const settings = { RPC_URLS: first.url, RPC_TIMEOUT_MS: String(SLOW_MS) };
  const both = { ...settings, RPC_URLS: `${first.url},${second.url}` };
  [one, two, quorum] = await Promise.all([
    testService({ db, settings }),
    testService({ db, settings: both }),
    testService({ db, settings: { ...both, RPC_QUORUM: "2" } }),
  ]);
});
afterEach(() => {
  first.reset();
  second.reset();
});
afterAll(() => Promise.all([one, two, quorum, first, second].map((part) => part.close())));

const at = (service: TestServer) => new Buyer(`${service.baseUrl}/demand-insights`, chain);
const payments = async (txHash: string) => (await db.collection("payments").where("txHash", "==", txHash).get()).size;

async function paid(): Promise<{ quote: QuoteBody; txHash: string }> {
  const quote = await at(one).quote();
  return { quote, txHash: await at(one).payMarked(quote) };
}

/** Nothing was granted and nothing burned: the same request succeeds as soon as the node is well. */
async function expectHealed(service: TestServer, quote: QuoteBody, txHash: string): Promise<void> {
  expect(await payments(txHash)).toBe(0);
  first.reset();
  second.reset();
  expect((await at(service).redeem(quote, txHash)).status).toBe(200);
}

const receipt = (result: (honest: Record<string, unknown>) => unknown): Fault => ({
  kind: "lie",
  method: "eth_getTransactionReceipt",
  result: (honest) => result(honest as Record<string, unknown>),
});

const UNUSABLE: [string, Fault][] = [
  ["is rate limited", { kind: "status", status: 429, headers: { "retry-after": "60" } }],
  ["is down", { kind: "status", status: 503 }],
  ["redirects", { kind: "status", status: 302, headers: { location: "http://127.0.0.1:1/" } }],
  ["is too slow", { kind: "slow", ms: SLOW_MS * 3 }],
  ["never answers", { kind: "hang" }],
  ["drops the connection", { kind: "drop", when: "before" }],
  ["answers HTML", { kind: "garbage" }],
  ["answers nothing", { kind: "garbage", body: "" }],
  ["answers one object for a batch", { kind: "garbage", body: '{"jsonrpc":"2.0","id":0,"result":"0x2105"}' }],
  ["answers an empty batch", { kind: "garbage", body: "[]" }],
  ["answers a batch of nulls", { kind: "garbage", body: "[null,null,null,null]" }],
  ["answers 9 MiB", { kind: "garbage", body: `["${"a".repeat(9 * 1024 * 1024)}"]` }],
  ["says limit exceeded", { kind: "error", code: -32005, message: "limit exceeded" }],
  ["says that a receipt reverted", { kind: "error", code: 3, message: "execution reverted" }],
  ["is on another chain", ofChain(84532)],
  ["names no chain", { kind: "lie", method: "eth_chainId", result: () => null }],
  ["gives a receipt without logs", receipt(({ logs: _logs, ...rest }) => rest)],
  ["gives a log without topics", receipt((honest) => ({ ...honest, logs: [{ address: honest["to"], data: "0x" }] }))],
  ["gives a receipt whose status is a word", receipt((honest) => ({ ...honest, status: "success" }))],
  [
    "gives another transaction's receipt",
    receipt((honest) => ({ ...honest, transactionHash: `0x${"12".repeat(32)}` })),
  ],
  ["gives a text for a receipt", receipt(() => "0x1")],
  ["has no newest block", { kind: "lie", method: "eth_getBlockByNumber", result: () => null }],
];

describe("faults", () => {
  it.each(UNUSABLE)(
    "P12: asks the next node where one %s, and answers 503 where that was the last",
    async (_name, fault) => {
      const { quote, txHash } = await paid();
      first.fault = fault;
      const alone = await at(one).redeem(quote, txHash);
      expect([alone.status, alone.json.code]).toEqual([503, "dependency_unavailable"]);
      expect(Number(alone.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await payments(txHash)).toBe(0);
      first.fault = fault;
      expect((await at(two).redeem(quote, txHash)).status).toBe(200);
    },
  );

  const NOT_YET: [string, Fault][] = [
    ["has no receipt yet", receipt(() => null)],
    ["does not know the transaction", { kind: "lie", method: "eth_getTransactionByHash", result: () => null }],
  ];

  it.each(NOT_YET)(
    "P12: asks the next node where one %s, and says not yet where that was the last",
    async (_name, fault) => {
      const { quote, txHash } = await paid();
      first.fault = fault;
      const alone = await at(one).redeem(quote, txHash);
      expect([alone.json.code, alone.headers.get("retry-after")]).toEqual(["tx_not_confirmed", "2"]);
      expect(await payments(txHash)).toBe(0);
      first.fault = fault;
      expect((await at(two).redeem(quote, txHash)).status).toBe(200);
    },
  );

  const newestIs = (block: object): Fault => ({
    kind: "lie",
    method: "eth_getBlockByNumber",
    result: (honest) => ({ ...(honest as object), ...block }),
  });
  const UNSEALED: [string, (blockNumber: string) => Fault][] = [
    ["without a block hash", () => receipt((honest) => ({ ...honest, blockHash: null }))],
    ["without a block number", () => receipt((honest) => ({ ...honest, blockNumber: null }))],
    ["with an empty block hash", () => receipt((honest) => ({ ...honest, blockHash: `0x${"0".repeat(64)}` }))],
    ["of a block past the newest", () => newestIs({ number: "0x1" })],
    ["of the newest block under another hash", (number) => newestIs({ number, hash: `0x${"77".repeat(32)}` })],
  ];

  it.each(UNSEALED)("P10: claims nothing for a receipt %s", async (_name, faultAt) => {
    const { quote, txHash } = await paid();
    const { blockNumber } = await chain.call<{ blockNumber: string }>("eth_getTransactionReceipt", txHash);
    first.fault = faultAt(blockNumber);
    expect((await at(one).redeem(quote, txHash)).json.code).toBe("tx_not_confirmed");
    await expectHealed(one, quote, txHash);
  });
});

describe("security", () => {
  const quoteOnly = async () => ({ quote: await at(quorum).quote(), txHash: hexlify(randomBytes(32)) });

  /** What a node would say of a transaction that never was, if it lied well. */
  async function invented(txHash: string): Promise<(proxy: RpcProxy) => void> {
    const real = await chain.pay({ to: devWallets().recipient.address, amountUsdcUnits: PRICE_UNITS });
    const [honestReceipt, honestTransaction] = await Promise.all([
      chain.call<object>("eth_getTransactionReceipt", real),
      chain.call<object>("eth_getTransactionByHash", real),
    ]);
    const bodies: Record<string, object> = {
      eth_getTransactionReceipt: { ...honestReceipt, transactionHash: txHash },
      eth_getTransactionByHash: { ...honestTransaction, hash: txHash },
    };
    return (proxy) => {
      // Two lies at once: the batch is answered whole.
      proxy.fault = (calls) => ({
        kind: "garbage",
        body: JSON.stringify(
          calls.map(({ method }, id) => ({
            jsonrpc: "2.0",
            id,
            result:
              bodies[method] ??
              (method === "eth_chainId"
                ? "0x2105"
                : { number: "0xfffff", hash: `0x${"9".repeat(64)}`, timestamp: "0x1" }),
          })),
        ),
      });
    };
  }

  it("P12: lets no single node invent a payment where two must agree", async () => {
    const { quote, txHash } = await quoteOnly();
    const lie = await invented(txHash);
    for (const liar of [first, second]) {
      lie(liar);
      expect((await at(quorum).redeem(quote, txHash)).json.code).toBe("tx_not_confirmed");
      liar.reset();
    }
    expect(await payments(txHash)).toBe(0);
  });

  it.each<[string, (honest: Record<string, unknown>) => unknown]>([
    [
      "the amount",
      (honest) => ({
        ...honest,
        logs: (honest["logs"] as object[]).map((log) => ({ ...log, data: `0x${"f".repeat(64)}` })),
      }),
    ],
    ["the block's number", (honest) => ({ ...honest, blockNumber: "0x1" })],
    ["the block's hash", (honest) => ({ ...honest, blockHash: `0x${"13".repeat(32)}` })],
    ["whether it succeeded", (honest) => ({ ...honest, status: "0x0" })],
    ["the logs", (honest) => ({ ...honest, logs: [] })],
  ])("P12: believes neither where two nodes disagree about %s", async (_name, lie) => {
    const { quote, txHash } = await paid();
    for (const liar of [first, second]) {
      liar.fault = receipt(lie);
      expect((await at(quorum).redeem(quote, txHash)).json.code).toBe("tx_not_confirmed");
      liar.reset();
    }
    await expectHealed(quorum, quote, txHash);
  });

  it("P12: answers 503 where one of two nodes that must agree does not answer", async () => {
    const { quote, txHash } = await paid();
    second.fault = { kind: "status", status: 500 };
    expect((await at(quorum).redeem(quote, txHash)).json.code).toBe("dependency_unavailable");
    await expectHealed(quorum, quote, txHash);
  });

  it("D6: lets no single node say that a payer signed a stranger's redemption", async () => {
    const { quote, txHash } = await paid();
    const strangers = await at(quorum).quote();
    // What the validator of contract wallets' signatures answers where one is good.
    const yes: Fault = { kind: "lie", method: "eth_call", result: () => "0x01" };
    for (const liar of [first, second]) {
      liar.fault = yes;
      const refused = await at(quorum).redeem(strangers, txHash, undefined, { payerSignature: `0x${"ab".repeat(70)}` });
      expect([refused.status, refused.json.code, refused.headers.get("retry-after")]).toEqual([
        503,
        "dependency_unavailable",
        expect.any(String),
      ]);
      liar.reset();
    }
    await expectHealed(quorum, quote, txHash);
  });

  it("P12: takes the lower head of two, so that a node that runs ahead confirms nothing alone", async () => {
    const patient = await testService({
      db,
      settings: { RPC_URLS: `${first.url},${second.url}`, RPC_QUORUM: "2", PAYMENT_CONFIRM_SECONDS: "3600" },
    });
    const quote = await at(patient).quote();
    const txHash = await at(patient).payMarked(quote);
    const ahead: Fault = {
      kind: "lie",
      method: "eth_getBlockByNumber",
      result: (honest) => ({ ...(honest as object), number: "0xffffff" }),
    };
    for (const [liar, name] of [
      [first, "first"],
      [second, "second"],
    ] as const) {
      liar.fault = ahead;
      const reply: Reply = await at(patient).redeem(quote, txHash);
      expect([name, reply.json.code]).toEqual([name, "tx_not_confirmed"]);
      liar.reset();
    }
    await patient.close();
  });
});
