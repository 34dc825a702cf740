import { createSIWxPayload, encodeSIWxHeader, type SIWxExtension } from "@x402/extensions/sign-in-with-x";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { hexlify, Interface, randomBytes, Signature, type TransactionResponse } from "ethers";
import { privateKeyToAccount } from "viem/accounts";
import { JOBS } from "../../functions/src/entry/jobs";
import { wire } from "../../functions/src/entry/wire";
import { devWallets, type Role } from "../../dev/local/wallets";
import { Buyer, post, PRICE_UNITS, type Reply } from "../setup/paying/buyer";
import { USDC } from "../setup/chain/chain";
import { cancelledAuthorization, freshCaller } from "../setup/payments";
import { MAKERS_CLIENTS } from "../setup/paying/makersClients";
import { CountedAnswers, testSettings } from "../setup/service";
import { sendPayment, settlementOf, signPayment, type Payload } from "../setup/paying/signedPayment";
import { SettlingStage } from "../setup/paying/settling";

const { recipient, payer3 } = devWallets();
const answers = new CountedAnswers();
const stage = SettlingStage.forFile({ answers });
const income = () => stage.chain.usdcUnitsOf(recipient.address);
const newQuestion = () => ({ query: `What does good advice cost? ${hexlify(randomBytes(8))}` });
const hurriedUrl = () => stage.hurried();
const authorizationOf = (payment: unknown) => (payment as Payload).payload.authorization;

afterEach(() => {
  stage.node.fault = undefined;
});

/** The node tells of no receipts: no payment is seen in a block. */
const unseen = () => {
  stage.node.fault = { kind: "lie", method: "eth_getTransactionReceipt", result: () => null };
};

/** What is said of a question, with what it takes to do what it says. */
interface Situation {
  url: string;
  question: { query: string };
  payment: unknown;
  reply: Reply;
  role: Role;
}

/** The wallet signs a quote's challenge and reads what it has bought. */
async function signIn({ url, question, role }: Omit<Situation, "reply" | "payment">): Promise<Reply> {
  const { headers } = await post(url, question, freshCaller());
  const { extensions } = decodePaymentRequiredHeader(headers.get("payment-required") ?? "");
  const { info, supportedChains } = extensions?.["sign-in-with-x"] as SIWxExtension;
  const signer = privateKeyToAccount(devWallets()[role].privateKey as `0x${string}`);
  const proof = await createSIWxPayload({ ...info, ...supportedChains[0]! }, signer, info.uri);
  return post(url, question, { "sign-in-with-x": encodeSIWxHeader(proof), ...freshCaller() });
}

/** Does what a reply says, as literally as a program can, until there is an answer. */
async function obey(situation: Situation): Promise<Situation> {
  const { url, question, payment, role } = situation;
  let { reply } = situation;
  for (let step = 0; step < 8 && reply.status !== 200; step++) {
    if (reply.status === 402) {
      const { status, text } = await MAKERS_CLIENTS["@x402/fetch"]!(url, question, role);
      reply = { status, text, headers: new Headers(), json: JSON.parse(text) as Reply["json"] };
    } else if (reply.json["code"] === "intent_tx_mismatch") {
      const buyer = new Buyer(url, stage.chain);
      const quote = await buyer.quote(question);
      const txHash = String(reply.json["txHash"]);
      reply = await buyer.redeem(quote, txHash, question, { payerSignature: await buyer.sign(quote, txHash, role) });
    } else if (String(reply.json["detail"]).includes("SIGN-IN-WITH-X")) {
      reply = await signIn(situation);
    } else {
      reply = await sendPayment(url, payment, question);
    }
  }
  return { ...situation, reply };
}

/** The transaction by which the settling wallet sent a payment last. */
async function lastSettlement(): Promise<TransactionResponse> {
  const { provider } = stage.chain;
  for (let number = await provider.getBlockNumber(); number >= 0; number--) {
    const block = await provider.getBlock(number, true);
    const found = block?.prefetchedTransactions.find(({ from }) => from === devWallets().settler.address);
    if (found) return found;
  }
  throw new Error("the settling wallet has sent nothing");
}

