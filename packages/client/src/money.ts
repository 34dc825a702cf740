const DECIMALS = 6;

/** A decimal of USDC in base units. Throws `TypeError` unless it has at most 6 places. */
export function usdcUnits(text: string): bigint {
  if (!/^(0|[1-9]\d{0,17})(\.\d{1,6})?$/.test(text))
    throw new TypeError(`${JSON.stringify(text)} is not an amount of USDC such as "12.5".`);
  const [whole = "", part = ""] = text.split(".");
  return BigInt(whole + part.padEnd(DECIMALS, "0"));
}

/** 12_500_000n → "12.5". */
export function usdcText(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(DECIMALS + 1, "0");
  const part = digits.slice(-DECIMALS).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}${part && `.${part}`}`;
}
