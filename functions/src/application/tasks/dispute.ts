import type { Address } from "../../domain/address";
import { answerOf, contentHash, mayRead, MAX_ARBITER_DAYS } from "../../domain/content";
import { requireEscrows } from "../../domain/messages/requestText";
import { whyNoAnswer, readable, textsOf } from "../../domain/task/texts";
import { nextAction } from "../../domain/task/nextAction";
import { roleOf } from "../../domain/task/task";
import type { Services } from "../services";
import { taskNames } from "../views/names";
import { taskView } from "../views/task";
import { messagesOfCase } from "./messages";
import { readersTask } from "./read";
import { resubmissionOf, viewerOf } from "./requestedTask";
import { refuseWith, syncedTask, taskToCall } from "./task";
import { privateContent, type Author, type Words } from "./work";

interface Named {
  contract?: string;
  taskId: string | number;
}

/** The whole case of a dispute, for its parties and its arbiter; refuses `forbidden_role` for others. */
export async function disputeCase(named: Named, wallet: Address, services: Services, nowMs: number) {
  const record = await readersTask(await taskToCall(named, services), wallet, services, nowMs);
  const { task, answer } = record;
  const asker = { record, wallet, services, nowMs };
  const role = roleOf(task, wallet);
  if (role === "stranger")
    return refuseWith(
      "forbidden_role",
      "Only the task's poster, worker and arbiter may read its dispute. Sign with one of their wallets.",
      asker,
    );
  if (task.deadlines.ruleBy === null)
    return refuseWith(
      "state_conflict",
      `The task is ${task.state} and was never disputed. Read it with /mkt/task.`,
      asker,
    );
  if (!mayRead("evidence", task, wallet, nowMs)) {
    const detail = `The arbiter may read a case until ${MAX_ARBITER_DAYS} days after its end, and those are over.`;
    return refuseWith("forbidden_role", detail, asker);
  }
  const resubmission = await resubmissionOf(task, services);
  const citations = readable(record, resubmission, wallet, nowMs);
  const [found, viewer, messages] = await Promise.all([
    services.contentStore.find(citations),
    viewerOf(record, wallet, nowMs, services),
    task.worker && messagesOfCase(task, task.worker, services),
  ]);
  return {
    role,
    task: taskView(record, requireEscrows(services.settings.escrows), viewer),
    ...textsOf(task, record.metadata, citations, found),
    answeredAt: answer && new Date(answer.at).toISOString(),
    messages: messages ?? { items: [], nextCursor: null },
  };
}

/** Stores the poster's only answer in the dispute of its task; refuses `state_conflict` if there is another. */
export async function answerDispute(given: Named & Words, author: Author) {
  const { wallet, nowMs, randomBytes, services, unit } = author;
  const known = await taskToCall(given, services);
  if (roleOf(known.task, wallet) !== "poster")
    return refuseWith(
      "forbidden_role",
      "Only the task's poster may answer the evidence. Sign with the poster's wallet.",
      {
        record: known,
        ...author,
      },
    );
  // A contest that was not confirmed is not in the projection yet.
  const record = known.task.state === "REJECTED" ? await syncedTask(known.task, services) : known;
  const { task } = record;
  const reason = whyNoAnswer(task, nowMs);
  if (reason !== null) return refuseWith("state_conflict", reason, { record, ...author });
  const content = privateContent("answer", given, randomBytes);
  const hash = contentHash(content);
  const answer = await services.tasks.answer(task, { hash, at: nowMs }, unit);
  if (answer.hash !== hash) {
    const detail = "You have answered in this dispute, and an answer cannot be changed. Read it with /mkt/dispute.";
    return refuseWith("state_conflict", detail, { record: { ...record, answer }, ...author });
  }
  await services.contentStore.put(
    answerOf(task, hash).map((citation) => ({ citation, content })),
    unit,
  );
  return {
    ok: true as const,
    ...taskNames(task, services),
    answerHash: hash,
    salt: content.value.salt,
    answeredAt: new Date(answer.at).toISOString(),
    _nextAction: nextAction(task, { wallet, interest: null, resubmission: null, hasAnswered: true, nowMs }),
  };
}
