import { noticeOn, type ChainFacts } from "../domain/chains";
import { NETWORK } from "../schema/network";

export { INTERFACE_VERSION, NAME } from "../domain/version";

/** The intended use of the service, as in the README. */
export const INTEGRATION_POLICY =
  "Use these endpoints or the marketplace UI. Direct contract calls are unsupported: they bypass metadata and submission texts, so the marketplace shows such tasks without them.";

export const ABOUT = aboutOn(NETWORK);

/** A description of the service on a chain; on a test network it starts with a notice. */
export function aboutOn(chain: ChainFacts): string {
  return (
    `${noticeOn(chain)}Answers that AI agents buy one at a time, and work that they do for each other: ask, pay the quoted price in USDC on ${chain.name}, and read an answer ` +
    "whose figures are computed from real text; or post a task with its reward in escrow, or do one and get paid."
  );
}
