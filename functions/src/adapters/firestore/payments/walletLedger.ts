import {
  afterOutcome,
  drained,
  maySpend,
  NEW_PAYER,
  paymentBudget,
  secondsUntilRoom,
  withOpen,
  type PayerKind,
  type PayerRecord,
} from "../../../domain/payment/gasRisk";
import type { Ended, EnqueueOrder, Enqueued, Outgoing, SignedOutgoing } from "../../../ports/ownWallet";

/**
 * How far the chain's nonce may be ahead of the stored one; a node that reports more is not trusted: a gap would block
 * all later transactions.
 */
const MAX_AHEAD = 100;
/** Hashes of earlier transactions that are kept with a key. */
const MAX_FORMER = 20;

/** The wallet's own document. */
export interface WalletRecord {
  nextNonce: number | null;
  /** The day that the amounts are of. */
  day: string;
  spentWei: bigint;
  /** What counted at `riskAt` (unix milliseconds) of the gas that first attempts of payers have open, or have lost. */
  riskWei: Record<PayerKind, bigint>;
  riskAt: number;
}

/** A wallet that has sent nothing. */
export const NEW_WALLET: WalletRecord = {
  nextNonce: null,
  day: "",
  spentWei: 0n,
  riskWei: { account: 0n, contract: 0n },
  riskAt: 0,
};

/**
 * The documents that some changes depend on, as a copy in memory: the changes are computed here, and what they changed
 * is written together or not at all.
 */
export class WalletLedger {
  readonly changed = { outgoing: new Map<string, Outgoing>(), spenders: new Map<string, PayerRecord>() };

  constructor(
    private current: WalletRecord,
    private readonly stored: ReadonlyMap<string, Outgoing | null>,
    private readonly spenders: ReadonlyMap<string, PayerRecord>,
  ) {}

  get wallet(): WalletRecord {
    return this.current;
  }

  get isChanged(): boolean {
    return this.changed.outgoing.size > 0;
  }

  enqueue(order: EnqueueOrder, sign: (nonce: number) => SignedOutgoing): Enqueued {
    const { key, spenders, reservedWei } = order;
    const living = this.living(key);
    if (living) return { outcome: "queued", outgoing: living };
    const refused = this.refusalOf(order);
    if (refused) return refused;
    const wallet = this.walletAt(order);
    const risk = this.riskOf(order)?.kind ?? null;
    const earlier = this.outgoing(key);
    const formerHashes = earlier ? [...earlier.formerHashes, ...earlier.txHashes].slice(-MAX_FORMER) : [];
    const outgoing: Outgoing = { ...sign(nonceFor(order, wallet)), formerHashes, risk, day: wallet.day };
    this.current = {
      ...withRisk(wallet, risk, reservedWei),
      spentWei: wallet.spentWei + reservedWei,
      nextNonce: Math.max(wallet.nextNonce ?? 0, outgoing.nonce + 1),
    };
    this.changed.outgoing.set(key, outgoing);
    for (const spender of spenders)
      this.changed.spenders.set(spender.name, withOpen(this.spender(spender.name), spender, wallet.day));
    return { outcome: "queued", outgoing };
  }

  /** Why an order is not queued now; null if it is, or was. */
  refusalOf(order: EnqueueOrder): Exclude<Enqueued, { outcome: "queued" }> | null {
    const { key, spenders, reservedWei, budgetWei, keptWei = 0n, mayRepeat = false, nowMs, fills } = order;
    if (this.living(key)) return null;
    if (this.outgoing(key)?.state === "reverted" && fills === undefined && !mayRepeat) return { outcome: "reverted" };
    const wallet = this.walletAt(order);
    for (const spender of spenders) {
      const verdict = maySpend(this.spender(spender.name), spender, { day: wallet.day, nowMs });
      if (verdict === "used") return { outcome: verdict, spender: spender.name };
      if (verdict !== "yes") return { outcome: verdict };
    }
    const leftWei = (fills === undefined ? paymentBudget(budgetWei) - keptWei : budgetWei) - wallet.spentWei;
    if (reservedWei > leftWei) return { outcome: "overBudget", leftWei };
    const risk = this.riskOf(order)?.kind;
    const retryAfter = risk ? secondsUntilRoom(wallet.riskWei[risk], reservedWei, risk, budgetWei) : 0;
    return retryAfter > 0 ? { outcome: "overRisk", retryAfter } : null;
  }

  private living(key: string): Outgoing | null {
    const known = this.outgoing(key);
    return known?.state === "sent" || known?.state === "succeeded" ? known : null;
  }

