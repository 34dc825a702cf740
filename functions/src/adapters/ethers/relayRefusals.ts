import type { Hex } from "../../domain/keccak";
import { keptForTasks } from "../../domain/payment/gasRisk";
import type { RelayUnsent, Relay } from "../../ports/ownWallet";
import type { Nodes } from "../rpc/nodes";
import { feesOf } from "./walletGas";
import type { Submitted, OwnWallet } from "./ownWallet";
import { readSender, senderCalls, senderSameness } from "./sending";

/** What the relay answers where its wallet sent nothing. */
export function notSent(submitted: Exclude<Submitted, { outcome: "queued" }>): RelayUnsent {
  switch (submitted.outcome) {
    case "tooExpensive":
      return { outcome: "unable", detail: "Gas is too expensive for relayed steps right now." };
    case "walletEmpty":
      return { outcome: "unable", detail: "The relay's wallet has too little ether." };
    case "overBudget":
    case "overRisk":
      return { outcome: "unable", detail: "The relay's gas budget for today is used up." };
    case "crowded":
      return { outcome: "crowded" };
    case "barred":
      return {
        outcome: "refused",
        detail: "Relayed steps of this wallet reverted, so the relay starts and creates no tasks for it for a day.",
      };
    case "used":
      return {
        outcome: "refused",
        detail: submitted.spender.startsWith("0x")
          ? "This wallet has reached today's limit of relayed steps."
          : "This wallet has reached the limit of relayed steps for this task.",
      };
    case "reverted":
      return { outcome: "refused", detail: "This step was relayed, and its transaction reverted." };
  }
}

/** What a creation from a deposit takes, with a margin, and as much data. */
const DEPOSIT_GAS = 345_000n;
const DEPOSIT_DATA: Hex = `0x${"ff".repeat(800)}`;

/** Says whether the relay's wallet would pay for a creation from a deposit, before its poster is asked to sign. One batch. */
export function depositRefusals(nodes: Nodes, wallet: OwnWallet, budgetWei: bigint): Relay["refusalOf"] {
  return async (key, spenders) => {
    const camp = await nodes.askAt((at) => senderCalls(wallet.address, DEPOSIT_DATA, at), readSender, {
      sameness: senderSameness,
    });
    const [{ state }] = camp;
    const { walletWei, dataFeeWei } = state;
    const way = { gas: DEPOSIT_GAS, dataFeeWei, ...feesOf(camp) };
    const keptWei = keptForTasks(budgetWei);
    const refused = await wallet.refusalOf({ key, spenders, way, walletWei, keptWei, mayRepeat: true });
    return refused && notSent(refused);
  };
}
