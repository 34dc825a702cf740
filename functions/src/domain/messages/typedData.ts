// Longer than other files: one list of everything that wallets sign as typed data.
import type { Address } from "../address";
import { chainOf, tokenDomain } from "../chains";
import type { Authorization } from "../payment/authorization";
import type { Task } from "../task/task";
import { keccak256Bytes, keccak256, type Hex } from "../keccak";

interface Field {
  readonly name: string;
  readonly type: "uint256" | "uint48" | "address" | "bytes32" | "bytes" | "string";
}

/** EIP-712 data as `signTypedData` of viem and ethers accepts it; numbers are decimal strings, so that it is JSON. */
export interface TypedData {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    /** Missing where the service, and no contract, verifies the signature. */
    readonly verifyingContract?: Address;
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
  { name: "metadataHash", type: "bytes32" },
  { name: "worker", type: "address" },
  { name: "deadline", type: "uint256" },
] as const;
/** A worker's `Resubmission` and a judge's `Verdict`, which differ in name only. */
const WORK_OF_ROUND = [
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

const FORWARD_REQUEST = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "gas", type: "uint256" },
  { name: "nonce", type: "uint256" },
  { name: "deadline", type: "uint48" },
  { name: "data", type: "bytes" },
] as const;

const MANDATE = [
  { name: "agent", type: "address" },
  { name: "owner", type: "address" },
  { name: "service", type: "string" },
  { name: "steps", type: "string" },
  { name: "maxPerTaskUsdcUnits", type: "uint256" },
  { name: "maxPerDayUsdcUnits", type: "uint256" },
  { name: "issuedAt", type: "uint256" },
  { name: "expiresAt", type: "uint256" },
] as const;

/** The poster's selection of a worker, as the escrow verifies it; the deadline in unix seconds. */
export function selectionTypedData(
  at: EscrowDomain,
  {
    taskId,
    metadataHash,
    worker,
    deadline,
  }: Pick<Task, "taskId" | "metadataHash"> & { worker: Address; deadline: number },
): TypedData {
  return typed(escrowDomain(at), "Selection", SELECTION, {
    taskId: String(taskId),
    metadataHash,
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
  return typed(escrowDomain(at), "Resubmission", WORK_OF_ROUND, message);
}

/** A judge's approval of submitted work, as the escrow verifies it; the deadline in unix seconds. */
export function verdictTypedData(
  at: EscrowDomain,
  { taskId, round, submissionHash, deadline }: { taskId: bigint; round: number; submissionHash: Hex; deadline: number },
): TypedData {
  const message = { taskId: String(taskId), round: String(round), submissionHash, deadline: String(deadline) };
  return typed(escrowDomain(at), "Verdict", WORK_OF_ROUND, message);
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
export function authorizationTypedData(chainId: number, authorization: Authorization): TypedData {
  return tokenTypedData("TransferWithAuthorization", chainId, authorization);
}

/** The same for money that its recipient alone can collect: a reward or a stake, which the escrow does. */
export function receiptTypedData(chainId: number, authorization: Omit<Authorization, "signature">): TypedData {
  return tokenTypedData("ReceiveWithAuthorization", chainId, authorization);
}

function tokenTypedData(
  primaryType: string,
  chainId: number,
  { token, from, to, valueUsdcUnits, validAfter, validBefore, nonce }: Omit<Authorization, "signature">,
): TypedData {
  return typed(tokenDomain(chainId, token), primaryType, AUTHORIZATION, {
    from,
    to,
    value: String(valueUsdcUnits),
    validAfter: String(validAfter),
    validBefore: String(validBefore),
    nonce,
  });
}

/** What a wallet signs so that anyone can send a call to an escrow in its name (ERC-2771); moves no ether. */
export function forwardTypedData(
  { chainId, forwarder }: { chainId: number; forwarder: Address },
  request: { from: Address; to: Address; gas: bigint; nonce: bigint; deadline: number; data: Hex },
): TypedData {
  const { from, to, gas, nonce, deadline, data } = request;
  const domain = { name: "TaskForwarder", version: "1", chainId, verifyingContract: forwarder };
  return typed(domain, "ForwardRequest", FORWARD_REQUEST, {
    from,
    to,
    value: "0",
    gas: String(gas),
    nonce: String(nonce),
    deadline: String(deadline),
    data,
  });
}

/** What an owner signs for its agent. Amounts are USDC base units, times unix seconds. */
export function mandateTypedData(
  { chainId, service }: { chainId: number; service: string },
  mandate: {
    agent: Address;
    owner: Address;
    steps: string;
    maxPerTaskUsdcUnits: bigint;
    maxPerDayUsdcUnits: bigint;
    issuedAt: number;
    expiresAt: number;
  },
): TypedData {
  const { agent, owner, steps, maxPerTaskUsdcUnits, maxPerDayUsdcUnits, issuedAt, expiresAt } = mandate;
  return typed({ name: "mkt", version: "1", chainId }, "Mandate", MANDATE, {
    agent,
    owner,
    service,
    steps,
    maxPerTaskUsdcUnits: String(maxPerTaskUsdcUnits),
    maxPerDayUsdcUnits: String(maxPerDayUsdcUnits),
    issuedAt: String(issuedAt),
    expiresAt: String(expiresAt),
  });
}

/** The digest that is signed for typed data: EIP-712, version 0x01. */
export function typedDataDigest({ domain, types, primaryType, message }: TypedData): Hex {
  const { name, version, chainId, verifyingContract } = domain;
  const separator = structHash("EIP712Domain", verifyingContract ? DOMAIN : DOMAIN.slice(0, 3), {
    name,
    version,
    chainId: String(chainId),
    ...(verifyingContract && { verifyingContract }),
  });
  const struct = structHash(primaryType, types[primaryType] ?? [], message);
  return keccak256(Buffer.concat([Buffer.from([0x19, 0x01]), separator, struct]));
}

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
  const encoded = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(",")})`;
  return keccak256Bytes(
    Buffer.concat([keccak256Bytes(encoded), ...fields.map(({ name: field, type }) => word(type, values[field]))]),
  );
}

/** A number, address or hash as 32 bytes, from decimal or 0x hex; a text and bytes as their hash. */
function word(type: string, value: string | undefined): Uint8Array {
  if (value === undefined) throw new TypeError("a field of the typed data has no value");
  if (type === "string") return keccak256Bytes(value);
  if (type === "bytes") return keccak256Bytes(Buffer.from(value.slice(2), "hex"));
  return Buffer.from(BigInt(value).toString(16).padStart(64, "0"), "hex");
}
