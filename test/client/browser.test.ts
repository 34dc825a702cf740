import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { id } from "ethers";
import {
  browserSigner,
  MktReader,
  StorageJournal,
  type ChainNode,
  type Eip1193,
  type MktOptions,
} from "../../packages/client/src/browser";
import { Market } from "../setup/market";
import { agent, OFFER } from "./agents";

const PATH = "/demand-insights";
const market = Market.forFile();

/**
 * A browser's wallet, which signs and sends in one step. `onSend` may refuse before it sends, lose the answer after, name
 * another hash than was mined, as for a transaction that its user sped up, or send another call.
 */
function ethereum(
  onSend: { before?: () => void; after?: () => void; isSpedUp?: (data: string) => boolean; isOther?: boolean } = {},
): Eip1193 {
  const wallet = market.chain.wallet("payer");
  return {
    async request({ method, params = [] }) {
      const [first, second] = params as [never, string];
      if (method === "personal_sign") return wallet.signMessage(Buffer.from(String(first).slice(2), "hex"));
      if (method === "eth_signTypedData_v4") {
        const { domain, types, message } = JSON.parse(second) as Record<"domain" | "types" | "message", object>;
        const { EIP712Domain: _domain, ...own } = types as Record<string, []>;
        return wallet.signTypedData(domain, own, message);
      }
      if (method !== "eth_sendTransaction") return market.chain.provider.send(method, [...params]) as Promise<unknown>;
      onSend.before?.();
      const { gas, ...transaction } = first as { gas: string; nonce: string; data: string };
      const nonce = Number(transaction.nonce);
      const own = { to: wallet.address, data: "0x" };
      const { hash } = await wallet.sendTransaction({
        ...{ ...transaction, nonce, gasLimit: gas },
        ...(onSend.isOther && own),
      });
      onSend.after?.();
      return onSend.isSpedUp?.(transaction.data) ? id(hash) : hash;
    },
  };
}

const payer = (wallet: Eip1193, more: Partial<MktOptions> = {}) =>
  agent(market, "payer", { signer: browserSigner(wallet, market.address("payer")), gasless: "never", ...more });
const paidDuring = async (work: () => Promise<unknown>) => {
  const before = await market.chain.usdcUnitsOf(market.address("payer"));
  await work();
  return before - (await market.chain.usdcUnitsOf(market.address("payer")));
};
/** `localStorage`. */
function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
}
let questions = 0;
const question = () => ({ query: `What do people ask about in browsers? (${++questions})` });

describe("the bundle", () => {
  it.each([
    // What a page that only reads loads at first, and what it loads to sign.
    ["readerEntry", 8_000, ["openapi-fetch"]],
    [
      "browser",
      48_000,
      [
        "@noble/hashes",
        "@stablelib/base64",
        "abitype",
        "canonicalize",
        "fast-sha256",
        "openapi-fetch",
        "ox",
        "standardwebhooks",
      ],
    ],
  ])("%s needs neither Node nor ethers, and is at most %d bytes compressed", async (entry, maxBytes, packages) => {
    const { outputFiles, metafile } = await build({
      entryPoints: [`packages/client/src/${entry}.ts`],
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
      metafile: true,
    });
    const [output] = Object.values(metafile.outputs);
    const inputs = Object.keys(output?.inputs ?? {});
    const used = inputs.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
    expect([...new Set(used)].sort()).toEqual(packages);
    expect(output?.imports).toEqual([]);
    expect(gzipSync(outputFiles[0]?.contents ?? "").length).toBeLessThan(maxBytes);
  });
});

describe("reading", () => {
  it("needs no signer", async () => {
    const reader = new MktReader({ baseUrl: market.service.baseUrl });
    expect((await reader.tasks()).items).toEqual([]);
    expect(await reader.walletInfo(market.address("payer"))).toMatchObject({ wallet: market.address("payer") });
    for await (const { events, cursor } of reader.events({ of: "market", cursor: null, waitSeconds: 0 })) {
      expect([events.length, cursor]).toEqual([expect.any(Number), expect.any(String)]);
      break;
    }
  });
});

