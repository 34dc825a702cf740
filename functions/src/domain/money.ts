/** USDC has 6 decimals: 1 USDC is 1,000,000 base units. */
const DECIMALS = 6;
const PATTERN = /^(0|[1-9][0-9]{0,17})(?:\.([0-9]{1,6}))?$/;

/** A decimal of USDC in base units; null unless it has at most 6 places. */
export function parseUsdc(text: string): bigint | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const [, whole = "0", fraction = ""] = match;
  return BigInt(whole) * 10n ** BigInt(DECIMALS) + BigInt(fraction.padEnd(DECIMALS, "0"));
}

/** 12_500_000n → "12.5"; the shortest decimal that is exact. */
export function formatUsdc(units: bigint): string {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/(?<!0)0+$/, "");
  return `${sign}${digits.slice(0, -DECIMALS)}${fraction && `.${fraction}`}`;
}
