import { contentHash, type ContentOf } from "../../../domain/content";
import { selectionOf } from "../../../domain/interest";
import type { Hex } from "../../../domain/keccak";
import { formatUsdc } from "../../../domain/money";
import type { Voucher } from "../../../domain/task/call";
import type { Task } from "../../../domain/task/task";
import { termsHash } from "../../../domain/task/terms";
import { verdictIn } from "../../../domain/task/texts";
import { judged } from "./acceptance";
import { prepareFunded } from "../creation/funded";
import { judgedAtOnce } from "../disputes/judge";
import { thenConfirm } from "../step/prepare";
import { requestedKey, resubmissionOf } from "../requestedTask";
import {
  requireChangeRequest,
  requireUnanswered,
  requireWork,
  resubmissionRequest,
  storeResubmission,
} from "../review/resubmission";
import { required } from "../step/sent";
import { confirm, prepareStep, type TaskStepRequest, type SentStep, type StepRequest } from "../step/step";
import { refuseWith, syncedTask } from "../task";
import type { TaskRecord } from "../../../ports/tasks";
import { privateContent, type Words } from "./work";

interface Start {
  termsHash?: string;
  permit?: { deadline: number; signature: string };
}

/** The worker's stake on the terms that it read, with the poster's selection where the task needs one. */
export async function prepareStart(request: TaskStepRequest<Start>) {
  const { path, input, wallet, record, prove, randomBytes, services, nowMs } = request;
  const { contract, taskId, stakeUsdcUnits } = record.task;
  const agreedTerms = termsHash(record.task);
  if (input.termsHash !== undefined && input.termsHash !== agreedTerms) {
    const detail = `The task's termsHash is ${agreedTerms}, not the one you sent. Read its terms again with /mkt/task before you start.`;
    return refuseWith("state_conflict", detail, request);
  }
  const agreed = { agreedTerms, voucher: await voucherFor(request) };
  const funded = await prepareFunded(
    {
      wallet,
      record,
      prove,
      randomBytes,
      call: { function: "stakeAndStart", contract, taskId, ...agreed },
      withPermit: (permit) => ({ function: "stakeAndStartWithPermit", contract, taskId, ...agreed, permit }),
      amountUsdcUnits: stakeUsdcUnits,
      permit: input.permit,
      description:
        stakeUsdcUnits === 0n
          ? `Starts task ${taskId}, which takes no stake.`
          : `Starts task ${taskId} with a stake of ${formatUsdc(stakeUsdcUnits)} USDC.`,
    },
    services,
    nowMs,
  );
  const _nextAction = thenConfirm("worker", path, { wallet, contract, taskId: String(taskId) });
  return { ok: true as const, ...funded, _nextAction };
}

/**
 * The poster's signed selection of this worker; not needed in instant mode, or on a task that no longer accepts
 * workers.
 */
async function voucherFor(request: TaskStepRequest): Promise<Voucher | null> {
  const { wallet, record, services, nowMs } = request;
  const { task } = record;
  if (task.mode === "instant" || task.state !== "FUNDED" || wallet === task.poster) return null;
  const interest = await services.interests.find(task, wallet);
  const voucher = interest && selectionOf(interest, nowMs);
  if (voucher) return voucher;
  return refuseWith(
    "state_conflict",
    "The poster has not selected this wallet, or the selection has expired. Register an interest with /mkt/interest, or ask the poster for a new selection.",
    request,
  );
}

interface Work extends Words {
  force?: boolean;
  submissionHash?: string;
  resubmissionDeadline?: number;
  resubmissionSignature?: string;
}

/** The work's submission; after a change request, what the worker signs instead, or the signed work. */
export async function prepareWork(request: TaskStepRequest<Work>) {
  const { input, record, services } = request;
  if (input.resubmissionSignature !== undefined) return resubmit(request, input.resubmissionSignature);
  const isKnownAsSubmitted = record.task.state === "SUBMITTED";
  // A change request that was not confirmed is not in the projection yet.
  const current = isKnownAsSubmitted ? await syncedTask(record.task, services) : record;
  return current.task.state === "CHANGES_REQUESTED" ? askForSignature(request) : submit(request);
}

async function submit(request: TaskStepRequest<Work>) {
  const { contract, taskId } = request.record.task;
  const work = privateContent("submission", request.input, request.randomBytes);
  const submissionHash = contentHash(work);
  const answer = await prepareStep(request, {
    call: { function: "submitWork", contract, taskId, submissionHash },
    description: `Submits the work of task ${taskId}.`,
    actor: "worker",
  });
  return { ...answer, submissionHash, ...(await keptWork(work, request, request.record)) };
}

