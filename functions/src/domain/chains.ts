import type { Address } from "./address";

/** A token accepted for payments. Each is worth one dollar, has 6 decimals and implements EIP-3009. */
export interface Token {
  readonly address: Address;
  readonly symbol: string;
  /** Its EIP-712 domain, under which payers sign. */
  readonly name: string;
  readonly version: string;
  readonly decimals: 6;
}

/** What the service knows about a chain without asking a node. */
export interface ChainFacts {
  readonly id: number;
  readonly name: string;
  /** CAIP-2; also the network name of x402 v2. */
  readonly caip2: `eip155:${number}`;
  /** The network name of x402 v1. */
  readonly x402Name: string;
  readonly explorer: string;
  /** Seconds between blocks, used until the pace has been measured. */
  readonly blockSeconds: number;
  readonly isTestNetwork: boolean;
  /** USDC: the escrows' token, and the default of `PAYMENT_TOKENS`. */
  readonly usdc: Token;
  readonly tokens: readonly Token[];
  /** ERC-8004's identity registry. */
  readonly agentRegistry: Address;
  /** ERC-8004's reputation registry. */
  readonly reputationRegistry: Address;
}

/** EIP-7825: the gas limit of one transaction. */
export const MAX_TRANSACTION_GAS = 16_777_216n;

/** The notice of a deployment on a test network. */
export const TEST_NETWORK_NOTICE = "Test network: no real money.";

/** The notice at the start of a document; empty on a chain with real money. */
export function noticeOn({ isTestNetwork }: ChainFacts): string {
  return isTestNetwork ? `${TEST_NETWORK_NOTICE} ` : "";
}

const USDC = { symbol: "USDC", version: "2", decimals: 6 } as const;
const BASE_USDC: Token = {
  ...USDC,
  address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" as Address,
  name: "USD Coin",
};
const BASE_SEPOLIA_USDC: Token = {
  ...USDC,
  address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e" as Address,
  name: "USDC",
};

export const BASE: ChainFacts = {
  id: 8453,
  name: "Base",
  caip2: "eip155:8453",
  x402Name: "base",
  explorer: "https://basescan.org",
  blockSeconds: 0.2,
  isTestNetwork: false,
  usdc: BASE_USDC,
  tokens: [BASE_USDC],
  agentRegistry: "0x8004A169FB4a3325136EB29fA0ceB6D2e539a432" as Address,
  reputationRegistry: "0x8004BAa17C55a88189AE136b182e5fdA19dE9b63" as Address,
};

const BASE_SEPOLIA: ChainFacts = {
  id: 84532,
  name: "Base Sepolia",
  caip2: "eip155:84532",
  x402Name: "base-sepolia",
  explorer: "https://sepolia.basescan.org",
  blockSeconds: 0.2,
  isTestNetwork: true,
  usdc: BASE_SEPOLIA_USDC,
  tokens: [BASE_SEPOLIA_USDC],
  agentRegistry: "0x8004A818BFB912233c491871b3d84c89A494BD9e" as Address,
  reputationRegistry: "0x8004B663056A597Dffe9eCcC1965A193B7388713" as Address,
};

/** Every chain that the service runs on. */
export const CHAINS: readonly ChainFacts[] = [BASE, BASE_SEPOLIA];

/** The chain that a setting names, Base where it is not set; null for an id that is not in the table. */
export function chainNamed(id: string | undefined): ChainFacts | null {
  return id === undefined ? BASE : (CHAINS.find((one) => String(one.id) === id) ?? null);
}

/** The chain with this id. Throws for an id that is not in the table, which the settings rule out. */
export function chainOf(id: number): ChainFacts {
  const chain = CHAINS.find((one) => one.id === id);
  if (!chain) throw new TypeError(`no chain ${id} in the table`);
  return chain;
}

/** The addresses of a chain's tokens. */
export function tokenAddresses(chainId: number): Address[] {
  return chainOf(chainId).tokens.map(({ address }) => address);
}

/** The chain's token at an address. Throws for an address that is not in the table, which the settings rule out. */
export function tokenAt(chainId: number, address: Address): Token {
  const token = chainOf(chainId).tokens.find((one) => one.address === address);
  if (!token) throw new TypeError(`no token ${address} in the table of chain ${chainId}`);
  return token;
}

/** A token's EIP-712 domain. */
export function tokenDomain(chainId: number, verifyingContract: Address) {
  const { name, version } = tokenAt(chainId, verifyingContract);
  return { name, version, chainId, verifyingContract };
}
