import type { Address } from "../../functions/src/domain/address";
import type { Hex } from "../../functions/src/domain/keccak";
import { redeemMessage, signedRequestMessage } from "../../functions/src/domain/messages/signedRequest";
import { NETWORK } from "../../functions/src/schema/network";

// Templates of the texts that wallets sign, with placeholders for the values.

/** The text signed by payerSignature. */
export const REDEEM_TEXT = redeemMessage("<intentId>", "<txHash, 0x and 64 lower-case hex digits>" as Hex);

/** The text signed by a signed request. */
export const REQUEST_TEXT = signedRequestMessage({
  action: "<the path without /mkt/, with . for />",
  chainId: NETWORK.id,
  contract: "<the deployment's address, or ->" as Address,
  taskId: "<taskId, or ->",
  wallet: "<your address, EIP-55>" as Address,
  payloadHash: "<hash of the body>" as Hex,
  timestamp: "<unix seconds>" as unknown as number,
  nonce: "<nonce>",
});
