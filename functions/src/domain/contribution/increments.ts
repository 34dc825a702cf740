/**
 * What something adds to the ledger: an integer by document path (`collection/id`) and field path (names joined by
 * dots). A set is stored in the same way, as how often each member was added.
 */
export type Increments = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The sum of all increments; zeros are omitted. */
export function sum(all: Iterable<Increments>): Increments {
  const total = new Map<string, Map<string, number>>();
  for (const increments of all) add(total, increments, 1);
  return withoutZeros(total);
}

/** What to add after `previous` was added, so that the result equals adding only `next`. */
export function difference(previous: Increments, next: Increments): Increments {
  const total = new Map<string, Map<string, number>>();
  add(total, next, 1);
  add(total, previous, -1);
  return withoutZeros(total);
}

/** A text as one path segment: separators and characters that a path cannot hold are percent-encoded. */
export function pathName(text: string): string {
  return encodeURIComponent(text).replace(/[.~*'()!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function add(total: Map<string, Map<string, number>>, increments: Increments, times: number): void {
  for (const [document, fields] of increments) {
    const sums = total.get(document) ?? new Map<string, number>();
    total.set(document, sums);
    for (const [field, amount] of fields) sums.set(field, (sums.get(field) ?? 0) + times * amount);
  }
}

function withoutZeros(total: ReadonlyMap<string, ReadonlyMap<string, number>>): Increments {
  const kept = [...total].map(
    ([document, sums]) => [document, new Map([...sums].filter(([, amount]) => amount !== 0))] as const,
  );
  return new Map(kept.filter(([, sums]) => sums.size > 0));
}
