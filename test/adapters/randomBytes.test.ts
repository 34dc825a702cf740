import { pooledRandomBytes } from "../../functions/src/adapters/randomBytes";

it("gives as many bytes as are asked for, past the end of its pool and beyond its size", () => {
  const draw = pooledRandomBytes();
  for (const size of [0, 1, 16, 4_000, 97, 4_096, 5_000]) expect(draw(size)).toHaveLength(size);
});

it("gives no byte twice: what was drawn does not change, and no two draws are the same", () => {
  const draw = pooledRandomBytes();
  const drawn = Array.from({ length: 1_000 }, () => draw(16));
  const before = drawn.map((bytes) => bytes.toString("hex"));
  drawn[0]?.fill(0);
  Array.from({ length: 1_000 }, () => draw(16));
  expect(drawn.slice(1).map((bytes) => bytes.toString("hex"))).toEqual(before.slice(1));
  expect(new Set(before).size).toBe(before.length);
});
