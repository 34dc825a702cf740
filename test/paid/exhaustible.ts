import { hexlify, randomBytes } from "ethers";
import { post, QUESTION, type Reply } from "../setup/paying/buyer";
import { questionOf, signPayment, type Payload } from "../setup/paying/signedPayment";
import { SettlingStage } from "../setup/paying/settling";

export const statuses = (replies: { status: number }[]) => [...new Set(replies.map(({ status }) => status))];

/** A service at one moment, however long the test takes, and requests from addresses whose budget is used up. */
export function exhaustible() {
  const nowMs = Date.now();
  const stage = SettlingStage.forFile({ nowMs: () => nowMs });
  const send = (payment: unknown, from: string, url = stage.url): Promise<Reply> =>
    post(url, questionOf(payment), {
      "payment-signature": Buffer.from(JSON.stringify(payment)).toString("base64"),
      "x-forwarded-for": from,
    });
  const redeem = (intentId: string, txHash: string, from: string, url = stage.url): Promise<Reply> =>
    post(url, { ...QUESTION, intentId, txHash }, { "x-forwarded-for": from });
  return {
    nowMs,
    stage,
    send,
    redeem,
    settled: (payment: unknown, from: string, url = stage.url) => stage.persist(() => send(payment, from, url)),
    /** Uses up the budget of an address with intents that are none. */
    exhaust: async (from: string, url = stage.url) => {
      const fail = () => redeem("none", hexlify(randomBytes(32)), from, url);
      for (let round = 0; round < 4; round++) await Promise.all(Array.from({ length: 20 }, fail));
      expect((await fail()).status).toBe(429);
    },
    /** A payment with one digit of its signature changed: the payer's key did not make it. */
    forged: () =>
      signPayment(stage.chain, {
        change: (payload: Payload) => {
          const { signature, authorization } = payload.payload;
          const other = signature.slice(0, 10) + (signature[10] === "0" ? "1" : "0") + signature.slice(11);
          return { ...payload, payload: { authorization, signature: other } };
        },
      }),
  };
}
