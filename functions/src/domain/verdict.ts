import { refuse } from "./errors";

/**
 * What became of a signature. `unavailable`: no node answered in time; it can only come where the
 * signature is not that of the wallet's own key, so that the chain must be asked whether the wallet
 * is a contract.
 */
export type Verdict = "valid" | "invalid" | "unavailable";

/** Ends the request unless the signature is good; `whatToSign` tells the caller how it would be. */
export function requireValidSignature(verdict: Verdict, whatToSign: string): void {
  if (verdict === "invalid") refuse("signature_invalid", whatToSign);
  if (verdict === "unavailable") {
    refuse(
      "dependency_unavailable",
      "The wallet may be a contract and no node could check its signature. Send the same request again.",
    );
  }
}
