import { chainOf, TEST_NETWORK_NOTICE } from "../../../domain/chains";
import { INTERFACE_VERSION } from "../../../domain/version";
import { computations, endpoint, open } from "../../../http/endpoint";
import { object } from "../../../schema/build";
import { anchoringHealth } from "./anchoring";
import { contractsHealth } from "./contracts";
import { inTime } from "./inTime";
import { answersHealth, reportsHealth } from "./products";
import { statusOf } from "./status";
import { HealthView } from "./view";
import { keeperHealth, settlementHealth } from "./wallets";

/** A minute without a block means that the node hangs. */
const MAX_LAG_SECONDS = 60;

/** The health of the service and its dependencies. */
export default endpoint({
  method: "GET",
  path: "/mkt/health",
  summary: "Health of the service and its dependencies",
  description:
    "down, with status 503, if nothing that this deployment sells can be delivered: without database or chain, or with neither a marketplace nor a " +
    "dataset. degraded if any check is not ok. The result is shared between callers for a while; each check has 1.5 seconds to answer.",
  auth: open,
  input: object({}),
  output: HealthView,
  isDown: ({ status }) => status === "down",
  errors: [],
  rateLimit: computations,
  shared: 2,
  example: {},

  handle: async ({ nowMs }, services) => {
    const { vitals, snapshots, settings } = services;
    const [isStored, head, marketplace, settlement, keeper, anchoring, answers, reports] = await Promise.all([
      inTime(async () => (await snapshots.current("chats")) !== undefined),
      inTime(() => vitals.head()),
      contractsHealth(services, nowMs),
      settlementHealth(services),
      keeperHealth(services),
      anchoringHealth(services, nowMs),
      answersHealth(services, nowMs),
      reportsHealth(services, nowMs),
    ]);
    const lagSeconds = head ? Math.max(0, Math.floor(nowMs / 1000) - head.time) : null;
    const indexer = marketplace && {
      ...marketplace.indexer,
      lagBlocks:
        head && marketplace.indexer.lastBlock !== null
          ? Math.max(0, Number(head.number) - marketplace.indexer.lastBlock)
          : null,
    };
    const checks = {
      firestore: { ok: isStored === true },
      rpc: {
        ok: lagSeconds !== null && lagSeconds <= MAX_LAG_SECONDS,
        blockNumber: head ? Number(head.number) : null,
        lagSeconds,
      },
      contracts: marketplace && marketplace.contracts,
      indexer,
      settlement,
      keeper,
      anchoring,
      answers,
      reports,
    };
    return {
      status: statusOf(checks),
      checks,
      network: networkOf(settings.chainId),
      version: INTERFACE_VERSION,
      commit: settings.commit,
      time: new Date(nowMs).toISOString(),
    };
  },
});

function networkOf(chainId: number) {
  const { name, isTestNetwork } = chainOf(chainId);
  return { chainId, name, testNetwork: isTestNetwork, ...(isTestNetwork && { notice: TEST_NETWORK_NOTICE }) };
}
