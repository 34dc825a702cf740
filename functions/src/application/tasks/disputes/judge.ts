import { schemaHash } from "../../../domain/acceptance";
import { contentHash, submissionOf } from "../../../domain/content";
import { refuse, Refusal } from "../../../domain/errors";
import { keccak256, type Hex } from "../../../domain/keccak";
import { requireEscrows } from "../../../domain/messages/requestText";
import { verdictTypedData, typedDataDigest } from "../../../domain/messages/typedData";
import type { Spender } from "../../../domain/payment/gasRisk";
import type { CallOf } from "../../../domain/task/call";
import { taskName, type TaskKey } from "../../../domain/task/events";
import { MAX_GASLESS_SECONDS } from "../../../domain/task/gasless";
import { CALLS } from "../../../domain/task/nextAction";
import { submissionHashOf, type Task } from "../../../domain/task/task";
import { ChainUnavailable } from "../../../ports/chain";
import type { Log } from "../../../ports/log";
import { StoreUnavailable } from "../../../ports/storeUnavailable";
import { PROVEN } from "../../proof";
import type { Services } from "../../services";
import { taskView } from "../../views/task";
import { contractSignature, OUTSIDER } from "../step/acceptSignature";
import { prepare, refuseRevert, thenConfirm } from "../step/prepare";
import { requireAddress, viewerOf, type NamedTask } from "../requestedTask";
import { refuseUnconfirmed } from "../step/sent";
import { refuseWith, syncedTask, taskToCall } from "../task";
import type { TaskRecord } from "../../../ports/tasks";

type VerdictCall = CallOf<"approveByJudge">;
type Signable = Omit<VerdictCall, "function" | "signature">;

export interface GivenVerdict extends NamedTask {
  submissionHash?: string;
  verdictDeadline?: number;
  signature?: string;
  /** Who sends it; the relay does without one. */
  wallet?: string;
}

/** A judge's verdict: what it signs, and with a signature the task after it, or the transaction of a wallet that sends it. */
export async function bringVerdict(given: GivenVerdict, services: Services, nowMs: number) {
  const record = await taskToCall(given, services);
  const { judge, contract, taskId } = record.task;
  if (!judge) return refuseNow("The task has no judge; only its poster decides.", record, services, nowMs);
  const wallet = given.wallet === undefined ? judge : requireAddress(given.wallet);
  if (given.signature === undefined) return toSign(given, await judgeable(record, services, nowMs), services, nowMs);
  const submissionHash = given.submissionHash as Hex;
  const deadline = given.verdictDeadline ?? 0;
  const key = verdictKey({ contract, taskId, round: roundOf(record.task), submissionHash }, services);
  // A verdict that was sent gets its answer again, in any state of the task.
  const known = given.wallet === undefined && services.settings.relay ? await services.relay.find(key) : null;
  if (known && known.state !== "reverted") return relayed(known, record, services, nowMs);
  if (deadline * 1_000 < nowMs)
    refuse("signature_expired", "verdictDeadline has passed. Sign a verdict with a later one.");
  const current = await judgeable(record, services, nowMs);
  if (submissionHash !== submissionHashOf(current.task))
    await refuseRevert("WrongSubmission", { wallet: judge, record: current }, services, nowMs);
  const signed = { contract, taskId, round: roundOf(current.task), submissionHash, deadline };
  const callOf = (signature: Hex): VerdictCall => ({ function: "approveByJudge", ...signed, signature });
  const signature = await contractSignature(
    {
      signer: judge,
      signature: given.signature,
      record: current,
      pointer: "/signature",
      call: callOf,
      from: OUTSIDER,
      typedData: typedDataOf(signed, services),
      whatToSign: "Sign the typed data that /mkt/judge returns without a signature, with the task's judge.",
    },
    services,
    nowMs,
  );
  if (given.wallet !== undefined) return toSend(callOf(signature), current, { wallet, services, nowMs });
  const sent = await sendVerdict(callOf(signature), current, judge, { services, nowMs });
  return relayed(sent, current, services, nowMs);
}

/** The task with submitted work, as it is on the chain now. */
async function judgeable(record: TaskRecord, services: Services, nowMs: number): Promise<TaskRecord> {
  // A change request, or another decision, may not be known here yet.
  const current = await syncedTask(record.task, services);
  if (current.task.state === "SUBMITTED") return current;
  return refuseNow("No submitted work waits for a verdict.", current, services, nowMs);
}

function refuseNow(detail: string, record: TaskRecord, services: Services, nowMs: number): Promise<never> {
  const wallet = record.task.judge ?? record.task.poster;
  return refuseWith("state_conflict", detail, { record, wallet, services, nowMs });
}

