import { contentHash } from "../../domain/content";
import { commentContent } from "./decide";
import { required } from "./sent";
import { prepareStep, type TaskStepRequest } from "./step";

/** The worker's rating of the poster, which returns the stake. */
export async function prepareRating(request: TaskStepRequest<{ rating?: number; comment?: string }>) {
  const { contract, taskId } = request.record.task;
  const { rating, comment } = required(request.input, "rating", "comment");
  const content = commentContent(comment);
  const commentHash = contentHash(content);
  const answer = await prepareStep(request, {
    call: { function: "rateAndClaimStake", contract, taskId, rating, commentHash },
    description: `Rates the poster of task ${taskId} and claims the stake.`,
    actor: "worker",
    drafts: [content],
  });
  return { ...answer, commentHash };
}
