import { formatUsdc } from "../../domain/money";
import type { VariantName } from "../../domain/workflow/variants";
import type { Services } from "../services";
import { inTime } from "./inTime";

/** The indexer runs every minute. */
const MAX_INDEXER_LAG_SECONDS = 600;

/** The escrows and the indexer's progress; null without a marketplace. */
export async function contractsHealth({ liabilities, vitals, settings: { escrows } }: Services, nowMs: number) {
  if (!escrows) return null;
  const [human, agentFast] = await Promise.all([look("human"), look("agent-fast")]);
  const both = [human, agentFast];
  const blocks = both.map(({ block }) => block);
  const times = both.map(({ time }) => time);
  // The deployment that is further behind.
  const lastBlock = blocks.every((block) => block !== null) ? Number(blocks.reduce((a, b) => (a < b ? a : b))) : null;
  const lagSeconds =
    lastBlock !== null && times.every((time) => time !== null)
      ? Math.max(0, Math.floor(nowMs / 1000) - Math.min(...times))
      : null;
  return {
    contracts: { human: human.view, agentFast: agentFast.view },
    indexer: { ok: lagSeconds !== null && lagSeconds <= MAX_INDEXER_LAG_SECONDS, lastBlock, lagSeconds },
  };

  /** The balance on the chain and the projection's liabilities, both at the indexer's latest block. */
  async function look(contract: VariantName) {
    const owed = await inTime(() => liabilities.owed(contract));
    const block = owed?.block ?? null;
    const held = await inTime(() => vitals.vault(contract, block));
    const solvent = held && owed && block !== null ? held.balanceUsdcUnits >= owed.usdcUnits : null;
    return {
      block,
      time: held && block !== null ? held.time : null,
      view: {
        ok: solvent === true,
        address: (escrows as NonNullable<typeof escrows>)[contract],
        codeHash: held?.codeHash ?? null,
        atBlock: block === null ? null : Number(block),
        solvent,
        escrowUsdc: held ? formatUsdc(held.balanceUsdcUnits) : null,
        liabilitiesUsdc: owed ? formatUsdc(owed.usdcUnits) : null,
      },
    };
  }
}
