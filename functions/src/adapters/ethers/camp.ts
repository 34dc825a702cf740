import type { Camp } from "../rpc/nodes";

/** The largest of what nodes that agree say differently, such as their own estimates. */
export function largest<T>(camp: Camp<T>, amountOf: (said: T) => bigint): bigint {
  const [first, ...rest] = camp.map(amountOf) as unknown as Camp<bigint>;
  return rest.reduce((most, next) => (next > most ? next : most), first);
}

/** The smallest of it. */
export function smallest<T>(camp: Camp<T>, amountOf: (said: T) => bigint): bigint {
  return -largest(camp, (said) => -amountOf(said));
}
