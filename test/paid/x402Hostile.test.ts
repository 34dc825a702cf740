import { concat, hexlify, randomBytes, toQuantity } from "ethers";
import { rpcAuthorizations } from "../../functions/src/adapters/rpc/authorizations";
import { LogRange } from "../../functions/src/adapters/rpc/logRange";
import { Nodes } from "../../functions/src/adapters/rpc/nodes";
import type { Address } from "../../functions/src/domain/address";
import type { Hex } from "../../functions/src/domain/keccak";
import { intentMark } from "../../functions/src/domain/payment/intent";
import { devWallets } from "../../dev/local/wallets";
import { Buyer, PRICE_UNITS } from "../setup/paying/buyer";
import { CHAIN_ID, USDC } from "../setup/chain/chain";
import { authorizedTransfer, cancelledAuthorization } from "../setup/payments";
import { CountedAnswers } from "../setup/service";
import { sendPayment, signPayment, type Payload } from "../setup/paying/signedPayment";
import { SettlingStage } from "../setup/paying/settling";

const answers = new CountedAnswers();
const stage = SettlingStage.forFile({ answers });
const recipient = devWallets().recipient.address;
const FOR_EVER = 2n ** 40n;

describe("security", () => {
  it("P15: what was bought at one endpoint is neither given nor computed at another", async () => {
    const goals = stage.url.replace("/demand-insights", "/ai-early-adopters-goals");
    const payment = await signPayment(stage.chain);
    const asked = answers.asked;
    expect((await sendPayment(stage.url, payment)).status).toBe(200);
    const other = await sendPayment(goals, payment);
    expect([other.status, other.json.code, answers.asked - asked]).toEqual([400, "invalid_request", 1]);
  });

  it("P1: an authorization that its payer carried to the chain for an intent buys nothing as anyone's payment", async () => {
    const buyer = new Buyer(stage.url, stage.chain);
    const quote = await buyer.quote();
    const nonce = hexlify(randomBytes(32));
    const data = concat([
      await authorizedTransfer(stage.chain, { to: recipient, units: PRICE_UNITS, nonce }),
      `0x${intentMark(quote.intentId)}`,
    ]);
    const txHash = await stage.chain.send({ from: "payer", to: USDC, data });
    const seen = await signPayment(stage.chain, { terms: { nonce, validBefore: FOR_EVER } });
    const copyist = await sendPayment(stage.url, seen, { query: "What the copyist wants to know" });
    expect([copyist.status, copyist.json]).toEqual([
      409,
      expect.objectContaining({ code: "intent_tx_mismatch", txHash }),
    ]);
    expect((await buyer.redeem(quote, txHash)).status).toBe(200);
  });

  it("P1: what a v2 client was told with its quote must come back with its payment, whatever the chain shows", async () => {
    const payment = (await signPayment(stage.chain, {
      change: (payload) => ({
        ...payload,
        accepted: { ...payload.accepted, extra: { name: "USD Coin", version: "2", quote: "told-to-this-payer" } },
      }),
    })) as Payload;
    const first = await sendPayment(stage.url, payment);
    expect([first.status, (await sendPayment(stage.url, payment)).text]).toEqual([200, first.text]);
    const guessed = { ...payment, accepted: { ...payment.accepted, extra: { quote: "guessed" } } };
    const asFirstVersion = { x402Version: 1, scheme: "exact", network: "base", payload: payment.payload };
    for (const seen of [guessed, { ...payment, accepted: { ...payment.accepted, extra: {} } }, asFirstVersion]) {
      expect((await sendPayment(stage.url, seen)).json.code).toBe("payment_id_used");
    }
  });
});

describe("refusals", () => {
  it("P27: a payment whose payer cancelled it is refused, not waited for", async () => {
    const url = await stage.hurried();
    stage.dropBroadcasts();
    const payment = (await signPayment(stage.chain)) as Payload;
    expect((await sendPayment(url, payment)).json.code).toBe("tx_not_confirmed");
    stage.node.fault = undefined;
    const { nonce = "" } = payment.payload.authorization;
    await stage.chain.send({
      from: "stranger",
      to: USDC,
      data: await cancelledAuthorization(stage.chain, "payer", nonce),
    });
    const reply = await sendPayment(stage.url, payment);
    expect([reply.status, reply.json.code]).toEqual([402, "payment_invalid"]);
  });
});

