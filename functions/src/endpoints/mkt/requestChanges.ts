import { citationOf, contentHash, type Citation } from "../../domain/content";
import { refuse, Refusal, type RefusalOptions } from "../../domain/errors";
import { nextAction } from "../../domain/task/nextAction";
import { taskView } from "../../domain/task/view";
import { requireEscrows } from "../../domain/messages/requestText";
import { requirePrivateText } from "../../domain/text";
import { endpoint, refusals, signed } from "../../http/endpoint";
import { anyObject, literal, nullable, object, optional } from "../../schema/build";
import { ContractName, TaskId, TxHash } from "../../schema/common";
import { Links, PrivateWords, Salt } from "../../schema/content";
import { NextAction, TaskView } from "../../schema/task";
import { confirm } from "../../application/tasks/confirm";
import { prepare } from "../../application/tasks/prepare";
import { CONFIRM_ERRORS } from "../../application/tasks/sent";
import { refuseWith, syncedTask, taskToCall, type TaskRecord } from "../../application/tasks/task";
import { privateContent } from "../../application/tasks/work";
import { viewerOf } from "../../application/tasks/requestedTask";

const PATH = "/mkt/request-changes";

/** The buyer requests changes: the reason is stored here, its hash on the chain. */
export default endpoint({
  method: "POST",
  path: PATH,
  summary: "Buyer asks the worker for changes, with a reason",
  description:
    "The first call, without txHash, stores the reason as a draft and answers 409 request_changes_chain_step_required: _nextAction.body has the " +
    "transaction to send, and the fields for the second call, to which txHash is added. The answer stays the same, without a transaction, until the chain " +
    "has confirmed it. The worker can read the reason once its hash is on the chain.",
  auth: signed,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    reason: { ...PrivateWords, description: "Why, and what to change; only the worker can read it." },
    links: optional(Links),
    salt: optional({ ...Salt, description: "As returned by the first call." }),
    txHash: optional({ ...TxHash, description: "The confirmed requestChanges transaction." }),
    transaction: optional(anyObject({ description: "As returned by the first call; ignored." })),
  }),
  check: ({ reason }) => requirePrivateText(reason, "/reason"),
  output: object({
    ok: literal(true),
    code: literal("changes_requested"),
    task: TaskView,
    _nextAction: nullable(NextAction),
  }),
  advises: true,
  errors: [...CONFIRM_ERRORS, "task_not_found", "forbidden_role", "request_changes_chain_step_required"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12", reason: "The second paragraph is missing." },

  handle: async ({ input, caller: { wallet }, nowMs, randomBytes, unit }, services) => {
    const known = await taskToCall(input, services);
    const { contract, taskId } = known.task;
    if (wallet !== known.task.poster)
      return refuseWith(
        "forbidden_role",
        "Only the task's poster may request changes.",
        known,
        wallet,
        services,
        nowMs,
      );
    const content = privateContent("reason", { ...input, text: input.reason }, randomBytes);
    const reasonHash = contentHash(content);
    if (input.txHash !== undefined) return confirmed(input.txHash);
    const standsInProjection = citationOf(known.task, null, content) !== null || known.task.state === "SUBMITTED";
    // The work, or this request itself, may be on the chain but not in the projection yet.
    const record = standsInProjection ? known : await syncedTask(known.task, services);
    const { task } = record;
    const citation = citationOf(task, null, content);
    if (citation) return standing(citation, record);
    if (task.state !== "SUBMITTED") {
      return refuseWith(
        "state_conflict",
        `The task is ${task.state}; changes can be requested only while it is SUBMITTED.`,
        record,
        wallet,
        services,
        nowMs,
      );
    }
    const call = { function: "requestChanges", contract, taskId, reasonHash } as const;
    const transaction = await prepare(
      { wallet, call, record, description: `Requests changes to the work of task ${taskId}.` },
      services,
      nowMs,
    );
    await services.contentStore.keepDrafts(wallet, [content], nowMs, unit);
    return chainStep(
      "Send the transaction in _nextAction.body, then call again with its txHash.",
      { transaction },
      { isAnswer: true },
    );

    async function confirmed(txHash: string) {
      const names = ["ChangesRequested"] as const;
      const fits = (event: { name: string }) => "reasonHash" in event && event.reasonHash === reasonHash;
      const bringTexts = async (citations: readonly Citation[]) => {
        const isOwn = ({ kind, hash }: Citation) => kind === "reason" && hash === reasonHash;
        await services.contentStore.put(
          citations.filter(isOwn).map((citation) => ({ citation, content })),
          unit,
        );
        await services.contentStore.adopt(
          citations.filter((other) => !isOwn(other)),
          unit,
        );
      };
      try {
        const answer = await confirm(
          { sent: { txHash }, wallet, contract, taskId, names, fits, known, bringTexts },
          services,
          nowMs,
        );
        return { ...answer, code: "changes_requested" as const };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code !== "tx_not_confirmed")
          return refuseWith(error.code, error.detail, known, wallet, services, nowMs);
        return chainStep(
          "The transaction is not in a confirmed block yet. Send the same request again in a moment.",
          { txHash },
          { isPending: true, retryAfter: 2 },
        );
      }
    }

    function chainStep(detail: string, more: object, options: RefusalOptions): never {
      const { text, links, salt } = content.value;
      const { deadline, onSilence } =
        nextAction(known.task, { wallet, interest: null, resubmission: null, nowMs }) ?? {};
      return refuse("request_changes_chain_step_required", detail, {
        ...options,
        nextAction: {
          actor: "poster",
          action: "requestChanges",
          endpoint: PATH,
          method: "POST",
          deadline,
          onSilence,
          reason: "The change request counts, and the worker's time starts, once it is on the chain.",
          body: { contract, taskId: String(taskId), reason: text, links, salt, ...more },
        },
      });
    }

    /** The answer for a request that is already on the chain, confirmed or indexed. */
    async function standing(citation: Citation, record: TaskRecord) {
      await services.contentStore.put([{ citation, content }], unit);
      const view = taskView(
        record,
        requireEscrows(services.settings.escrows),
        await viewerOf(record.task, wallet, nowMs, services),
      );
      return { ok: true as const, code: "changes_requested" as const, task: view, _nextAction: view._nextAction };
    }
  },
});
