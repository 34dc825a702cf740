import { fateOf } from "../signing/authorizations";
import { TOKEN } from "../tasks/calls";
import { InsufficientFundsError, MktError, ProblemError } from "../errors";
import type { Answered, Http } from "../service/http";
import type { JournalEntry } from "../journal/journal";
import type { LandingOptions } from "../journal/landing";
import type { Ledger } from "../journal/ledger";
import { usdcText, usdcUnits } from "../money";
import type { CheckedQuote } from "./quote";
import { dataOf } from "../service/transport";
import type { Addresses } from "../signing/trust";
import { waitUntil } from "../wait";
import type { AgentWallet } from "../signing/wallet";
import { paymentToSign, signedPayment, type OfferedPayment, type SignedPayment } from "./x402";

/** A signed payment was not used and never can be: it can be signed again. */
export class NotPaidError extends MktError {
  constructor(problem: ProblemError) {
    super("not_paid", "The signed payment was not used in time and moved no money. Repeat the call to pay again.", {
      cause: problem,
    });
  }
}

/** The gas of a payment by the wallet's own transaction. */
const PAYMENT_GAS = 100_000n;
/** After its deadline a signature cannot be used; a minute for clocks that differ. */
const MARGIN_MS = 60_000;

interface SettlementParts {
  http: Http;
  wallet: () => AgentWallet;
  ledger: Ledger;
  addresses: Addresses;
  nowMs: () => number;
  newSalt: () => string;
}

/** Payments by signature, which the service settles at its own cost: the same payment gives the same answer, and is taken once. */
export class Settlement {
  constructor(private readonly parts: SettlementParts) {}

  /** Whether the wallet has the ether to pay by its own transaction. */
  canPayGas(): Promise<boolean> {
    return this.parts.wallet().canPay(PAYMENT_GAS);
  }

  /** Signs a quote's payment. */
  async sign(
    offered: OfferedPayment,
    { priceUsdcUnits, recipient }: CheckedQuote,
    label: string,
  ): Promise<SignedPayment> {
    const { wallet, nowMs, newSalt, addresses } = this.parts;
    const from = await wallet().address();
    await this.requireBalance(from, priceUsdcUnits);
    const nowSeconds = Math.floor(nowMs() / 1000);
    const typedData = paymentToSign(offered, { from, nonce: newSalt(), nowSeconds, chainId: addresses.chainId });
    const until = new Date(Number(typedData.message["validBefore"]) * 1000).toISOString();
    const purpose = `Pay ${usdcText(priceUsdcUnits)} USDC to ${recipient} for ${label}, once, until ${until}; without gas`;
    return signedPayment(offered, typedData, await wallet().signTypedData(typedData, purpose));
  }

  /** Reads the answer to a signed payment; may be repeated. Throws `NotPaidError` if it was dropped. */
  async answer<T>(entry: JournalEntry, payment: SignedPayment, options: LandingOptions): Promise<Answered<T>> {
    const { signal, timeoutMs } = options;
    const headers = { "payment-signature": payment.header };
    const send = async () => {
      try {
        return await this.parts.http.answer<T>(entry.path, entry.request, { headers, signal });
      } catch (error) {
        if (error instanceof ProblemError && error.code === "tx_not_confirmed") return null;
        throw error;
      }
    };
    const isThere = (answer: Answered<T> | null): answer is Answered<T> => answer !== null;
    try {
      const waiting = { ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
      return await waitUntil("the payment to be settled", send, isThere, waiting);
    } catch (error) {
      if (!(error instanceof ProblemError) || entry.state !== "signed" || !isRefusal(error)) throw error;
      throw await this.refused(entry, payment, error);
    }
  }

  /** The service does not take the payment: dropped once the chain says that it never will be used, kept until then. */
  private async refused(entry: JournalEntry, payment: SignedPayment, problem: ProblemError): Promise<Error> {
    const { wallet, ledger, addresses, nowMs } = this.parts;
    const { deadline } = payment;
    const fate = await fateOf(payment, wallet(), addresses.token);
    if (fate === "void") {
      await ledger.drop(entry);
      return new NotPaidError(problem);
    }
    if (typeof fate === "object")
      return problem.with(
        `The signed payment was used by transaction ${fate.txHash ?? "unknown"}; it is not paid again.`,
      );
    const isLate = deadline * 1000 + MARGIN_MS < nowMs();
    if (!isLate)
      return problem.with(
        `Repeat the call: until ${new Date(deadline * 1000).toISOString()} it sends the same signed payment, and later signs another if this one was not used.`,
      );
    if (fate === "open")
      return problem.with("The payment is late, but the chain may still take it. Repeat the call in a few minutes.");
    await ledger.abandon(entry);
    return problem.with(
      "The payment is late. Without a node, nothing says whether it was used, so it counts as spent. Read the answer by a sign-in first, which costs nothing and finds a payment that was taken (`answerAgain`, or `mkt bought`); only without one, repeat the call.",
    );
  }

  /** Throws `InsufficientFundsError` rather than sign what cannot be paid. Without a node, the service says what the wallet has. */
  private async requireBalance(from: string, priceUnits: bigint): Promise<void> {
    const { wallet, http, addresses } = this.parts;
    const read = await wallet().read(addresses.token, TOKEN.encode("balanceOf", [from]));
    const units =
      read === null
        ? usdcUnits(dataOf(await http.api.POST("/agentWalletInfo", { body: { wallet: from } })).usdc)
        : BigInt(String(TOKEN.result("balanceOf", read)));
    if (units < priceUnits)
      throw new InsufficientFundsError(
        `The wallet has ${usdcText(units)} USDC; this costs ${usdcText(priceUnits)} USDC.`,
      );
  }
}

/** Whether the service refuses the payment, rather than being busy. */
function isRefusal({ status }: ProblemError): boolean {
  return status < 500 && status !== 429;
}
