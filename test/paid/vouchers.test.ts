import { intentMark } from "../../functions/src/domain/payment/intent";
import { devWallets } from "../../dev/local/wallets";
import { Buyer, PRICE_UNITS, QUESTION } from "../setup/paying/buyer";
import { sharedChain } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { bundler } from "../setup/payments";
import { startRpcProxy, type Fault, type RpcProxy } from "../setup/chain/rpcProxy";
import { testService } from "../setup/service";
import type { TestServer } from "../setup/http/server";

const DAY_MS = 86_400_000;
const chain = sharedChain();
const { db } = testFirestore();
const recipient = devWallets().recipient.address;
const open: (TestServer | RpcProxy)[] = [];
let buyer: Buyer;

/** A buyer of a service with these settings, in front of the same database. */
async function buyerOf(settings: Record<string, string> = {}, nowMs: () => number = Date.now): Promise<Buyer> {
  const service = await testService({ db, nowMs, settings: { RPC_URLS: node.url, ...settings } });
  open.push(service);
  return new Buyer(`${service.baseUrl}/demand-insights`, chain);
}

const node = forFile(() => startRpcProxy(chain.rpcUrl));
beforeAll(async () => {
  open.push(node);
  buyer = await buyerOf();
});
afterAll(() => Promise.all(open.map((one) => one.close())));
beforeEach(() => node.reset());

interface Receipt {
  logs: Record<string, unknown>[];
}
const lieAboutReceipt = (change: (receipt: Receipt) => Receipt): Fault => ({
  kind: "lie",
  method: "eth_getTransactionReceipt",
  result: (honest) => change(honest as Receipt),
});
/** A log of some other contract. */
const noise = (log: Record<string, unknown> | undefined): Record<string, unknown> => ({
  ...log,
  address: devWallets().stranger.address,
  topics: [],
  data: "0x",
});
const lieAboutLogs = (change: (logs: Receipt["logs"]) => Receipt["logs"]) =>
  lieAboutReceipt((receipt) => ({ ...receipt, logs: change(receipt.logs) }));
/** A node of those that put no time into their logs. */
const TIMELESS = lieAboutLogs((logs) => logs.map(({ blockTimestamp: _, ...log }) => log));

describe("D9: a transaction that is mined again with other logs", () => {
  it("D9: pays once, wherever its transfer stands among the logs then", async () => {
    const [first, second] = [await buyer.quote(), await buyer.quote()];
    const txHash = await buyer.payPlain(first);
    expect((await buyer.redeem(first, txHash)).status).toBe(200);
    node.fault = lieAboutLogs((logs) => [noise(logs[0]), noise(logs[0]), ...logs]);
    expect((await buyer.redeem(second, txHash)).json["code"]).toBe("tx_already_used");
  });

  it("D9: pays once, whatever smaller transfers come before its own then", async () => {
    const dearer = await buyerOf({ PRICE_USDC: "5" });
    const quote = { ...(await dearer.quote()), recipient };
    const txHash = await dearer.payPlain(quote, "payer", 5_000_000n);
    expect((await dearer.redeem(quote, txHash)).status).toBe(200);
    const small = `0x${PRICE_UNITS.toString(16).padStart(64, "0")}`;
    node.fault = lieAboutLogs((logs) => [{ ...logs[0], data: small }, ...logs]);
    expect((await dearer.redeem(await dearer.quote(), txHash)).json["code"]).toBe("tx_already_used");
  });

  it("D9: takes each of several transfers once, the smallest that meets the price first", async () => {
    const send = await bundler(chain, ["payer"]);
    const transfer = (units: bigint) => ({ from: "payer", to: recipient, units }) as const;
    const txHash = await send("stranger", [
      transfer(900_000n),
      transfer(PRICE_UNITS),
      transfer(10n),
      transfer(PRICE_UNITS),
    ]);
    const outcomes = [];
    for (let at = 0; at < 4; at++) outcomes.push((await buyer.redeem(await buyer.quote(), txHash)).status);
    expect(outcomes).toEqual([200, 200, 200, 409]);
    const stored = await db.collection("payments").where("txHash", "==", txHash).get();
    expect(stored.docs.map((doc) => [doc.id, doc.get("amountUsdcUnits") as string])).toEqual([
      [`8453:${txHash}:${recipient}:0`, "900000"],
      [`8453:${txHash}:${recipient}:1`, "490000"],
      [`8453:${txHash}:${recipient}:2`, "490000"],
    ]);
  });
});

describe("D10: a promised price", () => {
  it("D10: holds for a payment in time though the node tells no time, and the block is read only where its time decides", async () => {
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    const dearer = await buyerOf({ PRICE_USDC: "5" }, () => Date.now() + 3_600_000);
    node.fault = TIMELESS;
    const answer = await dearer.redeem(quote, txHash);
    expect([answer.status, answer.json["code"]]).toEqual([200, undefined]);
    expect(node.calls.map(({ method }) => method)).toContain("eth_getBlockByHash");

    const next = await buyer.quote();
    const prompt = await buyer.payMarked(next);
    node.calls.length = 0;
    expect((await buyer.redeem(next, prompt)).status).toBe(200);
    expect(node.calls.map(({ method }) => method)).not.toContain("eth_getBlockByHash");
  });

  it("D10: waits where no node tells the time that decides, and claims nothing", async () => {
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    const dearer = await buyerOf({ PRICE_USDC: "5" }, () => Date.now() + 3_600_000);
    node.fault = (calls) =>
      calls.some(({ method }) => method === "eth_getBlockByHash") ? { kind: "status", status: 503 } : TIMELESS;
    expect((await dearer.redeem(quote, txHash)).json["code"]).toBe("dependency_unavailable");
    node.fault = TIMELESS;
    expect((await dearer.redeem(quote, txHash)).status).toBe(200);
  });

  it("D10: asks no more than the price of the day where that has come down", async () => {
    const dearer = await buyerOf({ PRICE_USDC: "5" });
    const quote = await dearer.quote();
    const txHash = await buyer.payPlain(await buyer.quote());
    expect((await dearer.redeem(quote, txHash)).json["code"]).toBe("insufficient_amount");
    expect((await buyer.redeem(quote, txHash)).status).toBe(200);
  });
});

