import { asSent, canonicalHash } from "./canonical";
import { MktError, OverBudgetError, UntrustedError } from "./errors";
import type { paths } from "./generated/openapi";
import { jsonOf, type Http } from "./http";
import type { JournalEntry } from "./journal";
import { land, type LandingOptions } from "./landing";
import type { Ledger } from "./ledger";
import { usdcText, usdcUnits } from "./money";
import { checkQuote, type CheckedQuote, type Quote } from "./quote";
import { problemOf } from "./transport";
import type { Addresses } from "./trust";
import type { AgentWallet } from "./wallet";

type Json<R> = R extends { content: { "application/json": infer T } } ? T : never;
type PostResponses<P extends keyof paths> = paths[P] extends { post: { responses: infer R } } ? R : never;
/** The endpoints that answer for money. */
export type PaidPath = {
  [P in keyof paths]: PostResponses<P> extends { 402: { content: { "application/json": Quote } } } ? P : never;
}[keyof paths];
export type AnswerOf<P extends PaidPath> = P extends PaidPath
  ? PostResponses<P> extends { 200: infer R }
    ? Json<R>
    : never
  : never;

export interface BuyOptions extends LandingOptions {
  /** Names the purchase: bought once, the same key gives the same answer again and is never paid twice. */
  key?: string;
  /** The most that this answer may cost, in USDC. */
  maxUsdc?: string;
}

export interface Bought<T> {
  answer: T;
  /** With the hash, the receipt: the two give the answer again, for at least a year. */
  intentId: string;
  txHash: string;
  paidUsdc: string;
}

interface PurchaseParts {
  http: Http;
  wallet: () => AgentWallet;
  ledger: Ledger;
  addresses: Addresses;
  nowMs: () => number;
  newId: () => string;
}

/** Quote, check, pay, redeem. What was paid and not yet answered is redeemed, not paid again. */
export class Purchases {
  constructor(private readonly parts: PurchaseParts) {}

  /** A quote, checked; free, and without a wallet. */
  async quote(
    path: PaidPath,
    question: object,
    signal?: AbortSignal,
  ): Promise<CheckedQuote & { label: string; expiresAt: string }> {
    const { http, addresses, nowMs } = this.parts;
    const response = await http.send(path, question, { signal });
    const body = await jsonOf(response);
    if ((body as { code?: unknown } | null)?.code !== "payment_required") {
      throw response.ok
        ? new UntrustedError(`${path} returned an answer instead of a quote.`)
        : problemOf(response, body);
    }
    const quote = body as Quote;
    return { ...checkQuote(quote, addresses, nowMs()), label: quote.label, expiresAt: quote.expiresAt };
  }

  /** The answer to a question, paid within the budget. */
  async buy<P extends PaidPath>(path: P, question: object, options: BuyOptions = {}): Promise<Bought<AnswerOf<P>>> {
    const { ledger, wallet } = this.parts;
    const address = await wallet().address();
    const asked = asSent(question) as Record<string, never>;
    const own = `${path} ${canonicalHash(asked)}`;
    const key = options.key ?? own;
    return ledger.once(`${address} ${key}`, async () => {
      const known = await ledger.newest(key, address);
      if (known && (known.state === "signed" || options.key !== undefined)) {
        requireSame(known, path, asked);
        return this.finish(known, options);
      }
      return this.finish(await this.pay({ path, question: asked, key, wallet: address }, options), options);
    });
  }

  /** The answer of a purchase that was paid: redeemed, or replayed. */
  async finish<T>(entry: JournalEntry, options: LandingOptions = {}): Promise<Bought<T>> {
    const { http, ledger, wallet } = this.parts;
    const { path, request } = entry;
    const txHash = await land(entry, ledger, wallet(), options);
    const answer = await http.post<T>(path, { ...request, txHash }, { signal: options.signal });
    await ledger.done(entry);
    return { answer, intentId: String(request["intentId"]), txHash, paidUsdc: usdcText(BigInt(entry.amountUsdcUnits)) };
  }

  private async pay(
    {
      path,
      question,
      key,
      wallet: address,
    }: { path: PaidPath; question: Record<string, unknown>; key: string; wallet: string },
    { maxUsdc, signal }: BuyOptions,
  ): Promise<JournalEntry> {
    const { ledger, wallet, newId, nowMs } = this.parts;
    const { priceUsdcUnits, intentId, transaction, label } = await this.quote(path, question, signal);
    if (maxUsdc !== undefined && priceUsdcUnits > usdcUnits(maxUsdc)) {
      throw new OverBudgetError(
        `${label} costs ${usdcText(priceUsdcUnits)} USDC; the limit is ${maxUsdc} USDC.`,
        "perCall",
      );
    }
    const reserved = await ledger.reserve({ kind: "purchase", wallet: address, units: priceUsdcUnits, what: label });
    const draft: JournalEntry = {
      id: newId(),
      key,
      kind: "purchase",
      wallet: address,
      signedAt: new Date(nowMs()).toISOString(),
      path,
      request: { ...question, intentId },
      amountUsdcUnits: String(priceUsdcUnits),
      transactions: [],
      state: "signed",
    };
    try {
      const transactions = await wallet().signAndSend([transaction], {
        purpose: `Pay for ${label}`,
        amountUsdc: usdcText(priceUsdcUnits),
        keep: async (signed) => {
          await ledger.put({ ...draft, transactions: signed });
          reserved.spend();
        },
        drop: () => ledger.drop(draft),
      });
      return { ...draft, transactions };
    } finally {
      reserved.release();
    }
  }
}

function requireSame({ path, request, key }: JournalEntry, asked: string, question: Record<string, unknown>): void {
  const { intentId: _intentId, ...before } = request;
  const isSame = path === asked && canonicalHash(asSent(before)) === canonicalHash(asSent(question));
  if (!isSame) throw new MktError("key_reused", `The key ${key} was used for another question. Use a new key.`);
}
