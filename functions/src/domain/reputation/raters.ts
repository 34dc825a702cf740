import type { Address } from "../address";

/** What one wallet, or those that share its place, rated another: how often, and the sum. */
export interface Rater {
  readonly ratings: number;
  readonly stars: number;
}

type Role = "asPoster" | "asWorker";

/**
 * What a rating adds to the sums of its recipient in this role, by rater. Raters are distinguished by the last byte of the
 * address, so that strangers cannot make the document grow; those that share a byte count as one.
 */
export function raterFields(role: Role, rater: Address, rating: number): [field: string, amount: number][] {
  const place = `raters.${role}.${rater.slice(-2).toLowerCase()}`;
  return [
    [`${place}.ratings`, 1],
    [`${place}.stars`, rating],
  ];
}

/** The raters of a wallet in a role, from the sums that `raterFields` adds to. */
export function ratersIn(sums: ReadonlyMap<string, number>, role: Role): readonly Rater[] {
  return [...sums].flatMap(([field, ratings]) => {
    if (!field.startsWith(`raters.${role}.`) || !field.endsWith(".ratings")) return [];
    return [{ ratings, stars: sums.get(field.replace(/ratings$/, "stars")) ?? 0 }];
  });
}

/** The mean to two decimal places in which each rater counts once, however often it rated; null without one. */
export function meanOf(raters: readonly Rater[]): number | null {
  if (raters.length === 0) return null;
  const total = raters.reduce((sum, { stars, ratings }) => sum + stars / ratings, 0);
  return Math.round((100 * total) / raters.length) / 100;
}
