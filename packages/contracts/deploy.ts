/**
 * `npm run contracts:deploy` deploys the forwarder and both escrows and writes the escrows' addresses into the functions' settings.
 *
 * Its own settings come from the environment or `packages/contracts/.env` (see `packages/contracts/.env.example`).
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { getAddress, JsonRpcProvider, Wallet } from "ethers";
import { type Deployed, deployEscrows, deploymentOf, type Parties } from "./deployEscrows";
import { setInEnvFile } from "./envFile";
import { BASE, CHAINS } from "../../functions/src/domain/chains";
import { VARIANTS, type VariantName } from "../../functions/src/domain/workflow/variants";

export interface DeploySettings {
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly deployerKey: string;
  readonly parties: Omit<Parties, "forwarder">;
}

/** Reads the settings from an environment; throws one line that names every missing setting. */
export function deploySettings(environment: Readonly<Record<string, string | undefined>>): DeploySettings {
  const missing: string[] = [];
  const read = (key: string, fallback?: string): string => {
    const value = environment[key] || fallback;
    if (!value) missing.push(key);
    return value ?? "";
  };
  const rpcUrl = read("RPC_URL");
  const deployerKey = read("DEPLOYER_PRIVATE_KEY");
  const chainId = Number(read("CHAIN_ID", String(BASE.id)));
  // The default USDC is the configured chain's.
  const usdcOfChain = CHAINS.find(({ id }) => id === chainId)?.usdc.address;
  const addresses = [read("USDC", usdcOfChain), read("TREASURY"), read("OWNER"), read("ARBITER")];
  if (missing.length > 0)
    throw new Error(`Set ${missing.join(", ")} (packages/contracts/.env.example describes each).`);
  const [usdc = "", treasury = "", owner = "", arbiter = ""] = addresses.map((address) => getAddress(address));
  return { rpcUrl, chainId, deployerKey, parties: { usdc, treasury, owner, arbiter } };
}

/**
 * Deploys the contracts to the configured chain and writes ESCROW_HUMAN and ESCROW_AGENT_FAST to `envFile`. Throws if the node
 * serves another chain or the token has no code.
 */
export async function deploy(settings: DeploySettings, envFile: string): Promise<Deployed> {
  const provider = new JsonRpcProvider(settings.rpcUrl);
  try {
    const { chainId } = await provider.getNetwork();
    if (chainId !== BigInt(settings.chainId)) {
      throw new Error(`The node serves chain ${chainId}, not ${settings.chainId}. Nothing was sent.`);
    }
    if ((await provider.getCode(settings.parties.usdc)) === "0x") {
      throw new Error(`There is no token at ${settings.parties.usdc} on chain ${chainId}. Nothing was sent.`);
    }
    const deployed = await deployEscrows({ signer: new Wallet(settings.deployerKey, provider), ...settings.parties });
    setInEnvFile(envFile, { ESCROW_HUMAN: deployed.human, ESCROW_AGENT_FAST: deployed.agentFast });
    return deployed;
  } finally {
    provider.destroy();
  }
}

/** What to verify before using the contracts with real money. */
export function checklist({ human, agentFast, forwarder }: Deployed, parties: DeploySettings["parties"]): string {
  const argument = (name: VariantName) =>
    JSON.stringify(deploymentOf(VARIANTS[name], { ...parties, forwarder }), (_, value: unknown) =>
      typeof value === "bigint" ? `${value}` : value,
    );
  return [
    `human       ${human}`,
    `agent-fast  ${agentFast}`,
    `forwarder   ${forwarder}`,
    "",
    "Verify on the explorer: TaskForwarder.sol and, with its constructor argument, TaskEscrow.sol (via IR); Solidity 0.8.37, settings of packages/contracts/foundry.toml",
    `human       ${argument("human")}`,
    `agent-fast  ${argument("agent-fast")}`,
    "Read from each escrow: usdc(), trustedForwarder(), arbiter(), owner(), treasury(), cancelFee(), platformFeeBps(), windowBounds(), creationPaused() = false.",
  ].join("\n");
}

async function main(): Promise<void> {
  const own = join(__dirname, ".env");
  if (existsSync(own)) process.loadEnvFile(own);
  const settings = deploySettings(process.env);
  const deployed = await deploy(settings, join(__dirname, "../../functions/.env"));
  console.log(checklist(deployed, settings.parties));
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
