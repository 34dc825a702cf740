import { schemaHash } from "../../domain/acceptance/acceptance";
import { contentHash, submissionOf } from "../../domain/content";
import { Refusal } from "../../domain/errors";
import { typedDataDigest } from "../../domain/messages/typedData";
import { taskName, type TaskKey } from "../../domain/task/events";
import { MAX_GASLESS_SECONDS } from "../../domain/task/gasless";
import { submissionHashOf, type Task } from "../../domain/task/task";
import { ChainUnavailable } from "../../ports/chain";
import type { Log } from "../../ports/log";
import { StoreUnavailable } from "../../ports/storeUnavailable";
import type { Services } from "../services";
import { roundOf, sendVerdict, typedDataOf, viewFor } from "./judge";
import { syncedTask } from "./task";

/**
 * The service's own verdict on a task's latest work: approved if it is judged by schema, and the output that the chain has
 * the hash of meets the schema of this very task. Nothing happens otherwise. True if it was sent.
 */
async function judgeBySchema(key: TaskKey, services: Services, nowMs: number): Promise<boolean> {
  const { settings, signVerdict, tasks } = services;
  if (!settings.judge || !signVerdict || !settings.relay) return false;
  const record = await tasks.get(key);
  if (!record) return false;
  const { task, metadata } = record;
  const schema = metadata?.acceptance?.outputSchema;
  const submissionHash = submissionHashOf(task);
  if (task.state !== "SUBMITTED" || task.judge !== settings.judge.address || !schema || !submissionHash) return false;
  const [proven] = await services.contentStore.find(submissionOf(task, submissionHash));
  const work = proven?.content;
  if (work?.kind !== "submission" || !work.value.output || contentHash(work) !== submissionHash) return false;
  // What failed this very schema fails it again.
  if (work.verdict?.result === "failed" && work.verdict.schemaHash === schemaHash(schema)) return false;
  const failures = await services.outputChecker.failures(schema, work.value.output, `judge ${task.poster}`);
  if (typeof failures === "string" || failures.length > 0) return false;
  const deadline = Math.floor(nowMs / 1_000) + MAX_GASLESS_SECONDS;
  const signed = { contract: task.contract, taskId: task.taskId, round: roundOf(task), submissionHash, deadline };
  const signature = signVerdict(typedDataDigest(typedDataOf(signed, services)));
  // On the worker's account: the service's judge serves all tasks.
  await sendVerdict({ function: "approveByJudge", ...signed, signature }, record, task.worker ?? task.poster, {
    services,
    nowMs,
  });
  await syncedTask(task, services);
  return true;
}

/** The same right after a step that brought work: the task as it is then, or null. What fails here, the job tries again. */
export async function judgedAtOnce(key: TaskKey, viewer: Task["poster"], services: Services, nowMs: number) {
  try {
    if (!(await judgeBySchema(key, services, nowMs))) return null;
    return { ok: true as const, ...(await viewFor(await syncedTask(key, services), viewer, services, nowMs)) };
  } catch (error) {
    if (error instanceof Refusal || error instanceof ChainUnavailable || error instanceof StoreUnavailable) return null;
    throw error;
  }
}

/** The most works that one run of the job evaluates. */
const MAX_LOOKED_AT = 500;

/** Judges by schema what was submitted without a call to this service, or could not be judged then. */
export async function judgeWaiting(services: Services, log: Log, nowMs: () => number): Promise<number> {
  const { judge } = services.settings;
  if (!judge) return 0;
  let approved = 0;
  for (const { task } of await services.tasks.judging(judge.address, MAX_LOOKED_AT)) {
    try {
      if (await judgeBySchema(task, services, nowMs())) approved += 1;
    } catch (error) {
      log.warn("judge.failed", { task: taskName(task), reason: error instanceof Refusal ? error.code : nameOf(error) });
    }
  }
  return approved;
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "unknown");
