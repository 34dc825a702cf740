/** The chains that a service can be on, each with its USDC, the name of that token's EIP-712 domain, and ERC-8004's reputation registry. Written by `npm run generate` from functions/src/domain/chains.ts; don't edit. */
export const NETWORKS = {
  "base": { chainId: 8453, usdc: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", usdcName: "USD Coin", reputationRegistry: "0x8004BAa17C55a88189AE136b182e5fdA19dE9b63", isTestNetwork: false },
  "base-sepolia": { chainId: 84532, usdc: "0x036CbD53842c5426634e7929541eC2318f3dCF7e", usdcName: "USDC", reputationRegistry: "0x8004B663056A597Dffe9eCcC1965A193B7388713", isTestNetwork: true },
} as const;

/** The notice of a service on a test network. */
export const TEST_NETWORK_NOTICE = "Test network: no real money.";
