import type { Address } from "../../functions/src/domain/address";
import type { Hex } from "../../functions/src/domain/keccak";
import { redeemMessage } from "../../functions/src/domain/messages/redeem";
import { signedRequestMessage } from "../../functions/src/domain/messages/signedRequest";
import { NETWORK } from "../../functions/src/catalogue/network";

// The texts that wallets sign, with the names of their values in the places of the values.

/** What payerSignature signs. */
export const REDEEM_TEXT = redeemMessage("<intentId>", "<txHash, 0x and 64 lower-case hex digits>" as Hex);

/** What the signature of a signed request signs. */
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