describe("P25: the settling wallet", () => {
  const settler = devWallets().settler.address;
  const income = () => stage.chain.usdcUnitsOf(recipient);
  const pause = () => stage.chain.call("evm_setAutomine", false);
  /** Sends a payment that waits for its block. */
  const stuck = async () => {
    await pause();
    const payment = await signPayment(stage.chain);
    expect((await sendPayment(await stage.hurried(), payment)).json.code).toBe("tx_not_confirmed");
    return payment;
  };
  afterEach(async () => {
    stage.node.fault = undefined;
    await stage.chain.call("anvil_setNextBlockBaseFeePerGas", "0x3b9aca00");
    await stage.chain.call("evm_setAutomine", true);
    await stage.chain.mine();
    await stage.wallet().advance();
  });

  it("sends no more of a payer's settlements at once than he can pay for", async () => {
    const { address } = devWallets().payer3;
    await stage.chain.pay({
      from: "payer3",
      to: devWallets().payer2.address,
      amountUsdcUnits: (await stage.chain.usdcUnitsOf(address)) - 2n * PRICE_UNITS,
    });
    const had = await income();
    const payments = await Promise.all(Array.from({ length: 5 }, () => signPayment(stage.chain, { from: "payer3" })));
    await pause();
    const url = await stage.hurried();
    const codes = (await Promise.all(payments.map((payment) => sendPayment(url, payment)))).map(
      ({ json }) => json.code,
    );
    expect(codes.sort()).toEqual([
      "dependency_unavailable",
      "dependency_unavailable",
      "dependency_unavailable",
      "tx_not_confirmed",
      "tx_not_confirmed",
    ]);
    expect(
      (await stage.settlementStore.waiting()).filter(({ spenders }) => spenders.includes(address as Address)),
    ).toHaveLength(2);
    await stage.chain.call("evm_setAutomine", true);
    await stage.chain.mine();
    const last = await Promise.all(payments.map((payment) => sendPayment(stage.url, payment)));
    expect([last.filter(({ status }) => status === 200).length, (await income()) - had]).toEqual([2, 2n * PRICE_UNITS]);
  });

  it("lets a payer with money for one pay one after the other", async () => {
    const { address } = devWallets().payer3;
    for (let at = 0; at < 2; at++) {
      await stage.chain.pay({ from: "payer2", to: address, amountUsdcUnits: PRICE_UNITS });
      expect((await sendPayment(stage.url, await signPayment(stage.chain, { from: "payer3" }))).status).toBe(200);
    }
  });

  it("does not outbid itself for ever where the chain stands still", async () => {
    await stuck();
    for (let minute = 1; minute < 30; minute++) await stage.wallet(minute * 60_000_000).advance();
    const [waiting] = await stage.settlementStore.waiting();
    const market = (await stage.chain.provider.getBlock("latest"))?.baseFeePerGas ?? 0n;
    expect(waiting?.txHashes.length).toBeGreaterThan(3);
    expect(waiting?.maxFeePerGas).toBeLessThan(7n * market + 10n ** 10n);
  });

  it("gives a nonce up that costs too much by now, so that others go on, and settles its payment later, once", async () => {
    const [first, had] = [await stage.chain.provider.getTransactionCount(settler), await income()];
    const payment = await stuck();
    const [waiting] = await stage.settlementStore.waiting();
    await stage.wallet(1_000_000_000, waiting?.reservedWei).advance();
    await stage.chain.mine();
    expect([await stage.chain.provider.getTransactionCount(settler), await income()]).toEqual([first + 1, had]);
    await stage.chain.call("evm_setAutomine", true);
    expect((await sendPayment(stage.url, payment)).status).toBe(200);
    expect([await stage.chain.provider.getTransactionCount(settler), (await income()) - had]).toEqual([
      first + 2,
      PRICE_UNITS,
    ]);
  });

  it("offers more for what a reorg undid, where the old fee no longer pays for a block", async () => {
    const had = await income();
    expect((await sendPayment(stage.url, await signPayment(stage.chain))).status).toBe(200);
    await stage.wallet().advance();
    await stage.chain.reorg(1);
    await stage.chain.call("anvil_setNextBlockBaseFeePerGas", "0x174876e800");
    await stage.chain.mine();
    expect((await income()) - had).toBe(0n);
    await stage.wallet(1_000_000_000).advance();
    expect((await income()) - had).toBe(PRICE_UNITS);
  });

  it("P12: leaves no gap where a node counts far ahead", async () => {
    const first = await stage.chain.provider.getTransactionCount(settler);
    const far = "0x3b9aca00";
    stage.node.fault = { kind: "lie", method: "eth_getTransactionCount", result: () => far };
    expect((await sendPayment(stage.url, await signPayment(stage.chain))).status).toBe(200);
    stage.node.fault = undefined;
    expect((await sendPayment(stage.url, await signPayment(stage.chain))).status).toBe(200);
    expect(await stage.chain.provider.getTransactionCount(settler)).toBe(first + 2);
  });
});

describe("faults", () => {
  it("P27 D24: a settlement that no one told of is found by its authorization, however long ago it was", async () => {
    const nodes = new Nodes({ urls: [stage.node.url], chainId: CHAIN_ID, timeoutMs: 2_000, log: stage.log });
    const authorizations = rpcAuthorizations(nodes, new LogRange(nodes, 20n, 20n), 5);
    const pass = (blocks: number) => stage.chain.call("anvil_mine", toQuantity(blocks), "0x3c");
    await pass(100);
    const since = (await stage.chain.provider.getBlock("latest"))?.timestamp ?? 0;
    const nonce = hexlify(randomBytes(32));
    const txHash = await stage.chain.send({
      from: "stranger",
      to: USDC,
      data: await authorizedTransfer(stage.chain, { to: recipient, units: PRICE_UNITS, nonce }),
    });
    const sought = { token: USDC as Address, from: devWallets().payer.address as Address, nonce: nonce as Hex };
    await pass(10);
    expect(await authorizations.use(sought, null)).toEqual({ used: true, txHash });
    await pass(1_200);
    stage.node.reset();
    expect(await authorizations.use(sought, null)).toEqual({ used: true, txHash });
    expect(stage.node.roundTrips).toBeLessThan(10);
    // A node that keeps no old state: its logs are searched about the time of the claim.
    const head = await stage.chain.provider.getBlockNumber();
    stage.node.fault = (calls) =>
      calls.some(({ method, params }) => method === "eth_call" && Number(params[1]) < head)
        ? { kind: "error", code: -32000, message: "missing trie node" }
        : undefined;
    expect(await authorizations.use(sought, null)).toEqual({ used: true, txHash: null });
    stage.node.roundTrips = 0;
    expect(await authorizations.use(sought, since)).toEqual({ used: true, txHash });
    expect(stage.node.roundTrips).toBeLessThan(40);
    stage.node.reset();
    expect(await authorizations.use({ ...sought, nonce: hexlify(randomBytes(32)) as Hex }, since)).toEqual({
      used: false,
      txHash: null,
    });
  });
});
