import type { Address } from "../address";
import { Adding, difference, sum, type Increments, type SumName } from "../contribution/increments";
import { POSTER, WORKER } from "./records";

type Sums = ReadonlyMap<string, number>;
const NOTHING: Sums = new Map();
const PAIR = /^pairs\/(0x[0-9a-fA-F]{40})-(0x[0-9a-fA-F]{40})$/;
/** In a pair's sums, by wallet: how often it paid the other one for a task. */
const PAID = "paid";

/** Adds to what two wallets know of each other. */
export function addToPair(total: Adding, poster: Address, worker: Address) {
  const name = `pairs/${[poster, worker].sort().join("-")}` as const;
  return {
    add: (wallet: Address, field: string, amount = 1) => total.add(name, `${wallet}.${field}`, amount),
    paid: () => total.add(name, `${poster}.${PAID}`, 1),
  };
}

/** The names of the pairs that are added to. */
export function pairsIn(increments: Increments): SumName[] {
  return [...increments.keys()].filter((name) => PAIR.test(name));
}

/**
 * The increments with what the pairs' new sums change in the reputation of their wallets. What a pair says counts while
 * at most one of the two has paid the other: wallets that fund one another say nothing about each other, in ratings and
 * in records alike. The sums of the pairs alone decide, so their order makes no difference.
 */
export function withPairs(known: ReadonlyMap<SumName, Sums>, increments: Increments): Increments {
  const changes = pairsIn(increments).map((name) => {
    const before = known.get(name) ?? NOTHING;
    const after = sum([new Map([[name, before]]), new Map([[name, increments.get(name) ?? NOTHING]])]).get(name);
    return difference(said(name, before), said(name, after ?? NOTHING));
  });
  return sum([increments, ...changes]);
}

/** What a pair's sums say of both wallets. */
function said(name: SumName, sums: Sums): Increments {
  const total = new Adding();
  const wallets = PAIR.exec(name)?.slice(1) ?? [];
  const isMutual = wallets.every((wallet) => (sums.get(`${wallet}.${PAID}`) ?? 0) > 0);
  if (isMutual) return total.increments;
  for (const wallet of wallets) {
    const reputation = `reputation/${wallet}` as const;
    for (const [field, amount] of sums)
      if (field.startsWith(`${wallet}.`) && field !== `${wallet}.${PAID}`)
        total.add(reputation, field.slice(wallet.length + 1), amount);
    for (const { works, others } of [POSTER, WORKER])
      if ((sums.get(`${wallet}.${works}`) ?? 0) > 0) total.add(reputation, others, 1);
  }
  return total.total();
}
