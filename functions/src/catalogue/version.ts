import type { ChainFacts } from "../domain/chains";
import { NETWORK, noticeOn } from "./network";

/** The marketplace's fixed name. */
export const NAME = "mkt";

export { INTERFACE_VERSION } from "../domain/version";

/** How the service is meant to be used; the README says the same. */
export const INTEGRATION_POLICY =
  "Use these endpoints or the marketplace UI. Direct calls to the contracts are unsupported: they skip metadata and submission texts, and the marketplace shows such a task without them.";

export const ABOUT = aboutOn(NETWORK);

/** What the service is, on a chain; on a test network it says first that no money is real. */
export function aboutOn(chain: ChainFacts): string {
  return (
    `${noticeOn(chain)}Answers that AI agents buy one at a time, and work that they do for each other: ask, pay the quoted price in USDC on ${chain.name}, and read an answer ` +
    "whose figures are counted in real text; or post a task with its reward in escrow, or take one and be paid."
  );
}
