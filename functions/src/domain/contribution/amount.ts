/** Amounts are kept in two parts, because sums of base units can be more than a double holds exactly: money that is borrowed for one block goes in and out any number of times. */
const PART = 1_000_000_000n;

/** An amount as two whole numbers that can be added up one by one, named `{name}High` and `{name}Low`. */
export function amountFields(name: string, units: bigint): [field: string, part: number][] {
  return [
    [`${name}High`, Number(units / PART)],
    [`${name}Low`, Number(units % PART)],
  ];
}

/** The amount that sums of its parts stand for, base units. */
export function amountIn(fields: Readonly<Record<string, number>>, name: string): bigint {
  return BigInt(fields[`${name}High`] ?? 0) * PART + BigInt(fields[`${name}Low`] ?? 0);
}
