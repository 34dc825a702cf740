import { listMessages } from "../../../application/tasks/reading/messages";
import { refuse } from "../../../domain/errors";
import { THREAD_ROLES } from "../../../domain/thread";
import { endpoint, refusals, signedOrSession } from "../../../http/endpoint";
import { integer, nullable, object, oneOf, optional, string } from "../../../schema/build";
import { Address, Time } from "../../../schema/common";
import { pageInput, pageOf } from "../../../schema/list";
import { MessageView, ThreadFields } from "../../../schema/work";
import { TaskNames } from "../../../schema/task";

/** The messages of a thread, for those who have a part in it. */
export default endpoint({
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
    refuse("invalid_request", `after ${message}.`, { errors: [{ pointer: "/after", message }] });
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
