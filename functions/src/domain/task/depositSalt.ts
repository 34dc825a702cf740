import { createHmac } from "node:crypto";
import type { Address } from "../address";
import type { Hex } from "../keccak";
import type { QuoteKey } from "../payment/intent";
import { WINDOW_NAMES } from "../workflow/states";
import type { Terms } from "./call";

/** What an x402 payment is for. The same task has the same salt, so that it is paid for once, however often it is quoted. */
export interface PaidTask {
  readonly chainId: number;
  readonly escrow: Address;
  readonly poster: Address;
  readonly terms: Terms;
  /** Distinguishes tasks with equal terms; empty if the poster gives none. */
  readonly reference: string;
}

/** The salt of a task's deposit, which strangers can't compute from its terms. */
export function depositSalt({ chainId, escrow, poster, terms, reference }: PaidTask, { secret }: QuoteKey): Hex {
  const { rewardUsdcUnits, stakeUsdcUnits, metadataHash, mode, maxChangeRounds, judge, windows } = terms;
  const lengths = WINDOW_NAMES.map((name) => windows[name]);
  const of = [chainId, escrow, poster, rewardUsdcUnits, stakeUsdcUnits, metadataHash, mode, maxChangeRounds, judge];
  const text = ["mkt x402 task", ...of, ...lengths, reference].join("\n");
  return `0x${createHmac("sha256", secret).update(text).digest("hex")}`;
}
