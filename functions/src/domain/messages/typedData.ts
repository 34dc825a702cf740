// Longer than other files: one list of everything that wallets sign as typed data.
import type { Address } from "../address";
import { chainOf, tokenDomain } from "../chains";
import type { Authorization } from "../payment/authorization";
import type { Task } from "../task/task";
import { keccak256Bytes, keccak256, type Hex } from "../keccak";

const AUTHORIZATION = "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce";

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

/** The fields of each type, in the notation of EIP-712. */
const TYPES = {
  Selection: "uint256 taskId,bytes32 metadataHash,address worker,uint256 deadline",
  Resubmission: "uint256 taskId,uint256 round,bytes32 submissionHash,uint256 deadline",
  Verdict: "uint256 taskId,uint256 round,bytes32 submissionHash,uint256 deadline",
  Permit: "address owner,address spender,uint256 value,uint256 nonce,uint256 deadline",
  TransferWithAuthorization: AUTHORIZATION,
  ReceiveWithAuthorization: AUTHORIZATION,
  ForwardRequest: "address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data",
  Mandate:
    "address agent,address owner,string service,string steps,uint256 maxPerTaskUsdcUnits,uint256 maxPerDayUsdcUnits,uint256 issuedAt,uint256 expiresAt",
};

/** Work of one round, as a worker's resubmission and a judge's verdict name it; the deadline in unix seconds. */
interface WorkOfRound {
  readonly taskId: bigint;
  readonly round: number;
  readonly submissionHash: Hex;
  readonly deadline: number;
}

/** The poster's selection of a worker, as the escrow verifies it; the deadline in unix seconds. */
export function selectionTypedData(
  at: EscrowDomain,
  selection: Pick<Task, "taskId" | "metadataHash"> & { worker: Address; deadline: number },
): TypedData {
  return typed(escrowDomain(at), "Selection", selection);
}

/** The worker's answer to a change request, as the escrow verifies it. */
export function resubmissionTypedData(at: EscrowDomain, work: WorkOfRound): TypedData {
  return typed(escrowDomain(at), "Resubmission", work);
}

/** A judge's approval of submitted work, as the escrow verifies it. */
export function verdictTypedData(at: EscrowDomain, work: WorkOfRound): TypedData {
  return typed(escrowDomain(at), "Verdict", work);
}

/** An EIP-2612 approval of the escrow on USDC; the deadline in unix seconds. */
export function permitTypedData(
  { chainId, escrow }: EscrowDomain,
  permit: { owner: Address; valueUsdcUnits: bigint; nonce: bigint; deadline: number },
): TypedData {
  const domain = tokenDomain(chainId, chainOf(chainId).usdc.address);
  return typed(domain, "Permit", { ...permit, spender: escrow, value: permit.valueUsdcUnits });
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
  primaryType: keyof typeof TYPES,
  chainId: number,
  authorization: Omit<Authorization, "signature">,
): TypedData {
  const domain = tokenDomain(chainId, authorization.token);
  return typed(domain, primaryType, { ...authorization, value: authorization.valueUsdcUnits });
}

/** What a wallet signs so that anyone can send a call to an escrow in its name (ERC-2771); moves no ether. */
export function forwardTypedData(
  { chainId, forwarder }: { chainId: number; forwarder: Address },
  request: { from: Address; to: Address; gas: bigint; nonce: bigint; deadline: number; data: Hex },
): TypedData {
  const domain = { name: "TaskForwarder", version: "1", chainId, verifyingContract: forwarder };
  return typed(domain, "ForwardRequest", { ...request, value: 0n });
}

/** What an owner signs for its agent. Amounts are USDC base units, times unix seconds. */
export function mandateTypedData(
  { chainId, service }: { chainId: number; service: string },
  mandate: Record<"agent" | "owner", Address> &
    Record<"maxPerTaskUsdcUnits" | "maxPerDayUsdcUnits", bigint> &
    Record<"issuedAt" | "expiresAt", number> & { steps: string },
): TypedData {
  return typed({ name: "mkt", version: "1", chainId }, "Mandate", { ...mandate, service });
}

/** The digest that is signed for typed data: EIP-712, version 0x01. */
export function typedDataDigest({ domain, types, primaryType, message }: TypedData): Hex {
  const { name, version, chainId, verifyingContract } = domain;
  const separator = structHash(
    "EIP712Domain",
    fieldsOf(verifyingContract ? `${DOMAIN},address verifyingContract` : DOMAIN),
    {
      name,
      version,
      chainId: String(chainId),
      ...(verifyingContract && { verifyingContract }),
    },
  );
  const struct = structHash(primaryType, types[primaryType] ?? [], message);
  return keccak256(Buffer.concat([Buffer.from([0x19, 0x01]), separator, struct]));
}

const DOMAIN = "string name,string version,uint256 chainId";

/** The fields of a type in the notation of EIP-712. */
export function fieldsOf(notation: string): Field[] {
  return notation.split(",").map((field) => {
    const [type, name = ""] = field.split(" ");
    return { name, type: type as Field["type"] };
  });
}

function escrowDomain({ chainId, escrow }: EscrowDomain): TypedData["domain"] {
  return { name: "TaskEscrow", version: "1", chainId, verifyingContract: escrow };
}

function typed(domain: TypedData["domain"], primaryType: keyof typeof TYPES, values: object): TypedData {
  const fields = fieldsOf(TYPES[primaryType]);
  const given = new Map<string, unknown>(Object.entries(values));
  const message = Object.fromEntries(fields.map(({ name }) => [name, String(given.get(name))]));
  return { domain, types: { [primaryType]: fields }, primaryType, message };
}

function structHash(name: string, fields: readonly Field[], values: Readonly<Record<string, string>>): Uint8Array {
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
