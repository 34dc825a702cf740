/**
 * Of an answering function: what it has, what it uses without records, and for each byte of a snapshot, whose size says
 * how long texts are and how many columns they have. A refresh opens the new one beside the old, both with what is
 * built beside them. Fitted to the largest peaks measured, of 3 to 64 MiB (docs/figures.md).
 */
const FUNCTION_MIB = 512;
const BASE_MIB = 175;
const MIB_PER_MIB = 5.7;
/** What a busy function takes for its garbage before it collects it, however small the snapshot is. */
const LEAST_MIB = 360;
/** What is left for requests. */
const SPARE_MIB = 60;
const MIB = 1024 * 1024;

/** The peak memory of a function that answers from a snapshot of so many bytes, in MiB. */
export const memoryNeeded = (bytes: number): number =>
  Math.round(Math.max(LEAST_MIB, BASE_MIB + (MIB_PER_MIB * bytes) / MIB));

/** What the operator has to do about a dataset that the functions cannot hold; null where they can. */
export function tooLarge(records: number, bytes: number): string | null {
  const needed = memoryNeeded(bytes);
  const limit = FUNCTION_MIB - SPARE_MIB;
  if (needed <= limit) return null;
  const part = (((limit - BASE_MIB) / MIB_PER_MIB) * MIB) / bytes;
  const most = Math.floor((part * records) / 1_000) * 1_000;
  return (
    `too large: answers about ${records.toLocaleString("en-US")} records of this length need about ${needed} MiB, and a function has ${FUNCTION_MIB}. ` +
    `Import a sample of at most ${most.toLocaleString("en-US")} records.`
  );
}
