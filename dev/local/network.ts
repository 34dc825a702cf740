import { chainOf, TEST_NETWORK_NOTICE } from "../../functions/src/domain/chains";
import type { Tell } from "./paidAnswer";
import { rpc } from "./rpc";
import type { StackAddresses } from "./stackFile";

/** Where a person or an agent first meets the service. */
const PATHS = [
  "/",
  "/mkt/health",
  "/llms.txt",
  "/skill.md",
  "/docs/mkt-earn-agent-api.md",
  "/openapi.json",
  "/.well-known/mkt-earn.json",
  "/.well-known/x402",
  "/.well-known/ai-catalog.json",
  "/mcp/server-card",
] as const;

/**
 * Shows which chain everything happens on. Throws unless each document and page says what money it deals in: on a test network
 * all of them say that there is none, and elsewhere none does.
 */
export async function showNetwork({ baseUrl, rpcUrl, chainId }: StackAddresses, tell: Tell): Promise<void> {
  const { name, caip2, isTestNetwork, usdc } = chainOf(chainId);
  const served = Number(await rpc<string>(rpcUrl, "eth_chainId"));
  if (served !== chainId) throw new Error(`The demo expected chain ${chainId}, not ${served}`);
  tell(`${name}, ${caip2}`, `USDC ${usdc.address}, which signs as “${usdc.name}”`);
  for (const path of PATHS) {
    const reply = await fetch(baseUrl + path);
    if (!reply.ok) throw new Error(`The demo expected an answer of ${path}, not ${reply.status}`);
    if ((await reply.text()).includes(TEST_NETWORK_NOTICE) !== isTestNetwork)
      throw new Error(`The demo expected ${path} to say ${isTestNetwork ? "" : "nothing of "}“${TEST_NETWORK_NOTICE}”`);
  }
  tell(isTestNetwork ? `“${TEST_NETWORK_NOTICE}”` : "Nothing says that it is a test network", PATHS.join("  "));
}
