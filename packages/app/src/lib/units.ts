const PLACES = 6;

/** An amount as it is typed, with a comma for cents too; a comma before three digits could mean thousands. */
export function amountOf(typed: string): string {
  return typed.trim().replace(/^(\d+),(\d{1,2})$/, "$1.$2");
}

/** A decimal amount of USDC in base units, as text; the amount is well-formed. */
export function toUnits(amount: string): string {
  const [whole = "0", places = ""] = amount.split(".");
  return `${whole}${places.padEnd(PLACES, "0")}`;
}

/** Base units as a decimal amount of USDC. */
export function unitsOf(units: bigint): string {
  const digits = String(units).padStart(PLACES + 1, "0");
  const places = digits.slice(-PLACES).replace(/0+$/, "");
  return places === "" ? digits.slice(0, -PLACES) : `${digits.slice(0, -PLACES)}.${places}`;
}
