import type { Evidence } from "../../domain/payment/evidence";
import type { Hex } from "../../domain/keccak";

const LOOK_AGAIN_MS = 1_000;
const MAX_ENTRIES = 10_000;

/** Transactions without a receipt a moment ago, for which the nodes are not asked again yet. */
export class Unmined {
  private readonly until = new Map<Hex, number>();
  private readonly underWay = new Map<Hex, Promise<Evidence | null>>();

  constructor(private readonly nowMs: () => number) {}

  /** What the nodes report about a transaction; concurrent requests share one lookup. */
  async find(txHash: Hex, look: () => Promise<Evidence | null>): Promise<Evidence | null> {
    if (this.nowMs() < (this.until.get(txHash) ?? 0)) return null;
    const shared = this.underWay.get(txHash) ?? look().finally(() => this.underWay.delete(txHash));
    this.underWay.set(txHash, shared);
    const evidence = await shared;
    this.until.delete(txHash);
    if (evidence) return evidence;
    if (this.until.size >= MAX_ENTRIES) this.until.delete(this.until.keys().next().value ?? "0x");
    this.until.set(txHash, this.nowMs() + LOOK_AGAIN_MS);
    return null;
  }
}
