import { getAddress } from "ethers";
import { Budget } from "../../packages/client/src/journal/budget";
import { browserSigner } from "../../packages/client/src/signing/browserSigner";
import {
  MemoryJournal,
  StorageJournal,
  type Journal,
  type JournalEntry,
} from "../../packages/client/src/journal/journal";
import { land } from "../../packages/client/src/journal/landing";
import { Ledger } from "../../packages/client/src/journal/ledger";
import { Purchases } from "../../packages/client/src/buying/purchases";
import { Steps } from "../../packages/client/src/tasks/steps";
import { AgentWallet } from "../../packages/client/src/signing/wallet";

const ADDRESS = "0x00000000000000000000000000000000000000A1";
const ESCROW = "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd";
const MINUTE = 60_000;

interface Call {
  method: string;
  params?: readonly unknown[];
}
type Answer = (call: Call) => unknown;

const failure = (code: number) => Object.assign(new Error("the wallet says no"), { code });
const ledgerOf = (journal: Journal) =>
  new Ledger(journal, new Budget({ perCallUsdc: "10", totalUsdc: "10" }), {
    isBound: () => Promise.resolve(false),
    allowance: () => Promise.resolve(null),
  });
const walletOf = (answer: Answer) => {
  const request = (call: Call) => new Promise<unknown>((resolve) => resolve(answer(call)));
  const signer = browserSigner({ request }, ADDRESS);
  return new AgentWallet({ signer, chainId: 8453, maxGasWei: 10n ** 18n, beforeSigning: () => undefined });
};

/** Answers of a node on Base, of a wallet without a transaction. */
const NODE: Readonly<Record<string, unknown>> = {
  eth_chainId: "0x2105",
  wallet_getCapabilities: { "0x2105": { atomic: { status: "ready" } } },
  eth_getTransactionCount: "0x0",
  eth_gasPrice: "0x1",
  eth_maxPriorityFeePerGas: "0x1",
  eth_getBlockByNumber: { baseFeePerGas: "0x1" },
  eth_getTransactionReceipt: { status: "0x1", logs: [] },
};

/** A creation of a task by an approval and a call, with a wallet that answers so; `asked` is what it was asked to confirm. */
function creation(answer: Answer) {
  const asked: Call[] = [];
  const journal = new MemoryJournal();
  const ledger = ledgerOf(journal);
  const clock = { ms: Date.parse("2026-01-01T00:00:00Z") };
  let ids = 0;
  const wallet = walletOf((call) => {
    if (["wallet_sendCalls", "eth_sendTransaction"].includes(call.method)) asked.push(call);
    return call.method in NODE ? NODE[call.method] : answer(call);
  });
  const transactions = ["0x01", "0x02"].map((data) => ({ to: ESCROW, data, gas: "1" }));
  const steps = new Steps({
    ledger,
    wallet: () => wallet,
    gasless: "auto",
    nowMs: () => clock.ms,
    newId: () => `id-${++ids}`,
    newSalt: () => `0x${String(++ids).padStart(64, "0")}`,
    ways: { choose: () => Promise.resolve({ prepared: {}, transactions }) },
    relay: {},
    requests: { confirm: (_path: string, { txHash }: { txHash: string }) => Promise.resolve(txHash) },
  } as never);
  const step = {
    path: "/agentCreateTaskSimple",
    about: { create: 1 },
    purpose: "Create",
    takesUsdcUnits: 5n,
    prepare: () => Promise.resolve({}),
    confirmWith: () => ({}),
  };
  const take = () => steps.take<object, string>(step as never, { timeoutMs: 40 });
  const states = async () => (await journal.entries()).map(({ state }) => state);
  return { take, asked, clock, states };
}

const batchIn = ({ params = [] }: Call) => params[0] as { id: string; calls: { to: string }[] };
const done = (hash: string) => ({ status: 200, receipts: [{ transactionHash: hash, status: "0x1" }] });

it("UI31: calls that a wallet gives a name of its own are found by it, and sent once", async () => {
  const { take, asked, states } = creation(({ method, params = [] }) => {
    if (method === "wallet_sendCalls") return { id: "0xown" };
    if (params[0] !== "0xown") throw failure(5730);
    return done("0xabc");
  });
  expect(await take()).toBe("0xabc");
  expect([asked.length, await states()]).toEqual([1, ["done"]]);
});

it("UI31: a prompt that was not answered for ten minutes is opened again under the same name, which is taken once", async () => {
  let isTaken = false;
  const { take, asked, clock, states } = creation(({ method }) => {
    if (method === "wallet_sendCalls") {
      if (asked.length === 1) throw new Error("the page was closed");
      // Meanwhile, the first prompt was confirmed.
      isTaken = true;
      throw failure(5720);
    }
    if (!isTaken) throw failure(5730);
    return done("0xabc");
  });
  await expect(take()).rejects.toThrow("closed");
  await expect(take()).rejects.toMatchObject({ code: "unavailable" });
  clock.ms += 10 * MINUTE;
  expect(await take()).toBe("0xabc");
  expect(asked.length).toBe(2);
  expect(new Set(asked.map((call) => batchIn(call).id)).size).toBe(1);
  expect(await states()).toEqual(["done"]);
});

