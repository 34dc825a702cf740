import { memoryNeeded, tooLarge } from "../../../dev/tools/memoryNeeded";

const MIB = 1024 * 1024;
/** As measured by `bench:answers -- --only size`: records, MiB of the snapshot, the largest peak of several runs. */
const MEASURED = [
  ["10,000 visitor questions", 9_968, 2.8, 322],
  ["10,000 goals with four columns", 9_834, 3.9, 360],
  ["100,000 visitor questions", 99_968, 33.4, 367],
  ["100,000 goals with four columns", 95_693, 38.1, 387],
  ["180,000 goals with four columns", 170_096, 64, 479],
] as const;

it.each(MEASURED)("expects of %s what they were measured to need, or little more", (_, _records, size, peak) => {
  const ratio = memoryNeeded(size * MIB) / peak;
  expect(ratio).toBeGreaterThan(0.99);
  expect(ratio).toBeLessThan(1.15);
});

it("lets an operator import what leaves a function enough for requests, and warns of what does not", () => {
  expect(MEASURED.map(([, records, size]) => tooLarge(records, size * MIB) === null)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

it("says how many records of this length a function can hold", () => {
  expect(tooLarge(170_096, 64 * MIB)).toBe(
    "too large: answers about 170,096 records of this length need about 540 MiB, and a function has 512. " +
      "Import a sample of at most 129,000 records.",
  );
  // Longer texts and more columns leave room for fewer.
  expect(tooLarge(100_000, 80 * MIB)).toContain("at most 60,000 records");
});
