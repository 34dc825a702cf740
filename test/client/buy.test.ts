import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { JsonRpcProvider, type TransactionReceipt, Wallet } from "ethers";
import {
  FileJournal,
  MemoryJournal,
  type JournalEntry,
  type Mkt,
  type MktOptions,
  waitUntil,
} from "../../packages/client/src/index";
import { devWallets, type Role } from "../../dev/local/wallets";
import { Market } from "../setup/market";
import { agent } from "./agents";
import { losingFetch, lyingFetch, spoilingFetch } from "./lying";
import { inDeep, sampled } from "../setup/runs";

const PATH = "/demand-insights";
const PRICE = 490_000n;
const market = Market.forFile();

const payer = (more: Partial<MktOptions> = {}, role: Role = "payer"): Mkt =>
  agent(market, role, { retry: { attempts: 2, patienceMs: 2_000 }, ...more });
const unitsOf = (role: Role) => market.chain.usdcUnitsOf(market.address(role));
const journalFile = () => path.join(mkdtempSync(path.join(tmpdir(), "mkt-journal-")), "journal.json");
let questions = 0;
const question = () => ({ query: `What do people ask about most, and how often? (${++questions})` });

/** What a wallet pays while something happens. */
async function paidDuring(work: () => Promise<unknown>, role: Role = "payer"): Promise<bigint> {
  const before = await unitsOf(role);
  await work();
  return before - (await unitsOf(role));
}

describe("happy", () => {
  it("buys an answer, and gives it again for the same key without paying again", async () => {
    const mkt = payer();
    const asked = question();
    const paid = await paidDuring(async () => {
      const bought = await mkt.buy(PATH, asked, { key: "one" });
      expect(bought).toMatchObject({ paidUsdc: "0.49", answer: { resultType: "chat" } });
      expect(await mkt.buy(PATH, asked, { key: "one" })).toEqual(bought);
    });
    expect(paid).toBe(PRICE);
  });

  it("buys what a plan computes, and pays nothing for what the data has no answer to unless told to", async () => {
    const plan = { steps: [{ do: "themes" }] };
    const bought = await payer().buy(PATH, { plan });
    expect(bought.answer.reply).toBe(`You asked: ${JSON.stringify(plan)}`);
    const unanswerable = lyingFetch(PATH, (body) =>
      body["code"] === "payment_required"
        ? {
            ...body,
            understood: "Nothing.",
            answerable: "no",
            answerableReason: "No column has it.",
            suggestions: ["What now?"],
          }
        : body,
    );
    const mkt = payer({ fetch: unanswerable });
    const asked = question();
    expect(
      await paidDuring(() =>
        expect(mkt.buy(PATH, asked)).rejects.toMatchObject({
          code: "not_answerable",
          message: expect.stringMatching(/^The data cannot answer.*No column has it\..*What now\?/) as unknown,
        }),
      ),
    ).toBe(0n);
    expect(await paidDuring(() => mkt.buy(PATH, asked, { anyway: true }))).toBe(PRICE);
  });

  it("buys the same question again once it was answered, unless a key marks it as the same purchase", async () => {
    const mkt = payer();
    const asked = question();
    expect(await paidDuring(async () => [await mkt.buy(PATH, asked), await mkt.buy(PATH, asked)])).toBe(2n * PRICE);
  });

  it("pays once for a question that is asked twice at the same time", async () => {
    const mkt = payer();
    const asked = question();
    expect(await paidDuring(() => Promise.all([mkt.buy(PATH, asked), mkt.buy(PATH, asked)]))).toBe(PRICE);
  });

  it("quotes without a wallet", async () => {
    const mkt = agent(market, "payer", { signer: undefined } as unknown as Partial<MktOptions>);
    expect((await mkt.quote(PATH, question())).priceUsdcUnits).toBe(PRICE);
    await expect(mkt.buy(PATH, question())).rejects.toMatchObject({ code: "no_signer" });
  });
});

