import { memoryNeeded, tooLarge } from "../../../dev/tools/memoryNeeded";

it("warns of a dataset that a function cannot hold, and says how large it may be", () => {
  expect([tooLarge(100_000), memoryNeeded(100_000)]).toEqual([null, 329]);
  expect(tooLarge(1_000_000)).toBe(
    "too large: answers about 1,000,000 records need about 1715 MiB, and a function has 512. " +
      "Import a sample of at most 179,000 records.",
  );
  expect([tooLarge(179_000), tooLarge(181_000)]).toEqual([null, expect.any(String)]);
});
