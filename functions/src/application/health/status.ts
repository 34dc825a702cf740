import type { Static } from "../../schema/build";
import type { HealthView } from "../../schema/health";

type Health = Static<typeof HealthView>;

/**
 * `down` if nothing that this deployment sells can be delivered, `degraded` if any check is not ok.
 *
 * Everything needs the database and the chain. Beyond that, a marketplace or one dataset is enough to have something to
 * sell.
 */
export function statusOf(checks: Health["checks"]): Health["status"] {
  const { firestore, rpc, contracts, ...others } = checks;
  const sells =
    contracts !== null || Object.values(others.answers.datasets).some((dataset) => dataset.dataHash !== null);
  if (!firestore.ok || rpc.blockNumber === null || !sells) return "down";
  const parts = [rpc, ...Object.values(contracts ?? {}), ...Object.values(others)];
  return parts.every((part) => part === null || part.ok) ? "ok" : "degraded";
}
