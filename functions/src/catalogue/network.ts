import { BASE, CHAINS, TEST_NETWORK_NOTICE, type ChainFacts } from "../domain/chains";

/**
 * The chain that generated documents and pages are written for: that of CHAIN_ID in the environment, as
 * `CHAIN_ID=84532 npm run generate` gives it, and else Base. What a deployment writes itself follows its settings.
 */
export const NETWORK: ChainFacts = CHAINS.find(({ id }) => String(id) === process.env["CHAIN_ID"]) ?? BASE;

/** What a document on this chain says first; empty on a chain where money is real. */
export function noticeOn({ isTestNetwork }: ChainFacts): string {
  return isTestNetwork ? `${TEST_NETWORK_NOTICE} ` : "";
}
