import { placeName, type PlacedWithdrawal } from "../../domain/events/withdrawals";
import type { Hex } from "../../domain/keccak";
import type { VariantName } from "../../domain/workflow/variants";
import type { Escrow, EventsRead } from "../../ports/escrow";
import type { Log } from "../../ports/log";
import type { Withdrawals } from "../../ports/withdrawals";
import { areGone } from "./sync";

interface Parts {
  readonly withdrawals: Withdrawals;
  readonly escrow: Escrow;
  readonly log: Log;
}

/** One run of the indexer over a deployment's withdrawals, which belong to no task. */
export class WithdrawalRun {
  private pending: readonly PlacedWithdrawal[] | null = null;

  /** @param gone hashes of blocks known to be orphaned; newly found ones are added */
  constructor(
    private readonly contract: VariantName,
    private readonly parts: Parts,
    private readonly gone: Set<Hex>,
  ) {}

  /**
   * Brings the log up to date with a range of blocks. False, without a change, if logs of blocks that are on the chain
   * are missing from it.
   *
   * @param isFinal whether the range's blocks are final
   */
  async apply(read: EventsRead, isFinal: boolean): Promise<boolean> {
    const { withdrawals, escrow } = this.parts;
    const pending = (this.pending ??= await withdrawals.pending(this.contract));
    const here = new Set(read.withdrawals.map(placeName));
    const known = new Set(pending.map(placeName));
    const absent = pending.filter(
      (one) => one.at.blockNumber <= read.toBlock && !here.has(placeName(one)) && (isFinal || !isBefore(one, read)),
    );
    if (absent.length > 0) await areGone(escrow, absent, this.gone);
    const removed = absent.filter(({ at }) => this.gone.has(at.blockHash));
    const kept = absent.filter(({ at }) => !this.gone.has(at.blockHash));
    const missing = kept.filter((one) => !isBefore(one, read));
    if (missing.length > 0) return this.refuse(read, missing);
    const change = {
      removed,
      added: isFinal ? [] : read.withdrawals.filter((one) => !known.has(placeName(one))),
      // Another run may have recorded an earlier one after this deployment's cursor passed it.
      settled: isFinal ? [...kept, ...read.withdrawals] : [],
    };
    if (removed.length + change.added.length + change.settled.length === 0) return true;
    await withdrawals.tell(change);
    const done = new Set([...removed, ...change.settled].map(placeName));
    this.pending = [...pending.filter((one) => !done.has(placeName(one))), ...change.added];
    return true;
  }

  private refuse({ fromBlock, toBlock }: EventsRead, { length: count }: readonly unknown[]): false {
    const range = { fromBlock: String(fromBlock), toBlock: String(toBlock) };
    this.parts.log.error("indexer.logs_disagree", { ...range, withdrawals: count });
    return false;
  }
}

function isBefore({ at }: PlacedWithdrawal, { fromBlock }: EventsRead): boolean {
  return at.blockNumber < fromBlock;
}
