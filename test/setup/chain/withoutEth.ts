import { gaslessIn, OFFER, type Agent } from "../agent";
import type { Reply } from "../paying/buyer";
import type { Market } from "../market";
import { freshCaller } from "../payments";
import { signPayment } from "../paying/signedPayment";

const CREATE = "/agentCreateTaskSimple";

/** Posts a task through the relay, and another by x402: asks for the offer, pays it, and asks once more. */
export async function postWithoutEth(
  market: Market,
  buyer: Agent,
  counted: (path: string, step: string, call: () => Promise<Reply>, status?: number) => Promise<Reply>,
): Promise<void> {
  const prepared = await buyer.prepare(CREATE, { ...OFFER, title: "Find it without ETH" });
  const relayed = await buyer.relayed(gaslessIn(prepared.json), prepared.json);
  await counted("/mkt/relay", "a creation", () => market.post("/mkt/relay", relayed, freshCaller()));
  const task = { ...OFFER, title: "Find it by x402", pay: "x402" };
  const { json } = await counted(CREATE, "asks for x402", () => buyer.call(CREATE, task), 402);
  const [{ payTo, amount }] = json["accepts"] as [{ payTo: string; amount: string }];
  const payment = await signPayment(market.chain, { from: "buyer", terms: { to: payTo, value: BigInt(amount) } });
  const header = { "payment-signature": Buffer.from(JSON.stringify(payment)).toString("base64") };
  await counted(CREATE, "paid by x402", () => buyer.call(CREATE, task, header));
  await counted(CREATE, "paid by x402 before", () => buyer.call(CREATE, task));
}
