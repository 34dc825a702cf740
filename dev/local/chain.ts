import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { AbiCoder, concat, Interface, type InterfaceAbi, toQuantity } from "ethers";
import { BASE, chainNamed, CHAINS, type ChainFacts, type Token } from "../../functions/src/domain/chains";
import { circleUsdc } from "./circleUsdc";
import { run } from "./processes";
import { rpc, rpcBatch } from "./rpc";
import { devWallets, MNEMONIC, type Role, ROLES } from "./wallets";

/** A development chain that looks like a real one to a client: its id, and USDC at its address with its name. */
export interface LocalChain {
  rpcUrl: string;
  chainId: number;
  usdc: string;
  /** Resolves when it has ended, for any reason. */
  ended: Promise<unknown>;
  close(): Promise<void>;
}

export interface ChainOptions {
  /** The chain that it looks like: Base by default. */
  chain?: ChainFacts;
  /** Any free port by default. */
  port?: number;
  /** Also make a block every so many seconds, empty or not; otherwise only transactions make blocks. Times are whole seconds, as on Base. */
  blockTimeSeconds?: number;
  /** `safe` is so many blocks behind the newest, `finalized` twice as many; 1 by default. */
  safeDepth?: number;
  /** The token's code: the test token's, or Circle's own. By default what MKT_USDC says, else the test token. */
  usdcCode?: UsdcCode;
}

export type UsdcCode = "test" | "circle";

export const CHAIN_ID = BASE.id;

/** USDC on Base. The test token is at exactly this address, because clients know only the real one. */
export const USDC: string = BASE.usdc.address;

export const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";

/** 10,000 USDC, what each wallet that spends starts with. */
const STARTING_USDC_UNITS = 10_000_000_000n;

/** The chain that CHAIN_ID names, or null where it is not set; throws for one that the service does not know. */
export function chosenChain(): ChainFacts | null {
  const id = process.env["CHAIN_ID"];
  const chain = chainNamed(id);
  if (!chain) throw new Error(`CHAIN_ID must be one of ${CHAINS.map((one) => `${one.id} (${one.name})`).join(", ")}.`);
  return id === undefined ? null : chain;
}

/** Initializes Circle's token. It is none of the development wallets, so that their nonces are the same with both tokens. */
const USDC_OWNER = "0x00000000000000000000000000000000c19c1e07";
const WITHOUT_USDC: readonly Role[] = ["recipient", "treasury", "stranger"];
const WITH_USDC = ROLES.filter((role) => !WITHOUT_USDC.includes(role));
/** Transactions that the deployer has sent on a new chain. */
export const DEPLOYERS_FIRST_NONCE = WITH_USDC.length;
const ROOT = path.join(__dirname, "../..");
const READY_MS = 20_000;

interface Artifact {
  abi: InterfaceAbi;
  bytecode: string;
}

let artifact: Artifact | undefined;

function testUsdc(): Artifact {
  artifact ??= JSON.parse(
    readFileSync(path.join(ROOT, "packages/contracts/artifacts", "TestUSDC.json"), "utf8"),
  ) as Artifact;
  return artifact;
}

/** The test token's calls and events. */
export function usdcInterface(): Interface {
  return new Interface(testUsdc().abi);
}

/** A state takes up to two megabytes: without a bound, a stack that runs for an hour fills eight gigabytes. */
const MAX_STATES_ON_DISK = { timed: "200", onDemand: "2000" };

/**
 * Starts anvil with the chain's id, the test USDC in place and the development wallets funded with it and ether.
 * A transaction is mined at once.
 */
