import { firestorePayments } from "../../functions/src/adapters/firestore/payments/payments";
import { rpcAuthorizations } from "../../functions/src/adapters/rpc/authorizations";
import { rpcChain } from "../../functions/src/adapters/rpc/chain";
import { Nodes } from "../../functions/src/adapters/rpc/nodes";
import { paymentFinality } from "../../functions/src/application/payments/finality";
import { devWallets } from "../../dev/local/wallets";
import { PRICE_UNITS } from "../setup/paying/buyer";
import { CHAIN_ID, USDC } from "../setup/chain/chain";
import { GrpcError, hookFirestore, UNKNOWN } from "../setup/database/hookFirestore";
import { authorizedTransfer } from "../setup/payments";
import { behind } from "../setup/chain/rpcProxy";
import { CountedAnswers } from "../setup/service";
import { sendPayment, settlementOf, signPayment, type Payload } from "../setup/paying/signedPayment";
import { SettlingStage } from "../setup/paying/settling";
import { sampled } from "../setup/runs";

const stage = SettlingStage.forFile();
const recipient = devWallets().recipient.address;
const settler = devWallets().settler.address;
const nonce = () => stage.chain.provider.getTransactionCount(settler);
const income = async () => stage.chain.usdcUnitsOf(recipient);

afterEach(async () => {
  stage.node.fault = undefined;
  await stage.chain.call("evm_setAutomine", true);
  await stage.chain.mine();
  await stage.wallet().advance();
});

describe("happy", () => {
  it("keeps what a settlement really cost, once it is mined", async () => {
    expect((await sendPayment(stage.url, await signPayment(stage.chain))).status).toBe(200);
    const before = await stage.chain.provider.getBalance(settler);
    const day = new Date().toISOString().slice(0, 10);
    await stage.wallet().advance();
    expect(await stage.settlementStore.waiting()).toEqual([]);
    const spent = await stage.settlementStore.spentWei(day);
    const paid = 10_000n * 10n ** 18n - before;
    expect(spent).toBe(paid);
  });
});

