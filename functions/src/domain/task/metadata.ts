import { canonicalKeccak256 } from "../canonical";
import type { Hex } from "../keccak";

/** What everybody may read of a task beside its terms. Members that were not given are absent: they are hashed as they stand. */
export interface TaskMetadata {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly industry?: string;
  readonly country?: string;
  readonly tags?: readonly string[];
  /** keccak256 of the private details, where there are any. */
  readonly privateDetailsHash?: Hex;
}

/** The hash that the chain holds of a task's public metadata: keccak256 of its RFC 8785 form. */
export function metadataHash(metadata: TaskMetadata): Hex {
  return canonicalKeccak256(metadata);
}
