/**
 * Amounts are stored in two parts, because sums of base units can exceed what a double holds exactly: flash-loaned
 * money can go in and out any number of times.
 */
const PART = 1_000_000_000n;

/** An amount as two integers that can be summed separately, named `{name}High` and `{name}Low`. */
export function amountFields(name: string, units: bigint): [field: string, part: number][] {
  return [
    [`${name}High`, Number(units / PART)],
    [`${name}Low`, Number(units % PART)],
  ];
}

/** The amount from the sums of its parts, in base units. */
export function amountIn(fields: Readonly<Record<string, number>>, name: string): bigint {
  return BigInt(fields[`${name}High`] ?? 0) * PART + BigInt(fields[`${name}Low`] ?? 0);
}
