/** The port of the answer engine, which is a package of its own: nothing else here knows its types. */
export {
  DatasetMissing,
  type Answer,
  type Answers,
  type DatasetKind,
  type Message,
} from "../../../packages/answers/src/answers";
