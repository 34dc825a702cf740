/** The port of the answer engine, a separate package; only this file imports its types. */
export { DatasetMissing, type Answers, type DatasetKind, type Message } from "../../../packages/answers/src/answers";
export { planIn } from "../../../packages/answers/src/exactPlan";
export type { Fault } from "../../../packages/answers/src/engine/results";

/** What the answer engine reads its datasets from. */
export type { SnapshotPointer, Snapshots } from "../../../packages/answers/src/snapshots";
export type { DatasetCard } from "../../../packages/answers/src/card";
export { MEASURED } from "../../../packages/answers/src/measured";
export { MIN_GROUP_SIZE } from "../../../packages/answers/src/dataset/record";
