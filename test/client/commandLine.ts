import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCli } from "../../packages/client/src/cli/run";
import { devWallets, type Role } from "../../dev/local/wallets";
import type { ContractName } from "../../functions/src/domain/workflow/variants";
import { ORIGIN } from "./agents";

/** What one command line came to. */
export interface Run {
  code: number;
  out: string;
  err: string;
  json: Record<string, unknown>;
}

export type CommandLine = (
  args: readonly string[],
  role?: Role | null,
  env?: Record<string, string>,
  stdin?: string,
) => Promise<Run>;

/** A command line's arguments as they are typed; a value in between is one argument, a list of values several. */
export const words = (texts: TemplateStringsArray, ...values: readonly (string | readonly string[])[]): string[] =>
  texts.flatMap((text, at) => [...text.split(" ").filter((word) => word !== ""), ...[values[at] ?? []].flat()]);

/** Where the commands go: a test's market, or a stack. */
export interface Place {
  readonly service: { readonly baseUrl: string };
  readonly chain: { readonly rpcUrl: string };
  readonly stage: { readonly addresses: Readonly<Record<ContractName, string>> };
  nowMs(): number;
}

/** Runs command lines against a market; with a role's key in the environment, if one is named. */
export function commandLine(market: () => Place, folder = mkdtempSync(path.join(tmpdir(), "mkt-cli-"))): CommandLine {
  return async (args, role = null, env = {}, stdin = "") => {
    const { service, chain, stage } = market();
    const lines: Record<"out" | "err", string[]> = { out: [], err: [] };
    const code = await runCli(args, {
      env: {
        MKT_BASE_URL: service.baseUrl,
        MKT_ORIGIN: ORIGIN,
        MKT_RPC_URL: chain.rpcUrl,
        MKT_JOURNAL: path.join(folder, `${role ?? "nobody"}.json`),
        MKT_ESCROW_HUMAN: stage.addresses.human,
        MKT_ESCROW_AGENT_FAST: stage.addresses["agent-fast"],
        ...(role && { MKT_PRIVATE_KEY: devWallets()[role].privateKey }),
        ...env,
      },
      out: (text) => lines.out.push(text),
      err: (text) => lines.err.push(text),
      stdin: async () => stdin,
      signal: new AbortController().signal,
      nowMs: () => market().nowMs(),
    });
    const [out, err] = [lines.out.join("\n"), lines.err.join("\n")];
    return { code, out, err, json: args.includes("--json") ? (JSON.parse(out || err) as Record<string, unknown>) : {} };
  };
}
