import { setTimeout as sleep } from "node:timers/promises";
import { concat, Contract, JsonRpcProvider, toQuantity, Wallet } from "ethers";
import { BASE, type ChainFacts } from "../../../functions/src/domain/chains";
import type { Hex } from "../../../functions/src/domain/keccak";
import { CHAIN_ID, type ChainOptions, startChain, USDC, usdcInterface } from "../../../dev/local/chain";
import { rpc } from "../../../dev/local/rpc";
import { devWallets, type Role } from "../../../dev/local/wallets";
import { CHAIN_URL } from "../jest/addresses";

export { CHAIN_ID, USDC };

export interface Payment {
  from?: Role;
  to: string;
  amountUsdcUnits: bigint;
  /** Bytes after the calldata, which the token ignores: a quote's mark. */
  suffix?: string;
}

/** A chain that a test controls. */
export interface TestChain {
  /** The chain that it looks like. */
  facts: ChainFacts;
  rpcUrl: string;
  provider: JsonRpcProvider;
  usdc: Contract;
  /** A development wallet, connected. */
  wallet(role: Role): Wallet;
  /** Transfers USDC and gives the hash of the mined transaction. */
  pay(payment: Payment): Promise<string>;
  /** Sends any transaction of a development wallet and gives the hash of the mined transaction, reverted or not. */
  send(transaction: { from?: Role; to?: string; data?: string; value?: bigint }): Promise<string>;
  /** Adds empty blocks. */
  mine(blocks?: number): Promise<void>;
  usdcUnitsOf(address: string): Promise<bigint>;
  call<T = unknown>(method: string, ...params: unknown[]): Promise<T>;
}

/** A chain of one test file, which may also change its time, undo blocks or stop mining. */
export interface OwnChain extends TestChain {
  /** Moves the clock forward and mines one block there. */
  warp(seconds: number): Promise<void>;
  /** Passes time on a chain with a fixed block time; timestamps are whole seconds, as on Base. */
  pass(seconds: number, blockSeconds: number): Promise<void>;
  snapshot(): Promise<string>;
  /** Undoes everything since the snapshot; a snapshot can be used once. */
  revert(snapshot: string): Promise<void>;
  /** Replaces the newest `depth` blocks by empty ones. */
  reorg(depth: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * The run's shared chain, for tests that only read and pay; other files use it at the same time.
 * Called at the top of a test file; released after its last test.
 */
export function sharedChain(): TestChain {
  const rpcUrl = process.env[CHAIN_URL];
  if (!rpcUrl) throw new Error(`${CHAIN_URL} is not set: these tests run under Jest's global setup.`);
  const chain = chainAt(rpcUrl);
  afterAll(() => chain.provider.destroy());
  return chain;
}

/** Starts a chain for the caller alone (0.2 s); the caller closes it. */
export async function ownChain(options: ChainOptions = {}): Promise<OwnChain> {
  const local = await startChain(options);
  const chain = chainAt(local.rpcUrl, options.chain);
  return {
    ...chain,
    warp: async (seconds) => {
      await chain.call("evm_increaseTime", toQuantity(seconds));
      await chain.mine();
    },
    pass: async (seconds, blockSeconds) => {
      if (blockSeconds >= 1)
        return chain.call("anvil_mine", toQuantity(seconds / blockSeconds), toQuantity(blockSeconds));
      for (let second = 0; second < seconds; second++) {
        await chain.call("evm_increaseTime", toQuantity(1));
        await chain.call("anvil_mine", toQuantity(Math.round(1 / blockSeconds)), "0x0");
      }
    },
    snapshot: () => chain.call<string>("evm_snapshot"),
    revert: async (snapshot) => {
      if (!(await chain.call<boolean>("evm_revert", snapshot))) throw new Error(`no snapshot ${snapshot}`);
    },
    reorg: async (depth) => {
      await chain.call("anvil_reorg", depth, []);
    },
    close: async () => {
      chain.provider.destroy();
      await local.close();
    },
  };
}

/** The same for all, so that a transaction with a used nonce is refused and never replaces the other. */
const FEES = { maxFeePerGas: toQuantity(100_000_000_000n), maxPriorityFeePerGas: toQuantity(1_000_000_000n) };
const NONCE_TAKEN = /already imported|replacement transaction underpriced|nonce too low/;

/** What anvil answers to a transaction that it mined. */
interface Mined {
  transactionHash: Hex;
  status: string;
  /** Of a deployment. */
  contractAddress: string;
}

/** anvil signs and chooses the nonce. It sometimes gives two transactions the same nonce; the later one is sent again. */
export async function sendNext(rpcUrl: string, transaction: object): Promise<Mined> {
  for (;;) {
    try {
      return await rpc<Mined>(rpcUrl, "eth_sendTransactionSync", { ...FEES, ...transaction });
    } catch (error) {
      if (!NONCE_TAKEN.test(String(error))) throw error;
      await sleep(5);
    }
  }
}

/** Connects to a running development chain; the caller destroys the provider. */
export function chainAt(rpcUrl: string, facts: ChainFacts = BASE): TestChain {
  const {
    id,
    usdc: { address },
  } = facts;
  const provider = new JsonRpcProvider(rpcUrl, id, {
    staticNetwork: true,
    cacheTimeout: -1,
    pollingInterval: 50,
  });
  const token = usdcInterface();
  const usdc = new Contract(address, token, provider);
  const call: TestChain["call"] = (method, ...params) => rpc(rpcUrl, method, ...params);
  // Deriving a wallet's address is expensive.
  const wallets = new Map<Role, Wallet>();
  let queue: Promise<unknown> = Promise.resolve();
  const send: TestChain["send"] = ({ from = "payer", to, data, value = 0n }) => {
    const transaction = {
      from: devWallets()[from].address,
      gas: toQuantity(10_000_000),
      value: toQuantity(value),
      ...(to ? { to } : {}),
      ...(data ? { data } : {}),
    };
    const sent = queue.then(async () => (await sendNext(rpcUrl, transaction)).transactionHash);
    queue = sent.catch(() => {});
    return sent;
  };
  return {
    facts,
    rpcUrl,
    provider,
    usdc,
    call,
    send,
    wallet: (role) => {
      const wallet = wallets.get(role) ?? new Wallet(devWallets()[role].privateKey, provider);
      wallets.set(role, wallet);
      return wallet;
    },
    pay: ({ from = "payer", to, amountUsdcUnits, suffix = "0x" }) =>
      send({ from, to: address, data: concat([token.encodeFunctionData("transfer", [to, amountUsdcUnits]), suffix]) }),
    mine: async (blocks = 1) => {
      await call("anvil_mine", toQuantity(blocks));
    },
    usdcUnitsOf: async (address) => BigInt((await usdc.getFunction("balanceOf")(address)) as bigint),
  };
}
