import { confirmedView } from "../../application/views/task";
import { requestChanges } from "../../application/tasks/review/requestChanges";
import { CONFIRM_ERRORS } from "../../application/tasks/sent";
import { taskToCall } from "../../application/tasks/task";
import { requirePrivateText } from "../../domain/text";
import { endpoint, refusals, signed } from "../../http/endpoint";
import { anyObject, each, literal, nullable, object, optional } from "../../schema/build";
import { Bytes32, TxHash } from "../../schema/common";
import { Links, PrivateWords, Salt } from "../../schema/content";
import { NextAction, ConfirmedFields, StepFields } from "../../schema/task";

const PATH = "/mkt/request-changes";

/** The poster requests changes: the reason is stored here, its hash on the chain. */
export default endpoint({
  method: "POST",
  path: PATH,
  summary: "Poster asks the worker for changes, with a reason",
  description:
    "The first call, without txHash, stores the reason as a draft and answers 409 request_changes_chain_step_required. `_nextAction.body` has the " +
    "transaction to send, or gasless to sign, and the fields for the second call, to which txHash is added. The answer stays the same, without a transaction, until the chain " +
    "has confirmed it. The worker can read the reason once its hash is on the chain.",
  auth: signed,
  input: object({
    ...StepFields,
    submissionHash: optional({ ...Bytes32, description: "The work that you have read; the current one if left out." }),
    reason: { ...PrivateWords, description: "Why, and what to change; only the worker can read it." },
    links: optional(Links),
    salt: optional({ ...Salt, description: "As returned by the first call." }),
    txHash: optional({ ...TxHash, description: "The confirmed requestChanges transaction." }),
    ...each(
      ["transaction", "gasless"],
      optional(anyObject({ description: "As the first call returned it; ignored." })),
    ),
  }),
  check: ({ reason }) => requirePrivateText(reason, "/reason"),
  output: object({
    ok: literal(true),
    code: literal("changes_requested"),
    ...ConfirmedFields,
    _nextAction: nullable(NextAction),
  }),
  advises: true,
  errors: [...CONFIRM_ERRORS, "task_not_found", "forbidden_role", "request_changes_chain_step_required"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12", reason: "The second paragraph is missing." },

  handle: async ({ input, caller: { wallet }, nowMs, randomBytes, unit }, services) => {
    const { txHash, view, reason: text } = input;
    const known = { record: await taskToCall(input, services), words: { ...input, text }, txHash };
    const answer = await requestChanges({ path: PATH, wallet, ...known, nowMs, randomBytes, services, unit });
    return confirmedView(answer, view);
  },
});
