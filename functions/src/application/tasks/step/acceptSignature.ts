import type { Address } from "../../../domain/address";
import { refuse } from "../../../domain/errors";
import type { Hex } from "../../../domain/keccak";
import { typedDataDigest, type TypedData } from "../../../domain/messages/typedData";
import type { EscrowCall, RevertName } from "../../../domain/task/call";
import { requireSignatureFormat, requireValidSignature } from "../../../domain/messages/signedRequest";
import { NodesDisagree } from "../../../ports/chain";
import type { Services } from "../../services";
import { refuseRevert } from "./prepare";
import type { TaskRecord } from "../../../ports/tasks";

interface ToAccept {
  /** Who signed. */
  readonly signer: Address;
  readonly typedData: TypedData;
  readonly signature: string;
  /** The field that contains it. */
  readonly pointer: string;
  /** The call that the signature is for, and an account that could send it. */
  readonly call: (signature: Hex) => EscrowCall;
  readonly from: Address;
  readonly record: TaskRecord;
  /** How to sign correctly, for the refusal. */
  readonly whatToSign: string;
}

/** An account that is not a party of any task. */
export const OUTSIDER = "0x0000000000000000000000000000000000006492" as Address;

/** The token is checked last, after the signature was verified. */
const OF_THE_TOKEN: readonly RevertName[] = [
  "InsufficientAllowance",
  "InsufficientBalance",
  "TokenPaused",
  "AccountDenied",
];

/**
 * A signature in the form that the contract accepts: what is accepted here is valid on the chain.
 *
 * The signature is verified first, because the contract ignores one that it no longer needs. Then the call is
 * simulated: refuses `signature_invalid` if the contract rejects the signature, and with the contract's reason if the
 * call fails otherwise.
 */
export async function contractSignature(toAccept: ToAccept, services: Services, nowMs: number): Promise<Hex> {
  const { signer, typedData, signature, pointer, call, from, record, whatToSign } = toAccept;
  requireSignatureFormat(signature, pointer);
  const digest = typedDataDigest(typedData);
  const accepted = await services.signatures.forContract(signer, digest, signature as Hex);
  const notTaken = `The contract does not accept this signature. ${whatToSign}`;
  requireValidSignature(await services.signatures.verifyDigest(signer, digest, accepted), notTaken);
  const simulation = await services.escrow.simulate(call(accepted), from);
  if (simulation.ok) return accepted;
  if (OF_THE_TOKEN.includes(simulation.reason)) {
    // It would grant something, which one node alone must not.
    if (!simulation.isAgreed) throw new NodesDisagree();
    return accepted;
  }
  if (simulation.reason !== "InvalidSignature")
    return refuseRevert(simulation.reason, { wallet: signer, record }, services, nowMs);
  return refuse("signature_invalid", notTaken);
}