describe("refusals", () => {
  const refusedFor = (work: () => Promise<unknown>) =>
    paidDuring(async () => void (await expect(work()).rejects.toMatchObject({ code: "over_budget" })));

  it("signs nothing above the per-call limit, this call's limit, or the remaining budget", async () => {
    const small = payer({ budget: { perCallUsdc: "0.48", totalUsdc: "10" } });
    expect(await refusedFor(() => small.buy(PATH, question()))).toBe(0n);
    const mkt = payer({ budget: { perCallUsdc: "1", totalUsdc: "0.5" } });
    expect(await refusedFor(() => mkt.buy(PATH, question(), { maxUsdc: "0.1" }))).toBe(0n);
    expect(await paidDuring(() => mkt.buy(PATH, question()))).toBe(PRICE);
    expect(await refusedFor(() => mkt.buy(PATH, question()))).toBe(0n);
    expect(mkt.budget.leftUnits).toBe(10_000n);
  });

  it("spends nothing without a budget", async () => {
    const mkt = payer({ budget: { perCallUsdc: "0", totalUsdc: "0" } });
    expect(await refusedFor(() => mkt.buy(PATH, question()))).toBe(0n);
  });

  it("never overspends by calls that run at once", async () => {
    const mkt = payer({ budget: { perCallUsdc: "1", totalUsdc: "1" } });
    const paid = await paidDuring(async () => {
      const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => mkt.buy(PATH, question())));
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    });
    expect(paid).toBe(2n * PRICE);
  });

  it("accepts a key for one question only", async () => {
    const mkt = payer();
    await mkt.buy(PATH, question(), { key: "mine" });
    await expect(mkt.buy(PATH, question(), { key: "mine" })).rejects.toMatchObject({ code: "key_reused" });
  });

  it("reports a wallet balance that is too low, and leaves the budget unchanged", async () => {
    const poor = agent(market, "payer", { signer: Wallet.createRandom().connect(market.chain.provider) });
    await expect(poor.buy(PATH, question())).rejects.toMatchObject({ code: "insufficient_funds" });
    expect(poor.budget.leftUnits).toBe(100_000_000n);
  });

  it("signs nothing for a node of another chain", async () => {
    const provider = new JsonRpcProvider(market.chain.rpcUrl, 1, { staticNetwork: true });
    const mkt = payer({ signer: new Wallet(devWallets().payer.privateKey, provider) });
    expect(
      await paidDuring(async () => expect(mkt.buy(PATH, question())).rejects.toMatchObject({ code: "untrusted" })),
    ).toBe(0n);
    provider.destroy();
  });

  it("passes on the service's own refusal", async () => {
    await expect(payer().buy(PATH, { query: "" })).rejects.toMatchObject({
      code: "invalid_request",
      status: 400,
      requestId: expect.any(String),
    });
  });
});

