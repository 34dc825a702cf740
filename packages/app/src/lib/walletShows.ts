import { shortAddress, usdc } from "./text";
import { toUnits } from "./units";

/** What a signature is, in the name that the wallet's window has for it. */
export type Signs = "forward" | "authorization" | "permit" | "resubmission" | "selection" | "verdict" | "text";

interface Shown {
  escrow: string;
  hasRelay: boolean;
  /** What the step takes out of the wallet, where that is known. */
  takesUsdc?: string | null;
}

/** How a wallet's window writes an amount, which it counts in millionths. */
export function amountShown(amountUsdc: string): string {
  return `Your wallet shows ${BigInt(toUnits(amountUsdc))}, which is ${usdc(amountUsdc)} USDC.`;
}

/** How the wallet's window writes a step: what it takes, or that it cannot say it in words. */
export function takenShown(signs: Signs, { hasRelay, takesUsdc = null }: Shown): string {
  if (signs === "forward" || isTransaction(signs, hasRelay)) return "Your wallet shows this as code, not in words.";
  return (signs === "authorization" || signs === "permit") && takesUsdc !== null ? amountShown(takesUsdc) : "";
}

/** Whether the wallet sends the step itself, instead of signing it for the relay. */
const isTransaction = (signs: Signs, hasRelay: boolean) =>
  !hasRelay && ["forward", "authorization", "permit"].includes(signs);

/** What else the wallet's window shows, which this page does not word, and what that can do. */
export function walletShows(signs: Signs, { escrow, hasRelay }: Shown): string {
  const contract = `the escrow contract ${shortAddress(escrow)}`;
  if (isTransaction(signs, hasRelay))
    return `Your wallet shows a transaction to ${contract}. Its “data” is this step as code, and can do nothing else.`;
  switch (signs) {
    case "forward":
      return `Your wallet shows a “ForwardRequest” to ${contract}. Its “data” is this step as code, and can do nothing else. It works once.`;
    case "authorization":
      return `Your wallet shows “ReceiveWithAuthorization” to ${contract}. It can move this amount once, for this step only, which its “nonce” names.`;
    case "permit":
      return `Your wallet shows a “ForwardRequest” to ${contract}; for a higher reward, first a “Permit” of what you add. They can only do this step.`;
    case "resubmission":
      return `Your wallet shows a “Resubmission” for ${contract}. It can only deliver this work, whose fingerprint it has.`;
    case "selection":
      return `Your wallet shows a “Selection” for ${contract}. It can only let this worker start this task, whose fingerprint it has.`;
    case "verdict":
      return `Your wallet shows a “Verdict” for ${contract}. It can only approve this work, whose fingerprint it has.`;
    case "text":
      return "Your wallet shows a text that begins “mkt signed request”. It can only do this step, and moves no money; its “payloadHash” is the fingerprint of what you wrote here.";
  }
}

/** How the call data begins that a wallet's window shows for a request; null where it shows none. */
export function dataShown({ method, params }: { method: string; params?: unknown }): string | null {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : [];
  const asked = method === "eth_sendTransaction" ? first : method === "eth_signTypedData_v4" ? messageIn(second) : null;
  const { data } = (asked ?? {}) as { data?: unknown };
  return typeof data === "string" && /^0x[0-9a-f]{8}/i.test(data) ? data.slice(0, 10) : null;
}

const messageIn = (typed: unknown) =>
  ((typeof typed === "string" ? JSON.parse(typed) : typed) as { message?: unknown } | null)?.message;
