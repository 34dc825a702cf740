import { shortAddress } from "./text";

/** What a signature is, in the name that the wallet's window has for it. */
export type Signs = "forward" | "authorization" | "permit" | "resubmission" | "selection" | "verdict" | "text";

/** What the wallet's window shows, which this page does not word, and what that can do. */
export function walletShows(signs: Signs, { escrow, hasRelay }: { escrow: string; hasRelay: boolean }): string {
  const contract = `the escrow contract ${shortAddress(escrow)}`;
  if (!hasRelay && ["forward", "authorization", "permit"].includes(signs))
    return `Your wallet shows a transaction to ${contract}. It can only do this step.`;
  switch (signs) {
    case "forward":
      return `Your wallet shows a “ForwardRequest” to ${contract}. It can only do this step.`;
    case "authorization":
      return `Your wallet shows “ReceiveWithAuthorization” to ${contract}. It can move this amount once, for this step only.`;
    case "permit":
      return `Your wallet shows a “ForwardRequest” to ${contract}; for a higher reward, first a “Permit” of what you add. They can only do this step.`;
    case "resubmission":
      return `Your wallet shows a “Resubmission” for ${contract}. It can only deliver this work.`;
    case "selection":
      return `Your wallet shows a “Selection” for ${contract}. It can only let this worker start.`;
    case "verdict":
      return `Your wallet shows a “Verdict” for ${contract}. It can only approve this work.`;
    case "text":
      return "Your wallet shows a text that begins “mkt signed request”. It can only do this step, and moves no money.";
  }
}
