import { toAddress, type Address } from "../address";
import { refuse, refuseField } from "../errors";
import type { ContractName } from "../workflow/variants";
import { actionOf, commentHash, payloadHash, ratingMessage, signedRequestMessage } from "./signedRequest";

/** What requests to a signed endpoint refer to. */
export interface SignedEndpoint {
  path: string;
  takesContract: boolean;
  takesTaskId: boolean;
}

/** The chain and contracts for which a signature is valid. */
export interface SignedChain {
  chainId: number;
  /** Null where the service has no marketplace. */
  escrows: Escrows | null;
}

type Body = Readonly<Record<string, unknown>>;

/**
 * The text that a wallet signs for one request to one endpoint (interface.md §4).
 *
 * @param body as received, before any normalisation: this is what the wallet hashed
 */
export function requestText(
  { path, takesContract, takesTaskId }: SignedEndpoint,
  body: Body,
  { wallet, timestamp, nonce }: { wallet: Address; timestamp: number; nonce: string },
  { chainId, escrows }: SignedChain,
): string {
  const action = actionOf(path as `/${string}`);
  const request = {
    action,
    chainId,
    contract: takesContract ? requireEscrow(body["contract"], escrows).address : null,
    taskId: takesTaskId ? idOf(body["taskId"]) : null,
    wallet,
    payloadHash: payloadHash(body),
    timestamp,
    nonce,
  };
  const comment = body["comment"];
  return action === "rating" && typeof comment === "string"
    ? ratingMessage({ ...request, commentHash: commentHash(comment) })
    : signedRequestMessage(request);
}

/** The deployment that a request names by name or address; `human` if it names none. */
export function requireEscrow(named: unknown, escrows: Escrows | null): NonNullable<ReturnType<typeof escrowNamed>> {
  const known = requireEscrows(escrows);
  const found =
    named === undefined ? escrowNamed("human", known) : typeof named === "string" ? escrowNamed(named, known) : null;
  if (!found) {
    refuseField(
      "/contract",
      "is not one of this service's escrows",
      "contract must be human, agent-fast, or the address of one of them.",
    );
  }
  return found;
}

/** The deployments; refuses `dependency_unavailable` where the service has no marketplace. */
export function requireEscrows(escrows: Escrows | null): Escrows {
  return (
    escrows ??
    refuse(
      "dependency_unavailable",
      "This deployment of the service has no marketplace. Use the deployment that holds the task.",
    )
  );
}

/** Ids may be given as numbers; the text contains their decimal form. */
function idOf(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

/** The two deployments of the escrow, by name. */
export type Escrows = Readonly<Record<ContractName, Address>>;

/** A deployment by its name or its address, in any case; null for anything else. */
export function escrowNamed(text: string, escrows: Escrows): { name: ContractName; address: Address } | null {
  const address = toAddress(text);
  for (const name of Object.keys(escrows) as ContractName[]) {
    if (text === name || address === escrows[name]) return { name, address: escrows[name] };
  }
  return null;
}