/** The money leaves between the simulation and the block, so that the transfer is reverted; then it is there again. */
async function reverted(url: string, question: { query: string }): Promise<Situation> {
  const units = await stage.chain.usdcUnitsOf(payer3.address);
  const move = (from: "payer3" | "payer2", to: string) => stage.chain.pay({ from, to, amountUsdcUnits: units });
  const payment = await signPayment(stage.chain, { from: "payer3" });
  let gone: Promise<unknown> | undefined;
  stage.node.fault = (calls) => {
    if (!calls.some(({ method }) => method === "eth_sendRawTransaction")) return undefined;
    gone ??= move("payer3", devWallets().payer2.address);
    return { kind: "slow", ms: 300 };
  };
  const reply = await sendPayment(url, payment, question);
  stage.node.fault = undefined;
  await move("payer2", payer3.address);
  expect([reply.status, reply.json["code"], reply.headers.get("payment-required")]).toEqual([409, "tx_reverted", null]);
  expect(reply.json["detail"]).toContain(`validBefore (${authorizationOf(payment)["validBefore"]})`);
  return { url, question, payment, reply, role: "payer3" };
}

/** Anyone can send an authorization that they have seen. */
async function carriedByStranger(payment: unknown): Promise<string> {
  const { from, to, value, validAfter, validBefore, nonce } = authorizationOf(payment);
  const { r, s, v } = Signature.from((payment as Payload).payload.signature);
  const token = new Interface([
    "function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
  ]);
  const data = token.encodeFunctionData("transferWithAuthorization", [
    ...[from, to, value, validAfter, validBefore, nonce, v, r, s],
  ]);
  return stage.chain.send({ from: "stranger", to: USDC, data });
}

const SITUATIONS: [string, () => Promise<Situation>][] = [
  [
    "another payment under the identifier of the first, for the same question",
    async () => {
      const [question, paymentId] = [newQuestion(), hexlify(randomBytes(16))];
      const first = await signPayment(stage.chain, { paymentId });
      expect((await sendPayment(stage.url, first, question)).status).toBe(200);
      const payment = await signPayment(stage.chain, { paymentId });
      const reply = await sendPayment(stage.url, payment, question);
      expect(reply.status).toBe(200);
      return { url: stage.url, question, payment, reply, role: "payer" };
    },
  ],
  [
    "another payment under the identifier of one that is pending",
    async () => {
      const [question, paymentId] = [newQuestion(), hexlify(randomBytes(16))];
      unseen();
      const url = await hurriedUrl();
      const first = await sendPayment(url, await signPayment(stage.chain, { paymentId }), question);
      const payment = await signPayment(stage.chain, { paymentId });
      const reply = await sendPayment(url, payment, question);
      for (const one of [first, reply]) expect([one.status, one.json["code"]]).toEqual([503, "tx_not_confirmed"]);
      stage.node.fault = undefined;
      return { url: stage.url, question, payment, reply, role: "payer" };
    },
  ],
  [
    "a reverted settlement, which a stranger sends once more",
    async () => {
      const situation = await reverted(stage.url, newQuestion());
      const { to, data } = await lastSettlement();
      await stage.chain.send({ from: "stranger", to: to!, data });
      return situation;
    },
  ],
  [
    "a payment that a stranger carried to the chain, where payments must name their purchase",
    async () => {
      const url = await stage.another({ REQUIRE_PAYMENT_BINDING: "true" });
      const question = newQuestion();
      const payment = await signPayment(stage.chain);
      const txHash = await carriedByStranger(payment);
      const reply = await sendPayment(url, payment, question);
      expect([reply.status, reply.json]).toEqual([
        409,
        expect.objectContaining({ code: "intent_tx_mismatch", txHash }),
      ]);
      return { url, question, payment, reply, role: "payer" };
    },
  ],
  [
    "a payment that comes late, and that a stranger carried to the chain in time",
    async () => {
      const now = (await stage.chain.provider.getBlock("latest"))?.timestamp ?? 0;
      const payment = await signPayment(stage.chain, { terms: { validBefore: BigInt(now + 60) } });
      await carriedByStranger(payment);
      const [url, question] = [await stage.another({}, { nowMs: () => Date.now() + 120_000 }), newQuestion()];
      const reply = await sendPayment(url, payment, question);
      expect(reply.status).toBe(200);
      return { url, question, payment, reply, role: "payer" };
    },
  ],
  [
    "a payment that its payer cancelled",
    async () => {
      const question = newQuestion();
      const payment = await signPayment(stage.chain);
      const data = await cancelledAuthorization(stage.chain, "payer", authorizationOf(payment)["nonce"] ?? "");
      await stage.chain.send({ from: "stranger", to: USDC, data });
      const reply = await sendPayment(stage.url, payment, question);
      expect([reply.status, settlementOf(reply)]).toEqual([
        402,
        expect.objectContaining({ success: false, errorReason: "invalid_exact_evm_nonce_already_used" }),
      ]);
      return { url: stage.url, question, payment, reply, role: "payer" };
    },
  ],
  [
    "a v1 payment that was answered, sent once more",
    async () => {
      const question = newQuestion();
      const payment = await signPayment(stage.chain, { version: 1 });
      expect((await sendPayment(stage.url, payment, question)).status).toBe(200);
      const reply = await sendPayment(stage.url, payment, question);
      expect([reply.status, reply.json["code"]]).toEqual([409, "payment_id_used"]);
      return { url: stage.url, question, payment, reply, role: "payer" };
    },
  ],
  [
    "a settling wallet without ether",
    async () => {
      const question = newQuestion();
      const { address } = devWallets().settler;
      const had = await stage.chain.provider.getBalance(address);
      await stage.chain.call("anvil_setBalance", address, "0x1000");
      const payment = await signPayment(stage.chain);
      const reply = await sendPayment(stage.url, payment, question);
      expect([reply.status, reply.json["code"], reply.json["detail"]]).toEqual([
        503,
        "dependency_unavailable",
        expect.not.stringContaining("`transaction`"),
      ]);
      await stage.chain.call("anvil_setBalance", address, `0x${had.toString(16)}`);
      // Nothing was sent, so that another payment of the payer is taken at once.
      return { url: stage.url, question, payment: await signPayment(stage.chain), reply, role: "payer" };
    },
  ],
  [
    "a node that says for a while that a payment's block is not there",
    async () => {
      const question = newQuestion();
      unseen();
      const payment = await signPayment(stage.chain);
      const reply = await sendPayment(await hurriedUrl(), payment, question);
      expect([reply.status, reply.headers.get("payment-response"), reply.headers.get("payment-required")]).toEqual([
        503,
        null,
        null,
      ]);
      stage.node.fault = undefined;
      return { url: stage.url, question, payment, reply, role: "payer" };
    },
  ],
];

