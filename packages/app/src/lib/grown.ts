import { ownName } from "./own";
import { toUnits, unitsOf } from "./units";

const seenName = (address: string) => ownName(address, "balance");

/** Keeps what a wallet has, to compare the next visit with; a browser without room for it goes on. */
export function keepBalance(storage: Pick<Storage, "setItem">, address: string, usdc: string): void {
  try {
    storage.setItem(seenName(address), usdc);
  } catch {
    // The next visit is not told what came in.
  }
}

/** By how much a wallet's balance is higher than when this browser last looked, in USDC; null where it is not. */
export function grownBy(storage: Pick<Storage, "getItem">, address: string, usdc: string): string | null {
  const seen = storage.getItem(seenName(address));
  const more = seen === null ? 0n : BigInt(toUnits(usdc)) - BigInt(toUnits(seen));
  return more > 0n ? unitsOf(more) : null;
}
