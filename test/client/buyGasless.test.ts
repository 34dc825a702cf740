import { Wallet } from "ethers";
import { MemoryJournal, type JournalEntry, type MktOptions, type ToSign } from "../../packages/client/src/index";
import { devWallets } from "../../dev/local/wallets";
import { USDC } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { agent } from "./agents";
import { commandLine, words } from "./commandLine";

const PATH = "/demand-insights";
const PRICE = 490_000n;
const { stranger } = devWallets();
const cli = commandLine(() => market);
const market = Market.forFile(testFirestore().db, { RECEIPT_KEY: stranger.privateKey });
beforeAll(async () => {
  await market.chain.call("anvil_setBalance", market.address("payer"), "0x0");
});

/** A client of a wallet with USDC and 0 wei, and what it signed. */
function payer(more: Partial<MktOptions> = {}) {
  const signed: ToSign[] = [];
  const beforeSigning = (toSign: ToSign) => void signed.push(toSign);
  const mkt = agent(market, "payer", { retry: { attempts: 2, patienceMs: 2_000 }, beforeSigning, ...more });
  return { mkt, signed };
}
const keyOnly = () => new Wallet(devWallets().payer.privateKey);
const unitsOf = () => market.chain.usdcUnitsOf(market.address("payer"));
async function paidDuring(work: () => Promise<unknown>): Promise<bigint> {
  const before = await unitsOf();
  await work();
  return before - (await unitsOf());
}
let questions = 0;
const question = () => ({ query: `What do people without ether ask? (${++questions})` });

/** A `fetch` that acts on requests with a signed payment. */
function atPayment(act: (send: () => Promise<Response>) => Promise<Response>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    return request.headers.has("payment-signature") ? act(() => fetch(request)) : fetch(request);
  };
}
const reset = () => Promise.reject(new TypeError("the connection was reset"));
/** The refusal of a service that says it took nothing. */
const refusal = () =>
  Promise.resolve(
    new Response(JSON.stringify({ code: "payment_invalid", detail: "No.", requestId: "r", status: 402 }), {
      status: 402,
      headers: { "content-type": "application/problem+json" },
    }),
  );

/** A `fetch` whose quotes ask for another payment by signature. */
function lyingQuotes(change: (accept: Record<string, unknown>) => object): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const header = response.headers.get("payment-required");
    if (header === null) return response;
    const required = JSON.parse(Buffer.from(header, "base64").toString()) as { accepts: Record<string, unknown>[] };
    const accepts = required.accepts.map((one) => ({ ...one, ...change(one) }));
    const headers = new Headers(response.headers);
    headers.set("payment-required", Buffer.from(JSON.stringify({ ...required, accepts })).toString("base64"));
    return new Response(await response.text(), { status: response.status, headers });
  };
}
/** Nothing that is signed now can be used, by blocks that are safe. */
async function passDeadline() {
  await market.pass(700);
  await market.chain.mine(100);
}

