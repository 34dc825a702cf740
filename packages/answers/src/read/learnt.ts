import learnt from "./learnt.json";
import type { Packed } from "./weights";

/** What was learnt from the marked questions of dev/reader/questions. */
export const LEARNT: Packed = learnt;
