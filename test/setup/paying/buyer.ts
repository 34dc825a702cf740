import { redeemMessage } from "../../../functions/src/domain/messages/signedRequest";
import type { Hex } from "../../../functions/src/domain/keccak";
import type { Role } from "../../../dev/local/wallets";
import type { TestChain } from "../chain/chain";
import { freshCaller } from "../payments";

export const PRICE_UNITS = 490_000n;
export const QUESTION = { query: "What do people ask about most?" };

export interface QuoteBody {
  code: string;
  intentId: string;
  recipient: string;
  expiresAt: string;
  transaction: { to: string; data: string; value: string; chainId: number };
}

export interface Reply {
  status: number;
  headers: Headers;
  /** The body's bytes, as text. */
  text: string;
  /** The body as JSON; empty where it is a file. */
  // Untyped: each test reads the fields that it expects.
  json: Record<string, unknown>;
}

/** POSTs JSON, or the given text as it is. */
export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (isJson ? JSON.parse(text) : {}) as Record<string, unknown>,
  };
}

/** An agent that asks one paid endpoint and pays on one chain. */
export class Buyer {
  constructor(
    readonly url: string,
    private readonly chain: TestChain,
  ) {}

  async quote(question: unknown = QUESTION): Promise<QuoteBody> {
    const reply = await post(this.url, question);
    if (reply.status !== 402) throw new Error(`no quote but ${reply.status}: ${reply.text}`);
    return reply.json as unknown as QuoteBody;
  }

  /** Sends the quote's transaction as it is; it carries the intent's mark. */
  payMarked({ transaction }: QuoteBody, from: Role = "payer"): Promise<string> {
    return this.chain.send({ from, to: transaction.to, data: transaction.data });
  }

  /** A plain transfer without a mark. */
  payPlain({ recipient }: QuoteBody, from: Role = "payer", amountUsdcUnits = PRICE_UNITS): Promise<string> {
    return this.chain.pay({ from, to: recipient, amountUsdcUnits });
  }

  /** Each redemption comes from another IP address, so that no rate limit interferes. */
  redeem(
    { intentId }: Pick<QuoteBody, "intentId">,
    txHash: string,
    question: unknown = QUESTION,
    more: object = {},
  ): Promise<Reply> {
    return post(this.url, { ...(question as object), intentId, txHash, ...more }, freshCaller());
  }

  sign({ intentId }: QuoteBody, txHash: string, from: Role = "payer"): Promise<string> {
    return this.chain.wallet(from).signMessage(redeemMessage(intentId, txHash as Hex));
  }
}
