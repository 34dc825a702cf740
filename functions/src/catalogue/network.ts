import { BASE, chainNamed, TEST_NETWORK_NOTICE, type ChainFacts } from "../domain/chains";

/**
 * The chain of generated documents and pages: CHAIN_ID in the environment, as in `CHAIN_ID=84532 npm run generate`,
 * else Base. Documents that a deployment generates follow its settings.
 */
export const NETWORK: ChainFacts = chainNamed(process.env["CHAIN_ID"]) ?? BASE;

/** The notice at the start of a document; empty on a chain with real money. */
export function noticeOn({ isTestNetwork }: ChainFacts): string {
  return isTestNetwork ? `${TEST_NETWORK_NOTICE} ` : "";
}
