/**
 * What something adds to the books: by the document's path (`collection/id`), by the field's path (names joined by
 * dots), a whole number. A set is kept in the same way, as how often each of its members was added.
 */
export type Increments = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** All of them together; what comes to nothing is left out. */
export function sum(all: Iterable<Increments>): Increments {
  const total = new Map<string, Map<string, number>>();
  for (const increments of all) add(total, increments, 1);
  return withoutZeros(total);
}

/** What is to be added after `previous` was, so that it is as if only `next` had been. */
export function difference(previous: Increments, next: Increments): Increments {
  const total = new Map<string, Map<string, number>>();
  add(total, next, 1);
  add(total, previous, -1);
  return withoutZeros(total);
}

/** A text as one name of a path: what separates names, or what a path cannot hold, is percent-encoded. */
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
