import { BASE, chainNamed, type ChainFacts } from "../domain/chains";

/**
 * The chain of generated documents and pages: CHAIN_ID in the environment, as in `CHAIN_ID=84532 npm run generate`,
 * else Base. Documents that a deployment generates follow its settings.
 */
export const NETWORK: ChainFacts = chainNamed(process.env["CHAIN_ID"]) ?? BASE;
