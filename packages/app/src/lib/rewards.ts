import { usdc } from "./text";
import { toUnits, unitsOf } from "./units";

/** Fewer tasks say nothing, and of so few the middle says no more than the ends. */
const MIN_ALIKE = 3;
const MIN_FOR_MIDDLE = 5;

/** What tasks like this one pay, by their rewards in USDC; null where there are too few. */
export function usualReward(rewards: readonly string[]): string | null {
  const inOrder = rewards.map((reward) => BigInt(toUnits(reward))).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const at = (share: number) => usdc(unitsOf(inOrder[Math.floor((inOrder.length - 1) * share)] ?? 0n));
  if (inOrder.length < MIN_ALIKE) return null;
  const [low, middle, high] = [at(0.1), at(0.5), at(0.9)];
  if (low === high) return `Tasks in this category pay ${middle} USDC.`;
  const saysMore = inOrder.length >= MIN_FOR_MIDDLE && middle !== low && middle !== high;
  return `Tasks in this category pay ${low} to ${high} USDC${saysMore ? `; half of them ${middle} or less` : ""}.`;
}
