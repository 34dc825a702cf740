import type { Objection } from "../../domain/payment/authorization";
import type { SignedPayment } from "../../domain/payment/x402";
import type { Address } from "../../domain/address";
import type { Attempt, Checked, PreparedSettlement, Settler, Unsent } from "../../ports/settlement";
import type { WalletVitals } from "../../ports/ownWallet";
import { ownWallet, type Order, type OwnWalletOptions, type Submitted } from "./ownWallet";
import { settlementCheck } from "./settlementCheck";

export interface SettlingWalletOptions extends Omit<OwnWalletOptions, "name"> {
  factories: readonly Address[];
}

/** Payments that a payer's balance covers, beyond which counting them is of no use. */
const MAX_AFFORDABLE = 1_000n;

/** The service's own wallet as the settler. */
export function settlingWallet({ factories, ...options }: SettlingWalletOptions): Settler & WalletVitals {
  const { nodes, chainId } = options;
  const wallet = ownWallet({ ...options, name: "settlement" });
  const check = settlementCheck({ nodes, chainId, sender: wallet.address, factories });

  return {
    check,
    refusalOf,
    send,
    forgive: async (key) => void (await wallet.forgive(key)),
    advance: () => wallet.advance(),
    state: () => wallet.state(),
  };

  async function refusalOf(key: string, payment: SignedPayment, prepared: PreparedSettlement): Promise<Unsent | null> {
    const order = orderOf(key, payment, prepared);
    let refused = await wallet.refusalOf(order);
    if (refused?.outcome === "crowded") {
      // The store may not know yet that some of them are mined.
      await wallet.advance();
      refused = await wallet.refusalOf(order);
    }
    return refused && notSent(refused);
  }

  async function send(key: string, payment: SignedPayment, found: PreparedSettlement | null): Promise<Attempt> {
    // The recent check was for a payment that had not been sent yet.
    const known = found ? null : await wallet.again(key);
    if (known) return { outcome: "sent", txHashes: known.txHashes };
    if (!found && (await wallet.hasReverted(key))) return { outcome: "reverted" };
    const checked: Checked = found ? { ok: true, prepared: found } : await check(payment);
    if (!checked.ok) return { outcome: "refused", objection: checked.objection };
    const submitted = await wallet.submit(orderOf(key, payment, checked.prepared));
    if (submitted.outcome === "queued") return { outcome: "sent", txHashes: submitted.outgoing.txHashes };
    return notSent(submitted);
  }
}

function orderOf(key: string, { authorization }: SignedPayment, prepared: PreparedSettlement): Order {
  const { nonce: chainNonce, walletWei, payerUnits, payerKind: kind, ...way } = prepared;
  const { from: name, valueUsdcUnits } = authorization;
  const covers = payerUnits / valueUsdcUnits;
  const affordable = Number(covers < MAX_AFFORDABLE ? covers : MAX_AFFORDABLE);
  return { key, spenders: [{ rule: "payer", name, kind, affordable }], way, chainNonce, walletWei };
}

function notSent(submitted: Exclude<Submitted, { outcome: "queued" }>): Unsent {
  switch (submitted.outcome) {
    case "tooExpensive":
      return unable("Gas is too expensive to settle payments right now.");
    case "walletEmpty":
      return unable("The settling wallet has too little ether.");
    case "crowded":
      return unable("This payer has too many open settlements.", SOON_SECONDS);
    case "overBudget":
      return unable("Today's gas budget is used up.");
    case "overRisk":
      return unable(
        "The gas budget for payers without a settled payment is used up for now.",
        Math.min(submitted.retryAfter, MAX_RISK_WAIT_SECONDS),
      );
    // Payers have no maximum.
    case "used":
    case "barred":
      return refused("Earlier settlements of this payer reverted. Pay by the quote's `transaction` instead.");
    case "reverted":
      return { outcome: "reverted" };
  }
}

/** Seconds until a refused attempt is worth another one: blocks pass soon, gas prices and budgets don't. */
const SOON_SECONDS = 3;
const LATER_SECONDS = 60;
/** The pool takes hours to refill, but open settlements return what they reserved as soon as they succeed. */
const MAX_RISK_WAIT_SECONDS = 600;

function unable(detail: string, retryAfter = LATER_SECONDS): Unsent {
  return { outcome: "unable", detail, retryAfter };
}

function refused(detail: string): Unsent {
  const objection: Objection = { reason: "invalid_exact_evm_transaction_failed", detail };
  return { outcome: "refused", objection };
}
