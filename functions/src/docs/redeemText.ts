import type { Hex } from "../domain/keccak";
import { redeemMessage } from "../domain/messages/redeem";

/** The text that payerSignature signs, with the names of its values in their places. */
export const REDEEM_TEXT = redeemMessage("<intentId>", "<txHash, 0x and 64 lower-case hex digits>" as Hex);
