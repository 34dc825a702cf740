import fc from "fast-check";
import { blocksOf, isConfirmed } from "../../../functions/src/domain/payment/evidence";
import { evidence, hash } from "../../setup/paying/evidence";
import { forAll } from "../../setup/runs";

describe("happy", () => {
  it("counts the block itself as the first confirmation", () => {
    const everySecond = { blockSeconds: 1 };
    expect(isConfirmed(evidence(everySecond), { seconds: 1 })).toBe(true);
    expect(isConfirmed(evidence(everySecond), { seconds: 2 })).toBe(false);
    const next = { ...everySecond, head: { number: 101n, hash: hash(3) } };
    expect(isConfirmed(evidence(next), { seconds: 2 })).toBe(true);
  });
});

describe("D22: seconds become blocks by the chain's pace", () => {
  it.each([
    [0.2, 2, 10],
    [2, 2, 1],
    [0.25, 0, 1],
    // No pace to tell, one that no chain has, and one that makes a day of two seconds: bounded.
    [null, 2, 20],
    [0, 2, 20],
    [86_400, 60, 5],
  ])("a block every %s s: %s s are %s blocks", (pace, seconds, blocks) => {
    expect(blocksOf({ seconds }, pace)).toBe(blocks);
    const last = evidence({
      blockSeconds: pace,
      blockNumber: 1_000n,
      head: { number: 999n + BigInt(blocks), hash: hash(2) },
    });
    expect(isConfirmed(last, { seconds })).toBe(true);
    expect(blocks === 1 || isConfirmed({ ...last, blockNumber: 1_001n }, { seconds })).toBe(blocks === 1);
  });
});

describe("security", () => {
  it.each([
    ["without a block hash", { blockHash: hash(0) }],
    ["past the newest sealed block", { blockNumber: 101n }],
    ["that is not the newest sealed block of its number", { blockHash: hash(5) }],
  ])("P10: takes no receipt of a block %s", (_name, changes) => {
    expect(isConfirmed(evidence(changes), { seconds: 0 })).toBe(false);
  });

  it("P10: requires exactly the configured number of blocks", () => {
    forAll([fc.bigInt(0n, 500n), fc.bigInt(0n, 500n), fc.integer({ min: 1, max: 400 })], (block, head, needed) => {
      const sealed = { blockNumber: block, blockHash: hash(2), head: { number: head, hash: hash(2) } };
      expect(isConfirmed(evidence({ ...sealed, blockSeconds: 1 }), { seconds: needed })).toBe(
        head >= block && Number(head - block) + 1 >= needed,
      );
    });
  });
});
