import type { Address } from "../../domain/address";
import type { Approval } from "../../ports/escrow";
import { address, field, hexBytes, list } from "../rpc/json";
import { tokenInterface } from "./escrowCalls";

/** The approvals that the token itself logs among a node's logs; those of any other contract are left out. */
export function readApprovals(logs: unknown, token: Address): Approval[] {
  return list(logs).flatMap((log) => {
    if (address(field(log, "address")) !== token) return [];
    const topics = list(field(log, "topics")).map(hexBytes);
    const parsed = tokenInterface.parseLog({ topics, data: hexBytes(field(log, "data")) });
    if (!parsed) return [];
    const [owner, spender, value] = parsed.args.toArray() as [unknown, unknown, bigint];
    return [{ owner: address(owner), spender: address(spender), amountUsdcUnits: value }];
  });
}
