import type { Address } from "../../../domain/address";
import {
  answerOf,
  contentHash,
  mayRead,
  MAX_ARBITER_DAYS,
  requireGoodContent,
  type Citation,
  type ContentOf,
} from "../../../domain/content";
import { refuse } from "../../../domain/errors";
import { requireEscrows } from "../../../domain/messages/requestText";
import { formatUsdc } from "../../../domain/money";
import type { TaskEvent } from "../../../domain/task/events";
import { nextAction } from "../../../domain/task/nextAction";
import { roleOf } from "../../../domain/task/task";
import { whyNoAnswer, readable, textsOf } from "../../../domain/task/texts";
import { iso } from "../../../domain/time";
import { payouts } from "../../../domain/workflow/walk";
import type { Services } from "../../services";
import { taskNames, taskView } from "../../views/task";
import { messagesOfCase } from "../reading/messages";
import { readersTask } from "../reading/read";
import { requestedKey, type NamedTask } from "../requestedTask";
import { resubmissionOf, viewerOf } from "../viewer";
import { required } from "../step/sent";
import { confirm, prepareStep, type SentStep, type StepRequest, type TaskStepRequest } from "../step/step";
import { refuseWith, syncedTask, taskToCall } from "../task";
import type { TaskRecord } from "../../../ports/tasks";
import { privateContent, type Author, type Words } from "../work/work";

/** The whole case of a dispute, for its parties and its arbiter; refuses `forbidden_role` for others. */
export async function disputeCase(named: NamedTask, wallet: Address, services: Services, nowMs: number) {
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
    const detail = `The arbiter may read a case until ${MAX_ARBITER_DAYS} days after its end; that time is over.`;
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
    answeredAt: answer && iso(answer.at),
    messages: messages ?? { items: [], nextCursor: null },
  };
}

/** Stores the poster's only answer in the dispute of its task; refuses `state_conflict` if there is another. */
export async function answerDispute(given: NamedTask & Words, author: Author) {
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
    const detail = "You have already answered in this dispute; an answer cannot be changed. Read it with /mkt/dispute.";
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
    answeredAt: iso(answer.at),
    _nextAction: nextAction(task, { wallet, interest: null, resubmission: null, hasAnswered: true, nowMs }),
  };
}

interface Ruling {
  workerShareBps?: number;
  forfeitStake?: boolean;
  reason?: string;
}

/** The arbiter's ruling, with what each side would get; its reason is kept as a draft. */
export async function prepareRuling(request: TaskStepRequest<Ruling>) {
  await requireArbiter(request);
  const { task } = request.record;
  const { contract, taskId } = task;
  const { workerShareBps, forfeitStake, reason } = required(request.input, "workerShareBps", "forfeitStake", "reason");
  const content = ruling(reason);
  const rulingHash = contentHash(content);
  const gets = payouts("asRuled", task, { workerShareBps, forfeitStake });
  const [posterGetsUsdc, workerGetsUsdc] = [formatUsdc(gets.poster), formatUsdc(gets.worker)];
  const answer = await prepareStep(request, {
    call: { function: "rule", contract, taskId, workerShareBps, forfeitStake, rulingHash },
    description: `Rules on task ${taskId}: ${posterGetsUsdc} USDC to the poster, ${workerGetsUsdc} USDC to the worker.`,
    actor: "arbiter",
    drafts: [content],
  });
  return { ...answer, rulingHash, posterGetsUsdc, workerGetsUsdc };
}

/** The task after the ruling, with its reason: as given, or as it was prepared. */
export async function confirmRuling(request: StepRequest<SentStep & Ruling>) {
  const { input, wallet, services, nowMs } = request;
  const { reason } = input;
  await requireArbiter({ ...request, record: await taskToCall(input, services) });
  const content = reason === undefined ? null : ruling(reason);
  const bringTexts = async (citations: readonly Citation[]) => {
    const proven = citations.filter(({ kind, hash }) => kind === "ruling" && content && hash === contentHash(content));
    if (content && proven.length === 0)
      refuse(
        "metadata_hash_mismatch",
        "The ruling counts, but its rulingHash is not keccak256 of this reason. Send the reason exactly as it was hashed.",
      );
    await services.contentStore.adopt(citations.filter((citation) => !proven.includes(citation)));
    if (content) await services.contentStore.put(proven.map((citation) => ({ citation, content })));
  };
  const fits = (event: TaskEvent) => event.name === "TaskResolved" && !event.byDefault;
  const key = requestedKey(input, services);
  return confirm({ sent: input, wallet, ...key, names: ["TaskResolved"], fits, bringTexts }, services, nowMs);
}

function ruling(value: string): ContentOf<"ruling"> {
  const content: ContentOf<"ruling"> = { kind: "ruling", value };
  requireGoodContent(content, "/reason");
  return content;
}

async function requireArbiter(request: StepRequest & { readonly record: TaskRecord }): Promise<void> {
  const { arbiter } = request.record.task;
  if (request.wallet !== arbiter)
    await refuseWith("forbidden_role", `Only the task's arbiter may rule on it. Use the wallet ${arbiter}.`, request);
}
