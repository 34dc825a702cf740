import { usdc } from "./text";
import { toUnits, unitsOf } from "./units";

/** Fewer tasks say nothing. */
const MIN_ALIKE = 3;

/** What tasks like this one pay, by their rewards in USDC; null where there are too few. */
export function usualReward(rewards: readonly string[]): string | null {
  const inOrder = rewards.map((reward) => BigInt(toUnits(reward))).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const at = (share: number) => usdc(unitsOf(inOrder[Math.floor((inOrder.length - 1) * share)] ?? 0n));
  if (inOrder.length < MIN_ALIKE) return null;
  const [low, middle, high] = [at(0.1), at(0.5), at(0.9)];
  return low === high
    ? `Tasks in this category pay ${middle} USDC.`
    : `Tasks in this category pay ${low} to ${high} USDC; half of them ${middle} or less.`;
}
