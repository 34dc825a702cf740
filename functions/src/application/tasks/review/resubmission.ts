import { contentHash, submissionOf, type Citation, type ContentOf } from "../../../domain/content";
import { refuse, refuseField } from "../../../domain/errors";
import type { Hex } from "../../../domain/keccak";
import { RESUBMISSION } from "../../../domain/mandate";
import { requireEscrows } from "../../../domain/messages/requestText";
import { resubmissionTypedData } from "../../../domain/messages/typedData";
import type { Resubmission } from "../../../domain/task/call";
import { canResubmit } from "../../../domain/task/status";
import { roleOf, type Task } from "../../../domain/task/task";
import { verdictIn } from "../../../domain/task/texts";
import { judged } from "../work/acceptance";
import { taskView } from "../../views/task";
import type { UnitOfWork } from "../../../domain/unitOfWork";
import { requireMandate } from "../../mandate/require";
import { PROVEN, type ProveWallet } from "../../proof";
import type { Services } from "../../services";
import { OUTSIDER, contractSignature } from "../step/acceptSignature";
import { prepare } from "../step/prepare";
import type { NamedTask } from "../requestedTask";
import { refuseWith, syncedTask, taskToCall, type Asker } from "../task";
import type { TaskRecord } from "../../../ports/tasks";
import { privateContent, type Words } from "../work/work";

const SIGNED_FIELDS = ["salt", "resubmissionDeadline", "resubmissionSignature"] as const;

/** Refuses `invalid_request` if a signed resubmission comes without the text that was signed. */
export function requireSigned(given: { readonly [Field in (typeof SIGNED_FIELDS)[number]]?: unknown }): void {
  const missing = SIGNED_FIELDS.filter((name) => given[name] === undefined);
  if (missing.length === 0) return;
  const errors = missing.map((name) => ({ pointer: `/${name}`, message: "is required" }));
  const detail = `${missing.join(", ")} must be sent; /mkt/sign/prepare returns them and the data to sign.`;
  refuse("invalid_request", detail, { errors });
}

/** The caller, and the task whose change request it answers. */
export interface AskerOfWork extends Asker {
  readonly record: TaskRecord;
}

/** New work for the open change request of a task, as signed by its worker. */
export interface Signed {
  readonly submissionHash: Hex;
  /** Unix seconds. */
  readonly deadline: number;
  readonly signature: string;
  /** The work itself; null if its draft is stored. */
  readonly work: ContentOf<"submission"> | null;
  /** Whether output that fails the task's schema is submitted too. */
  readonly force?: boolean | undefined;
}

/**
 * The task with an open change request that this worker may answer now; reads the chain if the projection has none.
 * Refuses `forbidden_role` for other wallets, and `state_conflict` if there is none (M9).
 */
export async function requireChangeRequest({ record, wallet, services, nowMs }: AskerOfWork): Promise<TaskRecord> {
  const known = canResubmit(record.task, wallet, nowMs) ? record : await syncedTask(record.task, services);
  const asker = { record: known, wallet, services, nowMs };
  if (roleOf(known.task, wallet) !== "worker")
    return refuseWith("forbidden_role", "Only the task's worker may submit work. Use the worker's wallet.", asker);
  if (canResubmit(known.task, wallet, nowMs)) return known;
  return refuseWith(
    "state_conflict",
    "The task has no open change request, or its deadline has passed. Take its next step instead.",
    asker,
  );
}

/**
 * What the worker signs, so that anyone can submit the work to the chain; valid until the change request's deadline.
 */
export function resubmissionRequest(task: Task, submissionHash: Hex, { settings }: Pick<Services, "settings">) {
  const deadline = task.deadlines.resubmitBy ?? 0;
  return {
    field: "resubmissionSignature",
    reason:
      "Submits the new work without gas: send it with submissionHash and resubmissionDeadline. Anyone can submit it to the chain.",
    deadline,
    typedData: typedDataOf(task, { submissionHash, deadline }, { settings }),
  };
}

function typedDataOf(
  { contract, taskId, reasonHashes }: Task,
  signed: { submissionHash: Hex; deadline: number },
  { settings }: Pick<Services, "settings">,
) {
  const domain = { chainId: settings.chainId, escrow: requireEscrows(settings.escrows)[contract] };
  return resubmissionTypedData(domain, { taskId, round: reasonHashes.length, ...signed });
}

interface SignedWork extends NamedTask, Words {
  resubmissionDeadline?: number;
  resubmissionSignature?: string;
  force?: boolean;
}

/** Stores the signed resubmission of a request that `requireSigned` has accepted. */
export async function resubmit(
  given: SignedWork,
  { randomBytes, ...asker }: Omit<AskerOfWork, "record"> & { randomBytes: (size: number) => Buffer },
  unit: UnitOfWork,
) {
  const record = await taskToCall(given, asker.services);
  const work = privateContent("submission", given, randomBytes);
  const { resubmissionDeadline: deadline = 0, resubmissionSignature: signature = "" } = given;
  return storeResubmission(
    { submissionHash: contentHash(work), deadline, signature, work, force: given.force },
    { ...asker, record },
    unit,
  );
}

