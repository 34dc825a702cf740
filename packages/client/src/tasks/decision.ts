import { id } from "../hashing";
import type { TaskStep } from "./step";
import type { TaskKey } from "./taskKey";

export interface Judgement {
  /** The work that was reviewed; other work is not affected. */
  submissionHash: string;
  /** 1 to 5. */
  rating: number;
  comment: string;
}

/** The poster's decision on submitted work. */
export function decisionStep(
  { taskId }: TaskKey,
  decision: "approve" | "reject",
  { submissionHash, rating, comment }: Judgement,
): TaskStep {
  const judged = { function: decision, arguments: { taskId, submissionHash, rating, commentHash: id(comment) } };
  // Work that was handed in by signature goes to the chain in the same transaction.
  const anchored = {
    function: "multicall",
    arguments: {},
    calls: [{ function: "resubmitWork", arguments: { taskId, submissionHash } }, judged],
  };
  return {
    path: "/agentDecide",
    verb: decision === "approve" ? "Approve the work of" : "Reject the work of",
    fields: { decision, submissionHash, rating, comment },
    calls: [judged, anchored],
    confirm: { decision },
  };
}
