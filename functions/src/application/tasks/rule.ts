import { contentHash, requireGoodContent, type Citation, type ContentOf } from "../../domain/content";
import { refuse } from "../../domain/errors";
import { formatUsdc } from "../../domain/money";
import type { TaskEvent } from "../../domain/task/events";
import { payouts } from "../../domain/workflow/walk";
import { confirm, prepareStep, type SentStep, type StepRequest, type TaskStepRequest } from "./step";
import { requestedKey } from "./requestedTask";
import { required } from "./sent";
import { refuseWith, taskToCall, type TaskRecord } from "./task";

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