/** Keeps work that could be submitted now as a draft, with the verdict on its output. */
async function keptWork(
  work: ContentOf<"submission">,
  { input: { force }, wallet, client, services, nowMs }: TaskStepRequest<Work>,
  record: TaskRecord,
) {
  // The wallet of a prepare is not proven: a stranger may name the worker's.
  const draft = await judged(work, record, { force, caller: client(), nowMs, services });
  await services.contentStore.keepDrafts(wallet, [draft], nowMs);
  return { salt: draft.value.salt, verdict: verdictIn(record.metadata, draft) };
}

async function askForSignature(request: TaskStepRequest<Work>) {
  const { input, wallet, services, path } = request;
  const known = await requireChangeRequest(request);
  const work = privateContent("submission", input, request.randomBytes);
  const submissionHash = contentHash(work);
  await requireUnanswered(submissionHash, { ...request, record: known });
  await requireWork({ ...request, record: known }, request.prove);
  const kept = await keptWork(work, request, known);
  const signature = resubmissionRequest(known.task, submissionHash, services);
  const { contract, taskId } = known.task;
  return {
    ok: true as const,
    code: "resubmission_signature_required" as const,
    transactions: [],
    signatures: [signature],
    submissionHash,
    ...kept,
    _nextAction: {
      ...thenConfirm("worker", path, {}),
      action: "resubmit",
      reason: "Sign the typed data and send it as resubmissionSignature.",
      body: { wallet, contract, taskId: String(taskId), submissionHash, resubmissionDeadline: signature.deadline },
      add: ["resubmissionSignature"],
    },
  };
}

function resubmit(request: TaskStepRequest<Work>, signature: string) {
  const { input, randomBytes } = request;
  const { submissionHash, resubmissionDeadline: deadline } = required(input, "submissionHash", "resubmissionDeadline");
  const work =
    input.text === undefined
      ? null
      : privateContent("submission", { ...input, ...required(input, "salt") }, randomBytes);
  return storeResubmission(
    { submissionHash: submissionHash as Hex, deadline, signature, work, force: input.force },
    request,
  );
}

/** Anchors the worker's signed resubmission on the chain. */
export async function prepareAnchoring(request: TaskStepRequest) {
  const { record, services } = request;
  const { contract, taskId } = record.task;
  const signed = await resubmissionOf(record.task, services);
  if (!signed)
    return refuseWith(
      "state_conflict",
      "No signed work is waiting to be recorded on the chain. Submit the work with its text.",
      request,
    );
  const { round, submissionHash } = signed;
  const answer = await prepareStep(request, {
    call: { function: "resubmitWork", contract, taskId, round, submissionHash, signed },
    description: `Records the new work of task ${taskId} on the chain.`,
    actor: "anyone",
  });
  return { ...answer, submissionHash };
}

/** The worker's appeal to the arbiter, with its evidence. */
export async function prepareContest(request: TaskStepRequest<Work>) {
  const { contract, taskId } = request.record.task;
  const evidence = privateContent("evidence", request.input, request.randomBytes);
  const evidenceHash = contentHash(evidence);
  const answer = await prepareStep(request, {
    call: { function: "contest", contract, taskId, evidenceHash },
    description: `Contests the rejection of task ${taskId} before the arbiter.`,
    actor: "worker",
    drafts: [evidence],
  });
  return { ...answer, evidenceHash, salt: evidence.value.salt };
}

const NAMES = ["WorkSubmitted", "WorkResubmitted", "TaskDisputed", "TaskRefunded"] as const;

/** The task after any of the worker's steps; an anchored answer leaves the queue. */
export async function confirmWork({ input, wallet, services, nowMs }: StepRequest<SentStep>) {
  const key = requestedKey(input, services);
  // Anchoring has no effect if this work was anchored before.
  const isDone = ({ state, reasonHashes }: Task) => state === "SUBMITTED" && reasonHashes.length > 0;
  const confirmed = await confirm({ sent: input, wallet, ...key, names: NAMES, isDone }, services, nowMs);
  const { state, changeRounds, terms } = confirmed.task;
  if (state === "SUBMITTED" && changeRounds > 0) await services.resubmissions.release(key, changeRounds);
  const isOurs = state === "SUBMITTED" && terms.judge !== null && terms.judge === services.settings.judge?.address;
  return (isOurs && (await judgedAtOnce(key, wallet, services, nowMs))) || confirmed;
}
