import { refuse } from "./errors";

/**
 * The result of verifying a signature. `unavailable`: no node answered in time; possible only if the signature is not
 * by the wallet's own key, so that the chain must be asked whether the wallet is a contract.
 */
export type Verdict = "valid" | "invalid" | "unavailable";

/** Ends the request unless the signature is valid; the refusal holds `whatToSign`. */
export function requireValidSignature(verdict: Verdict, whatToSign: string): void {
  if (verdict === "invalid") refuse("signature_invalid", whatToSign);
  if (verdict === "unavailable") {
    refuse(
      "dependency_unavailable",
      "The wallet may be a contract and no node could check its signature. Send the same request again.",
    );
  }
}

/** Refuses `invalid_signature_format` for anything but `0x` and pairs of hex digits. */
export function requireSignatureFormat(signature: string, pointer: string): void {
  if (/^0x(?:[0-9a-fA-F]{2})+$/.test(signature)) return;
  refuse(
    "invalid_signature_format",
    "Send a signature as 0x and an even number of hex digits: 65 bytes from an account, or the format of a contract wallet.",
    {
      errors: [{ pointer, message: "is not 0x-prefixed hex" }],
    },
  );
}
