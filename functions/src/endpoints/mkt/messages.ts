import { listMessages, postMessage } from "../../application/tasks/reading/messages";
import { refuseField } from "../../domain/errors";
import {
  MAX_MESSAGES_IN_DAY,
  MAX_MESSAGES_IN_HOUR,
  MAX_UNANSWERED,
  requireGoodMessage,
  THREAD_ROLES,
} from "../../domain/thread";
import { endpoint, refusals, signedOrSession } from "../../http/endpoint";
import { integer, literal, nullable, object, oneOf, optional, string } from "../../schema/build";
import { Address, Time } from "../../schema/common";
import { pageInput, pageOf } from "../../schema/list";
import { TaskNames } from "../../schema/task";
import { MessageFields, MessageNumber, MessageView, ThreadFields } from "../../schema/work";

/** A party of a task writes to the other. */
export const mktMessages = endpoint({
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

/** The messages of a thread, for those who have a part in it. */
export const mktMessagesList = endpoint({
  method: "POST",
  path: "/mkt/messages/list",
  summary: "Read the messages between the poster and one worker of a task",
  description:
    "Newest first. With after, the messages since that number, oldest first: nextCursor is the next after, and null once there are no more.",
  auth: signedOrSession("read"),
  input: object({
    ...ThreadFields,
    ...pageInput("messages"),
    after: optional(
      integer({ minimum: 0, maximum: 1e9, description: "The number of the last message that you know." }),
    ),
  }),
  check: ({ cursor, after }) => {
    if (cursor === undefined || after === undefined) return;
    const message = "is for newest first, so not with cursor";
    refuseField("/after", message);
  },
  output: object({
    ...TaskNames,
    poster: Address,
    worker: Address,
    role: { ...oneOf(...THREAD_ROLES), description: "Yours in this thread." },
    closed: nullable(string({ description: "Why you can't write here now; null if you can." })),
    closesAt: { ...nullable(Time), description: "When the thread of a settled task closes for its parties." },
    ...pageOf(MessageView).properties,
  }),
  errors: ["task_not_found", "not_found", "forbidden_role"],
  rateLimit: refusals(300),
  example: { contract: "agent-fast", taskId: "12", after: 0 },

  handle: ({ input, caller: { wallet }, nowMs }, services) => listMessages(input, wallet, services, nowMs),
});
