import fc from "fast-check";
import { isConfirmed } from "../../../functions/src/domain/payment/evidence";
import { evidence, hash } from "../../setup/evidence";

describe("happy", () => {
  it("counts the block itself as the first confirmation", () => {
    expect(isConfirmed(evidence(), 1)).toBe(true);
    expect(isConfirmed(evidence(), 2)).toBe(false);
    expect(isConfirmed(evidence({ head: { number: 101n, hash: hash(3) } }), 2)).toBe(true);
  });
});

describe("security", () => {
  it.each([
    ["without a block hash", { blockHash: hash(0) }],
    ["past the newest sealed block", { blockNumber: 101n }],
    ["that is not the newest sealed block of its number", { blockHash: hash(5) }],
  ])("P10: takes no receipt of a block %s", (_name, changes) => {
    expect(isConfirmed(evidence(changes), 1)).toBe(false);
  });

  it("P10: asks for exactly as many blocks as are required", () => {
    fc.assert(fc.property(fc.bigInt(0n, 500n), fc.bigInt(0n, 500n), fc.integer({ min: 1, max: 400 }), (block, head, needed) => {
      const known = evidence({ blockNumber: block, blockHash: hash(2), head: { number: head, hash: hash(2) } });
      expect(isConfirmed(known, needed)).toBe(head >= block && Number(head - block) + 1 >= needed);
    }));
  });
});
