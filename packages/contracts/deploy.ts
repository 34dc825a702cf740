/**
 * `npm run contracts:deploy` deploys the forwarder and both escrows and writes the escrows' addresses into the functions' settings.
 *
 * Its own settings come from the environment or `packages/contracts/.env` (see `packages/contracts/.env.example`).
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { getAddress, JsonRpcProvider, Wallet } from "ethers";
import { type Deployed, deployEscrows, deploymentOf, type Parties } from "./deployEscrows";
import { envFileValues, setInEnvFile } from "./envFile";
import { BASE, CHAINS } from "../../functions/src/domain/chains";
import { VARIANTS, type ContractName } from "../../functions/src/domain/workflow/variants";

const ROOT = join(__dirname, "../..");

export interface DeploySettings {
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly deployerKey: string;
  /** The functions' settings, which get the addresses. */
  readonly envFile: string;
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
  const envFile = resolve(ROOT, environment["FUNCTIONS_ENV"] || "functions/.env");
  return { rpcUrl, chainId, deployerKey, envFile, parties: { usdc, treasury, owner, arbiter } };
}

/**
 * Deploys the contracts to the configured chain and writes the escrows' addresses, and the block to read them from, to the
 * functions' settings. Throws if these or the node are on another chain, or the token has no code.
 */
export async function deploy(settings: DeploySettings): Promise<Deployed> {
  const { envFile } = settings;
  const its = envFileValues(envFile)["CHAIN_ID"];
  if (its && its !== String(settings.chainId)) {
    throw new Error(
      `${envFile} is for chain ${its}, not ${settings.chainId}. Set CHAIN_ID there, or name another file with FUNCTIONS_ENV. Nothing was sent.`,
    );
  }
  const provider = new JsonRpcProvider(settings.rpcUrl);
  try {
    const { chainId } = await provider.getNetwork();
    if (chainId !== BigInt(settings.chainId)) {
      throw new Error(`The node serves chain ${chainId}, not ${settings.chainId}. Nothing was sent.`);
    }
    if ((await provider.getCode(settings.parties.usdc)) === "0x") {
      throw new Error(`There is no token at ${settings.parties.usdc} on chain ${chainId}. Nothing was sent.`);
    }
    const fromBlock = await provider.getBlockNumber();
    const deployed = await deployEscrows({ signer: new Wallet(settings.deployerKey, provider), ...settings.parties });
    setInEnvFile(envFile, {
      CHAIN_ID: String(settings.chainId),
      ESCROW_HUMAN: deployed.human,
      ESCROW_AGENT_FAST: deployed.agentFast,
      ESCROW_FROM_BLOCK: String(fromBlock),
    });
    return deployed;
  } finally {
    provider.destroy();
  }
}

/** What to verify before using the contracts with real money. */
export function checklist({ human, agentFast, forwarder }: Deployed, { chainId, parties }: DeploySettings): string {
  const explorer = CHAINS.find(({ id }) => id === chainId)?.explorer;
  const at = (address: string) => (explorer ? `${explorer}/address/${address}` : address);
  const argument = (name: ContractName) =>
    JSON.stringify(deploymentOf(VARIANTS[name], { ...parties, forwarder }), (_, value: unknown) =>
      typeof value === "bigint" ? `${value}` : value,
    );
  return [
    `human       ${at(human)}`,
    `agent-fast  ${at(agentFast)}`,
    `forwarder   ${at(forwarder)}`,
    "",
    "Verify on the explorer: TaskForwarder.sol and, with its constructor argument, TaskEscrow.sol (via IR), which deploys TaskDeposits.sol; Solidity 0.8.37, settings of packages/contracts/foundry.toml",
    `human       ${argument("human")}`,
    `agent-fast  ${argument("agent-fast")}`,
    "Read from each escrow: usdc(), trustedForwarder(), arbiter(), owner(), treasury(), cancelFee(), platformFeeBps(), windowBounds(), creationPaused() = false.",
  ].join("\n");
}

async function main(): Promise<void> {
  const own = join(__dirname, ".env");
  if (existsSync(own)) process.loadEnvFile(own);
  const settings = deploySettings(process.env);
  const deployed = await deploy(settings);
  console.log(checklist(deployed, settings));
  console.log(`Written to ${settings.envFile}: CHAIN_ID, ESCROW_HUMAN, ESCROW_AGENT_FAST, ESCROW_FROM_BLOCK.`);
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
