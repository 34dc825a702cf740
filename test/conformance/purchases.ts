import { strict as assert } from "node:assert";
import type { Json, Reply } from "./api";
import { once, type World } from "./world";
import { holds } from "./holds";

export const CHATS = "/demand-insights";
export const GOALS = "/ai-early-adopters-goals";
export const ANALYTICS = "/analytics/agent-conversions";
export const PAID = [CHATS, GOALS, ANALYTICS] as const;

export const BODIES: Record<(typeof PAID)[number], object> = {
  [CHATS]: { query: "What do people ask about most?" },
  [GOALS]: { messages: [{ role: "user", content: "How many goals are about work?" }] },
  [ANALYTICS]: { filters: { aggregate: "category", country: "ALL" } },
};

export interface Quote {
  reply: Reply;
  intentId: string;
  /** The header `Pay`, which is JSON. */
  pay: Json;
  contracts: string[];
  priceUnits: bigint;
}

export interface Purchase {
  quote: Quote;
  txHash: string;
  /** The first answer to the redemption. */
  answer: Reply;
}

/** What is bought in a run: one answer of each paid endpoint. */
export class Purchases {
  constructor(private readonly world: World) {}

  async quote(path: (typeof PAID)[number], body: object = BODIES[path]): Promise<Quote> {
    const reply = await this.world.api.post(path, body);
    assert.equal(reply.status, 402, reply.bytes.toString());
    const header = (name: string) => reply.headers.get(name) ?? "";
    const pay = JSON.parse(header("Pay"));
    return {
      reply,
      pay,
      intentId: header("X-Price-Intent"),
      contracts: header("X-Payment-Contracts")
        .split(",")
        .map((one) => one.trim()),
      priceUnits: unitsOf(pay.amountUsdc as string),
    };
  }

  readonly quotes = {
    [CHATS]: once(() => this.quote(CHATS)),
    [GOALS]: once(() => this.quote(GOALS)),
    [ANALYTICS]: once(() => this.quote(ANALYTICS)),
  };

  /** A transfer of the token to the quote's recipient, without a mark of the intent. */
  async transfer({ pay, contracts }: Pick<Quote, "pay" | "contracts">, units: bigint): Promise<string> {
    const [token = ""] = contracts;
    const sent = await this.world.token(token).getFunction("transfer")(pay.recipient, units);
    await sent.wait();
    return sent.hash as string;
  }

  /** Redeems as agents do: again for as long as the payment is not confirmed. */
  async redeem(path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> {
    await this.world.api.ok(path, body, headers);
    const reply = this.world.api.replies.findLast((one) => one.path === path && one.status === 200);
    holds(reply);
    return reply;
  }

  /** Paid by a plain transfer of exactly the price. */
  readonly chats = once(async (): Promise<Purchase> => {
    const quote = await this.quotes[CHATS]();
    const txHash = await this.transfer(quote, quote.priceUnits);
    const answer = await this.redeem(CHATS, { ...BODIES[CHATS], intentId: quote.intentId, txHash });
    return { quote, txHash, answer };
  });

  /** Paid by the quote's own transaction, redeemed by the header as JSON. */
  readonly goals = once(async (): Promise<Purchase> => {
    const quote = await this.quotes[GOALS]();
    const txHash = await this.world.send(this.world.buyer, [quote.reply.json.transaction]);
    const payment = JSON.stringify({ intentId: quote.intentId, txHash });
    const answer = await this.redeem(GOALS, BODIES[GOALS], { "x402-payment": payment });
    return { quote, txHash, answer };
  });

  /** Paid by the quote's own transaction. */
  readonly analytics = once(async (): Promise<Purchase> => {
    const quote = await this.quotes[ANALYTICS]();
    const txHash = await this.world.send(this.world.buyer, [quote.reply.json.transaction]);
    const answer = await this.redeem(ANALYTICS, { ...BODIES[ANALYTICS], intentId: quote.intentId, txHash });
    return { quote, txHash, answer };
  });

  /** A transfer of one cent to the recipient. */
  readonly tooLittle = once(async () => this.transfer(await this.quotes[CHATS](), 10_000n));

  /** A transfer of the price to the wrong recipient, the buyer itself. */
  readonly elsewhere = once(async () => {
    const quote = await this.quotes[CHATS]();
    return this.transfer({ ...quote, pay: { recipient: this.world.buyer.address } }, quote.priceUnits);
  });
}

/** Base units of a USDC amount in decimals. */
export function unitsOf(usdc: string): bigint {
  const [whole = "0", decimals = ""] = usdc.split(".");
  return BigInt(whole + decimals.padEnd(6, "0"));
}
