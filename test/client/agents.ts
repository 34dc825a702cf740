import { Mkt, type MktOptions } from "../../packages/client/src/index";
import type { Role } from "../../dev/local/wallets";
import type { Market } from "../setup/market";

/** What the test service calls itself, wherever it is reached. */
export const ORIGIN = "http://127.0.0.1:5000";
const BUDGET = { perCallUsdc: "50", totalUsdc: "100" };

/** A client of a market's service with a development wallet; its addresses are pinned. */
export function agent(market: Market, role: Role, more: Partial<MktOptions> = {}): Mkt {
  return new Mkt({
    baseUrl: market.service.baseUrl,
    origin: ORIGIN,
    signer: market.chain.wallet(role),
    budget: BUDGET,
    trust: { recipient: market.chain.wallet("recipient").address, escrows: market.stage.addresses },
    nowMs: () => market.nowMs(),
    ...more,
  });
}

export const OFFER = {
  contract: "agent-fast",
  title: "Summarise a report",
  description: "One page  in plain words.",
  category: "writing",
  rewardUsdc: "20",
  stakeUsdc: "2",
} as const;