describe("happy", () => {
  it("a wallet with 0 wei buys an answer by one signature, and gets it again for its key", async () => {
    const { mkt, signed } = payer();
    const asked = question();
    const paid = await paidDuring(async () => {
      const bought = await mkt.buy(PATH, asked, { key: "one" });
      expect(bought).toMatchObject({ paidUsdc: "0.49", way: "authorization", intentId: null, answer: {} });
      expect(bought.txHash).toMatch(/^0x[0-9a-f]{64}$/);
      expect(await mkt.buy(PATH, asked, { key: "one" })).toEqual(bought);
    });
    expect(paid).toBe(PRICE);
    expect(await market.chain.provider.getBalance(market.address("payer"))).toBe(0n);
    const recipient = market.address("recipient");
    expect(signed).toMatchObject([
      {
        kind: "typedData",
        purpose: expect.stringMatching(/^Pay 0\.49 USDC to 0x\w{40} for .+, once, until 20.+Z; without gas$/),
        typedData: {
          domain: { chainId: 8453, verifyingContract: USDC },
          message: { from: market.address("payer"), to: recipient, value: "490000" },
        },
      },
    ]);
  });

  it("needs no node", async () => {
    const { mkt } = payer({ signer: keyOnly() });
    expect(await paidDuring(() => mkt.buy(PATH, question()))).toBe(PRICE);
  });

  it("a wallet with ether sends its own transaction, unless it is told otherwise", async () => {
    const rich = (gasless: MktOptions["gasless"]) => agent(market, "payer2", gasless ? { gasless } : {});
    expect(await rich(undefined).buy(PATH, question())).toMatchObject({
      way: "transaction",
      intentId: expect.any(String),
    });
    expect(await rich("always").buy(PATH, question())).toMatchObject({ way: "authorization" });
    expect(await rich("never").buy(PATH, question(), { gasless: "always" })).toMatchObject({ way: "authorization" });
    expect(await rich("always").buy(PATH, question(), { gasless: "never" })).toMatchObject({ way: "transaction" });
  });

  it("asks again where the price is higher than the one that was shown", async () => {
    const { mkt, signed } = payer();
    const shown = { maxUsdc: "0.48", gasless: "always" } as const;
    await expect(mkt.buy(PATH, question(), shown)).rejects.toMatchObject({ code: "over_budget", limit: "perCall" });
    expect(signed).toEqual([]);
  });

  it("on the command line: says what was paid and in which way", async () => {
    const { code, out, err } = await cli(words`ask demand ${"What is asked without ether?"}`, "payer");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(
      /You asked.+\n\nPaid 0\.49 USDC by signature, without gas; the service settled it in transaction 0x[0-9a-f]{64}\./,
    );
    const forced = await cli(words`--json --gasless ask demand ${"By signature?"}`, "payer2");
    expect(forced.json).toMatchObject({ way: "authorization", paidUsdc: "0.49" });
    const direct = await cli(words`ask demand ${"By transaction?"}`, "payer2");
    expect(direct.out).toMatch(/Paid 0\.49 USDC in transaction 0x/);
    const dry = await cli(words`--dry-run ask demand Dry?`, "payer");
    expect(dry.out).toMatch(/Would sign \(typedData\): Pay 0\.49 USDC to 0x.+without gas/);
  });
});

describe("refusals", () => {
  const other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  it.each<[string, (accept: Record<string, unknown>) => object]>([
    ["recipient", () => ({ payTo: other })],
    ["amount", () => ({ amount: "490001" })],
    ["token", () => ({ asset: other })],
    ["token's name", () => ({ extra: { name: "Other", version: "2" } })],
    ["window", () => ({ maxTimeoutSeconds: -1 })],
    ["window that is no number", () => ({ maxTimeoutSeconds: "900" })],
  ])("BA1: a quote whose signature would have another %s is refused, and nothing is signed", async (_name, change) => {
    const { mkt, signed } = payer({ fetch: lyingQuotes(change) });
    expect(
      await paidDuring(async () => expect(mkt.buy(PATH, question())).rejects.toMatchObject({ code: "untrusted" })),
    ).toBe(0n);
    expect([signed, mkt.budget.leftUnits]).toEqual([[], 100_000_000n]);
  });

  it("BA1: a longer window than ten minutes is not signed, and another chain is not taken for an offer", async () => {
    const { mkt, signed } = payer({ fetch: lyingQuotes(() => ({ maxTimeoutSeconds: 86_400 })) });
    await mkt.buy(PATH, question());
    const [first] = signed;
    const { message } = (first as Extract<ToSign, { kind: "typedData" }>).typedData;
    expect(Number(message["validBefore"]) * 1000 - market.nowMs()).toBeLessThanOrEqual(600_000);
    const elsewhere = payer({ fetch: lyingQuotes(() => ({ network: "eip155:1" })), gasless: "always" });
    await expect(elsewhere.mkt.buy(PATH, question())).rejects.toMatchObject({ code: "settlement_unavailable" });
    expect(elsewhere.signed).toEqual([]);
  });

  it("keeps the budget, also for calls that run at once", async () => {
    const { mkt, signed } = payer({ budget: { perCallUsdc: "1", totalUsdc: "1" } });
    const paid = await paidDuring(async () => {
      const outcomes = await Promise.allSettled([1, 2, 3].map(() => mkt.buy(PATH, question())));
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
      await expect(mkt.buy(PATH, question())).rejects.toMatchObject({ code: "over_budget" });
    });
    expect([paid, signed.length]).toEqual([2n * PRICE, 2]);
  });

  it.each([
    ["with a node", true],
    ["without a node", false],
  ])("signs nothing that the wallet cannot pay, %s", async (_name, hasNode) => {
    const poor = Wallet.createRandom();
    const signer = hasNode ? poor.connect(market.chain.provider) : new Wallet(poor.privateKey);
    const { mkt, signed } = payer({ signer });
    await expect(mkt.buy(PATH, question())).rejects.toMatchObject({ code: "insufficient_funds" });
    expect([signed, mkt.budget.leftUnits]).toEqual([[], 100_000_000n]);
  });
});

