import type { Hex } from "../keccak";
import { lines } from "./lines";

/** The text by which the payer of a transfer claims it for one intent; `txHash` is 0x and lower case. */
export function redeemMessage(intentId: string, txHash: Hex): string {
  return lines("mkt redeem", [
    ["intentId", intentId],
    ["txHash", txHash],
  ]);
}
