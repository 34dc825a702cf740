import type { Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import { typedDataDigest, type TypedData } from "../../domain/messages/typedData";
import { isRelayable } from "../../domain/task/gasless";
import type { Services } from "../services";

/**
 * A signature under USDC's own domain, in the form that USDC takes; null if it can't be the signer's. Only accounts with
 * code may have signed by another key than their own, which costs one read of the chain.
 */
export async function tokenSignature(
  from: Address,
  signed: TypedData,
  given: Hex,
  { signatures, relay }: Pick<Services, "signatures" | "relay">,
): Promise<Hex | "tooLong" | null> {
  const digest = typedDataDigest(signed);
  const isOwn = await signatures.isByOwnKey(from, digest, given);
  if (!isOwn && !(await relay.hasCode(from))) return null;
  const signature = await signatures.forContract(from, digest, given);
  return isRelayable(signature) ? signature : "tooLong";
}
