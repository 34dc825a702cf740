import type { Address } from "../address";
import { chainOf, tokenDomain } from "../chains";
import type { Authorization } from "../payment/authorization";
import { keccak256Bytes, keccak256, type Hex } from "../keccak";

interface Field {
  readonly name: string;
  readonly type: "uint256" | "address" | "bytes32";
}

/** EIP-712 data as `signTypedData` of viem and ethers accepts it; numbers are decimal strings, so that it is JSON. */
export interface TypedData {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    readonly verifyingContract: Address;
  };
  readonly types: Readonly<Record<string, readonly Field[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, string>>;
}

/** The escrow and chain for which a signature is valid. */
export interface EscrowDomain {
  readonly chainId: number;
  readonly escrow: Address;
}

const SELECTION = [
  { name: "taskId", type: "uint256" },
  { name: "worker", type: "address" },
  { name: "deadline", type: "uint256" },
] as const;
const RESUBMISSION = [
  { name: "taskId", type: "uint256" },
  { name: "round", type: "uint256" },
  { name: "submissionHash", type: "bytes32" },
  { name: "deadline", type: "uint256" },
] as const;
const PERMIT = [
  { name: "owner", type: "address" },
  { name: "spender", type: "address" },
  { name: "value", type: "uint256" },
  { name: "nonce", type: "uint256" },
  { name: "deadline", type: "uint256" },
] as const;

const AUTHORIZATION = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;

/** The poster's selection of a worker, as the escrow verifies it; the deadline in unix seconds. */
export function selectionTypedData(
  at: EscrowDomain,
  { taskId, worker, deadline }: { taskId: bigint; worker: Address; deadline: number },
): TypedData {
  return typed(escrowDomain(at), "Selection", SELECTION, {
    taskId: String(taskId),
    worker,
    deadline: String(deadline),
  });
}

/** The worker's answer to a change request, as the escrow verifies it; the deadline in unix seconds. */
export function resubmissionTypedData(
  at: EscrowDomain,
  { taskId, round, submissionHash, deadline }: { taskId: bigint; round: number; submissionHash: Hex; deadline: number },
): TypedData {
  const message = { taskId: String(taskId), round: String(round), submissionHash, deadline: String(deadline) };
  return typed(escrowDomain(at), "Resubmission", RESUBMISSION, message);
}

/** An EIP-2612 approval of the escrow on USDC; the deadline in unix seconds. */
export function permitTypedData(
  { chainId, escrow }: EscrowDomain,
  {
    owner,
    valueUsdcUnits,
    nonce,
    deadline,
  }: { owner: Address; valueUsdcUnits: bigint; nonce: bigint; deadline: number },
): TypedData {
  const domain = tokenDomain(chainId, chainOf(chainId).usdc.address);
  const message = {
    owner,
    spender: escrow,
    value: String(valueUsdcUnits),
    nonce: String(nonce),
    deadline: String(deadline),
  };
  return typed(domain, "Permit", PERMIT, message);
}

/** What the payer of a signed payment signs, under the token's own domain (EIP-3009). */
export function authorizationTypedData(
  chainId: number,
  { token, from, to, valueUsdcUnits, validAfter, validBefore, nonce }: Authorization,
): TypedData {
  return typed(tokenDomain(chainId, token), "TransferWithAuthorization", AUTHORIZATION, {
    from,
    to,
    value: String(valueUsdcUnits),
    validAfter: String(validAfter),
    validBefore: String(validBefore),
    nonce,
  });
}

/** The digest that is signed for typed data: EIP-712, version 0x01. */
export function typedDataDigest({ domain, types, primaryType, message }: TypedData): Hex {
  const separator = structHash("EIP712Domain", DOMAIN, {
    name: keccak256(domain.name),
    version: keccak256(domain.version),
    chainId: String(domain.chainId),
    verifyingContract: domain.verifyingContract,
  });
  const struct = structHash(primaryType, types[primaryType] ?? [], message);
  return keccak256(Buffer.concat([Buffer.from([0x19, 0x01]), separator, struct]));
}

/** Text fields of the domain are encoded as their hashes. */
const DOMAIN = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
] as const;

function escrowDomain({ chainId, escrow }: EscrowDomain): TypedData["domain"] {
  return { name: "TaskEscrow", version: "1", chainId, verifyingContract: escrow };
}

function typed(
  domain: TypedData["domain"],
  primaryType: string,
  fields: readonly Field[],
  message: TypedData["message"],
): TypedData {
  return { domain, types: { [primaryType]: fields }, primaryType, message };
}

function structHash(
  name: string,
  fields: readonly { readonly name: string; readonly type: string }[],
  values: Readonly<Record<string, string>>,
): Uint8Array {
  const type = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(",")})`;
  return keccak256Bytes(Buffer.concat([keccak256Bytes(type), ...fields.map((field) => word(values[field.name]))]));
}

/** A number, address or hash as 32 bytes; decimal or 0x hex. */
function word(value: string | undefined): Uint8Array {
  if (value === undefined) throw new TypeError("a field of the typed data has no value");
  return Buffer.from(BigInt(value).toString(16).padStart(64, "0"), "hex");
}