describe("faults", () => {
  it.each(["before", "after"] as const)(
    "P27: a broadcast that is cut off %s it arrives is settled by the retry, once",
    async (when) => {
      const [first, had] = [await nonce(), await income()];
      const payment = await signPayment(stage.chain);
      stage.node.fault = (calls) =>
        calls.some(({ method }) => method === "eth_sendRawTransaction") ? { kind: "drop", when } : undefined;
      const url = await stage.hurried();
      const reply = await sendPayment(url, payment);
      if (when === "before") {
        expect([reply.status, reply.json.code, reply.headers.get("retry-after")]).toEqual([
          503,
          "tx_not_confirmed",
          "3",
        ]);
        // Clients of x402 would take a "success: false" for a failure, and sign again.
        expect([settlementOf(reply), reply.json["txHash"]]).toEqual([null, expect.stringMatching(/^0x/)]);
      } else {
        expect(reply.status).toBe(200);
      }
      stage.node.fault = undefined;
      expect((await sendPayment(stage.url, payment)).status).toBe(200);
      expect([await nonce(), (await income()) - had]).toEqual([first + 1, PRICE_UNITS]);
    },
  );

  it("G6: a settlement that is mined between two answers of a batch is not lost", async () => {
    const [first, had] = [await nonce(), await income()];
    const payment = await signPayment(stage.chain);
    const url = await stage.hurried();
    stage.node.fault = behind;
    expect((await sendPayment(url, payment)).json.code).toBe("tx_not_confirmed");
    // The job is what records how transactions ended.
    await stage.wallet().advance();
    expect(await stage.settlementStore.waiting()).toHaveLength(1);
    stage.node.fault = undefined;
    expect((await sendPayment(stage.url, payment)).status).toBe(200);
    expect([await nonce(), (await income()) - had]).toEqual([first + 1, PRICE_UNITS]);
  });

  it("P27: with all nodes away after the claim, the payment stays pending, and settles when they are back", async () => {
    const had = await income();
    const payment = await signPayment(stage.chain);
    const url = await stage.hurried();
    let away = false;
    stage.node.fault = (calls) => {
      away ||= calls.some(({ method }) => method === "eth_sendRawTransaction");
      return away ? { kind: "status", status: 503 } : undefined;
    };
    expect((await sendPayment(url, payment)).json.code).toBe("tx_not_confirmed");
    expect((await sendPayment(url, payment)).json.code).toBe("tx_not_confirmed");
    stage.node.fault = undefined;
    expect([(await sendPayment(url, payment)).status, (await income()) - had]).toEqual([200, PRICE_UNITS]);
  });

  it("P27: an instance that died before it broadcast holds up no one: the next push sends what it signed", async () => {
    const first = await nonce();
    const url = await stage.hurried();
    stage.dropBroadcasts();
    const dead = await signPayment(stage.chain);
    expect((await sendPayment(url, dead)).json.code).toBe("tx_not_confirmed");
    stage.node.fault = undefined;
    // The next payment's nonce is behind the dead one's.
    expect((await sendPayment(stage.url, await signPayment(stage.chain))).status).toBe(200);
    expect(await nonce()).toBe(first + 2);
    expect((await sendPayment(stage.url, dead)).status).toBe(200);
    expect(await nonce()).toBe(first + 2);
  });

  it("offers more where a transaction waits for long, at the same nonce, and settles by whichever is mined", async () => {
    const [first, had] = [await nonce(), await income()];
    await stage.chain.call("evm_setAutomine", false);
    const payment = await signPayment(stage.chain);
    const url = await stage.hurried();
    expect((await sendPayment(url, payment)).json.code).toBe("tx_not_confirmed");
    await stage.wallet(1_000_000_000).advance();
    const [waiting] = await stage.settlementStore.waiting();
    expect(waiting?.txHashes.length).toBeGreaterThan(1);
    expect(await stage.chain.call("eth_getTransactionByHash", waiting?.txHashes[0])).toBeNull();
    await stage.chain.mine();
    const reply = await sendPayment(stage.url, payment);
    expect([reply.status, waiting?.txHashes]).toEqual([
      200,
      expect.arrayContaining([settlementOf(reply)?.["transaction"]]),
    ]);
    expect([await nonce(), (await income()) - had]).toEqual([first + 1, PRICE_UNITS]);
  });

  it("sends again what a reorg undid, so that no later nonce waits for ever", async () => {
    const had = await income();
    expect((await sendPayment(stage.url, await signPayment(stage.chain))).status).toBe(200);
    await stage.wallet().advance();
    const after = await nonce();
    await stage.chain.reorg(1);
    expect(await nonce()).toBe(after - 1);
    await stage.wallet().advance();
    expect([await nonce(), (await income()) - had]).toEqual([after, PRICE_UNITS]);
  });

  it("fills a nonce that nothing in the ledger has", async () => {
    const first = await nonce();
    await stage.db
      .collection("settlers")
      .doc(settler)
      .set({
        ...{ nextNonce: first + 2, day: "2026-01-01", spentWei: "0" },
        ...{ accountRiskWei: "0", contractRiskWei: "0", riskAt: 0 },
      });
    await stage.wallet().advance();
    await stage.wallet().advance();
    expect(await nonce()).toBe(first + 2);
    expect((await sendPayment(stage.url, await signPayment(stage.chain))).status).toBe(200);
  });

  it("takes a new nonce where somebody used the wallet elsewhere", async () => {
    const url = await stage.hurried();
    stage.dropBroadcasts();
    const payment = await signPayment(stage.chain);
    expect((await sendPayment(url, payment)).json.code).toBe("tx_not_confirmed");
    stage.node.fault = undefined;
    await stage.chain.send({ from: "settler", to: settler });
    expect((await sendPayment(stage.url, payment)).status).toBe(200);
  });

  it("D5 D20: a payment that was reverted is not sent again, a fourth one of its payer today neither, and the payer pays tomorrow", async () => {
    const had = await income();
    const units = await stage.chain.usdcUnitsOf(devWallets().payer3.address);
    const move = (from: "payer3" | "payer2", to: string) => stage.chain.pay({ from, to, amountUsdcUnits: units });
    const url = await stage.hurried();
    // The money leaves between the simulation and the block.
    const evade = () => {
      let gone: Promise<unknown> | undefined;
      stage.node.fault = (calls) => {
        if (!calls.some(({ method }) => method === "eth_sendRawTransaction")) return undefined;
        gone ??= move("payer3", devWallets().payer2.address);
        return { kind: "slow", ms: 300 };
      };
    };
    const replies: unknown[] = [];
    for (let at = 0; at < 4; at++) {
      const payment = (await signPayment(stage.chain, { from: "payer3" })) as Payload;
      if (at < 3) evade();
      const reply = await sendPayment(url, payment);
      replies.push([
        reply.status,
        reply.json.code,
        settlementOf(reply)?.["errorReason"],
        reply.headers.get("retry-after"),
      ]);
      stage.node.fault = undefined;
      if (at < 3) await move("payer2", devWallets().payer3.address);
      if (at === 0) replies.push((await sendPayment(url, payment)).json.code);
    }
    // What is public on the chain could still be sent by anyone, so no header says that it failed.
    const reverted = [409, "tx_reverted", undefined, null];
    expect(replies).toEqual([
      reverted,
      "tx_reverted",
      reverted,
      reverted,
      [402, "payment_invalid", "invalid_exact_evm_transaction_failed", null],
    ]);
    expect(await income()).toBe(had);
    // What was refused before it was sent has left nothing behind.
    const purchases = stage.db.collection("purchases").where("payer", "==", devWallets().payer3.address);
    expect((await purchases.count().get()).data().count).toBe(3);
    const tomorrow = await stage.another({}, { nowMs: () => Date.now() + 2 * 86_400_000 });
    const fresh = await signPayment(stage.chain, {
      from: "payer3",
      terms: { validBefore: BigInt(Math.floor(Date.now() / 1000) + 200_000) },
    });
    expect([(await sendPayment(tomorrow, fresh)).status, (await income()) - had]).toEqual([200, PRICE_UNITS]);
  });

  it("T8: payments that others make first, between the simulation and the block, are not held against their payer", async () => {
    const [first, had] = [await nonce(), await income()];
    const url = await stage.hurried();
    for (let at = 0; at < 4; at++) {
      const payment = (await signPayment(stage.chain, { from: "payer2" })) as Payload;
      let made: Promise<unknown> | undefined;
      const { to = "", nonce: authorized = "" } = payment.payload.authorization;
      const data = authorizedTransfer(stage.chain, { from: "payer2", to, units: PRICE_UNITS, nonce: authorized });
      stage.node.fault = (calls) => {
        if (!calls.some(({ method }) => method === "eth_sendRawTransaction")) return undefined;
        made ??= data.then((bytes) => stage.chain.send({ from: "stranger", to: USDC, data: bytes }));
        return { kind: "slow", ms: 300 };
      };
      expect((await sendPayment(url, payment)).status).toBe(200);
      stage.node.fault = undefined;
    }
    // Each was sent and reverted.
    expect([(await nonce()) - first, (await income()) - had]).toEqual([4, 4n * PRICE_UNITS]);
  });

  it("T8: a payment that was made by another's transaction after its payer had gone is forgiven once it is final", async () => {
    await stage.chain.call("evm_setAutomine", false);
    const payment = (await signPayment(stage.chain, { from: "payer2" })) as Payload;
    expect((await sendPayment(await stage.hurried(), payment)).json.code).toBe("tx_not_confirmed");
    const { from, to = "", nonce: authorized = "" } = payment.payload.authorization;
    await stage.chain.call("eth_sendTransaction", {
      from: devWallets().stranger.address,
      to: USDC,
      data: await authorizedTransfer(stage.chain, { from: "payer2", to, units: PRICE_UNITS, nonce: authorized }),
      maxFeePerGas: "0x174876e800",
      maxPriorityFeePerGas: "0x174876e800",
    });
    await stage.chain.call("evm_setAutomine", true);
    await stage.chain.mine(4);
    await stage.wallet().advance();
    const [purchase] = (
      await stage.db
        .collection("purchases")
        .where("paymentKey", "==", `${CHAIN_ID}:${USDC}:${from}:${authorized}`)
        .get()
    ).docs;
    const own = () => stage.settlementStore.find(purchase?.id ?? "");
    expect(await own()).toMatchObject({ state: "reverted", spenders: [from] });
    const nodes = new Nodes({ urls: [stage.chain.rpcUrl], chainId: CHAIN_ID, timeoutMs: 4_000, log: stage.log });
    const check = () =>
      paymentFinality({
        payments: firestorePayments(stage.db),
        chain: rpcChain(nodes),
        authorizations: rpcAuthorizations(nodes),
        settler: stage.wallet(),
        log: stage.log,
        nowMs: () => Date.now() + 5_400_000,
      });
    expect(await check()).toMatchObject({ found: 1 });
    await check();
    expect(await own()).toMatchObject({ state: "reverted", spenders: [] });
  });

  const WRITES = (["before", "after"] as const).flatMap((when) => [1, 2, 3, 4, 5].map((nth) => ({ when, nth })));

  it.each(sampled(WRITES, 2))(
    "P16 P19: a database that fails $when write number $nth costs no one anything",
    async ({ when, nth }) => {
      const [first, had] = [await nonce(), await income()];
      const brittle = stage.firestore.another();
      const hooks = hookFirestore(brittle);
      const asked: string[] = [];
      const answers = new CountedAnswers((question) => (asked.push(question), `answer ${asked.length}`));
      const [unlucky, well] = [await stage.another({}, { db: brittle, answers }), await stage.another({}, { answers })];
      let writes = 0;
      hooks[when] = (method) => {
        if (method === "commit" && ++writes === nth) throw new GrpcError(UNKNOWN);
      };
      const payment = await signPayment(stage.chain);
      const reply = await sendPayment(unlucky, payment);
      expect([200, 503]).toContain(reply.status);
      const again = await stage.persist(() => sendPayment(well, payment));
      expect([again.status, await nonce(), (await income()) - had]).toEqual([200, first + 1, PRICE_UNITS]);
      if (reply.status === 200) expect(again.text).toBe(reply.text);
    },
  );

  it("P12: a receipt without its logs grants nothing, and loses nothing", async () => {
    const payment = await signPayment(stage.chain);
    stage.node.fault = {
      kind: "lie",
      method: "eth_getTransactionReceipt",
      result: (honest) => (honest === null ? null : { ...(honest as object), logs: [] }),
    };
    expect((await sendPayment(await stage.hurried(), payment)).json.code).toBe("tx_not_confirmed");
    stage.node.fault = undefined;
    expect((await sendPayment(stage.url, payment)).status).toBe(200);
  });

  it.each(sampled(["has no logs", "refuses to look for logs"], 1))(
    "P12 P27: a settlement is found by the ledger where a node %s",
    async (logs) => {
      const [first, had] = [await nonce(), await income()];
      await stage.chain.call("evm_setAutomine", false);
      const payment = await signPayment(stage.chain);
      expect((await sendPayment(await stage.hurried(), payment)).json.code).toBe("tx_not_confirmed");
      await stage.chain.mine();
      stage.node.fault = (calls) => {
        if (!calls.some(({ method }) => method === "eth_getLogs")) return undefined;
        return logs === "has no logs"
          ? { kind: "lie", method: "eth_getLogs", result: () => [] }
          : { kind: "error", code: -32005, message: "limit exceeded" };
      };
      expect((await sendPayment(await stage.hurried(), payment)).status).toBe(200);
      expect([await nonce(), (await income()) - had]).toEqual([first + 1, PRICE_UNITS]);
    },
  );

  it("is told by health where the wallet runs low, and sends nothing that it cannot pay", async () => {
    const { stranger, arbiter } = devWallets();
    const instance = (
      await stage.another({ ESCROW_HUMAN: stranger.address, ESCROW_AGENT_FAST: arbiter.address })
    ).replace("/demand-insights", "");
    const settlement = async () =>
      ((await (await fetch(`${instance}/mkt/health`)).json()) as { checks: { settlement: Record<string, unknown> } })
        .checks.settlement;
    expect(await settlement()).toMatchObject({
      ok: true,
      by: "wallet",
      address: settler,
      pending: 0,
      budgetLeftWei: expect.stringMatching(/^[1-9]/),
    });
    await stage.chain.call("anvil_setBalance", settler, "0x1000");
    expect(await settlement()).toMatchObject({ ok: false, wei: "4096" });
    const reply = await sendPayment(stage.url, await signPayment(stage.chain));
    expect([reply.status, reply.json.code]).toEqual([503, "dependency_unavailable"]);
    await stage.chain.call("anvil_setBalance", settler, "0x56bc75e2d63100000");
  });
});
