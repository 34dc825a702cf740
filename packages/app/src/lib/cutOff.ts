/** Whether a failure says that the service was not reached, so that what was signed may still go through. */
export function isCutOff(error: unknown): boolean {
  const { code, status } = (error ?? {}) as { code?: unknown; status?: unknown };
  if (code === "unavailable" || code === "timeout" || code === "tx_not_confirmed") return true;
  if (status === null) return true;
  if (typeof status === "number") return status >= 500;
  // What `fetch` throws without a network.
  return error instanceof TypeError;
}
