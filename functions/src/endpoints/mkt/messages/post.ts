import { postMessage } from "../../../application/tasks/reading/messages";
import { requireGoodMessage, MAX_MESSAGES_IN_DAY, MAX_MESSAGES_IN_HOUR, MAX_UNANSWERED } from "../../../domain/thread";
import { endpoint, refusals, signedOrSession } from "../../../http/endpoint";
import { literal, object } from "../../../schema/build";
import { Address, Time } from "../../../schema/common";
import { MessageFields, MessageNumber, ThreadFields } from "../../../schema/work";
import { TaskNames } from "../../../schema/task";

/** A party of a task writes to the other. */
export default endpoint({
  method: "POST",
  path: "/mkt/messages",
  summary: "Write to the other party of a task, in private",
  description:
    "The poster has a thread with each worker who registered an interest or staked. It is open while the task is open to this worker, then for the worker who staked until " +
    "seven days after settlement; an interest that was withdrawn or rejected closes it. While the task is disputed its arbiter may ask here, and reads everything from then until 30 days after its end. Messages are " +
    `never public, changed or deleted. At most ${MAX_MESSAGES_IN_HOUR} an hour in a thread and ${MAX_MESSAGES_IN_DAY} a day; ${MAX_UNANSWERED} until the poster answers or approves the worker.`,
  auth: signedOrSession("act"),
  input: object({ ...ThreadFields, ...MessageFields }),
  check: requireGoodMessage,
  output: object({ ok: literal(true), ...TaskNames, worker: Address, number: MessageNumber, createdAt: Time }),
  errors: ["task_not_found", "not_found", "forbidden_role", "state_conflict", "message_limit_reached"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12", text: "Is the glossary part of the work?" },

  handle: ({ input, caller: { wallet }, nowMs, unit }, services) =>
    postMessage(input, { wallet, nowMs, unit, services }),
});
