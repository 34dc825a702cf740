import type { Address } from "../../domain/address";
import { hexNumber } from "./json";
import type { Nodes } from "./nodes";

/** A wallet's ether, in wei. */
export async function etherOf(wallet: Address, nodes: Nodes): Promise<bigint> {
  const calls = (at: string) => [{ method: "eth_getBalance", params: [wallet, at] }];
  const [wei] = await nodes.askAt(calls, ([amount]) => hexNumber(amount));
  return wei;
}