  private walletAt({ day, budgetWei, nowMs }: EnqueueOrder): WalletRecord {
    return withRiskAt(onDay(this.current, day), budgetWei, nowMs);
  }

  /** The payer of an order whose first attempts have all failed or are open. */
  private riskOf({ spenders }: EnqueueOrder) {
    const payer = spenders.find((one) => one.rule === "payer");
    return payer && this.spender(payer.name).succeeded === 0 ? payer : null;
  }

  replace(old: Outgoing, next: Outgoing, budgetWei: bigint): boolean {
    const stored = this.outgoing(old.key);
    if (stored?.state !== old.state || stored.txHashes.at(-1) !== old.txHashes.at(-1)) return false;
    const raisedWei = next.reservedWei - stored.reservedWei;
    const wallet = withRisk(this.charge(stored, raisedWei), stored.risk, raisedWei);
    if (wallet.spentWei > budgetWei) return false;
    this.current = wallet;
    this.changed.outgoing.set(old.key, next);
    return true;
  }

  finish({ outgoing: { key, nonce, txHashes }, ending, paidWei }: Ended, nowMs: number): void {
    const stored = this.outgoing(key);
    if (stored?.state !== "sent" || stored.nonce !== nonce) return;
    // One whose fees were raised meanwhile may be mined under its newest hash.
    if (ending === "lost" && stored.txHashes.length > txHashes.length) return;
    // What a first attempt cost counts against its pool only where it moved no money.
    const lostWei = ending === "succeeded" ? 0n : paidWei;
    this.current = withRisk(
      this.charge(stored, paidWei - stored.reservedWei),
      stored.risk,
      lostWei - stored.reservedWei,
    );
    this.changed.outgoing.set(key, { ...stored, state: ending, reservedWei: paidWei });
    for (const name of stored.spenders)
      this.changed.spenders.set(name, afterOutcome(this.spender(name), ending, nowMs));
  }

  /** Takes a revert off its spenders' records. It has no spenders after that, so that it is taken off once. */
  forgive(key: string): boolean {
    const stored = this.outgoing(key);
    if (stored?.state !== "reverted" || stored.spenders.length === 0) return false;
    this.changed.outgoing.set(key, { ...stored, spenders: [] });
    for (const name of stored.spenders) {
      const record = this.spender(name);
      this.changed.spenders.set(name, { ...record, revertedAt: record.revertedAt.slice(0, -1) });
    }
    return true;
  }

  private outgoing(key: string): Outgoing | null {
    return this.changed.outgoing.get(key) ?? this.stored.get(key) ?? null;
  }

  private spender(name: string): PayerRecord {
    return this.changed.spenders.get(name) ?? this.spenders.get(name) ?? NEW_PAYER;
  }

  /** The wallet after a transaction's cost changed; a transaction of another day no longer counts. */
  private charge({ day }: Outgoing, wei: bigint): WalletRecord {
    return day === this.current.day ? { ...this.current, spentWei: this.current.spentWei + wei } : this.current;
  }
}

/** The record at the beginning of a day, unless it is of that day or, by another instance's clock, of a later one. */
export function onDay(wallet: WalletRecord, day: string): WalletRecord {
  return wallet.day >= day ? wallet : { ...wallet, day, spentWei: 0n };
}

/** The record with what still counts of first attempts. */
function withRiskAt(wallet: WalletRecord, budgetWei: bigint, nowMs: number): WalletRecord {
  const left = (kind: PayerKind) => drained(wallet.riskWei[kind], kind, budgetWei, nowMs - wallet.riskAt);
  return {
    ...wallet,
    riskWei: { account: left("account"), contract: left("contract") },
    riskAt: Math.max(wallet.riskAt, nowMs),
  };
}

function withRisk(wallet: WalletRecord, risk: PayerKind | null, wei: bigint): WalletRecord {
  if (!risk) return wallet;
  // Some of it may have drained before it was given back.
  const sum = wallet.riskWei[risk] + wei;
  return { ...wallet, riskWei: { ...wallet.riskWei, [risk]: sum > 0n ? sum : 0n } };
}

/** The next nonce of the store or of the chain, whichever is higher; or the one to fill. */
function nonceFor({ fills, chainNonce }: EnqueueOrder, { nextNonce }: WalletRecord): number {
  if (fills !== undefined) return fills;
  if (nextNonce === null) return chainNonce;
  return chainNonce > nextNonce + MAX_AHEAD ? nextNonce : Math.max(nextNonce, chainNonce);
}
