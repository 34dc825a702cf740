import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { Agent, gaslessIn, keyIn, OFFER, WORK } from "../agent";
import { post, type Reply } from "../paying/buyer";
import type { Market } from "../market";
import { freshCaller } from "../payments";
import type { Fault, RpcCall, RpcProxy } from "../chain/rpcProxy";
import { signPayment } from "../paying/signedPayment";

const CREATE = "/agentCreateTaskSimple";
/** What a client repeats, as the guide says: the same request. */
const REPEATED: readonly unknown[] = ["tx_not_confirmed", "dependency_unavailable", "relay_unavailable"];
const MAX_TRIES = 200;

interface Step {
  by: "buyer" | "worker";
  path: string;
  body: object;
  /** The task's state after it. */
  state: string;
}

const SUBMITTED: readonly Step[] = [
  { by: "worker", path: "/agentStakeAndConfirm", body: {}, state: "STARTED" },
  { by: "worker", path: "/agentSubmitWork", body: WORK, state: "SUBMITTED" },
];
const decided = (body: object, state: string): Step => ({ by: "buyer", path: "/agentDecide", body, state });
const RATED = { rating: 5, comment: "Good." };

/** What happens to tasks after their creation, in turn. */
const LIVES: readonly (readonly Step[])[] = [
  [{ by: "buyer", path: "/agentCancelTask", body: {}, state: "CANCELLED" }],
  [...SUBMITTED, decided({ decision: "approve", ...RATED }, "APPROVED")],
  [
    { by: "buyer", path: "/agentFundMore", body: { rewardUsdc: "6" }, state: "FUNDED" },
    ...SUBMITTED,
    decided({ decision: "reject", ...RATED }, "REJECTED"),
  ],
];

export interface Played {
  /** Steps that ended with their task in the right state. */
  steps: number;
  /** Requests that were answered with "not yet", and repeated. */
  repeated: number;
  /** What a client was told that was not so. */
  wrong: string[];
}

interface Play {
  market: Market;
  /** A service of the market whose node is `node`. */
  service: { baseUrl: string };
  node: RpcProxy;
  steps: number;
  seed: number;
}

/**
 * Takes steps by the relay and by x402 payments while the service's node misbehaves at random as nodes do: it has no
 * receipts yet or receipts without logs, answers the calls of a batch from different blocks, or lacks the newest block. A client repeats what it is
 * told to repeat, and takes any other answer for final.
 */
export async function playRelayedSteps({ market, service, node, steps, seed }: Play): Promise<Played> {
  const random = seededRandom(seed);
  const agents = { buyer: new Agent(market, "buyer"), worker: new Agent(market, "worker") };
  const played: Played = { steps: 0, repeated: 0, wrong: [] };
  let hasReceipts = true;
  node.fault = (calls) => faultOf(calls, random, hasReceipts);

  for (let life = 0; played.steps + played.wrong.length < steps; life++) {
    const offer = { ...OFFER, title: `Task ${seed}-${life}` };
    let reply = await (life % 4 === 3 ? pay(offer) : relay("buyer", CREATE, offer));
    if (!count(reply, "FUNDED")) continue;
    const key = keyIn(reply);
    for (const { by, path, body, state } of LIVES[life % LIVES.length] ?? []) {
      reply = await relay(by, path, { ...key, ...body });
      if (!count(reply, state)) break;
    }
  }
  node.fault = undefined;
  return played;

  function count({ status, json, text }: Reply, state: string): boolean {
    const isRight = status === 200 && json["state"] === state;
    if (isRight) played.steps += 1;
    else played.wrong.push(`${state}: ${status} ${text.slice(0, 400)}`);
    return isRight;
  }

  async function relay(by: "buyer" | "worker", path: string, body: object): Promise<Reply> {
    const { json } = await agents[by].prepare(path, { ...body });
    const request = await agents[by].relayed(gaslessIn(json), json);
    return persist(() => post(`${service.baseUrl}/mkt/relay`, request, freshCaller()));
  }

  /** The offer's payment; once it is known to be on its way, now and then the same request without it. */
  async function pay(offer: object): Promise<Reply> {
    const body = { ...offer, wallet: agents.buyer.wallet, pay: "x402" };
    const asked = await post(market.service.baseUrl + CREATE, body, freshCaller());
    const [{ payTo = "", amount = "0" } = {}] = asked.json["accepts"] as { payTo: string; amount: string }[];
    const payment = await signPayment(market.chain, { from: "buyer", terms: { to: payTo, value: BigInt(amount) } });
    const header = { "payment-signature": Buffer.from(JSON.stringify(payment)).toString("base64") };
    let isSent = false;
    return persist(async () => {
      const withPayment = !isSent || random() < 0.5;
      const reply = await post(service.baseUrl + CREATE, body, { ...freshCaller(), ...(withPayment && header) });
      isSent ||= reply.json["code"] === "tx_not_confirmed";
      return reply;
    });
  }

  async function persist(send: () => Promise<Reply>): Promise<Reply> {
    // A node without receipts for as long as a whole request takes is what made mined transactions seem lost.
    hasReceipts = random() < 0.6;
    let reply = await send();
    hasReceipts = true;
    for (let tries = 1; REPEATED.includes(reply.json["code"]) && tries < MAX_TRIES; tries++) {
      played.repeated += 1;
      reply = await send();
    }
    return reply;
  }
}

function faultOf(calls: readonly RpcCall[], random: () => number, hasReceipts: boolean): Fault | undefined {
  const asksReceipts = calls.some(({ method }) => method === "eth_getTransactionReceipt");
  if (asksReceipts && !hasReceipts) return { kind: "lie", method: "eth_getTransactionReceipt", result: () => null };
  const chance = random();
  if (chance < 0.2) return { kind: "older", which: () => true };
  if (chance < 0.5) return { kind: "older", which: () => random() < 0.5 };
  if (chance < 0.6) return { kind: "lie", method: "eth_getTransactionReceipt", result: () => null };
  if (chance < 0.7) return { kind: "lie", method: "eth_getTransactionReceipt", result: withoutLogs };
  return undefined;
}

const withoutLogs = (receipt: unknown) => receipt && { ...receipt, logs: [] };

/** The relay's transactions so far. */
export const relayedOn = (market: Market): Promise<number> =>
  market.chain.provider.getTransactionCount(market.address("relay"));
