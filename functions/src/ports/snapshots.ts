/** What the answer engine reads its datasets from. */
export type { SnapshotPointer, Snapshots } from "../../../packages/answers/src/snapshots";
