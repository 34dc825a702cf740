import { refuse, type ErrorCode } from "../../../domain/errors";
import type { Hex } from "../../../domain/keccak";
import type { EscrowReceipt } from "../../../ports/escrow";
import type { Services } from "../../services";

/** The errors of a confirmation. */
export const CONFIRM_ERRORS = ["tx_not_confirmed", "state_conflict"] as const satisfies readonly ErrorCode[];

/** The errors of a step that somebody signed and the relay may send. */
export const RELAYED_ERRORS = [
  ...CONFIRM_ERRORS,
  "task_not_found",
  "forbidden_role",
  "signature_invalid",
  "signature_expired",
  "invalid_signature_format",
  "relay_refused",
  "relay_unavailable",
] as const satisfies readonly ErrorCode[];

interface Sent {
  action?: string;
  txHash?: string;
  signedTransaction?: string;
}

/** The requested step. */
export function stepOf<A extends string>({
  action,
  txHash,
  signedTransaction,
}: Sent & { action?: A }): A | "prepare" | "confirm" {
  return action ?? (txHash === undefined && signedTransaction === undefined ? "prepare" : "confirm");
}

/** The fields that a step requires; refuses `invalid_request` if one is missing. */
export function required<T extends object, K extends keyof T & string>(
  input: T,
  ...names: K[]
): { [N in K]-?: Exclude<T[N], undefined> } {
  const errors = names
    .filter((name) => input[name] === undefined)
    .map((name) => ({ pointer: `/${name}`, message: "is required" }));
  if (errors.length > 0) {
    refuse("invalid_request", `This step needs ${errors.map(({ pointer }) => pointer.slice(1)).join(", ")}.`, {
      errors,
    });
  }
  return input as { [N in K]-?: Exclude<T[N], undefined> };
}

/** The receipt of the sent transaction, mined and successful; a signed one is broadcast first. */
export async function receiptOf(sent: Sent, { escrow }: Pick<Services, "escrow">) {
  const txHash = sent.signedTransaction === undefined ? hashIn(sent) : await send(sent.signedTransaction, escrow);
  const receipt = await escrow.receipt(txHash);
  if (!receipt?.sealed) refuseUnconfirmed();
  if (!receipt.succeeded)
    refuse(
      "state_conflict",
      "The transaction reverted, so nothing has changed. Prepare the call again and send the new transaction.",
    );
  return receipt;
}

/** Refuses a receipt that does not show the step. Steps have logs: if a node returns none, it may not have read them yet. */
export function refuseReceipt({ hasLogs }: EscrowReceipt, detail: string): never {
  if (hasLogs) refuse("state_conflict", detail);
  return refuse(
    "tx_not_confirmed",
    `The nodes show no events of this transaction. Send the same request again in a moment; if this repeats: ${detail}`,
  );
}

export function refuseUnconfirmed(): never {
  return refuse(
    "tx_not_confirmed",
    "The transaction is not in a confirmed block yet. Send the same request again in a moment.",
  );
}

function hashIn({ txHash }: Sent): Hex {
  const given = required({ txHash }, "txHash").txHash.toLowerCase();
  return given.startsWith("0x") ? (given as Hex) : `0x${given}`;
}

async function send(signedTransaction: string, escrow: Services["escrow"]): Promise<Hex> {
  const broadcast = await escrow.broadcast(signedTransaction as Hex);
  if (broadcast.outcome === "refused") refuse("state_conflict", broadcast.detail);
  return broadcast.txHash;
}
