import { requireEscrows } from "../../domain/messages/requestText";
import { formatUsdc } from "../../domain/money";
import { lastBlock } from "../../domain/task/cursor";
import { INTERFACE_VERSION } from "../../domain/version";
import type { VariantName } from "../../domain/workflow/variants";
import { computations, endpoint, open } from "../../http/endpoint";
import { boolean, integer, nullable, object, oneOf, string } from "../../schema/build";
import { Address, Bytes32, DataHash, Time, Usdc } from "../../schema/common";

/** Long enough for a part that is well; nobody waits longer for one that is not. */
const PATIENCE_MS = 1_500;
/** Blocks come every two seconds; a minute without one is a node that hangs. */
const MOST_LAG_SECONDS = 60;
const MOST_LAG_BLOCKS = 300;
/** Settlements at their dearest for which the wallet should hold ether, and which may wait for their blocks at a time. */
const LEAST_FUNDED = 20n;
const MOST_PENDING = 50;

const Ok = boolean({ description: "False where the part does not answer in time, or is not as it should be." });
const Block = nullable(integer({ minimum: 0 }));
const Vault = object(
  {
    ok: Ok,
    address: Address,
    codeHash: nullable(Bytes32),
    solvent: nullable(boolean({ description: "Whether it holds at least what its open tasks are owed." })),
    escrowUsdc: nullable(Usdc),
    liabilitiesUsdc: { ...nullable(Usdc), description: "Owed to open tasks, as the mirror knows them; credits that wait for withdraw come on top." },
  },
  { title: "VaultHealth" },
);

const Wei = nullable(string({ pattern: "^[0-9]+$", description: "In wei.", examples: ["20000000000000000"] }));
const Settlement = object(
  {
    ok: { ...Ok, description: "False where the settling wallet is low on ether or on today's budget, or too many payments wait for their blocks." },
    by: oneOf("wallet", "facilitator", "nobody"),
    address: nullable(Address),
    wei: Wei,
    pending: nullable(integer({ minimum: 0, description: "Transactions that are not seen in a block yet." })),
    budgetLeftWei: Wei,
  },
  { title: "SettlementHealth", description: "How signed x402 payments are carried to the chain." },
);

/** Whether the service and what it depends on are well. */
export default endpoint({
  method: "GET",
  path: "/mkt/health",
  summary: "Health of the service and of what it depends on",
  description: "down (with status 503) without database or chain; degraded where something else is not as it should be. Each part has 1.5 seconds to answer.",
  auth: open,
  input: object({}),
  output: object({
    status: oneOf("ok", "degraded", "down"),
    checks: object({
      firestore: object({ ok: Ok }),
      rpc: object({ ok: Ok, blockNumber: Block, lagSeconds: nullable(integer()) }),
      contracts: object({ human: Vault, agentFast: Vault }),
      settlement: Settlement,
      indexer: object({ ok: Ok, lastBlock: Block, lagBlocks: Block }),
      answers: object({ ok: Ok, dataHash: nullable(DataHash), count: Block, engine: oneOf("local", "model") }),
    }),
    version: string(),
    commit: nullable(string()),
    time: Time,
  }),
  isDown: ({ status }) => status === "down",
  errors: [],
  budget: computations,
  shared: 1,
  example: {},

  handle: async ({ nowMs }, { vitals, tasks, cursors, snapshots, settlement, settings }) => {
    const escrows = requireEscrows(settings.escrows);
    const [read, head, human, agentFast, settling, dataset] = await Promise.all([
      inTime(() => Promise.all((Object.keys(escrows) as VariantName[]).map((contract) => cursors.cursor(contract)))),
      inTime(() => vitals.head()),
      vault("human"),
      vault("agent-fast"),
      settlementHealth(),
      inTime(() => snapshots.current("chats")),
    ]);
    const lagSeconds = head ? Math.max(0, Math.floor(nowMs / 1000) - head.time) : null;
    // The deployment that is further behind.
    const last = read?.every((cursor) => cursor !== null) ? Math.min(...read.map((cursor) => Number(lastBlock(cursor)))) : null;
    const lagBlocks = head && last !== null ? Math.max(0, Number(head.number) - last) : null;
    const checks = {
      firestore: { ok: read !== undefined },
      rpc: { ok: lagSeconds !== null && lagSeconds <= MOST_LAG_SECONDS, blockNumber: head ? Number(head.number) : null, lagSeconds },
      contracts: { human, agentFast },
      settlement: settling,
      indexer: { ok: lagBlocks !== null && lagBlocks <= MOST_LAG_BLOCKS, lastBlock: last, lagBlocks },
      answers: {
        ok: Boolean(dataset),
        dataHash: dataset?.dataHash ?? null,
        count: dataset?.count ?? null,
        engine: settings.answerModel ? ("model" as const) : ("local" as const),
      },
    };
    const well = checks.rpc.ok && human.ok && agentFast.ok && settling.ok && checks.indexer.ok && checks.answers.ok;
    const status = !checks.firestore.ok || !head ? ("down" as const) : well ? ("ok" as const) : ("degraded" as const);
    return { status, checks, version: INTERFACE_VERSION, commit: settings.commit, time: new Date(nowMs).toISOString() };

    async function settlementHealth() {
      const own = settings.settlement;
      if (own?.kind !== "wallet") {
        return { ok: true, by: own ? ("facilitator" as const) : ("nobody" as const), address: null, wei: null, pending: null, budgetLeftWei: null };
      }
      const state = await inTime(() => settlement.state());
      return {
        ok: state !== undefined && state.wei >= LEAST_FUNDED * own.mostWei && state.budgetLeftWei >= own.mostWei && state.pending <= MOST_PENDING,
        by: "wallet" as const,
        address: state?.address ?? null,
        wei: state ? String(state.wei) : null,
        pending: state?.pending ?? null,
        budgetLeftWei: state ? String(state.budgetLeftWei) : null,
      };
    }

    async function vault(contract: VariantName) {
      const [held, owed] = await Promise.all([inTime(() => vitals.vault(contract)), inTime(() => tasks.owedUsdcUnits(contract))]);
      const solvent = held && owed !== undefined ? held.balanceUsdcUnits >= owed : null;
      return {
        ok: solvent === true,
        address: escrows[contract],
        codeHash: held?.codeHash ?? null,
        solvent,
        escrowUsdc: held ? formatUsdc(held.balanceUsdcUnits) : null,
        liabilitiesUsdc: owed === undefined ? null : formatUsdc(owed),
      };
    }
  },
});

/** What a check finds, or undefined where it fails or takes too long. */
async function inTime<T>(check: () => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  const found = check().catch(() => undefined);
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}
