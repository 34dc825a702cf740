import type { Cell } from "../../../functions/src/domain/analytics/cells";

/** The fewest wallets that a published number may be about. */
export const K = 5;

/** A prime whose products are still exact in a double. */
const PRIME = 94_906_249;

/**
 * Fewer than K wallets about whom some combination of the numbers tells something and about no one else, or null.
 *
 * A combination of numbers is one number for each task: how often it is counted. One that counts only tasks of some few
 * wallets exists where leaving those tasks out of all numbers makes their combinations fewer.
 *
 * @param numbers the sets of tasks that are counted together
 */
export function isolatedBy(numbers: readonly bigint[], tasks: readonly Cell[]): ReadonlySet<string> | null {
  const atoms = atomsOf(numbers, tasks);
  const columns = atoms.map(({ in: membership }) => membership);
  const whole = rank(columns, numbers.length);
  const tried = new Set<string>();
  for (const few of choices([...new Set(atoms.flatMap(({ wallets }) => [...wallets]))], K - 1)) {
    const rest = columns.filter((_, at) => [...(atoms[at]?.wallets ?? [])].some((wallet) => !few.has(wallet)));
    const name = rest.join(" ");
    if (rest.length === columns.length || tried.has(name)) continue;
    tried.add(name);
    if (rank(rest, numbers.length) < whole) return few;
  }
  return null;
}

/** Tasks that are in the same numbers can only be told of together: which numbers these are, and the wallets of all of them. */
function atomsOf(numbers: readonly bigint[], tasks: readonly Cell[]): { in: bigint; wallets: Set<string> }[] {
  const atoms = new Map<bigint, Set<string>>();
  for (const [at, { poster, agent }] of tasks.entries()) {
    const membership = numbers.reduce(
      (set, number, index) => set | (((number >> BigInt(at)) & 1n) << BigInt(index)),
      0n,
    );
    const wallets = atoms.get(membership) ?? new Set();
    atoms.set(membership, wallets.add(poster).add(agent ?? poster));
  }
  atoms.delete(0n);
  return [...atoms].map(([membership, wallets]) => ({ in: membership, wallets }));
}

/** Every choice of so many, or of all where there are fewer. */
function* choices(
  all: readonly string[],
  count: number,
  chosen: readonly string[] = [],
): Generator<ReadonlySet<string>> {
  if (chosen.length === count || all.length === 0) {
    yield new Set(chosen);
    return;
  }
  const [first = "", ...rest] = all;
  yield* choices(rest, count, [...chosen, first]);
  if (rest.length >= count - chosen.length) yield* choices(rest, count, chosen);
}

function rank(sets: readonly bigint[], size: number): number {
  const rows = sets.map((set) => Array.from({ length: size }, (_, at) => Number((set >> BigInt(at)) & 1n)));
  let found = 0;
  for (let column = 0; column < size && found < rows.length; column++) {
    const pivot = rows.findIndex((row, at) => at >= found && row[column] !== 0);
    if (pivot < 0) continue;
    const [row = []] = rows.splice(pivot, 1);
    rows.splice(found, 0, row);
    const inverse = power(row[column] ?? 1, PRIME - 2);
    for (const other of rows.slice(found + 1)) {
      const times = ((other[column] ?? 0) * inverse) % PRIME;
      if (times === 0) continue;
      for (let at = column; at < size; at++) other[at] = ((other[at] ?? 0) + (PRIME - times) * (row[at] ?? 0)) % PRIME;
    }
    found += 1;
  }
  return found;
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (
    let square = base % PRIME, left = exponent;
    left > 0;
    left = Math.floor(left / 2), square = (square * square) % PRIME
  ) {
    if (left % 2 === 1) result = (result * square) % PRIME;
  }
  return result;
}
