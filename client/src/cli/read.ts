import type { Command } from "commander";
import { usage } from "./context";
import type { Define } from "./run";
import { todoLine } from "./show";

interface Manifest {
  name: string;
  version: string;
  description: string;
  routes: Record<string, string>;
  docs: Record<string, string>;
}

/** Commands that change nothing. */
export function addReadCommands(program: Command, define: Define): void {
  define(program.command("discover").description("what the service offers, and whether it is well"), async (context) => {
    const mkt = await context.mkt();
    const manifest = await mkt.document<Manifest>("/.well-known/mkt-earn.json");
    const { data, error } = await mkt.api.GET("/mkt/health");
    const health = data ?? error;
    const routes = Object.entries(manifest.routes).map(([path, purpose]) => `  ${path}  ${purpose}`);
    const status = (health as { status?: string } | undefined)?.status ?? "unknown";
    return {
      json: { manifest, health },
      text: [`${manifest.name} ${manifest.version}: ${manifest.description}`, `Health: ${status}`, ...routes, `Guide: ${manifest.docs["guide"] ?? ""}`].join("\n"),
    };
  });

  define(program.command("next").description("what the wallet can do next, the most urgent first"), async (context) => {
    if (!context.hasWallet()) throw usage("Whose? Give --wallet, or a key.");
    const todos = await (await context.mkt()).next();
    return { json: todos, text: todos.length === 0 ? "Nothing to do." : todos.map(todoLine).join("\n") };
  });

  define(program.command("wallet").description("the wallet's balances, allowances and credits"), async (context) => {
    if (!context.hasWallet()) throw usage("Whose? Give --wallet, or a key.");
    const info = await (await context.mkt()).walletInfo();
    const escrows = Object.entries(info.escrows).map(
      ([name, at]) => `  ${name} ${at.contractAddress}: may take ${at.allowanceUsdc}, owes ${at.creditUsdc} USDC`,
    );
    return { json: info, text: [`${info.wallet} on chain ${info.chainId}`, `  ${info.usdc} USDC, ${info.eth} ETH`, ...escrows].join("\n") };
  });
}
