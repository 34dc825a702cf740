import { concat, hexlify, randomBytes, toQuantity } from "ethers";
import { rpcAuthorizations } from "../../functions/src/adapters/rpc/authorizations";
import { Nodes } from "../../functions/src/adapters/rpc/nodes";
import type { Address } from "../../functions/src/domain/address";
import type { Hex } from "../../functions/src/domain/keccak";
import { intentMark } from "../../functions/src/domain/payment/intent";
import { devWallets } from "../../local/wallets";
import { Buyer, PRICE_UNITS } from "../setup/buyer";
import { CHAIN_ID, USDC } from "../setup/chain";
import { authorizedTransfer, cancelledAuthorization } from "../setup/payments";
import { CountedAnswers } from "../setup/service";
import { sendPayment, settlementOf, signPayment, type Payload } from "../setup/signedPayment";
import { SettlingStage } from "../setup/settling";

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

  it("P1: an authorization that its payer carried to the chain for an intent buys nothing as anybody's payment", async () => {
    const buyer = new Buyer(stage.url, stage.chain);
    const quote = await buyer.quote();
    const nonce = hexlify(randomBytes(32));
    const data = concat([await authorizedTransfer(stage.chain, { to: recipient, units: PRICE_UNITS, nonce }), `0x${intentMark(quote.intentId)}`]);
    const txHash = await stage.chain.send({ from: "payer", to: USDC, data });
    const seen = await signPayment(stage.chain, { terms: { nonce, validBefore: FOR_EVER } });
    expect(settlementOf(await sendPayment(stage.url, seen, { query: "What the copyist wants to know" }))?.["errorReason"]).toBe("invalid_exact_evm_nonce_already_used");
    expect((await buyer.redeem(quote, txHash)).status).toBe(200);
  });

  it("P1: what a v2 client was told with its quote must come back with its payment, whatever the chain shows", async () => {
    const payment = (await signPayment(stage.chain, {
      change: (payload) => ({ ...payload, accepted: { ...payload.accepted, extra: { name: "USD Coin", version: "2", quote: "told-to-this-payer" } } }),
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

describe("faults", () => {
  it("P27: a payment whose payer cancelled it is refused, not waited for", async () => {
    const url = await stage.hurried();
    stage.dropBroadcasts();
    const payment = (await signPayment(stage.chain)) as Payload;
    expect((await sendPayment(url, payment)).json.code).toBe("tx_not_confirmed");
    stage.node.fault = undefined;
    const { nonce = "" } = payment.payload.authorization;
    await stage.chain.send({ from: "stranger", to: USDC, data: await cancelledAuthorization(stage.chain, "payer", nonce) });
    const reply = await sendPayment(stage.url, payment);
    expect([reply.status, reply.json.code]).toEqual([402, "payment_invalid"]);
  });

  it("P27: a settlement that nobody told of is found by its authorization, however long ago it was", async () => {
    const nodes = new Nodes({ urls: [stage.node.url], chainId: CHAIN_ID, timeoutMs: 2_000, log: stage.log });
    const authorizations = rpcAuthorizations(nodes, { range: 50n, ranges: 20 });
    const pass = (blocks: number) => stage.chain.call("anvil_mine", toQuantity(blocks), "0x2");
    await pass(700);
    const since = (await stage.chain.provider.getBlock("latest"))?.timestamp ?? 0;
    const nonce = hexlify(randomBytes(32));
    const txHash = await stage.chain.send({ from: "stranger", to: USDC, data: await authorizedTransfer(stage.chain, { to: recipient, units: PRICE_UNITS, nonce }) });
    const sought = { token: USDC as Address, from: devWallets().payer.address as Address, nonce: nonce as Hex };
    await pass(10);
    expect(await authorizations.use(sought, null)).toEqual({ used: true, txHash });
    await pass(1_200);
    expect(await authorizations.use(sought, null)).toEqual({ used: true, txHash: null });
    stage.node.reset();
    expect(await authorizations.use(sought, since)).toEqual({ used: true, txHash });
    expect(stage.node.roundTrips).toBeLessThan(20);
    expect(await authorizations.use({ ...sought, nonce: hexlify(randomBytes(32)) as Hex }, since)).toEqual({ used: false, txHash: null });
  });
});
