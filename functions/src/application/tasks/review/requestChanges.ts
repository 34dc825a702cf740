import type { Address } from "../../../domain/address";
import { citationOf, contentHash, type Citation, type ContentOf } from "../../../domain/content";
import { refuse, Refusal, type RefusalOptions } from "../../../domain/errors";
import type { Hex } from "../../../domain/keccak";
import { requireEscrows } from "../../../domain/messages/requestText";
import { ENVELOPE_FIELDS } from "../../../domain/messages/signedRequest";
import { nextAction } from "../../../domain/task/nextAction";
import { taskView } from "../../views/task";
import type { UnitOfWork } from "../../../domain/unitOfWork";
import { PROVEN } from "../../proof";
import type { Services } from "../../services";
import { confirm } from "../step/step";
import { forwarded } from "../relay/gasless";
import { prepare } from "../step/prepare";
import { viewerOf } from "../requestedTask";
import { refuseWith, syncedTask } from "../task";
import type { TaskRecord } from "../../../ports/tasks";
import { privateContent, type Words } from "../work/work";

/** A poster's request for changes to submitted work. */
interface ChangeRequest {
  readonly path: string;
  readonly wallet: Address;
  readonly record: TaskRecord;
  readonly content: ContentOf<"reason">;
  /** The transaction that puts the reason's hash on the chain; undefined if it was not sent yet. */
  readonly txHash: string | undefined;
  readonly nowMs: number;
  readonly services: Services;
  readonly unit: UnitOfWork;
}

interface Asked {
  /** The reason, and the work that the poster has read; the current one if it names none. */
  readonly words: Words & { submissionHash?: string | undefined };
  readonly randomBytes: (size: number) => Buffer;
}

/**
 * The task after the change request. Until that is on the chain, refuses `request_changes_chain_step_required` with the
 * transaction to send.
 */
export async function requestChanges(asked: Omit<ChangeRequest, "content"> & Asked) {
  const { wallet, record: known, words, randomBytes, txHash, services, nowMs, unit } = asked;
  if (wallet !== known.task.poster)
    return refuseWith("forbidden_role", "Only the task's poster may request changes. Use the poster's wallet.", asked);
  const content = privateContent("reason", words, randomBytes);
  const request = { ...asked, content };
  if (txHash !== undefined) return confirmed(request, txHash);
  const isInProjection = citationOf(known.task, null, content) !== null || known.task.state === "SUBMITTED";
  // The work, or this request itself, may be on the chain but not in the projection yet.
  const record = isInProjection ? known : await syncedTask(known.task, services);
  const { task } = record;
  const citation = citationOf(task, null, content);
  if (citation) return alreadyOnChain(citation, { ...request, record });
  if (task.state !== "SUBMITTED") {
    const detail = `The task is ${task.state}; changes can be requested only while it is SUBMITTED.`;
    return refuseWith("state_conflict", detail, { ...request, record });
  }
  const { contract, taskId } = task;
  const submissionHash = (words.submissionHash as Hex | undefined) ?? task.submissionHashes.at(-1)!;
  const reasonHash = contentHash(content);
  const call = { function: "requestChanges", contract, taskId, submissionHash, reasonHash } as const;
  const description = `Requests changes to the work of task ${taskId}.`;
  const transaction = await prepare({ wallet, call, record, description, prove: PROVEN }, services, nowMs);
  const gasless = await forwarded({ wallet, call, record, gas: BigInt(transaction.gas) }, services, nowMs);
  await services.contentStore.keepDrafts(wallet, [content], nowMs, unit);
  const detail = "Send the transaction in _nextAction.body, then call again with its txHash.";
  return refuseChainStep(detail, request, { submissionHash, transaction, ...gasless }, { isAnswer: true });
}

async function confirmed(request: ChangeRequest, txHash: string) {
  const { wallet, record: known, content, services, nowMs, unit } = request;
  const reasonHash = contentHash(content);
  const isOwn = ({ kind, hash }: Citation) => kind === "reason" && hash === reasonHash;
  const toConfirm = {
    sent: { txHash },
    wallet,
    contract: known.task.contract,
    taskId: known.task.taskId,
    names: ["ChangesRequested"] as const,
    fits: (event: { name: string }) => "reasonHash" in event && event.reasonHash === reasonHash,
    known,
    bringTexts: async (citations: readonly Citation[]) => {
      const own = citations.filter(isOwn).map((citation) => ({ citation, content }));
      await services.contentStore.put(own, unit);
      const others = citations.filter((other) => !isOwn(other));
      await services.contentStore.adopt(others, unit);
    },
  };
  try {
    return { ...(await confirm(toConfirm, services, nowMs)), code: "changes_requested" as const };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== "tx_not_confirmed") return refuseWith(error.code, error.detail, request);
    const detail = "The transaction is not in a confirmed block yet. Send the same request again in a moment.";
    return refuseChainStep(detail, request, { txHash }, { isPending: true, retryAfter: 2 });
  }
}

/** The answer for a request that is already on the chain, confirmed or indexed. */
async function alreadyOnChain(citation: Citation, { wallet, record, content, services, nowMs, unit }: ChangeRequest) {
  await services.contentStore.put([{ citation, content }], unit);
  const viewer = await viewerOf(record, wallet, nowMs, services);
  const view = taskView(record, requireEscrows(services.settings.escrows), viewer);
  return { ok: true as const, code: "changes_requested" as const, task: view, _nextAction: view._nextAction };
}

function refuseChainStep(
  detail: string,
  { path, wallet, record: { task }, content, nowMs }: ChangeRequest,
  more: object,
  options: RefusalOptions,
): never {
  const { text, links, salt } = content.value;
  const { deadline, onSilence } = nextAction(task, { wallet, interest: null, resubmission: null, nowMs }) ?? {};
  return refuse("request_changes_chain_step_required", detail, {
    ...options,
    nextAction: {
      actor: "poster",
      action: "requestChanges",
      endpoint: path,
      method: "POST",
      deadline,
      onSilence,
      reason: "The change request counts, and the worker's time starts, once it is on the chain.",
      body: { contract: task.contract, taskId: String(task.taskId), reason: text, links, salt, ...more },
      add: ["txHash", ...ENVELOPE_FIELDS],
    },
  });
}