describe("faults", () => {
  it.each<[string, typeof fetch]>([
    ["before the payment is sent", atPayment(reset)],
    ["after the payment was taken, before the answer", atPayment((send) => send().then(reset))],
  ])("BA2: a crash %s: another process gets the answer with the same signature", async (_name, broken) => {
    const journal = new MemoryJournal();
    const asked = question();
    const paid = await paidDuring(async () => {
      await expect(payer({ journal, fetch: broken }).mkt.buy(PATH, asked)).rejects.toMatchObject({
        code: "unavailable",
      });
      const second = payer({ journal, budget: { perCallUsdc: "1", totalUsdc: "0.6" } });
      const [outcome] = await second.mkt.resume();
      expect(outcome).toMatchObject({ answer: { reply: `You asked: ${asked.query}` }, way: "authorization" });
      // The journal counts: what the first process spent is spent, and nothing more was signed.
      await expect(second.mkt.buy(PATH, question())).rejects.toMatchObject({ code: "over_budget" });
      expect([second.signed, await second.mkt.resume()]).toEqual([[], []]);
    });
    expect(paid).toBe(PRICE);
  });

  it("BA2: what is paid and not answered is listed, collected by its id, and read again, for one payment", async () => {
    const journal = new MemoryJournal();
    const asked = question();
    const broken = atPayment((send) => send().then(reset));
    const paid = await paidDuring(async () => {
      await expect(payer({ journal, fetch: broken }).mkt.buy(PATH, asked)).rejects.toBeInstanceOf(Error);
      const { mkt, signed } = payer({ journal });
      expect(await mkt.bought()).toEqual([]);
      const [open] = await mkt.bought({ withOpen: true });
      expect(open).toMatchObject({ isAnswered: false, question: asked, paidTo: market.address("recipient") });
      const id = String(open?.id);
      const [first, second] = [await mkt.readBought(id), await mkt.readBought(id)];
      expect([first.answer, second.answer]).toMatchObject([{ reply: `You asked: ${asked.query}` }, first.answer]);
      expect((await mkt.bought())[0]).toMatchObject({ id, isAnswered: true, txHash: first.txHash });
      expect(signed).toEqual([]);
      await expect(mkt.readBought("another")).rejects.toMatchObject({ code: "not_bought" });
      const other = agent(market, "payer2", { journal });
      await expect(other.readBought(id)).rejects.toMatchObject({ code: "not_bought" });
    });
    expect(paid).toBe(PRICE);
  });

  it("BA2: an answer that the journal does not take is given, and repeated", async () => {
    const journal = new MemoryJournal();
    const asked = question();
    const put = jest.spyOn(journal, "put");
    const paid = await paidDuring(async () => {
      put.mockImplementation(async function (this: MemoryJournal, entry: JournalEntry) {
        if (entry.state === "done") throw new Error("the disk is full");
        return MemoryJournal.prototype.put.call(journal, entry);
      });
      const { answer } = await payer({ journal }).mkt.buy(PATH, asked);
      expect(answer.reply).toBe(`You asked: ${asked.query}`);
      expect((await journal.entries()).at(-1)?.state).toBe("signed");
      put.mockRestore();
      expect((await payer({ journal }).mkt.buy(PATH, asked)).answer.reply).toBe(`You asked: ${asked.query}`);
    });
    expect(paid).toBe(PRICE);
  });

  it("BA2: nothing is sent if the journal cannot be written", async () => {
    const journal = new MemoryJournal();
    jest.spyOn(journal, "put").mockRejectedValue(new Error("ENOSPC"));
    const { mkt } = payer({ journal });
    expect(
      await paidDuring(async () => expect(mkt.buy(PATH, question())).rejects.toMatchObject({ code: "journal_failed" })),
    ).toBe(0n);
    expect(mkt.budget.leftUnits).toBe(100_000_000n);
  });

  it("BA3: a refused payment is sent again while it can be used, and signed again once the chain says that it cannot", async () => {
    const journal = new MemoryJournal();
    const asked = question();
    const refused = payer({ journal, fetch: atPayment(refusal) });
    expect(
      await paidDuring(async () => {
        const wrong = expect.stringContaining("it sends the same signed payment");
        for (let time = 0; time < 2; time++)
          await expect(refused.mkt.buy(PATH, asked)).rejects.toMatchObject({ problem: { detail: wrong } });
      }),
    ).toBe(0n);
    expect(refused.signed).toHaveLength(1);
    await passDeadline();
    const later = payer({ journal });
    expect(await paidDuring(() => later.mkt.buy(PATH, asked))).toBe(PRICE);
    expect(later.signed).toHaveLength(1);
    expect((await journal.entries()).map(({ state }) => state)).toEqual(["void", "done"]);
  });

  it("BA3: a payment that was used although the service refuses it is never signed again", async () => {
    const journal = new MemoryJournal();
    const asked = question();
    const liar = payer({ journal, fetch: atPayment((send) => send().then(refusal)) });
    const paid = await paidDuring(async () => {
      const used = expect.stringMatching(/was used by transaction 0x[0-9a-f]{64}; it is not paid again/);
      await expect(liar.mkt.buy(PATH, asked)).rejects.toMatchObject({ problem: { detail: used } });
      await passDeadline();
      await expect(liar.mkt.buy(PATH, asked)).rejects.toMatchObject({ problem: { detail: used } });
      expect((await payer({ journal }).mkt.buy(PATH, asked)).answer.reply).toContain("You asked");
    });
    expect([paid, liar.signed.length]).toEqual([PRICE, 1]);
  });

  it("BA3: without a node, a late refused payment counts as spent, so that a lying service cannot exceed the budget", async () => {
    const journal = new MemoryJournal();
    const asked = question();
    const options = { journal, signer: keyOnly(), budget: { perCallUsdc: "1", totalUsdc: "0.9" } };
    const liar = payer({ ...options, fetch: atPayment((send) => send().then(refusal)) });
    const paid = await paidDuring(async () => {
      await expect(liar.mkt.buy(PATH, asked)).rejects.toMatchObject({ code: "payment_invalid" });
      await passDeadline();
      await expect(liar.mkt.buy(PATH, asked)).rejects.toMatchObject({
        problem: { detail: expect.stringContaining("counts as spent") },
      });
      await expect(liar.mkt.buy(PATH, asked)).rejects.toMatchObject({ code: "over_budget" });
      await expect(payer(options).mkt.buy(PATH, asked)).rejects.toMatchObject({ code: "over_budget" });
    });
    expect(paid).toBe(PRICE);
  });
});