/** What the judge signs about the latest work, or about the one that it names. */
function toSign(given: GivenVerdict, { task }: TaskRecord, services: Services, nowMs: number) {
  const { contract, taskId } = task;
  const submissionHash = (given.submissionHash as Hex | undefined) ?? submissionHashOf(task)!;
  const deadline = given.verdictDeadline ?? Math.floor(nowMs / 1_000) + MAX_GASLESS_SECONDS;
  const typedData = typedDataOf({ contract, taskId, round: roundOf(task), submissionHash, deadline }, services);
  const reason = "Approves this work, so that the worker is paid. Anyone may send it, as signature.";
  return {
    ok: true as const,
    signatures: [{ field: "signature" as const, reason, deadline, typedData }],
    _nextAction: {
      actor: "judge" as const,
      action: "approveByJudge",
      endpoint: CALLS.approveByJudge.endpoint,
      method: "POST" as const,
      reason: "Sign the typed data with the task's judge, and send it as signature.",
      body: { contract, taskId: String(taskId), submissionHash, verdictDeadline: deadline },
      add: ["signature"],
    },
  };
}

async function toSend(
  call: VerdictCall,
  record: TaskRecord,
  { wallet, services, nowMs }: { wallet: TaskRecord["task"]["poster"]; services: Services; nowMs: number },
) {
  const { contract, taskId } = call;
  const description = `Sends the judge's approval of task ${taskId} to the chain.`;
  const transaction = await prepare({ wallet, call, description, record, prove: PROVEN }, services, nowMs);
  const _nextAction = thenConfirm("anyone", CALLS.approve.endpoint, { wallet, contract, taskId: String(taskId) });
  return { ok: true as const, transactions: [transaction], _nextAction };
}

/**
 * Simulates a verdict and has the relay send it, once for each submission and round of a task. After a revert, the
 * verdict of the service's own judge is sent again.
 */
async function sendVerdict(
  call: VerdictCall,
  record: TaskRecord,
  spender: Task["poster"],
  { services, nowMs }: { services: Services; nowMs: number },
) {
  const { task } = record;
  const { relay } = services.settings;
  if (!relay)
    return refuse("relay_unavailable", "This deployment relays nothing. Name a wallet that will send the verdict.");
  const refuseUnsent = (detail: string) =>
    refuse("relay_refused", `${detail} Name a wallet that will send the verdict.`);
  if (task.rewardUsdcUnits < relay.minRewardUsdcUnits) return refuseUnsent("The reward is too small for the relay.");
  try {
    const check = await services.relay.check({ kind: "verdict", call }, call.signature, task.at.blockNumber);
    if (!check.ok) {
      const { reason } = check;
      if (reason === "gas" || reason === "stale" || reason === "early")
        return refuseUnsent("The verdict takes more gas than the relay pays for.");
      return await refuseRevert(reason, { wallet: spender, record }, services, nowMs);
    }
    const spenders: Spender[] = [
      { rule: "wallet", name: spender, max: relay.walletSteps, enters: false },
      { rule: "task", name: `task-${taskName(task)}-judge`, max: relay.taskSteps },
    ];
    const sent = await services.relay.send(verdictKey(call, services), check.prepared, {
      spenders,
      isUnderWay: true,
      mayRepeat: task.judge === services.settings.judge?.address,
    });
    if (sent.outcome === "sent") return sent.relayed;
    if (sent.outcome === "crowded") return refuseUnconfirmed();
    return sent.outcome === "unable" ? refuseUnavailable(sent.detail) : refuseUnsent(sent.detail);
  } catch (error) {
    if (error instanceof ChainUnavailable) return refuseUnavailable("No node answers.");
    throw error;
  }
}

function refuseUnavailable(detail: string): never {
  return refuse("relay_unavailable", `${detail} Name a wallet that will send the verdict.`);
}

async function relayed(
  { txHash, state }: Awaited<ReturnType<typeof sendVerdict>>,
  { task }: TaskRecord,
  services: Services,
  nowMs: number,
) {
  if (state === null || state === "lost") refuseUnconfirmed();
  if (state !== "succeeded")
    refuse("state_conflict", "The verdict's transaction reverted and moved nothing. Read the task again.");
  const record = await syncedTask(task, services);
  return { ok: true as const, txHash, ...(await viewFor(record, task.judge, services, nowMs)) };
}

async function viewFor(record: TaskRecord, wallet: Task["judge"], services: Services, nowMs: number) {
  const viewer = await viewerOf(record, wallet, nowMs, services);
  const view = taskView(record, requireEscrows(services.settings.escrows), viewer);
  return { task: view, _nextAction: view._nextAction };
}

const roundOf = (task: Task): number => task.reasonHashes.length;

const verdictKey = (
  { contract, taskId, round, submissionHash }: Pick<VerdictCall, "contract" | "taskId" | "round" | "submissionHash">,
  { settings }: Services,
): string => keccak256(["verdict", settings.chainId, contract, taskId, round, submissionHash].join(" "));

function typedDataOf({ contract, ...verdict }: Signable, { settings }: Services) {
  const at = { chainId: settings.chainId, escrow: requireEscrows(settings.escrows)[contract] };
  return verdictTypedData(at, verdict);
}

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
