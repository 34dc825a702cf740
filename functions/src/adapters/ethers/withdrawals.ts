import type { Escrows } from "../../domain/contract";
import type { VariantName } from "../../domain/workflow/variants";
import type { Withdrawal } from "../../domain/events/withdrawals";
import { address, field, hexBytes, list } from "../rpc/json";
import { escrowInterface, placeOf, type Untimed } from "./escrowEvents";

/** The first topic of a withdrawal, which names no task. */
export const WITHDRAWAL_TOPIC = escrowInterface.getEvent("Withdrawn")?.topicHash ?? "";

/** The credits that the escrows paid out, among a node's logs; those of any other contract are left out. */
export function readWithdrawals(logs: unknown, escrows: Escrows): (Withdrawal & Untimed)[] {
  const names = new Map((Object.keys(escrows) as VariantName[]).map((name) => [escrows[name], name]));
  return list(logs).flatMap((log) => {
    const contract = names.get(address(field(log, "address")));
    if (!contract) return [];
    const topics = list(field(log, "topics")).map(hexBytes);
    const parsed = escrowInterface.parseLog({ topics, data: hexBytes(field(log, "data")) });
    if (parsed?.name !== "Withdrawn") return [];
    const [account, to, amountUsdcUnits] = parsed.args.toArray() as [unknown, unknown, bigint];
    return [{ contract, account: address(account), to: address(to), amountUsdcUnits, at: placeOf(log) }];
  });
}
