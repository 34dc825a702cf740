/** What the answer engine reads its datasets from. */
export type { SnapshotPointer, Snapshots } from "../../../packages/answers/src/snapshots";
export type { DatasetCard } from "../../../packages/answers/src/card";
export { MEASURED } from "../../../packages/answers/src/measured";
export { MIN_GROUP_SIZE } from "../../../packages/answers/src/dataset/record";
