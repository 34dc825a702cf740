/** The port of the answer engine, a separate package; only this file imports its types. */
export { DatasetMissing, type Answers, type DatasetKind, type Message } from "../../../packages/answers/src/answers";
export { planIn } from "../../../packages/answers/src/exactPlan";
export type { Fault } from "../../../packages/answers/src/engine/results";
