import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { dataHashOf, unpacked } from "../../../functions/src/adapters/firestore/snapshots";

describe("a snapshot is unpacked in parts", () => {
  const bytes = new Uint8Array(randomBytes(3_000_001));
  const packed = gzipSync(bytes);

  it("gives its bytes, in memory of their own, and their hash", async () => {
    const found = await unpacked(packed, bytes.length);
    expect(dataHashOf(found.bytes)).toBe(dataHashOf(bytes));
    expect(found.dataHash).toBe(dataHashOf(bytes));
    // The thread takes the whole buffer over.
    expect(found.bytes.buffer.byteLength).toBe(bytes.length);
  });

  it("refuses more or fewer bytes than it should have, and what is cut off", async () => {
    await expect(unpacked(packed, bytes.length - 1)).rejects.toThrow(/more than 3000000 bytes/);
    await expect(unpacked(packed, bytes.length + 1)).rejects.toThrow(/3000001 of 3000002 bytes/);
    await expect(unpacked(packed.subarray(0, -100), bytes.length)).rejects.toThrow(/unexpected end/);
  });
});