describe("Z8: who does what an error says", () => {
  it.each(SITUATIONS)("Z8: after %s, has the answer and has paid once", async (_name, arrange) => {
    const [had, asked] = [await income(), answers.asked];
    const { reply } = await obey(await arrange());
    expect([reply.status, (await income()) - had, answers.asked - asked]).toEqual([200, PRICE_UNITS, 1]);
  });

  it("Z8: is told of another identifier for another question, and pays for two answers", async () => {
    const paymentId = hexlify(randomBytes(16));
    const [one, two] = [newQuestion(), newQuestion()];
    expect((await sendPayment(stage.url, await signPayment(stage.chain, { paymentId }), one)).status).toBe(200);
    const had = await income();
    const other = await sendPayment(stage.url, await signPayment(stage.chain, { paymentId }), two);
    expect([other.status, other.json["code"], await income()]).toEqual([409, "payment_id_used", had]);
    const own = await signPayment(stage.chain, { paymentId: hexlify(randomBytes(16)) });
    expect([(await sendPayment(stage.url, own, two)).status, (await income()) - had]).toEqual([200, PRICE_UNITS]);
  });

  it("Z8: learns that a payment is early by this second, and sends the same one a block later", async () => {
    const now = (await stage.chain.provider.getBlock("latest"))?.timestamp ?? 0;
    const payment = await signPayment(stage.chain, { terms: { validAfter: BigInt(now) } });
    const url = await stage.another({}, { nowMs: () => (now + 1) * 1_000 });
    const early = await sendPayment(url, payment);
    expect([early.status, early.json["detail"]]).toEqual([
      402,
      expect.stringMatching(/^invalid_exact_evm_payload_authorization_valid_after: .*not valid yet/),
    ]);
    const exact = await stage.another({}, { nowMs: () => now * 1_000 });
    expect((await sendPayment(exact, payment)).json["detail"]).toContain("valid_after");
    await stage.chain.warp(2);
    const had = await income();
    expect([(await sendPayment(url, payment)).status, (await income()) - had]).toEqual([200, PRICE_UNITS]);
  });
});

