import { chainOf, TEST_NETWORK_NOTICE } from "../../domain/chains";
import { INTERFACE_VERSION } from "../../domain/version";
import type { Static } from "../../schema/build";
import type { HealthView } from "../../schema/health";
import type { Services } from "../services";
import { anchoringHealth } from "./anchoring";
import { contractsHealth } from "./contracts";
import { inTime } from "./inTime";
import { jobsHealth } from "./jobs";
import { answersHealth, reportsHealth } from "./products";
import { statusOf } from "./status";
import { keeperHealth, relayHealth, settlementHealth } from "./wallets";

/** A minute without a block means that the node hangs. */
const MAX_LAG_SECONDS = 60;

/** The result of all checks, each of which has limited time to answer. */
export async function healthOf(services: Services, nowMs: number): Promise<Static<typeof HealthView>> {
  const { vitals, snapshots, settings } = services;
  const [isStored, head, marketplace, settlement, keeper, relay, anchoring, jobs, answers, reports] = await Promise.all(
    [
      inTime(async () => (await snapshots.current("chats")) !== undefined),
      inTime(() => vitals.head()),
      contractsHealth(services, nowMs),
      settlementHealth(services),
      keeperHealth(services),
      relayHealth(services),
      anchoringHealth(services, nowMs),
      jobsHealth(services, nowMs),
      answersHealth(services, nowMs),
      reportsHealth(services, nowMs),
    ],
  );
  const lagSeconds = head ? Math.max(0, Math.floor(nowMs / 1000) - head.time) : null;
  const { indexer, contracts } = marketplace ?? { indexer: null, contracts: null };
  const lastBlock = indexer?.lastBlock ?? null;
  const lagBlocks = head && lastBlock !== null ? Math.max(0, Number(head.number) - lastBlock) : null;
  const isCurrent = lagSeconds !== null && lagSeconds <= MAX_LAG_SECONDS;
  const checks = {
    firestore: { ok: isStored === true },
    rpc: { ok: isCurrent, blockNumber: head ? Number(head.number) : null, lagSeconds },
    contracts,
    indexer: indexer && { ...indexer, lagBlocks },
    settlement,
    keeper,
    relay,
    anchoring,
    jobs,
    answers,
    reports,
  };
  const { name, isTestNetwork } = chainOf(settings.chainId);
  const notice = isTestNetwork ? { notice: TEST_NETWORK_NOTICE } : {};
  return {
    status: statusOf(checks),
    checks,
    network: { chainId: settings.chainId, name, testNetwork: isTestNetwork, ...notice },
    version: INTERFACE_VERSION,
    commit: settings.commit,
    time: new Date(nowMs).toISOString(),
  };
}
