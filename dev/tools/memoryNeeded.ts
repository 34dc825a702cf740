/** Of an answering function: what it has, what it uses without records, and for a thousand of them (docs/figures.md). */
const FUNCTION_MIB = 512;
const BASE_MIB = 175;
const MIB_PER_THOUSAND = 0.77;
/** What is left for requests. */
const SPARE_MIB = 60;

/** The peak memory of a function that answers about so many records, in MiB: a refresh opens the new ones beside the old. */
export const memoryNeeded = (records: number): number =>
  Math.round(BASE_MIB + (2 * MIB_PER_THOUSAND * records) / 1_000);

/** What the operator has to do about a dataset that the functions cannot hold; null where they can. */
export function tooLarge(records: number): string | null {
  const needed = memoryNeeded(records);
  if (needed <= FUNCTION_MIB - SPARE_MIB) return null;
  const most = Math.floor((FUNCTION_MIB - SPARE_MIB - BASE_MIB) / (2 * MIB_PER_THOUSAND)) * 1_000;
  return (
    `too large: answers about ${records.toLocaleString("en-US")} records need about ${needed} MiB, and a function has ${FUNCTION_MIB}. ` +
    `Import a sample of at most ${most.toLocaleString("en-US")} records.`
  );
}