describe("a browser's wallet", () => {
  it("signs in, reads and pays with a transaction that it sends itself", async () => {
    const mkt = payer(ethereum());
    expect(await mkt.sessions()).toEqual([]);
    expect(await paidDuring(async () => expect(await mkt.buy(PATH, question())).toHaveProperty("answer"))).toBe(
      490_000n,
    );
  });

  it("signs typed data with EIP-712's domain", async () => {
    const mkt = payer(ethereum());
    const terms = { steps: ["buy"], maxPerTaskUsdc: "1", maxPerDayUsdc: "2", expiresIn: 3_600 } as const;
    // The service knows the owner by its signature: it says only that the agent has not named it.
    await expect(mkt.mandates.grant(market.address("stranger"), terms)).rejects.toMatchObject({
      code: expect.not.stringMatching(/signature/),
    });
  });

  it("a refusal pays nothing, and leaves budget and journal free", async () => {
    const refused = Object.assign(new Error("User rejected"), { code: 4001 });
    const mkt = payer(
      ethereum({
        before: () => {
          throw refused;
        },
      }),
    );
    expect(
      await paidDuring(async () => expect(mkt.buy(PATH, question())).rejects.toMatchObject({ code: "rejected" })),
    ).toBe(0n);
    expect([mkt.budget.leftUnits, await mkt.resume()]).toEqual([100_000_000n, []]);
  });

  it("BA4: a page that is closed after the wallet sent finds the transaction by its nonce, and pays once", async () => {
    const store = storage();
    const asked = question();
    const lost = () => {
      throw new Error("the page was closed");
    };
    const first = payer(ethereum({ after: lost }), { journal: new StorageJournal(store) });
    const paid = await paidDuring(async () => {
      await expect(first.buy(PATH, asked)).rejects.toThrow("closed");
      await market.chain.mine(70);
      const second = payer(ethereum(), { journal: new StorageJournal(store) });
      expect((await second.buy(PATH, asked)).answer.reply).toContain("You asked");
      expect(await second.resume()).toEqual([]);
    });
    expect(paid).toBe(490_000n);
  });

  it("BW1: a payment that the user sped up in the wallet is taken over with its hash, and paid once", async () => {
    const asked = question();
    const mkt = payer(ethereum({ isSpedUp: () => true }));
    const paid = await paidDuring(async () => {
      const { txHash } = await mkt.buy(PATH, asked, { key: "sped up" });
      expect(await market.chain.provider.getTransactionReceipt(String(txHash))).toMatchObject({ status: 1 });
      expect((await mkt.bought())[0]?.txHash).toBe(txHash);
      expect(await mkt.buy(PATH, asked, { key: "sped up" })).toMatchObject({ txHash });
    });
    expect(paid).toBe(490_000n);
  });

  it("BW1: so is a step of which only the approval was sped up", async () => {
    const approve = id("approve(address,uint256)").slice(0, 10);
    const mkt = payer(ethereum({ isSpedUp: (data) => data.startsWith(approve) }), { permits: false });
    const title = "Summarise a report in a browser";
    const paid = await paidDuring(async () => {
      expect((await mkt.poster.create({ ...OFFER, title })).task.state).toBe("FUNDED");
    });
    expect([paid, await mkt.resume()]).toEqual([20_000_000n, []]);
  });

  it("BW1: what another call replaced is void; where the node shows no transaction, it is kept", async () => {
    const spend = { isSpedUp: () => true, after: () => void market.chain.mine(70) };
    const blind = browserSigner(ethereum(spend), market.address("payer"));
    const node = { ...blind.provider, transactionWith: () => Promise.resolve(null) } as ChainNode;
    const keeping = payer(ethereum(), { signer: { ...blind, provider: node } });
    const voiding = payer(ethereum({ ...spend, isOther: true }));
    await expect(keeping.buy(PATH, question())).rejects.toMatchObject({ code: "unavailable" });
    await expect(voiding.buy(PATH, question())).rejects.toMatchObject({ code: "replaced" });
    expect([(await keeping.resume()).length, await voiding.resume()]).toEqual([1, []]);
  });

  it("BW2: while a prompt may be open, nothing is void: a page that is closed before the wallet sent starts again after ten minutes", async () => {
    const store = storage();
    const asked = question();
    const lost = () => {
      throw new Error("the page was closed");
    };
    let laterMs = 0;
    const page = (wallet: Eip1193) =>
      payer(wallet, { journal: new StorageJournal(store), nowMs: () => market.nowMs() + laterMs });
    await expect(page(ethereum({ before: lost })).buy(PATH, asked)).rejects.toThrow("closed");
    const second = page(ethereum());
    const paid = await paidDuring(async () => {
      const unavailable = { code: "unavailable", message: expect.stringContaining("Answer the wallet's prompt") };
      await expect(second.buy(PATH, asked)).rejects.toMatchObject(unavailable);
      expect(await second.resume()).toMatchObject([{ error: unavailable }]);
      laterMs = 10 * 60_000;
      await expect(second.buy(PATH, asked)).rejects.toMatchObject({ code: "not_sent" });
      await second.buy(PATH, asked);
    });
    expect(paid).toBe(490_000n);
  });

  it("BW2: a prompt that is answered after a reload is found, and paid once", async () => {
    const store = storage();
    const asked = question();
    let answer = () => {};
    const prompted = new Promise<void>((resolve) => (answer = resolve));
    const wallet = ethereum();
    const slow: Eip1193 = {
      request: async (call) => {
        if (call.method === "eth_sendTransaction") await prompted;
        return wallet.request(call);
      },
    };
    const first = payer(slow, { journal: new StorageJournal(store) }).buy(PATH, asked);
    const kept = async () => (await new StorageJournal(store).entries()).length > 0;
    while (!(await kept())) await new Promise(setImmediate);
    const second = payer(ethereum(), { journal: new StorageJournal(store) });
    const paid = await paidDuring(async () => {
      expect(await second.resume()).toMatchObject([{ error: { code: "unavailable" } }]);
      answer();
      await first;
      expect(await second.resume()).toEqual([]);
    });
    expect(paid).toBe(490_000n);
  });
});
