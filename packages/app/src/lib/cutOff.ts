/** What a person reads where the service was not reached; the client's own words name addresses. */
export function notReached(): string {
  const { navigator } = globalThis as { navigator?: { onLine?: boolean } };
  return navigator?.onLine !== false
    ? "The service cannot be reached right now. Your text is kept."
    : "You are offline. Your text is kept; go on when you are back.";
}

/** Whether a failure says that the service was not reached, so that what was signed may still go through. */
export function isCutOff(error: unknown): boolean {
  const { code, status } = (error ?? {}) as { code?: unknown; status?: unknown };
  if (code === "unavailable" || code === "timeout" || code === "tx_not_confirmed") return true;
  if (status === null) return true;
  if (typeof status === "number") return status >= 500;
  // What `fetch` throws without a network.
  return error instanceof TypeError;
}

/** The same where nothing is waited for on the chain: what the client says of a transaction stays its own. */
export function isUnreached(error: unknown): boolean {
  return isCutOff(error) && (error as { code?: unknown }).code !== "tx_not_confirmed";
}
