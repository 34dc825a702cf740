import type { Eip1193 } from "../../../client/src/browser";
import type { Connected } from "./connect";
import { forgetOwn } from "../lib/own";
import { endKept } from "./session";

/** The clients of all wallets that were connected in this window. */
export class Clients {
  private readonly byProvider = new Map<unknown, Map<string, Connected>>();
  private turn = 0;

  of(provider: unknown): Map<string, Connected> {
    const known = this.byProvider.get(provider) ?? new Map<string, Connected>();
    this.byProvider.set(provider, known);
    return known;
  }

  /** Begins a connection; what it returns tells whether it is the latest. */
  begin(): () => boolean {
    const own = ++this.turn;
    return () => own === this.turn;
  }

  /** The visitor leaves: every session ends, and a connection that is under way is dropped. */
  leave(storage: Storage, lasting: Storage): void {
    this.turn++;
    for (const known of this.byProvider.values()) for (const { leave } of known.values()) leave();
    endKept(lasting);
    for (const own of [storage, lasting]) forgetOwn(own);
  }
}

/** Whether a wallet still shows the account and the chain that are connected. */
export async function isStill(provider: Eip1193, { address, chainId }: Pick<Connected, "address" | "chainId">) {
  const [[account], chain] = await Promise.all([
    provider.request({ method: "eth_accounts" }) as Promise<string[]>,
    provider.request({ method: "eth_chainId" }),
  ]);
  return account?.toLowerCase() === address.toLowerCase() && Number(chain) === chainId;
}
