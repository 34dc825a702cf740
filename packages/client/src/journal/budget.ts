import { OverBudgetError } from "../errors";
import { usdcText, usdcUnits } from "../money";

/** The most that may leave the wallet, in decimal USDC. */
export interface Limits {
  /** For one call: an answer's price, a task's reward, a stake. */
  perCallUsdc: string;
  /** For all calls together. Money that comes back does not refill it. */
  totalUsdc: string;
}

/** Money that is set aside for one call. */
export interface Reservation {
  /** The money was signed for; it stays counted. */
  spend(): void;
  /** The call failed; the money is available again. Does nothing after `spend`. */
  release(): void;
}

/** Counts what is spent, and refuses before anything is signed; calls that run at the same time cannot overspend together. */
export class Budget {
  private readonly perCallUnits: bigint;
  private readonly totalUnits: bigint;
  private countedUnits = 0n;

  constructor({ perCallUsdc, totalUsdc }: Limits) {
    this.perCallUnits = usdcUnits(perCallUsdc);
    this.totalUnits = usdcUnits(totalUsdc);
  }

  /** What is left, USDC base units; never negative. */
  get leftUnits(): bigint {
    return this.countedUnits < this.totalUnits ? this.totalUnits - this.countedUnits : 0n;
  }

  /** Counts what was spent before, as a journal tells it. */
  count(units: bigint): void {
    this.countedUnits += units;
  }

  /** Gives back what was not spent: a reverted payment. */
  giveBack(units: bigint): void {
    this.countedUnits -= units;
  }

  /** Sets an amount aside; throws `OverBudgetError` if it exceeds a limit. */
  reserve(units: bigint, what: string): Reservation {
    if (units > this.perCallUnits) {
      throw new OverBudgetError(
        `${what} costs ${usdcText(units)} USDC; the limit per call is ${usdcText(this.perCallUnits)}.`,
        "perCall",
      );
    }
    if (units > this.leftUnits) {
      throw new OverBudgetError(
        `${what} costs ${usdcText(units)} USDC; ${usdcText(this.leftUnits)} of ${usdcText(this.totalUnits)} USDC remain.`,
        "total",
      );
    }
    this.countedUnits += units;
    let isOpen = true;
    return {
      spend: () => {
        isOpen = false;
      },
      release: () => {
        if (isOpen) this.countedUnits -= units;
        isOpen = false;
      },
    };
  }
}
