import type { Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import { field, hexBytes, hexNumber, list, quantity } from "../rpc/json";
import type { Nodes } from "../rpc/nodes";

/** Blocks asked about in one round trip. */
const POINTS = 8;

interface Sought {
  account: Address;
  nonce: number;
  /** The newest block that counts. */
  head: bigint;
}

/**
 * The transaction that used a nonce of an account, by the chain itself: the account's count at earlier blocks shows in which
 * block, and that block names it. It proves what became of a transaction that has no receipt: nodes give null for one that
 * they have not indexed, too.
 *
 * Null if no block up to `head` used it. Throws `ChainUnavailable`, also where nodes keep no state of the blocks in question.
 * Two round trips for one of the newest blocks; their number grows with the logarithm of its depth.
 */
export async function userOfNonce(nodes: Nodes, sought: Sought): Promise<Hex | null> {
  const block = await blockOfUse(nodes, sought);
  if (block === null) return null;
  const own = sought.account.toLowerCase();
  const [user] = await nodes.askAgreed(
    [{ method: "eth_getBlockByNumber", params: [quantity(block), true] }],
    ([found]) => {
      const used = list(field(found, "transactions")).find(
        (one) => field(one, "from") === own && Number(field(one, "nonce")) === sought.nonce,
      );
      return used === undefined ? null : hexBytes(field(used, "hash"));
    },
  );
  return user;
}

async function blockOfUse(nodes: Nodes, sought: Sought): Promise<bigint | null> {
  const { head } = sought;
  // From the newest on backwards, in steps that grow: first a block by which it was used, and one before by which it was not.
  let used = head;
  let unused: bigint | null = null;
  for (let step = 1n; unused === null; step *= BigInt(POINTS)) {
    const points = steps(head, -step).filter((at) => at >= 0n);
    const states = await usedBy(nodes, sought, points);
    if (!states[0]) return null;
    used = points.findLast((_, at) => states[at]) ?? used;
    unused = points.find((_, at) => !states[at]) ?? (points.length < POINTS ? -1n : null);
  }
  while (used - unused > 1n) {
    const step = (used - unused + BigInt(POINTS) - 1n) / BigInt(POINTS);
    const points = between(unused, used, step);
    const states = await usedBy(nodes, sought, points);
    used = points.find((_, at) => states[at]) ?? used;
    unused = points.findLast((_, at) => !states[at]) ?? unused;
  }
  return used;
}

const steps = (from: bigint, step: bigint): bigint[] =>
  Array.from({ length: POINTS }, (_, at) => from + step * BigInt(at));

const between = (low: bigint, high: bigint, step: bigint): bigint[] =>
  steps(low + step, step).filter((at) => at < high);

/** Whether each of these blocks, or one before it, used the nonce. */
async function usedBy(nodes: Nodes, { account, nonce }: Sought, blocks: readonly bigint[]): Promise<boolean[]> {
  const calls = blocks.map((at) => ({ method: "eth_getTransactionCount", params: [account, quantity(at)] }));
  const [states] = await nodes.askAgreed(calls, (counts) => counts.map((count) => hexNumber(count) > BigInt(nonce)));
  return states;
}
