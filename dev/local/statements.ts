import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { waitUntil, type TaskKey } from "../../packages/client/src/index";
import { agentOf, type Agent } from "./agent";
import { funnel } from "./funnel";
import type { Tell } from "./paidAnswer";
import type { StackAddresses } from "./stackFile";

const FOLDER = path.join(__dirname, "../..", ".local", "statements");
const FORMATS = ["csv", "pdf", "zip"] as const;
/** The ledger holds what is final: blocks take their time for that. */
const BOOKS_MS = 180_000;

/** Both sides of the tasks that were played get their statements, as files under .local/statements. */
export async function exportStatements(stack: StackAddresses, played: readonly TaskKey[], tell: Tell): Promise<void> {
  for (const role of ["buyer", "worker"] as const) {
    const agent = agentOf(stack, role);
    try {
      await waitUntil(
        `the ledger of the ${role}`,
        () => settledOf(agent),
        (settled) => played.every((key) => settled.has(nameOf(key))),
        { timeoutMs: BOOKS_MS },
      );
      const { netUsdc } = await agent.mkt.accounting();
      const folder = path.join(FOLDER, role);
      mkdirSync(folder, { recursive: true });
      const written: string[] = [];
      for (const format of FORMATS) {
        for await (const { filename, bytes } of agent.mkt.statements({ format })) {
          writeFileSync(path.join(folder, filename), bytes);
          written.push(`${path.relative(process.cwd(), path.join(folder, filename))}  ${bytes.length} bytes`);
        }
      }
      tell(
        `${role === "buyer" ? "Buyer" : "Worker"}: /mkt/accounting/export, net ${netUsdc} USDC so far`,
        written.join("\n"),
      );
    } finally {
      agent.close();
    }
  }
}

/** Buys the marketplace's conversion and draws it. */
export async function showFunnel(stack: StackAddresses, tell: Tell): Promise<void> {
  const agent = agentOf(stack, "payer");
  try {
    const { answer, paidUsdc } = await agent.mkt.buy("/analytics/agent-conversions", {
      filters: { aggregate: "category" },
    });
    tell(`POST /analytics/agent-conversions, for ${paidUsdc} USDC`, funnel(answer.stats));
  } finally {
    agent.close();
  }
}

/** The tasks that the wallet's newest rows say a stake of was settled, either way. */
async function settledOf({ mkt, role }: Agent): Promise<Set<string>> {
  const { items } = await mkt.accounting({ type: role === "buyer" ? "reward" : "stake_returned", limit: 100 });
  return new Set(items.flatMap(({ contract, taskId }) => (contract && taskId ? [nameOf({ contract, taskId })] : [])));
}

function nameOf({ contract, taskId }: TaskKey): string {
  return `${contract} ${taskId}`;
}
