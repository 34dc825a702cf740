import fc from "fast-check";

/** Whether this is `npm run test:deep`, which has time for what a normal run only samples. */
export const isDeep = process.env["MKT_DEEP"] === "1";

/** How many cases a property draws: few in a normal run, many in the deep one; `MKT_SEEDS` sets another number. */
export function runs(normal: number, deep: number): number {
  return Number(process.env["MKT_SEEDS"] ?? (isDeep ? deep : normal));
}

/** Of a table's cases, in a normal run as many as said, spread evenly; all in the deep one. */
export function sampled<T>(cases: readonly T[], normal: number): T[] {
  if (isDeep || cases.length <= normal) return [...cases];
  return cases.filter(
    (_, at) => Math.floor((at * normal) / cases.length) < Math.floor(((at + 1) * normal) / cases.length),
  );
}

/** A test of the deep run alone: a variant of one in its file that every run has. */
export function inDeep(...test: Parameters<typeof it>): void {
  if (isDeep) it(...test);
}

/** Of the same cases at many places, in a normal run one in so many, others at the next place; all in the deep one. */
export function oneIn<T>(parts: number, cases: readonly T[], place: number): T[] {
  return isDeep ? [...cases] : cases.filter((_, at) => (at + place) % parts === 0);
}

const until = Number(process.env["MKT_DEEP_UNTIL"] ?? Infinity);

/**
 * Whether the deep run's time is over; a property then skips the cases that it has not begun. What
 * fast-check has for this goes on to the next test while a case is still running.
 */
export const isOver = () => Date.now() > until;

type Arbitraries<Drawn extends [unknown, ...unknown[]]> = { [At in keyof Drawn]: fc.Arbitrary<Drawn[At]> };

/** Checks what holds for whatever is drawn; the check comes last, after parameters of fast-check's if there are any. */
export function forAll<Drawn extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Drawn>,
  ...rest: [(...drawn: Drawn) => boolean | void] | [fc.Parameters<Drawn>, (...drawn: Drawn) => boolean | void]
): void {
  const [parameters, check] = rest.length === 1 ? [{}, rest[0]] : rest;
  fc.assert(fc.property<Drawn>(...arbitraries, check), parameters);
}

/** As `forAll`, where the check waits for something. */
export function forAllAsync<Drawn extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Drawn>,
  ...rest:
    | [(...drawn: Drawn) => Promise<boolean | void>]
    | [fc.Parameters<Drawn>, (...drawn: Drawn) => Promise<boolean | void>]
): Promise<void> {
  const [parameters, check] = rest.length === 1 ? [{}, rest[0]] : rest;
  return fc.assert(fc.asyncProperty<Drawn>(...arbitraries, check), parameters);
}
