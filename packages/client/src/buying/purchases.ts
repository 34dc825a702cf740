import { asSent, canonicalHash } from "../canonical";
import { MktError, NotAnswerableError, OverBudgetError, UntrustedError } from "../errors";
import type { GaslessMode } from "../tasks/gasless";
import type { paths } from "../generated/openapi";
import { jsonOf, type Http } from "../service/http";
import type { JournalEntry } from "../journal/journal";
import { land, type LandingOptions } from "../journal/landing";
import type { Ledger } from "../journal/ledger";
import { usdcText, usdcUnits } from "../money";
import { pastPurchase, settledBy, type PastPurchase } from "./pastPurchases";
import { checkQuote, type CheckedQuote, type Quote } from "./quote";
import { NotPaidError, type Settlement } from "./settlement";
import { problemOf } from "../service/transport";
import type { Addresses } from "../signing/trust";
import type { AgentWallet } from "../signing/wallet";
import { offeredPayment, type OfferedPayment } from "./x402";

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
  /** Whether this answer is paid for by a signature; by default as the client pays for all of them. */
  gasless?: GaslessMode;
  /** Whether to pay although the quote says that the data cannot answer the question; false by default. */
  anyway?: boolean;
}

export interface Bought<T> {
  answer: T;
  paidUsdc: string;
  /** How it was paid: by the wallet's own transaction, or by an authorization that it signed and the service settled. */
  way: "transaction" | "authorization";
  /** Of a transaction: with its hash, it gives the answer again, for at least a year. Null for an authorization. */
  intentId: string | null;
  /** Null if the service did not say by which transaction it settled. */
  txHash: string | null;
  /** PAYMENT-RESPONSE as it came, with the signed receipt where the service signs; null without one. */
  receipt: string | null;
}

interface PurchaseParts {
  http: Http;
  wallet: () => AgentWallet;
  ledger: Ledger;
  addresses: Addresses;
  gasless: GaslessMode;
  settlement: Settlement;
  nowMs: () => number;
  newId: () => string;
}

/** What a quote says beside its price; what the question is understood to ask only where the service knows it. */
export type QuoteTexts = Pick<
  Quote,
  "expiresAt" | "understood" | "answerable" | "answerableReason" | "plan" | "notUsed" | "suggestions"
>;

/** Quote, check, pay, redeem. What was paid and not yet answered is redeemed, not paid again. */
export class Purchases {
  constructor(private readonly parts: PurchaseParts) {}

  /** A quote, checked; free, and without a wallet. */
  async quote(path: PaidPath, question: object): Promise<CheckedQuote & QuoteTexts> {
    return (await this.quoted(path, question)).quote;
  }

  private async quoted(path: PaidPath, question: object, signal?: AbortSignal) {
    const { http, addresses, nowMs } = this.parts;
    const response = await http.send(path, asked(question), { signal });
    const body = await jsonOf(response);
    if ((body as { code?: unknown } | null)?.code !== "payment_required") {
      throw response.ok
        ? new UntrustedError(`${path} returned an answer instead of a quote.`)
        : problemOf(response, body);
    }
    const quote = body as Quote;
    const { expiresAt, understood, answerable, answerableReason = null, plan = null } = quote;
    const { notUsed = [], suggestions = [] } = quote;
    const isForeseen = understood !== undefined && answerable !== undefined;
    const foreseen = isForeseen ? { understood, answerable, answerableReason, plan, notUsed, suggestions } : {};
    return {
      quote: { ...checkQuote(quote, addresses, nowMs()), expiresAt, ...foreseen },
      refusal: answerable === "no" ? new NotAnswerableError(answerableReason, suggestions) : null,
      required: response.headers.get("payment-required"),
    };
  }

  /**
   * The answer to a question, paid within the budget; of the answers about chats and goals, `{ plan }` asks for exactly
   * what a plan computes. Throws `NotAnswerableError`, unpaid, if the data has none.
   */
  async buy<P extends PaidPath>(path: P, question: object, options: BuyOptions = {}): Promise<Bought<AnswerOf<P>>> {
    const { ledger, wallet } = this.parts;
    const address = await wallet().address();
    const body = asSent(asked(question)) as Record<string, never>;
    const own = `${path} ${canonicalHash(body)}`;
    const key = options.key ?? own;
    return ledger.once(`${address} ${key}`, async () => {
      const known = await ledger.newest(key, address);
      if (known && (known.state === "signed" || options.key !== undefined)) {
        requireSame(known, path, body);
        try {
          return await this.finish(known, options);
        } catch (error) {
          if (!(error instanceof NotPaidError)) throw error;
        }
      }
      return this.finish(await this.pay({ path, question: body, key, wallet: address }, options), options);
    });
  }