describe("faults", () => {
  it("P16: a lost answer is redeemed again, not paid again", async () => {
    let isDown = true;
    const mkt = payer({ fetch: losingFetch((_path, { txHash }) => isDown && txHash !== undefined) });
    const asked = question();
    const paid = await paidDuring(async () => {
      await expect(mkt.buy(PATH, asked)).rejects.toMatchObject({ code: "unavailable" });
      isDown = false;
      expect((await mkt.buy(PATH, asked)).answer.reply).toContain("You asked");
    });
    expect(paid).toBe(PRICE);
  });

  const SPOILT: [string, (text: string) => string][] = [
    ["is empty", () => ""],
    ["is a proxy's page", () => "<html>Sign in to the network</html>"],
    ["breaks off", (text) => text.slice(0, text.length / 2)],
  ];
  it.each(sampled(SPOILT, 1))(
    "P16: an answer that %s is redeemed again, not taken for the answer and not paid again",
    async (_name, spoil) => {
      let isSpoilt = true;
      const mkt = payer({ fetch: spoilingFetch(() => (isSpoilt ? spoil : null)) });
      const asked = question();
      const paid = await paidDuring(async () => {
        await expect(mkt.buy(PATH, asked)).rejects.toMatchObject({ code: "unavailable" });
        isSpoilt = false;
        expect((await mkt.buy(PATH, asked)).answer.reply).toContain("You asked");
      });
      expect(paid).toBe(PRICE);
    },
  );

  it("a crash between signing and sending is resumed with the same transaction, by another process", async () => {
    const file = journalFile();
    const journal = new FileJournal(file);
    const dead = new JsonRpcProvider(market.chain.rpcUrl, 8453, { staticNetwork: true, cacheTimeout: -1 });
    jest.spyOn(dead, "broadcastTransaction").mockRejectedValue(new Error("ECONNRESET"));
    const first = payer({ journal, signer: new Wallet(devWallets().payer.privateKey, dead) });
    const paid = await paidDuring(async () => {
      await expect(first.buy(PATH, question())).rejects.toMatchObject({ code: "unavailable" });
      const [entry] = JSON.parse(readFileSync(file, "utf8")) as { transactions: { hash: string }[] }[];
      expect(statSync(file).mode & 0o777).toBe(0o600);
      await journal.close();
      const second = payer({ journal: new FileJournal(file), budget: { perCallUsdc: "1", totalUsdc: "0.6" } });
      const [outcome] = await second.resume();
      expect(outcome).toMatchObject({ txHash: entry?.transactions[0]?.hash });
      // The journal counts: what the first process spent is spent.
      await expect(second.buy(PATH, question())).rejects.toMatchObject({ code: "over_budget" });
      expect(await second.resume()).toEqual([]);
    });
    dead.destroy();
    expect(paid).toBe(PRICE);
  });

  it("redeems a transaction that was mined meanwhile, however a node words its refusal of a duplicate", async () => {
    const journal = new MemoryJournal();
    let isDown = true;
    const first = payer({ journal, fetch: losingFetch((_path, { txHash }) => isDown && txHash !== undefined) });
    const asked = question();
    const paid = await paidDuring(async () => {
      await expect(first.buy(PATH, asked)).rejects.toMatchObject({ code: "unavailable" });
      isDown = false;
      const node = new JsonRpcProvider(market.chain.rpcUrl, 8453, { staticNetwork: true, cacheTimeout: -1 });
      jest.spyOn(node, "broadcastTransaction").mockRejectedValue(new Error("OldNonce"));
      const second = payer({ journal, signer: new Wallet(devWallets().payer.privateKey, node) });
      expect((await second.buy(PATH, asked)).answer.reply).toContain("You asked");
      node.destroy();
    });
    expect(paid).toBe(PRICE);
  });

  inDeep("resumes each purchase on its own, and says why one is not finished", async () => {
    const journal = new MemoryJournal();
    let isDown = true;
    const mkt = payer({ journal, fetch: losingFetch((_path, { txHash }) => isDown && txHash !== undefined) });
    const asked = [question(), question(), question()] as const;
    for (const one of asked) await expect(mkt.buy(PATH, one)).rejects.toMatchObject({ code: "unavailable" });
    isDown = false;
    const [, spoilt] = await journal.entries();
    await journal.put({ ...(spoilt as JournalEntry), request: { ...spoilt?.request, intentId: "nobody's" } });
    const [one, two, three] = await mkt.resume();
    expect([one, three]).toMatchObject(
      [asked[0], asked[2]].map(({ query }) => ({ answer: { reply: `You asked: ${query}` } })),
    );
    expect(two).toMatchObject({ path: PATH, key: spoilt?.key, error: { code: "intent_not_found" } });
    expect(await mkt.resume()).toMatchObject([{ error: { code: "intent_not_found" } }]);
  });

  it("sends nothing if the journal cannot be written, and leaves the budget unchanged", async () => {
    const journal = new MemoryJournal();
    jest.spyOn(journal, "put").mockRejectedValue(new Error("ENOSPC"));
    const mkt = payer({ journal });
    expect(
      await paidDuring(async () => expect(mkt.buy(PATH, question())).rejects.toMatchObject({ code: "journal_failed" })),
    ).toBe(0n);
    expect(mkt.budget.leftUnits).toBe(100_000_000n);
  });

  it("sends nothing that the disk refused, also when it is asked again", async () => {
    const file = journalFile();
    const mkt = payer({ journal: new FileJournal(file) });
    const asked = question();
    const full = `${file}.${process.pid}`;
    mkdirSync(full);
    const paid = await paidDuring(async () => {
      for (let time = 0; time < 2; time++)
        await expect(mkt.buy(PATH, asked)).rejects.toMatchObject({ code: "journal_failed" });
    });
    expect([paid, await mkt.resume(), mkt.budget.leftUnits]).toEqual([0n, [], 100_000_000n]);
    rmdirSync(full);
    expect(await paidDuring(() => mkt.buy(PATH, asked))).toBe(PRICE);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject([{ state: "done" }]);
  });

  it("never uses a journal that another process holds, and continues once that process is done or dead", async () => {
    const file = journalFile();
    const [mine, theirs] = [
      new FileJournal(file),
      new FileJournal(file, { retries: 1, factor: 1, minTimeout: 10, maxTimeout: 10 }),
    ];
    const [asked, other] = [payer({ journal: mine }), payer({ journal: theirs })];
    await asked.buy(PATH, question());
    expect(
      await paidDuring(async () => expect(other.buy(PATH, question())).rejects.toMatchObject({ code: "journal_busy" })),
    ).toBe(0n);
    await mine.close();
    await other.buy(PATH, question());
    await theirs.close();
    // A process that dies leaves its lock, which is no longer refreshed.
    mkdirSync(`${file}.lock`);
    utimesSync(`${file}.lock`, 0, Date.now() / 1000 - 11);
    await asked.buy(PATH, question());
    expect(JSON.parse(readFileSync(file, "utf8"))).toHaveLength(3);
    await mine.close();
  });

  inDeep(
    "pays nothing from a journal that was removed meanwhile",
    async () => {
      const file = journalFile();
      const journal = new FileJournal(file);
      const mkt = payer({ journal });
      await mkt.buy(PATH, question());
      rmdirSync(`${file}.lock`);
      await waitUntil(
        "the loss to be noticed",
        async () =>
          journal.put((await journal.entries())[0] as JournalEntry).then(
            () => false,
            () => true,
          ),
        Boolean,
        { timeoutMs: 12_000 },
      );
      expect(
        await paidDuring(async () =>
          expect(mkt.buy(PATH, question())).rejects.toMatchObject({ code: "journal_failed" }),
        ),
      ).toBe(0n);
    },
    20_000,
  );

  it("P16: a payment that one block reverted is abandoned only once no block can execute it", async () => {
    const undone = new JsonRpcProvider(market.chain.rpcUrl, 8453, { staticNetwork: true, cacheTimeout: -1 });
    const receiptOf = undone.getTransactionReceipt.bind(undone);
    const reverted = async (hash: string) =>
      Object.create(await receiptOf(hash), { status: { value: 0 } }) as TransactionReceipt;
    const seen = jest.spyOn(undone, "getTransactionReceipt").mockImplementationOnce(reverted);
    const role = "payer2";
    const mkt = payer({ signer: new Wallet(devWallets()[role].privateKey, undone) });
    expect(await paidDuring(async () => expect(await mkt.buy(PATH, question())).toHaveProperty("answer"), role)).toBe(
      PRICE,
    );

    seen.mockImplementation(reverted);
    const given = mkt.buy(PATH, question()).catch((error: unknown) => error);
    await waitUntil(
      "the payment to be looked for",
      async () => seen.mock.calls.length,
      (calls) => calls > 4,
    );
    await market.chain.mine(100);
    expect(await given).toMatchObject({ code: "reverted" });
    undone.destroy();
  });

  it("a payment whose nonce another transaction used for good is abandoned, and its budget released", async () => {
    const journal = new MemoryJournal();
    const stuck = new JsonRpcProvider(market.chain.rpcUrl, 8453, { staticNetwork: true, cacheTimeout: -1 });
    jest.spyOn(stuck, "broadcastTransaction").mockRejectedValue(new Error("ECONNRESET"));
    const asked = question();
    const role = "payer2";
    const first = payer({ journal, signer: new Wallet(devWallets()[role].privateKey, stuck) });
    await expect(first.buy(PATH, asked)).rejects.toMatchObject({ code: "unavailable" });
    await market.chain.send({ from: role, to: market.address("stranger"), value: 1n });
    await market.chain.mine(100);
    const second = payer({ journal }, role);
    const paid = await paidDuring(async () => {
      await expect(second.buy(PATH, asked)).rejects.toMatchObject({ code: "replaced" });
      expect(second.budget.leftUnits).toBe(100_000_000n);
      await second.buy(PATH, asked);
    }, role);
    stuck.destroy();
    expect(paid).toBe(PRICE);
  });
});
