import { concat, hexlify, randomBytes } from "ethers";
import { intentMark } from "../../functions/src/domain/payment/intent";
import { devWallets } from "../../local/wallets";
import { Buyer, PRICE_UNITS } from "../setup/buyer";
import { USDC } from "../setup/chain";
import { authorizedTransfer } from "../setup/payments";
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
