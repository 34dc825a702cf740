import { randomBytes } from "node:crypto";

const POOL_BYTES = 4_096;

/**
 * Random bytes of the system, drawn many at a time: a call for each few bytes costs a quote more than one of its MACs.
 * No byte is given out twice.
 */
export function pooledRandomBytes(): (size: number) => Buffer {
  let pool = Buffer.alloc(0);
  return (size) => {
    if (size > POOL_BYTES) return randomBytes(size);
    if (size > pool.length) pool = randomBytes(POOL_BYTES);
    const drawn = Buffer.from(pool.subarray(0, size));
    pool = pool.subarray(size);
    return drawn;
  };
}
