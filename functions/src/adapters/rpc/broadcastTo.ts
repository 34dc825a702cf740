import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "../../domain/keccak";
import { ChainUnavailable } from "../../ports/chain";
import type { Hedge } from "./hedge";
import type { Node } from "./node";

/**
 * Sends a signed transaction to all these nodes. Those that hang are not waited for once the others have answered: they
 * may take it all the same. Throws `ChainUnavailable` if none takes it.
 */
export async function broadcastTo(nodes: readonly Node[], signedTransaction: Hex, hedge: Hedge): Promise<void> {
  const call = { method: "eth_sendRawTransaction", params: [signedTransaction] };
  const faults: string[] = [];
  const { signal } = new AbortController();
  let taken = 0;
  const sent = nodes.map((node) => ({
    trusted: node.trusted,
    done: node
      .ask([call], () => undefined, signal)
      .then(
        () => (taken += 1),
        (fault: unknown) => faults.push(`node ${node.place}: ${fault instanceof Error ? fault.message : "failed"}`),
      ),
  }));
  const allOf = (some: typeof sent) => Promise.all(some.map(({ done }) => done));
  const trusted = sent.filter((one) => one.trusted);
  const likely = allOf(trusted.length > 0 ? trusted : sent);
  const isTaken = new Promise<void>((resolve) =>
    sent.forEach(({ done }) => void done.then(() => taken > 0 && resolve())),
  );
  const pause = () => sleep(hedge.delayMs, undefined, { ref: false });
  const enough = isTaken.then(() => Promise.race([likely, pause()]));
  await Promise.race([allOf(sent), enough, likely.then(pause)]);
  if (taken === 0) throw new ChainUnavailable(faults.join("; "));
}