export async function startChain(options: ChainOptions = {}): Promise<LocalChain> {
  const { id: chainId, usdc } = options.chain ?? BASE;
  const timed = options.blockTimeSeconds ? ["--mixed-mining", "--block-time", `${options.blockTimeSeconds}`] : [];
  const anvil = run(anvilBinary(), [
    "--host",
    "127.0.0.1",
    "--port",
    `${options.port ?? 0}`,
    "--chain-id",
    `${chainId}`,
    "--mnemonic",
    MNEMONIC,
    "--accounts",
    `${ROLES.length}`,
    "--slots-in-an-epoch",
    `${options.safeDepth ?? 1}`,
    "--threads",
    "1",
    "--enable-tx-gas-limit",
    "--max-persisted-states",
    options.blockTimeSeconds ? MAX_STATES_ON_DISK.timed : MAX_STATES_ON_DISK.onDemand,
    ...timed,
  ]);
  try {
    const [, address] = await anvil.says(/Listening on (\S+)/, READY_MS);
    const rpcUrl = `http://${address}`;
    const usdcCode = options.usdcCode ?? (process.env["MKT_USDC"] === "circle" ? "circle" : "test");
    const place = usdcCode === "circle" ? placeCircleUsdc : placeTestUsdc;
    await Promise.all([place(rpcUrl, usdc).then(() => mintUsdc(rpcUrl, usdc)), placeMulticall(rpcUrl)]);
    return { rpcUrl, chainId, usdc: usdc.address, ended: anvil.ended, close: () => anvil.stop() };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

async function placeTestUsdc(rpcUrl: string, { address, name }: Token): Promise<void> {
  const creationCode = concat([testUsdc().bytecode, AbiCoder.defaultAbiCoder().encode(["string"], [name])]);
  await placeCode(rpcUrl, address, creationCode);
}

/** Every development wallet may mint, as with the test token. */
async function placeCircleUsdc(rpcUrl: string, token: Token): Promise<void> {
  const minters = Object.values(devWallets()).map(({ address }) => address);
  const { code, calls } = circleUsdc(token, USDC_OWNER, devWallets().deployer.address, minters);
  for (const [address, bytes] of Object.entries(code)) await rpc(rpcUrl, "anvil_setCode", address, bytes);
  await rpc(rpcUrl, "anvil_setBalance", USDC_OWNER, toQuantity(10n ** 18n));
  await rpc(rpcUrl, "anvil_impersonateAccount", USDC_OWNER);
  for (const data of calls) {
    await rpc(rpcUrl, "eth_sendTransactionSync", {
      from: USDC_OWNER,
      to: token.address,
      gas: toQuantity(500_000),
      data,
    });
  }
}

/** What the wallets that spend start with. */
async function mintUsdc(rpcUrl: string, { address }: Token): Promise<void> {
  const wallets = devWallets();
  const token = usdcInterface();
  // The node works on the calls of a batch at once: each needs its own nonce, and the code must be there before them.
  const mints = WITH_USDC.map((role, nonce) => ({
    // This form answers only when the transaction is in a block.
    method: "eth_sendTransactionSync",
    params: [
      {
        from: wallets.deployer.address,
        to: address,
        gas: toQuantity(200_000),
        nonce: toQuantity(nonce),
        data: token.encodeFunctionData("mint", [wallets[role].address, STARTING_USDC_UNITS]),
      },
    ],
  }));
  await rpcBatch(rpcUrl, mints);
}

/** Multicall3, which is at its address on every chain; with it, wallets are deployed in the transaction that pays from them. */
async function placeMulticall(rpcUrl: string): Promise<void> {
  // viem contains its creation code for chains without it, and exports it no other way.
  const file = path.join(
    path.dirname(require.resolve("viem/package.json", { paths: [ROOT] })),
    "_cjs",
    "constants",
    "contracts.js",
  );
  const { multicall3Bytecode } = createRequire(__filename)(file) as { multicall3Bytecode: string };
  await placeCode(rpcUrl, MULTICALL3, multicall3Bytecode);
}

/** Puts a contract at an address: the code that its creation code answers with. */
async function placeCode(rpcUrl: string, address: string, creationCode: string): Promise<void> {
  const code = await rpc<string>(rpcUrl, "eth_call", { data: creationCode }, "latest");
  await rpc(rpcUrl, "anvil_setCode", address, code);
}

/** The binary in the platform's package: its wrapper would be one more process to start and to end. */
function anvilBinary(): string {
  const cpu = process.arch === "x64" ? "amd64" : process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${cpu}`;
  try {
    const folder = path.dirname(
      require.resolve(`${name}/package.json`, { paths: [ROOT, path.join(ROOT, "packages/contracts")] }),
    );
    return path.join(folder, "bin", process.platform === "win32" ? "anvil.exe" : "anvil");
  } catch {
    throw new Error(`anvil is missing: run npm ci (the package ${name} brings it).`);
  }
}