  /** What the journal says was bought, oldest first; `withOpen`, also what may be paid and was not answered yet. */
  async bought(withOpen: boolean): Promise<PastPurchase[]> {
    const { ledger, wallet } = this.parts;
    const purchases = (await ledger.purchases(await wallet().address())).map(pastPurchase);
    return purchases.filter(({ isAnswered }) => isAnswered || withOpen);
  }

  /** The answer of a purchase in the journal. */
  async read<T>(id: string, options: LandingOptions = {}): Promise<Bought<T>> {
    const { ledger, wallet } = this.parts;
    const address = await wallet().address();
    return ledger.once(`${address} read ${id}`, async () => {
      const entry = (await ledger.purchases(address)).find((one) => one.id === id);
      if (!entry) throw new MktError("not_bought", "The journal has no such purchase of this wallet.");
      return this.finish<T>(entry, options);
    });
  }

  /** The answer of a purchase that was paid: redeemed, or replayed. */
  async finish<T>(entry: JournalEntry, options: LandingOptions = {}): Promise<Bought<T>> {
    const { http, ledger, settlement } = this.parts;
    const { path, request, payment } = entry;
    const paid = { paidUsdc: usdcText(BigInt(entry.amountUsdcUnits)) };
    if (payment) {
      const { answer, headers } = await settlement.answer<T>(entry, payment, options);
      const receipt = headers.get("payment-response");
      await ledger.done({ ...entry, ...(receipt !== null && { receipt }) });
      return { answer, ...paid, way: "authorization", intentId: null, txHash: settledBy(receipt), receipt };
    }
    const { landed, txHash } = await land(entry, this.parts, options);
    const { answer, headers } = await http.answer<T>(path, { ...request, txHash }, { signal: options.signal });
    const receipt = headers.get("payment-response");
    await ledger.done({ ...landed, ...(receipt !== null && { receipt }) });
    return { answer, ...paid, way: "transaction", intentId: String(request["intentId"]), txHash, receipt };
  }

  private async pay(
    {
      path,
      question,
      key,
      wallet: address,
    }: { path: PaidPath; question: Record<string, unknown>; key: string; wallet: string },
    { maxUsdc, signal, gasless = this.parts.gasless, anyway = false }: BuyOptions,
  ): Promise<JournalEntry> {
    const { ledger, wallet, settlement, newId, nowMs } = this.parts;
    const { quote, required, refusal } = await this.quoted(path, question, signal);
    if (refusal && !anyway) throw refusal;
    const { priceUsdcUnits, intentId, transaction } = quote;
    const label = `an answer of ${path}`;
    if (maxUsdc !== undefined && priceUsdcUnits > usdcUnits(maxUsdc)) {
      throw new OverBudgetError(
        `An answer of ${path} costs ${usdcText(priceUsdcUnits)} USDC; the limit is ${maxUsdc} USDC.`,
        "perCall",
      );
    }
    const offered = await this.offeredInsteadOfGas(gasless, quote, required);
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
      if (offered) {
        const payment = await settlement.sign(offered, quote, label);
        const entry = { ...draft, request: question, payment };
        await ledger.put(entry);
        reserved.spend();
        return entry;
      }
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

  /** What the wallet signs instead of a transaction; null if it pays for gas itself. */
  private async offeredInsteadOfGas(
    gasless: GaslessMode,
    quote: CheckedQuote,
    required: string | null,
  ): Promise<OfferedPayment | null> {
    const { settlement, addresses } = this.parts;
    if (gasless === "never" || (gasless === "auto" && (await settlement.canPayGas()))) return null;
    const offered = offeredPayment(required, quote, addresses);
    if (!offered && gasless === "always")
      throw new MktError(
        "settlement_unavailable",
        "The service takes no payment by signature. Without gasless, it can be paid with ETH for the gas.",
      );
    return offered;
  }
}

/** The body of a question: a plan is sent as the text of its question. */
const asked = (question: object): object => {
  const { plan, ...rest } = question as { plan?: unknown };
  return plan === undefined ? question : { ...rest, query: JSON.stringify(plan) };
};

function requireSame({ path, request, key }: JournalEntry, asked: string, question: Record<string, unknown>): void {
  const { intentId: _intentId, ...before } = request;
  const isSame = path === asked && canonicalHash(asSent(before)) === canonicalHash(asSent(question));
  if (!isSame) throw new MktError("key_reused", `The key ${key} was used for another question. Use a new key.`);
}
