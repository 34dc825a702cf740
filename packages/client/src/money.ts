import { formatUnits, parseUnits } from "ethers";

const DECIMALS = 6;

/** "12.5" → 12_500_000n. Throws `TypeError` for anything but a decimal with at most 6 places. */
export function usdcUnits(text: string): bigint {
  if (!/^(0|[1-9]\d{0,17})(\.\d{1,6})?$/.test(text))
    throw new TypeError(`${JSON.stringify(text)} is not an amount of USDC such as "12.5".`);
  return parseUnits(text, DECIMALS);
}

/** 12_500_000n → "12.5". */
export function usdcText(units: bigint): string {
  return formatUnits(units, DECIMALS).replace(/\.0$/, "");
}
