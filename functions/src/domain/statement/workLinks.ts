import type { Hex } from "../keccak";
import type { Link } from "../link";
import type { TaskKey } from "../task/events";

/** What the links of a task's work pointed to, as it was hashed with the work. */
export interface WorkLinks {
  readonly contract: TaskKey["contract"];
  readonly taskId: string;
  /** The work's hash on the chain. */
  readonly submissionHash: Hex;
  /** Those with a hash. */
  readonly links: readonly Link[];
}

/** Bytes of URLs in one statement: a counterparty must not be able to make it too large to be sent. */
const MAX_URL_BYTES = 500_000;

/** The first of these works whose URLs fit into a statement, and how many do not. */
export function fitting(works: readonly WorkLinks[]): { works: readonly WorkLinks[]; leftOut: number } {
  let bytes = 0;
  const fit = works.findIndex(({ links }) => {
    bytes += links.reduce((sum, { url }) => sum + Buffer.byteLength(url), 0);
    return bytes > MAX_URL_BYTES;
  });
  return fit < 0 ? { works, leftOut: 0 } : { works: works.slice(0, fit), leftOut: works.length - fit };
}
