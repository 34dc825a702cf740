import type { Hex } from "../../domain/keccak";
import { keptForTasks } from "../../domain/payment/gasRisk";
import type { Relay } from "../../ports/relay";
import type { Nodes } from "../rpc/nodes";
import { feesOf } from "./fees";
import type { OwnWallet } from "./ownWallet";
import { notSent } from "./relayRefusals";
import { readSender, senderCalls, senderSameness } from "./sending";

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
