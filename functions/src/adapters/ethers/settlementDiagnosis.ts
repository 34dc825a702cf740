import type { Hex } from "../../domain/keccak";
import { objectionToTime, type Authorization, type Objection } from "../../domain/payment/authorization";
import { stateCall } from "../rpc/authorizations";
import { field, hexBytes, hexNumber, quantity } from "../rpc/json";
import type { Nodes } from "../rpc/nodes";
import { ACCEPTANCE, acceptanceCall, authorizationDigest } from "./authorizationCall";
import { balanceCall, codeCall, dataGas, MAX_CHECK_GAS, resultOf, TRANSFER_GAS } from "./settlementCalls";

interface Place {
  nodes: Nodes;
  chainId: number;
}

export const INSTEAD = "Pay by the quote's `transaction` instead.";

/** Whether the payer's contract accepts the signature, asked as the token asks it (ERC-1271). */
async function isAccepted({ nodes, chainId }: Place, authorization: Authorization, signature: Hex): Promise<boolean> {
  const { token, from } = authorization;
  const data = acceptanceCall(authorizationDigest(authorization, chainId), signature);
  const call = { from: token, to: from, data, gas: quantity(MAX_CHECK_GAS + TRANSFER_GAS + dataGas(data)) };
  return (await resultOf(nodes, call)) === ACCEPTANCE;
}

/** Why the token does not take it, from what it says of payer and authorization now. */
export async function diagnose(
  { nodes, chainId }: Place,
  authorization: Authorization,
  inner: Hex,
  ownSignatureFits: boolean,
): Promise<Objection> {
  const { token, from, valueUsdcUnits, validAfter, validBefore } = authorization;
  const [found] = await nodes.askAt(
    (at) => [
      stateCall(authorization, at),
      balanceCall(token, from, at),
      codeCall(from, at),
      { method: "eth_getBlockByNumber", params: [at, false] },
    ],
    ([used, units, code, block]) => ({
      isUsed: hexNumber(used) !== 0n,
      units: hexNumber(units),
      hasCode: hexBytes(code) !== "0x",
      time: hexNumber(field(block, "timestamp")),
    }),
    // At one block: with a later balance, a payer who has just paid would seem to have too little.
    { since: 0n },
  );
  const notSigned = objection(
    "invalid_exact_evm_signature",
    "The signature is not the payer's, over this authorization, under USDC's domain on this chain.",
  );
  if (found.isUsed) {
    // The nonce of a used authorization is public, so only its payer learns this, and only the payer may buy with it.
    const isSigned =
      ownSignatureFits || (found.hasCode && (await isAccepted({ nodes, chainId }, authorization, inner)));
    return isSigned
      ? objection("invalid_exact_evm_nonce_already_used", "This authorization was used or cancelled before.")
      : notSigned;
  }
  if (!ownSignatureFits && !found.hasCode && !authorization.signature.endsWith("6492")) return notSigned;
  // The chain's clock decides, which may be behind the service's.
  if (found.time <= validAfter) return objectionToTime("valid_after", authorization);
  if (found.time >= validBefore) return objectionToTime("valid_before", authorization);
  if (found.units < valueUsdcUnits)
    return objection("invalid_exact_evm_insufficient_balance", "The payer has less USDC than the price.");
  if (!ownSignatureFits || found.hasCode)
    return objection("invalid_exact_evm_signature", `The payer's wallet does not accept the signature. ${INSTEAD}`);
  return objection(
    "invalid_exact_evm_transaction_simulation_failed",
    "The token refuses the transfer: it is paused, or bars one of the parties.",
  );
}

export function objection(reason: Objection["reason"], detail: string): Objection {
  return { reason, detail };
}