/**
 * Stores the worker's new work, which the poster sees at once; it is on the chain once the signature is anchored. A
 * change request accepts one such answer: with two, the poster could anchor the earlier draft. The response includes
 * the worker's own transaction, in case no keeper acts in time.
 */
export async function storeResubmission(signed: Signed, given: AskerOfWork, unit?: UnitOfWork) {
  const { submissionHash, deadline, signature } = signed;
  const { wallet, services, nowMs } = given;
  const record = await requireChangeRequest(given);
  const asker = { ...given, record };
  const { task } = record;
  if (deadline < (task.deadlines.resubmitBy ?? 0)) {
    refuseField(
      "/resubmissionDeadline",
      `must be at least ${task.deadlines.resubmitBy}`,
      "The signature must be valid until the change request's deadline.",
    );
  }
  if (task.submissionHashes.includes(submissionHash)) {
    const detail =
      "This work was submitted before, and the poster asked for changes. Send new work, or the same with another salt.";
    return refuseWith("state_conflict", detail, asker);
  }
  const { contract, taskId, reasonHashes } = task;
  const round = reasonHashes.length;
  const anchoring = (signed: Hex) =>
    ({
      function: "resubmitWork",
      contract,
      taskId,
      round,
      submissionHash,
      signed: { deadline, signature: signed },
    }) as const;
  const accepted = await contractSignature(
    {
      signer: wallet,
      signature,
      record,
      pointer: "/resubmissionSignature",
      call: anchoring,
      from: OUTSIDER,
      typedData: typedDataOf(task, { submissionHash, deadline }, services),
      whatToSign: "Prepare this work again and sign the typed data with the task's worker.",
    },
    services,
    nowMs,
  );
  const description = `Records the new work of task ${task.taskId} on the chain; it counts only there.`;
  const transaction = await prepare(
    { wallet, call: anchoring(accepted), description, record, prove: PROVEN },
    services,
    nowMs,
  );
  await requireWork(asker, PROVEN);
  const work = await bringWork(signed, asker, unit);
  const resubmission = await services.resubmissions.keep(
    task,
    { round, submissionHash, deadline, signature: accepted },
    unit,
  );
  if (resubmission.submissionHash !== submissionHash) return refuseSecond(resubmission, asker);
  const viewer = { wallet, interest: null, resubmission, nowMs };
  const view = taskView(record, requireEscrows(services.settings.escrows), viewer);
  return {
    ok: true as const,
    code: "resubmitted" as const,
    transactions: [transaction],
    task: view,
    submissionHash,
    verdict: verdictIn(record.metadata, work),
    _nextAction: view._nextAction,
  };
}

/** The worker's mandate has to allow new work: its signature is all that anyone needs to anchor it. */
export function requireWork({ wallet, services, nowMs }: Asker, prove: ProveWallet): Promise<void> {
  return requireMandate({ wallet, demands: [RESUBMISSION], prove }, services.mandates, nowMs);
}

/**
 * Refuses to prepare a second signed resubmission: anyone who has the first one can submit it to the
 * chain.
 */
export async function requireUnanswered(submissionHash: Hex, asker: AskerOfWork): Promise<void> {
  const known = await asker.services.resubmissions.find(asker.record.task);
  if (known && known.submissionHash !== submissionHash) await refuseSecond(known, asker);
}

function refuseSecond({ submissionHash }: Resubmission, asker: AskerOfWork): Promise<never> {
  const detail = `This change request already has its one signed resubmission, submissionHash ${submissionHash}. Submit that one to the chain.`;
  return refuseWith("state_conflict", detail, asker);
}

/** The work, stored with the task and judged by its schema. */
async function bringWork(
  { work, submissionHash, force }: Signed,
  { record, wallet, services, nowMs }: AskerOfWork,
  unit?: UnitOfWork,
): Promise<ContentOf<"submission">> {
  const { contentStore } = services;
  const citations = submissionOf(record.task, submissionHash);
  if (work && contentHash(work) !== submissionHash)
    refuse(
      "metadata_hash_mismatch",
      "Text, links, salt and output do not hash to submissionHash. Send them exactly as hashed.",
    );
  const draft = work ? null : await storedDraft(citations, contentStore);
  // The draft may have been prepared for another task of the worker.
  if (draft && verdictIn(record.metadata, draft)?.checkedAt !== null) return draft;
  const content = await judged((work ?? draft)!, record, { force, caller: wallet, nowMs, services });
  await contentStore.put(
    citations.map((citation) => ({ citation, content })),
    unit,
  );
  return content;
}

async function storedDraft(
  citations: readonly Citation[],
  contentStore: Services["contentStore"],
): Promise<ContentOf<"submission">> {
  await contentStore.adopt(citations);
  const [stored] = await contentStore.find(citations);
  if (stored?.content.kind === "submission") return stored.content;
  return refuseField("/text", "is required", "The work is no longer stored. Send it exactly as hashed, with its salt.");
}
