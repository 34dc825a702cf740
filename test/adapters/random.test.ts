import { pooledRandomBytes } from "../../functions/src/adapters/random";

describe("happy", () => {
  it.each([0, 1, 16, 4096, 5000])("gives %i bytes when asked for them", (size) => {
    const randomBytes = pooledRandomBytes();
    expect(randomBytes(16)).toHaveLength(16);
    expect(randomBytes(size)).toHaveLength(size);
  });
});

describe("security", () => {
  it("gives no byte twice, also across refills", () => {
    const randomBytes = pooledRandomBytes();
    const given = Array.from({ length: 2_000 }, () => randomBytes(16).toString("hex"));
    expect(new Set(given).size).toBe(given.length);
  });

  it("leaves what it gave alone, whatever it gives later", () => {
    const randomBytes = pooledRandomBytes();
    const first = randomBytes(16);
    const text = first.toString("hex");
    for (let at = 0; at < 1_000; at++) randomBytes(16).fill(0);
    expect(first.toString("hex")).toBe(text);
  });
});
