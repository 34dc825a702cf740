import type { RelayUnsent } from "../../ports/relay";
import type { Submitted } from "./ownWallet";

/** What the relay answers where its wallet sent nothing. */
export function notSent(submitted: Exclude<Submitted, { outcome: "queued" }>): RelayUnsent {
  switch (submitted.outcome) {
    case "tooExpensive":
      return { outcome: "unable", detail: "Gas costs more just now than a relayed step may." };
    case "walletEmpty":
      return { outcome: "unable", detail: "The relay's wallet has too little ether." };
    case "overBudget":
    case "overRisk":
      return { outcome: "unable", detail: "The relay's gas for today is used up." };
    case "crowded":
      return { outcome: "crowded" };
    case "barred":
      return {
        outcome: "refused",
        detail: "Relayed steps of this wallet were reverted; for a day, the relay starts and creates no tasks for it.",
      };
    case "used":
      return {
        outcome: "refused",
        detail: submitted.spender.startsWith("0x")
          ? "As many steps of this wallet were relayed today as may be."
          : "As many of this wallet's steps of this task were relayed as may be.",
      };
    case "reverted":
      return { outcome: "refused", detail: "This step was relayed, and its transaction reverted." };
  }
}