describe("D11: what is no payment", () => {
  const later = (days: number) => () => Date.now() + days * DAY_MS;

  it("D11: takes no plain transfer that is older than 30 days, with or without its payer's signature", async () => {
    const quote = await buyer.quote();
    const txHash = await buyer.payPlain(quote);
    const [old, young] = [await buyerOf({}, later(31)), await buyerOf({}, later(29))];
    expect((await old.redeem(quote, txHash)).json["code"]).toBe("transfer_too_old");
    expect(
      (await old.redeem(quote, txHash, QUESTION, { payerSignature: await buyer.sign(quote, txHash) })).json["code"],
    ).toBe("transfer_too_old");
    node.fault = TIMELESS;
    expect((await old.redeem(quote, txHash)).json["code"]).toBe("transfer_too_old");
    expect((await young.redeem(quote, txHash)).status).toBe(200);
  });

  it("D11: takes a marked payment at any age", async () => {
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    expect((await (await buyerOf({}, later(400))).redeem(quote, txHash)).status).toBe(200);
  });

  it("D11: takes nothing that an escrow paid out, marked or not", async () => {
    const market = await buyerOf({
      ESCROW_HUMAN: devWallets().payer2.address,
      ESCROW_AGENT_FAST: devWallets().payer3.address,
    });
    const quote = await market.quote();
    const fee = await market.payPlain(quote, "payer2");
    expect((await market.redeem(quote, fee)).json["code"]).toBe("transfer_not_found");
    expect(
      (await market.redeem(quote, fee, QUESTION, { payerSignature: await market.sign(quote, fee, "payer2") })).json[
        "code"
      ],
    ).toBe("transfer_not_found");
    const send = await bundler(chain, ["payer3", "payer"]);
    const mark = `0x${intentMark(quote.intentId)}`;
    const mixed = await send(
      "stranger",
      [
        { from: "payer3", to: recipient, units: PRICE_UNITS },
        { from: "payer", to: recipient, units: PRICE_UNITS },
      ],
      mark,
    );
    expect((await market.redeem(quote, mixed)).status).toBe(200);
    expect((await market.redeem(await market.quote(), mixed)).json["code"]).toBe("tx_already_used");
  });

  it("D11: takes nothing that a wallet of the service sent", async () => {
    const { payer2, payer3 } = devWallets();
    const own = await buyerOf({ SETTLEMENT_KEY: payer2.privateKey, KEEPER_KEY: payer3.privateKey });
    for (const from of ["payer2", "payer3"] as const) {
      const quote = await own.quote();
      expect((await own.redeem(quote, await own.payPlain(quote, from))).json["code"]).toBe("transfer_not_found");
    }
  });
});

describe("D12: a recipient that was replaced", () => {
  it("D12: is still paid by the quotes that named it", async () => {
    const [marked, plain] = [await buyer.quote(), await buyer.quote()];
    const hashes = [await buyer.payMarked(marked), await buyer.payPlain(plain)];
    const rotated = await buyerOf({
      PAYMENT_RECIPIENT: devWallets().worker.address,
      PAYMENT_FORMER_RECIPIENTS: recipient,
    });
    expect((await rotated.quote()).recipient).toBe(devWallets().worker.address);
    for (const [at, quote] of [marked, plain].entries())
      expect((await rotated.redeem(quote, hashes[at] ?? "")).status).toBe(200);
    const stored = await db.collection("payments").where("txHash", "in", hashes).get();
    expect(stored.docs.map((doc) => doc.get("recipient") as string)).toEqual([recipient, recipient]);
  });

  it("D12: is paid by marked transfers only once it is no longer listed, whatever quotes were kept", async () => {
    const [marked, plain] = [await buyer.quote(), await buyer.quote()];
    const hashes = [await buyer.payMarked(marked), await buyer.payPlain(plain)];
    const unlisted = await buyerOf({ PAYMENT_RECIPIENT: devWallets().worker.address });
    expect((await unlisted.redeem(plain, hashes[1] ?? "")).json["code"]).toBe("transfer_too_old");
    expect((await unlisted.redeem(marked, hashes[0] ?? "")).status).toBe(200);
  });

  it("D12: shares a transaction with the new one, each transfer good for one answer", async () => {
    const rotated = await buyerOf({
      PAYMENT_RECIPIENT: devWallets().worker.address,
      PAYMENT_FORMER_RECIPIENTS: recipient,
    });
    const send = await bundler(chain, ["payer"]);
    const [before, after] = [await buyer.quote(), await rotated.quote()];
    const txHash = await send(
      "stranger",
      [before, after].map(({ recipient: to }) => ({ from: "payer" as const, to, units: PRICE_UNITS })),
    );
    for (const quote of [before, after]) expect((await rotated.redeem(quote, txHash)).status).toBe(200);
    expect((await rotated.redeem(await rotated.quote(), txHash)).json["code"]).toBe("tx_already_used");
    expect((await rotated.redeem(await buyer.quote(), txHash)).json["code"]).toBe("tx_already_used");
  });
});
