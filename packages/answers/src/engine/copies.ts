import type { Snapshot } from "../dataset/snapshot";
import { MIN_GROUP_SIZE } from "../dataset/record";
import type { Evidence } from "./evidence";

/** A count is clearly smaller by its copies where they would add this part to it. */
const MIN_PART = 0.1;

/** How many rows the importer joined to these records; to all of them where no mask is given. */
export function copiesIn(copies: Snapshot["copies"], mask: Evidence["mask"] | null = null): number {
  let sum = 0;
  for (let i = 0; i < copies.length; i++) if (mask === null || mask[i]) sum += copies[i]!;
  return sum;
}

/** True where a reader should know that copies count once: of all records, and where a count would be clearly larger. */
export function hasCopies({ copies, size }: Pick<Snapshot, "copies"> & { size: number }, found: Evidence): boolean {
  const joined = copiesIn(copies, found.mask);
  return joined >= MIN_GROUP_SIZE && (found.count === size || joined >= MIN_PART * (found.count ?? 0));
}
