import type { Address } from "../address";
import type { Escrows } from "../contract";
import { formatUsdc } from "../money";
import type { DeadlineName } from "../workflow/states";
import { metadataView, type MetadataView, type TaskMetadata } from "./metadata";
import { nextAction, type NextAction } from "./nextAction";
import { workflowStatus, type Viewer, type WorkflowStatus } from "./status";
import type { Task } from "./task";
import { termsView, type TermsView } from "./termsView";

/** The public view of a task: amounts in USDC, times in ISO 8601 UTC, unknown values null. */
export interface TaskView extends MetadataView {
  readonly taskId: string;
  readonly contract: Task["contract"];
  readonly contractAddress: Address;
  readonly state: Task["state"];
  readonly mode: Task["mode"];
  readonly poster: Address;
  readonly worker: Address | null;
  readonly rewardUsdc: string;
  readonly stakeUsdc: string;
  readonly metadataHash: string;
  readonly terms: TermsView;
  readonly deadlines: Readonly<Record<DeadlineName, string | null>>;
  /** How many change requests were made. */
  readonly changeRounds: number;
  readonly interestCount: number;
  readonly buyerRatedWorker: boolean;
  readonly workerRatedPoster: boolean;
  /** By the workflow's steps; of a step that was repeated, the latest. */
  readonly txHashes: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The block of the latest event in this view. */
  readonly chainBlock: number;
  readonly workflowStatus: WorkflowStatus;
  readonly _nextAction: NextAction | null;
}

/**
 * The public view of a task, built field by field: fields not named here are never exposed.
 *
 * `metadata` was checked against the task's hash; null is shown as missing.
 */
export function taskView(
  { task, metadata, interestCount }: { task: Task; metadata: TaskMetadata | null; interestCount: number },
  escrows: Escrows,
  viewer: Viewer,
): TaskView {
  const deadlines = Object.entries(task.deadlines).map(([name, time]) => [name, time === null ? null : iso(time)]);
  return {
    taskId: String(task.taskId),
    contract: task.contract,
    contractAddress: escrows[task.contract],
    state: task.state,
    mode: task.mode,
    ...metadataView(metadata),
    poster: task.poster,
    worker: task.worker,
    rewardUsdc: formatUsdc(task.rewardUsdcUnits),
    stakeUsdc: formatUsdc(task.stakeUsdcUnits),
    metadataHash: task.metadataHash,
    terms: termsView(task),
    deadlines: Object.fromEntries(deadlines) as TaskView["deadlines"],
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

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
