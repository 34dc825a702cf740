import type { Refusal } from "../domain/errors";
import { retryAfter } from "./problem";

/** The next step for a client after a refusal that does not state one. */
export function adviceAfter(
  refusal: Refusal,
  { method, path }: { readonly method: "GET" | "POST"; readonly path: string },
): object {
  const again = { actor: "client", endpoint: path, method } as const;
  switch (refusal.code) {
    case "task_not_found":
      return {
        actor: "client",
        action: "search",
        endpoint: "/mkt/tasks",
        method: "GET",
        reason: "Find the task, and identify it by contract and taskId.",
      };
    case "signature_invalid":
    case "signature_expired":
    case "nonce_used":
      return { ...again, action: "sign", reason: "Prepare and sign the request once more, then send it." };
    default:
      return retryAfter(refusal) === undefined
        ? { ...again, action: "correct", reason: "Correct what detail and errors name, then send the request again." }
        : { ...again, action: "retry", reason: "Send the same request again after Retry-After." };
  }
}