it("UI32: calls have a name and addresses as every wallet takes them", async () => {
  const { take, asked } = creation(({ method, params = [] }) =>
    method === "wallet_sendCalls" ? { id: (params[0] as { id: string }).id } : done("0xabc"),
  );
  await take();
  const { id, calls } = batchIn(asked[0] as Call);
  expect(id).toMatch(/^0x[0-9a-f]{64}$/);
  expect(calls.map(({ to }) => to)).toEqual([getAddress(ESCROW), getAddress(ESCROW)]);
});

it.each([-32602, -32601, 4100, 4200, 5700, 5710, 5740, 5750, 5760])(
  "UI32: a wallet that answers calls by %d is asked for one transaction after the other",
  async (code) => {
    const { take, asked, states } = creation(({ method }) => {
      if (method === "wallet_sendCalls") throw failure(code);
      return "0xabc";
    });
    expect(await take()).toBe("0xabc");
    expect(asked.map(({ method }) => method)).toEqual([
      "wallet_sendCalls",
      "eth_sendTransaction",
      "eth_sendTransaction",
    ]);
    expect(await states()).toEqual(["void", "done"]);
  },
);

it("UI33: on another chain nothing is decided about a payment that is under way", async () => {
  const other = { from: ADDRESS, to: ESCROW, input: "0x99", nonce: "0x5", hash: "0xother" };
  let chain = "0x2105";
  const counted = (tag: unknown) => (chain === "0x2105" || tag === "pending" ? "0x5" : "0x6");
  const wallet = walletOf(({ method, params = [] }) => {
    if (method === "eth_chainId") return chain;
    if (method === "eth_getTransactionCount") return counted(params[1]);
    if (method === "eth_blockNumber") return "0x9";
    return method === "eth_getBlockByNumber" ? { transactions: [other] } : null;
  });
  const journal = new MemoryJournal();
  const parts = { ledger: ledgerOf(journal), wallet: () => wallet, nowMs: () => 0 };
  const entryOf = (hash: string): JournalEntry => ({
    ...{ id: hash, key: hash, kind: "purchase", wallet: ADDRESS, path: "/demand-insights", request: {} },
    ...{ amountUsdcUnits: "490000", state: "signed", signedAt: "1970-01-01T00:00:00.000Z" },
    transactions: [{ hash, raw: "", nonce: 5, to: ADDRESS, data: "0x01" }],
  });
  const known = entryOf("0xmine");
  const unknown = entryOf("");
  for (const entry of [known, unknown]) await journal.put(entry);
  await expect(land(known, parts, { timeoutMs: 20 })).rejects.toMatchObject({ code: "timeout" });
  chain = "0x1";
  for (const entry of [known, unknown])
    await expect(land(entry, parts, { timeoutMs: 20 })).rejects.toMatchObject({ code: "untrusted" });
  expect((await journal.entries()).map(({ state }) => state)).toEqual(["signed", "signed"]);
});

it("UI35: an answer that is paid is given although the browser's storage is full", async () => {
  const kept = new Map<string, string>();
  let room = 5_000;
  const setItem = (name: string, text: string) => {
    if (text.length > room) throw new DOMException("full", "QuotaExceededError");
    kept.set(name, text);
  };
  const journal = new StorageJournal({ getItem: (name) => kept.get(name) ?? null, setItem });
  const payment = { header: "h", authorizationNonce: "0x", deadline: 1 };
  const request = { query: "q" };
  await journal.put({
    ...{ id: "1", key: "k", kind: "purchase", wallet: ADDRESS, path: "/demand-insights", request, payment },
    ...{ amountUsdcUnits: "490000", transactions: [], state: "signed", signedAt: "1970-01-01T00:00:00.000Z" },
  });
  room = 300;
  const headers = new Headers({ "payment-response": "r".repeat(800) });
  const purchases = new Purchases({
    ledger: ledgerOf(journal),
    wallet: () => walletOf(() => null),
    settlement: { answer: () => Promise.resolve({ answer: "The answer", headers }) },
  } as never);
  expect(await purchases.read("1")).toMatchObject({ answer: "The answer" });
  expect(await purchases.buy("/demand-insights", request, { key: "k" })).toMatchObject({ answer: "The answer" });
});

it("UI35: a transaction that the wallet has sent is not said to be unsent because its hash cannot be kept", async () => {
  const wallet = walletOf(({ method }) => NODE[method] ?? "0xabc");
  let writes = 0;
  const sent = await wallet.signAndSend([{ to: ESCROW, data: "0x01", gas: "1" }], {
    ...{ purpose: "Pay", amountUsdc: "1", drop: () => Promise.resolve() },
    keep: () => (++writes === 1 ? Promise.resolve() : Promise.reject(new Error("full"))),
  });
  expect(sent).toMatchObject([{ hash: "0xabc", nonce: 0 }]);
});
