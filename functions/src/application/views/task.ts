import { schemaHash } from "../../domain/acceptance/acceptance";
import type { Escrows } from "../../domain/contract";
import { formatUsdc } from "../../domain/money";
import { metadataTexts, type TaskMetadata } from "../../domain/task/metadata";
import { nextAction } from "../../domain/task/nextAction";
import { workflowStatus, type Viewer } from "../../domain/task/status";
import type { Task } from "../../domain/task/task";
import type { Static } from "../../schema/build";
import type { TaskView } from "../../schema/task";
import { termsView } from "./terms";

type View = Static<typeof TaskView>;

/**
 * The public view of a task, built field by field: fields not named here are never exposed. Amounts are in USDC, times in
 * ISO 8601 UTC, unknown values null.
 *
 * `metadata` was checked against the task's hash; null is shown as missing.
 */
export function taskView(
  { task, metadata, interestCount }: { task: Task; metadata: TaskMetadata | null; interestCount: number },
  escrows: Escrows,
  viewer: Viewer,
): View {
  const deadlines = Object.entries(task.deadlines).map(([name, time]) => [name, time === null ? null : iso(time)]);
  return {
    taskId: String(task.taskId),
    contract: task.contract,
    contractAddress: escrows[task.contract],
    state: task.state,
    mode: task.mode,
    ...metadataTexts(metadata),
    acceptance: acceptanceView(metadata),
    poster: task.poster,
    worker: task.worker,
    rewardUsdc: formatUsdc(task.rewardUsdcUnits),
    stakeUsdc: formatUsdc(task.stakeUsdcUnits),
    metadataHash: task.metadataHash,
    terms: termsView(task),
    deadlines: Object.fromEntries(deadlines) as View["deadlines"],
    changeRounds: task.reasonHashes.length,
    interestCount,
    buyerRatedWorker: task.posterRating !== null,
    workerRatedPoster: task.workerRating !== null,
    txHashes: task.txHashes,
    createdAt: iso(task.createdAt),
    updatedAt: iso(task.updatedAt),
    chainBlock: Number(task.at.blockNumber),
    workflowStatus: workflowStatus(task, viewer),
    _nextAction: nextAction(task, viewer),
  };
}

/** As in a list: without the schema, which may be far larger than all the rest. */
export function listedView<V extends Pick<View, "acceptance">>({ acceptance, ...view }: V) {
  if (!acceptance) return { ...view, acceptance };
  const { criteria, schemaHash } = acceptance;
  return { ...view, acceptance: { criteria, schemaHash } };
}

function acceptanceView(metadata: TaskMetadata | null): View["acceptance"] {
  if (!metadata?.acceptance) return null;
  const { criteria = [], outputSchema } = metadata.acceptance;
  return {
    criteria: [...criteria],
    schemaHash: outputSchema ? schemaHash(outputSchema) : null,
    outputSchema: outputSchema ?? null,
  };
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
