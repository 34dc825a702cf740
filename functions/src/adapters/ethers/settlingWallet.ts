import type { Objection } from "../../domain/payment/authorization";
import type { SignedPayment } from "../../domain/payment/x402";
import type { Address } from "../../domain/address";
import type { Attempt, Checked, PreparedSettlement, Settler } from "../../ports/settlement";
import type { WalletVitals } from "../../ports/ownWallet";
import { ownWallet, type OwnWalletOptions, type Submitted } from "./ownWallet";
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

  return { check, send, advance: () => wallet.advance(), state: () => wallet.state() };

  async function send(key: string, payment: SignedPayment, found: PreparedSettlement | null): Promise<Attempt> {
    // The recent check was for a payment that had not been sent yet.
    const known = found ? null : await wallet.again(key);
    if (known) return { outcome: "sent", txHashes: known.txHashes };
    if (!found && (await wallet.hasReverted(key))) return { outcome: "reverted" };
    const checked: Checked = found ? { ok: true, prepared: found } : await check(payment);
    if (!checked.ok) return { outcome: "refused", objection: checked.objection };
    const { nonce: chainNonce, walletWei, payerUnits, payerKind: kind, ...way } = checked.prepared;
    const { from: name, valueUsdcUnits } = payment.authorization;
    const covers = payerUnits / valueUsdcUnits;
    const affordable = Number(covers < MAX_AFFORDABLE ? covers : MAX_AFFORDABLE);
    const payer = { rule: "payer" as const, name, kind, affordable };
    const submitted = await wallet.submit({ key, spenders: [payer], way, chainNonce, walletWei });
    if (submitted.outcome === "queued") return { outcome: "sent", txHashes: submitted.outgoing.txHashes };
    return notSent(submitted);
  }
}

function notSent(submitted: Exclude<Submitted, { outcome: "queued" }>): Attempt {
  switch (submitted.outcome) {
    case "tooExpensive":
      return unable("Gas costs more just now than a settlement may.");
    case "walletEmpty":
      return unable("The settling wallet has too little ether.");
    case "crowded":
      return unable("As many of this payer's settlements are open as may be at once.", SOON_SECONDS);
    case "overBudget":
      return unable("Today's budget for gas is used up.");
    case "overRisk":
      return unable(
        "The gas for payers without a settled payment is used up for the moment.",
        Math.min(submitted.retryAfter, MAX_RISK_WAIT_SECONDS),
      );
    // Payers have no maximum.
    case "used":
    case "barred":
      return refused("Earlier settlements of this payer were reverted. Pay by the quote's `transaction` instead.");
    case "reverted":
      return { outcome: "reverted" };
  }
}

/** Seconds until a refused attempt is worth another one: blocks pass soon, gas prices and budgets don't. */
const SOON_SECONDS = 3;
const LATER_SECONDS = 60;
/** The pool may take hours to refill by itself, but gets back what open settlements reserve as soon as they succeed. */
const MAX_RISK_WAIT_SECONDS = 600;

function unable(detail: string, retryAfter = LATER_SECONDS): Attempt {
  return { outcome: "unable", detail, retryAfter };
}

function refused(detail: string): Attempt {
  const objection: Objection = { reason: "invalid_exact_evm_transaction_failed", detail };
  return { outcome: "refused", objection };
}