describe("a payer who proves itself", () => {
  /** A payment that is on the chain, and that no node tells of. */
  async function lost(): Promise<Omit<Situation, "reply">> {
    const question = newQuestion();
    unseen();
    const url = await hurriedUrl();
    const payment = await signPayment(stage.chain);
    expect((await sendPayment(url, payment, question)).json["code"]).toBe("tx_not_confirmed");
    return { url, question, payment, role: "payer" };
  }

  it("Z7: by signing in is told to wait while its payment may be on its way, then gets the answer", async () => {
    const had = await income();
    const situation = await lost();
    const waits = await signIn(situation);
    expect([waits.status, waits.json["code"], Number(waits.headers.get("retry-after")) > 0]).toEqual([
      503,
      "tx_not_confirmed",
      true,
    ]);
    expect(waits.headers.get("payment-required")).toBeNull();
    stage.node.fault = undefined;
    const answered = await signIn(situation);
    expect([answered.status, (await income()) - had]).toEqual([200, PRICE_UNITS]);
    expect((await sendPayment(stage.url, situation.payment, situation.question)).text).toBe(answered.text);
  });

  it("Z7: of a payment that was never sent is told until when it can be taken", async () => {
    const question = newQuestion();
    stage.dropBroadcasts();
    const url = await hurriedUrl();
    const payment = await signPayment(stage.chain);
    expect((await sendPayment(url, payment, question)).status).toBe(503);
    const waits = await signIn({ url, question, role: "payer" });
    expect([waits.status, waits.json["detail"]]).toEqual([
      503,
      expect.stringContaining(`validBefore (${authorizationOf(payment)["validBefore"]})`),
    ]);
    // Leaves no nonce behind.
    stage.node.fault = undefined;
    await stage.wallet().advance();
    expect((await signIn({ url: stage.url, question, role: "payer" })).status).toBe(200);
  });

  it("Z7: by its signature under the transaction that took a payment whose payload it has lost gets the answer", async () => {
    const had = await income();
    const { url, question } = await lost();
    stage.node.fault = undefined;
    const { hash } = await lastSettlement();
    const buyer = new Buyer(url, stage.chain);
    const quote = await buyer.quote(question);
    const redeem = async (role: Role, asked: object) =>
      buyer.redeem(quote, hash, asked, { payerSignature: await buyer.sign(quote, hash, role) });
    expect((await redeem("stranger", question)).json["code"]).toBe("signature_invalid");
    const answered = await redeem("payer", question);
    expect([answered.status, (await income()) - had]).toEqual([200, PRICE_UNITS]);
    const other = newQuestion();
    const forOther = await buyer.quote(other);
    const payerSignature = await buyer.sign(forOther, hash);
    expect((await buyer.redeem(forOther, hash, other, { payerSignature })).json["code"]).toBe("tx_already_used");
  });

  it("Z7: reads what the finality job has finished in its absence", async () => {
    const [had, asked] = [await income(), answers.asked];
    const situation = await lost();
    stage.node.fault = undefined;
    const parts = wire(testSettings({ RPC_URLS: stage.node.url }), {
      ...{ db: stage.db, answers, log: stage.log, isStocked: true, strict: true },
      nowMs: () => Date.now() + 120_000,
    });
    expect(await JOBS.paymentFinality(parts)).toMatchObject({ purchases: { finished: 1, failed: 0 } });
    expect(answers.asked - asked).toBe(1);
    const read = await signIn({ ...situation, url: stage.url });
    expect([read.status, (await income()) - had, answers.asked - asked]).toEqual([200, PRICE_UNITS, 1]);
  });

  it("Z9: alone reads an answer that a v1 payment bought, of which the chain shows all but the question", async () => {
    const question = newQuestion();
    const payment = (await signPayment(stage.chain, { version: 1 })) as Payload;
    expect((await sendPayment(stage.url, payment, question)).status).toBe(200);
    // All of it is in the transaction, and the question is guessed.
    const rebuilt = { ...{ x402Version: 1, scheme: "exact", network: "base" }, payload: payment.payload };
    const asV2 = { ...((await signPayment(stage.chain)) as Payload), payload: payment.payload };
    for (const guess of [rebuilt, asV2, { ...asV2, accepted: { ...asV2.accepted, extra: {} } }]) {
      const { status, json, text } = await sendPayment(stage.url, guess, question);
      expect([status, json["code"]]).toEqual([409, "payment_id_used"]);
      expect(text).not.toContain("You asked");
    }
    const had = await income();
    expect((await signIn({ url: stage.url, question, role: "payer" })).status).toBe(200);
    expect((await MAKERS_CLIENTS["x402-fetch (v1)"]!(stage.url, question)).status).toBe(200);
    expect(await income()).toBe(had);
  });
});

describe("time", () => {
  it("Z8: offers an answer again once a final block shows that a reverted payment was never taken", async () => {
    const had = await income();
    const situation = await reverted(stage.url, newQuestion());
    const { question, payment } = situation;
    // Until then, no other payment of the payer for it is taken.
    const other = await signPayment(stage.chain, { from: "payer3" });
    expect((await sendPayment(stage.url, other, question)).json["code"]).toBe("tx_not_confirmed");
    await stage.chain.warp(2_000);
    await stage.chain.mine(100);
    const later = await stage.another({}, { nowMs: () => Date.now() + 2_000_000 });
    const offered = await sendPayment(later, payment, question);
    expect([offered.status, offered.json["code"]]).toEqual([402, "payment_invalid"]);
    const next = await signPayment(stage.chain, { from: "payer3" });
    expect([(await sendPayment(later, next, question)).status, (await income()) - had]).toEqual([200, PRICE_UNITS]);
  });
});
