import { formatUnits } from "ethers";
import type { Agent } from "./agent";

/** What some agents have earned and spent since a moment. */
export interface Funds {
  /** Such as `buyer -20.0, worker +20.0 USDC`. */
  text(): Promise<string>;
  /** Throws unless the agent has earned exactly this, base units of USDC; a negative number for what it has spent. */
  expect(agent: Agent, units: bigint, what: string): Promise<void>;
}

/** Counts from now on. */
export async function fundsOf(...agents: readonly Agent[]): Promise<Funds> {
  const before = new Map<Agent, bigint>();
  for (const agent of agents) before.set(agent, await agent.usdcUnits());
  const earned = async (agent: Agent) => (await agent.usdcUnits()) - (before.get(agent) ?? 0n);
  return {
    async text() {
      const texts = await Promise.all(agents.map(async (agent) => `${agent.role} ${usdc(await earned(agent))}`));
      return `${texts.join(", ")} USDC`;
    },
    async expect(agent, units, what) {
      const actual = await earned(agent);
      if (actual !== units) throw new Error(`The demo expected ${what}: ${usdc(units)} USDC, not ${usdc(actual)}`);
    },
  };
}

function usdc(units: bigint): string {
  return `${units < 0n ? "-" : "+"}${formatUnits(units < 0n ? -units : units, 6)}`;
}
