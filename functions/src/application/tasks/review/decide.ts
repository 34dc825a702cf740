import { contentHash, requireGoodContent, type ContentOf } from "../../../domain/content";
import type { Hex } from "../../../domain/keccak";
import type { CallOf, EscrowCall } from "../../../domain/task/call";
import { anonymousViewer, mayAnchor } from "../../../domain/task/status";
import { isJudged } from "../../../domain/task/task";
import { refuseRevert } from "../step/prepare";
import { resubmissionOf } from "../viewer";
import { required } from "../step/sent";
import { prepareStep, type TaskStepRequest } from "../step/step";
import { refuseWith, syncedTask } from "../task";
import { privateContent, type Words } from "../work/work";

interface Decision {
  decision?: "approve" | "reject";
  submissionHash?: string;
  rating?: number;
  comment?: string;
}

/** A rating's comment as content, checked by its rules. */
function commentContent(value: string): ContentOf<"comment"> {
  const comment: ContentOf<"comment"> = { kind: "comment", value };
  requireGoodContent(comment, "/comment");
  return comment;
}

/** The poster's approval or rejection of the work named by its hash; of the latest work without one. */
export async function prepareDecision(request: TaskStepRequest<Decision>) {
  const { input, record } = request;
  const { contract, taskId } = record.task;
  const { decision, rating, comment } = required(input, "decision", "rating", "comment");
  const content = commentContent(comment);
  const commentHash = contentHash(content);
  if (isJudged(record.task)) return rateJudged(request, decision, { rating, content, commentHash });
  const submissionHash = (input.submissionHash as Hex | undefined) ?? (await latestWork(request));
  const judgement = { function: decision, contract, taskId, submissionHash, rating, commentHash };
  const answer = await prepareStep(request, {
    call: await withAnswer(judgement, request),
    description: `${decision === "approve" ? "Approves" : "Rejects"} the work of task ${taskId}.`,
    actor: "poster",
    drafts: [content],
  });
  return { ...answer, commentHash };
}

/** The poster's request for changes, whose reason the worker can read once it is on the chain. */
export async function prepareChanges(request: TaskStepRequest<Words & Pick<Decision, "submissionHash">>) {
  const { input, record, randomBytes } = request;
  const { contract, taskId } = record.task;
  const reason = privateContent("reason", input, randomBytes);
  const submissionHash = (input.submissionHash as Hex | undefined) ?? (await latestWork(request));
  const answer = await prepareStep(request, {
    call: { function: "requestChanges", contract, taskId, submissionHash, reasonHash: contentHash(reason) },
    description: `Requests changes to the work of task ${taskId}.`,
    actor: "poster",
    drafts: [reason],
  });
  return { ...answer, salt: reason.value.salt };
}

/** A judge has approved the work; the poster can still rate it. */
async function rateJudged(
  request: TaskStepRequest<Decision>,
  decision: "approve" | "reject",
  { rating, content, commentHash }: { rating: number; content: ContentOf<"comment">; commentHash: Hex },
) {
  const { contract, taskId } = request.record.task;
  if (decision === "reject")
    return refuseWith("state_conflict", "The task's judge has approved this work. Rate it with approve.", request);
  const answer = await prepareStep(request, {
    call: { function: "rateWork", contract, taskId, rating, commentHash },
    description: `Rates the work of task ${taskId}, which its judge approved.`,
    actor: "poster",
    drafts: [content],
  });
  return { ...answer, commentHash };
}

/** The submitted work, or signed work that can still be anchored. */
async function latestWork(request: TaskStepRequest): Promise<Hex> {
  const { task, signed } = await currentWork(request);
  const latest = signed?.submissionHash ?? task.submissionHashes.at(-1);
  return (
    latest ??
    refuseWith("state_conflict", "There is no submitted work to judge. Decide after the worker has submitted.", request)
  );
}

/** Anchors a signed resubmission together with the decision, which must be about it (M7). */
async function withAnswer(call: CallOf<"approve"> | CallOf<"reject">, request: TaskStepRequest): Promise<EscrowCall> {
  const { record, services, nowMs } = request;
  if (!(await resubmissionOf(record.task, services))) return call;
  // It may have been anchored just now.
  const { signed } = await currentWork(request);
  if (!signed) return call;
  const { contract, taskId, submissionHash } = call;
  if (signed.submissionHash !== submissionHash) return refuseRevert("WrongSubmission", request, services, nowMs);
  const { round } = signed;
  const anchoring = { function: "resubmitWork", contract, taskId, round, submissionHash, signed } as const;
  return { function: "multicall", contract, calls: [anchoring, call] };
}

/** The task as it is on the chain now, and its signed work if that can still be anchored. */
async function currentWork({ record, services, nowMs }: TaskStepRequest) {
  const { task } = await syncedTask(record.task, services);
  const resubmission = await resubmissionOf(task, services);
  return { task, signed: mayAnchor(task, { ...anonymousViewer(nowMs), resubmission }) ? resubmission : null };
}

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
