import type { Address } from "../../domain/address";
import { contentHash, submissionOf, type ContentOf } from "../../domain/content";
import { refuse } from "../../domain/errors";
import type { Hex } from "../../domain/keccak";
import { requireEscrows } from "../../domain/messages/requestText";
import { resubmissionTypedData } from "../../domain/messages/typedData";
import type { Resubmission } from "../../domain/task/call";
import { canResubmit } from "../../domain/task/resubmit";
import { roleOf, type Task } from "../../domain/task/task";
import { taskView } from "../../domain/task/view";
import type { UnitOfWork } from "../../domain/unitOfWork";
import type { Services } from "../services";
import { ANYBODY, contractSignature } from "./contractSignature";
import { prepare } from "./prepare";
import { refuseWith, syncedTask, type TaskRecord } from "./task";

/** New work for the open change request of a task, as signed by its worker. */
export interface Signed {
  readonly wallet: Address;
  readonly submissionHash: Hex;
  /** Unix seconds. */
  readonly deadline: number;
  readonly signature: string;
  /** The work itself; null if its draft is stored. */
  readonly work: ContentOf<"submission"> | null;
}

/**
 * The task with an open change request that this worker may answer now; reads the chain if the projection has none.
 * Refuses `forbidden_role` for other wallets, and `state_conflict` if there is none (M9).
 */
export async function requireChangeRequest(
  record: TaskRecord,
  wallet: Address,
  services: Services,
  nowMs: number,
): Promise<TaskRecord> {
  const known = canResubmit(record.task, wallet, nowMs) ? record : await syncedTask(record.task, services);
  if (roleOf(known.task, wallet) !== "worker") {
    return refuseWith("forbidden_role", "Only the task's worker may submit work.", known, wallet, services, nowMs);
  }
  if (canResubmit(known.task, wallet, nowMs)) return known;
  return refuseWith(
    "state_conflict",
    "The task has no open change request, or its deadline has passed.",
    known,
    wallet,
    services,
    nowMs,
  );
}

/**
 * What the worker signs, so that anyone can submit the work to the chain; valid until the change request's deadline.
 */
export function resubmissionRequest(task: Task, submissionHash: Hex, { settings }: Pick<Services, "settings">) {
  const deadline = task.deadlines.resubmitBy ?? 0;
  const domain = { chainId: settings.chainId, escrow: requireEscrows(settings.escrows)[task.contract] };
  const typedData = resubmissionTypedData(domain, {
    taskId: task.taskId,
    round: task.reasonHashes.length,
    submissionHash,
    deadline,
  });
  return {
    field: "resubmissionSignature",
    reason:
      "Submits the new work without gas: send it with submissionHash and resubmissionDeadline. Anyone can submit it to the chain.",
    deadline,
    typedData,
  };
}

/**
 * Stores the worker's new work, which the poster sees at once; it is on the chain once the signature is anchored. A
 * change request accepts one such answer: with two, the poster could anchor the earlier draft. The response includes
 * the worker's own transaction, in case no keeper acts in time.
 */
export async function storeResubmission(
  signed: Signed,
  given: TaskRecord,
  services: Services,
  nowMs: number,
  unit?: UnitOfWork,
) {
  const { wallet, submissionHash, deadline, signature } = signed;
  const record = await requireChangeRequest(given, wallet, services, nowMs);
  const { task } = record;
  if (deadline < (task.deadlines.resubmitBy ?? 0)) {
    refuse("invalid_request", "The signature must be valid until the change request's deadline.", {
      errors: [{ pointer: "/resubmissionDeadline", message: `must be at least ${task.deadlines.resubmitBy}` }],
    });
  }
  if (task.submissionHashes.includes(submissionHash)) {
    const detail =
      "This work was submitted before, and the buyer asked for changes. Send new work, or the same with another salt.";
    return refuseWith("state_conflict", detail, record, wallet, services, nowMs);
  }
  const domain = {
    chainId: services.settings.chainId,
    escrow: requireEscrows(services.settings.escrows)[task.contract],
  };
  const round = task.reasonHashes.length;
  const anchoring = (signed: Hex) => {
    const answer = { round, submissionHash, deadline, signature: signed };
    return {
      function: "resubmitWork",
      contract: task.contract,
      taskId: task.taskId,
      submissionHash,
      signed: answer,
    } as const;
  };
  const accepted = await contractSignature(
    {
      signer: wallet,
      signature,
      record,
      pointer: "/resubmissionSignature",
      call: anchoring,
      from: ANYBODY,
      typedData: resubmissionTypedData(domain, { taskId: task.taskId, round, submissionHash, deadline }),
      whatToSign: "Prepare this work again and sign the typed data with the task's worker.",
    },
    services,
    nowMs,
  );
  const description = `Records the new work of task ${task.taskId} on the chain; it counts only there.`;
  const transaction = await prepare({ wallet, call: anchoring(accepted), description, record }, services, nowMs);
  await bringWork(signed, task, services, unit);
  const resubmission = await services.resubmissions.keep(
    task,
    { round, submissionHash, deadline, signature: accepted },
    unit,
  );
  if (resubmission.submissionHash !== submissionHash)
    return refuseSecond(resubmission, record, wallet, services, nowMs);
  const view = taskView(record, requireEscrows(services.settings.escrows), {
    wallet,
    interest: null,
    resubmission,
    nowMs,
  });
  return {
    ok: true as const,
    code: "resubmitted" as const,
    transactions: [transaction],
    task: view,
    submissionHash,
    _nextAction: view._nextAction,
  };
}

/**
 * Refuses to prepare a second signed answer to a change request: anyone who has the first one can submit it to the
 * chain.
 */
export async function requireUnanswered(
  record: TaskRecord,
  submissionHash: Hex,
  wallet: Address,
  services: Services,
  nowMs: number,
): Promise<void> {
  const known = await services.resubmissions.find(record.task);
  if (known && known.submissionHash !== submissionHash) await refuseSecond(known, record, wallet, services, nowMs);
}

function refuseSecond(
  { submissionHash }: Resubmission,
  record: TaskRecord,
  wallet: Address,
  services: Services,
  nowMs: number,
): Promise<never> {
  const detail = `This change request already has its one signed answer, submissionHash ${submissionHash}. Submit that one to the chain.`;
  return refuseWith("state_conflict", detail, record, wallet, services, nowMs);
}

async function bringWork(
  { work, submissionHash }: Signed,
  task: Task,
  { contentStore }: Pick<Services, "contentStore">,
  unit?: UnitOfWork,
): Promise<void> {
  const citations = submissionOf(task, submissionHash);
  if (work) {
    if (contentHash(work) !== submissionHash)
      refuse(
        "metadata_hash_mismatch",
        "Text, links and salt do not hash to submissionHash. Send them exactly as hashed.",
      );
    return contentStore.put(
      citations.map((citation) => ({ citation, content: work })),
      unit,
    );
  }
  await contentStore.adopt(citations);
  if ((await contentStore.find(citations)).length > 0) return;
  refuse("invalid_request", "The work is no longer stored. Send text, links and salt exactly as hashed.", {
    errors: [{ pointer: "/text", message: "is required" }],
  });
}
