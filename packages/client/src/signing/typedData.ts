import { asSent, canonicalHash } from "../canonical";
import { UntrustedError } from "../errors";
import type { TypedDataDomain, TypedDataField } from "./signer";

/** EIP-712 data as `signTypedData` takes it. */
export interface TypedData {
  domain: TypedDataDomain;
  types: Record<string, TypedDataField[]>;
  message: Record<string, string>;
}

interface At {
  chainId: number;
  escrow: string;
}

export const fields = (...list: string[]): TypedDataField[] =>
  list.map((field) => {
    const [type = "", name = ""] = field.split(" ");
    return { name, type };
  });

/** What moves USDC by a signature (EIP-3009), as `TransferWithAuthorization` or `ReceiveWithAuthorization`. */
export const AUTHORIZATION = fields(
  "address from",
  "address to",
  "uint256 value",
  "uint256 validAfter",
  "uint256 validBefore",
  "bytes32 nonce",
);

/** The poster's selection of a worker, as the escrow verifies it; the deadline in unix seconds. */
export function selection(
  at: At,
  message: { taskId: string; metadataHash: string; worker: string; deadline: number },
): TypedData {
  const types = { Selection: fields("uint256 taskId", "bytes32 metadataHash", "address worker", "uint256 deadline") };
  return { domain: escrowDomain(at), types, message: { ...message, deadline: String(message.deadline) } };
}

/** The worker's answer to a change request, as the escrow verifies it; the deadline in unix seconds. */
export function resubmission(
  at: At,
  message: { taskId: string; round: number; submissionHash: string; deadline: number },
): TypedData {
  const types = {
    Resubmission: fields("uint256 taskId", "uint256 round", "bytes32 submissionHash", "uint256 deadline"),
  };
  return {
    domain: escrowDomain(at),
    types,
    message: { ...message, round: String(message.round), deadline: String(message.deadline) },
  };
}

/** A judge's approval of submitted work, as the escrow verifies it; `round` counts the change requests before it. */
export function verdict(
  at: At,
  message: { taskId: string; round: number; submissionHash: string; deadline: number },
): TypedData {
  const { domain, types, message: same } = resubmission(at, message);
  return { domain, types: { Verdict: types["Resubmission"] ?? [] }, message: same };
}

/** What a mandate may allow, in the order in which owners sign it. */
export const STEP_KINDS = ["buy", "post", "work", "decide", "rule", "withdraw"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

interface MandateTerms {
  agent: string;
  owner: string;
  steps: readonly StepKind[];
  maxPerTaskUsdcUnits: bigint;
  maxPerDayUsdcUnits: bigint;
  issuedAt: number;
  expiresAt: number;
}

/** An owner's mandate for its agent, as the service verifies it; times in unix seconds. */
export function mandate({ chainId, service }: { chainId: number; service: string }, terms: MandateTerms): TypedData {
  const { agent, owner, steps, maxPerTaskUsdcUnits, maxPerDayUsdcUnits, issuedAt, expiresAt } = terms;
  return {
    domain: { name: "mkt", version: "1", chainId },
    types: {
      Mandate: fields(
        "address agent",
        "address owner",
        "string service",
        "string steps",
        "uint256 maxPerTaskUsdcUnits",
        "uint256 maxPerDayUsdcUnits",
        "uint256 issuedAt",
        "uint256 expiresAt",
      ),
    },
    message: {
      agent,
      owner,
      service,
      steps: steps.join(","),
      maxPerTaskUsdcUnits: String(maxPerTaskUsdcUnits),
      maxPerDayUsdcUnits: String(maxPerDayUsdcUnits),
      issuedAt: String(issuedAt),
      expiresAt: String(expiresAt),
    },
  };
}

interface OfferedPermit {
  owner: string;
  spender: string;
  valueUsdcUnits: bigint;
  chainId: number;
  token: string;
  tokenName: string;
  nowSeconds: number;
}

/** How long a permit may be valid, at most. */
const MAX_PERMIT_SECONDS = 3_600;

/**
 * The EIP-2612 permit that the service offers, rebuilt from the expected values: only its nonce and its deadline come
 * from the service, and the deadline is bounded. Throws `UntrustedError` where anything else differs.
 */
export function permitAsOffered(
  offered: unknown,
  { owner, spender, valueUsdcUnits, chainId, token, tokenName, nowSeconds }: OfferedPermit,
): TypedData {
  const { nonce, deadline } = ((offered as { message?: object } | null)?.message ?? {}) as Record<string, unknown>;
  if (!isNumberText(nonce) || !isNumberText(deadline))
    throw new UntrustedError("The permit has no nonce or no deadline.");
  const untilSeconds = Number(deadline);
  if (untilSeconds > nowSeconds + MAX_PERMIT_SECONDS)
    throw new UntrustedError(`The permit would be valid until ${untilSeconds}, for more than an hour.`);
  const expected: TypedData = {
    domain: { name: tokenName, version: "2", chainId, verifyingContract: token },
    types: { Permit: fields("address owner", "address spender", "uint256 value", "uint256 nonce", "uint256 deadline") },
    message: { owner, spender, value: String(valueUsdcUnits), nonce, deadline },
  };
  requireSame(offered, expected, "The permit offered by the service");
  return expected;
}

/** Throws `UntrustedError` unless the offered typed data is exactly the expected one. */
export function requireSame(offered: unknown, expected: TypedData, what: string): void {
  const { domain, types, message } = (offered ?? {}) as Partial<TypedData>;
  if (canonicalHash(asSent({ domain, types, message })) !== canonicalHash(asSent(expected)))
    throw new UntrustedError(`${what} is not the one that the step needs.`);
}

function escrowDomain({ chainId, escrow }: At): TypedDataDomain {
  return { name: "TaskEscrow", version: "1", chainId, verifyingContract: escrow };
}

/** Whether a value is a whole number in decimal. */
export function isNumberText(value: unknown): value is string {
  return typeof value === "string" && /^\d{1,20}$/.test(value);
}
