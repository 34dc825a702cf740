import { schemaHash } from "../../domain/acceptance";
import { isProvable, REPUTATION_PATH } from "../../domain/agentFeedback";
import type { Content } from "../../domain/content";
import { requireEscrows, type Escrows } from "../../domain/messages/requestText";
import { tidyLinks } from "../../domain/link";
import { formatUsdc } from "../../domain/money";
import type { TaskKey } from "../../domain/task/events";
import { metadataTexts, type TaskMetadata } from "../../domain/task/metadata";
import { nextAction, onSilenceOf } from "../../domain/task/nextAction";
import { workflowStatus, type Viewer } from "../../domain/task/status";
import type { Task } from "../../domain/task/task";
import { termsHash, type AgreedTerms } from "../../domain/task/terms";
import { submissionWords } from "../../domain/task/texts";
import { isoOf } from "../../domain/time";
import { EDGES } from "../../domain/workflow/edges";
import { STATES } from "../../domain/workflow/states";
import { payouts } from "../../domain/workflow/walk";
import type { TaskRecord } from "../../ports/tasks";
import type { Static } from "../../schema/build";
import type { PrivateText, Work } from "../../schema/content";
import type { TaskView, TaskTerms, OwnTaskSummary, TaskSummary } from "../../schema/task";
import type { Services } from "../services";

type View = Static<typeof TaskView>;

/**
 * The public view of a task, built field by field: fields not named here are never exposed. Amounts are in USDC, times in
 * ISO 8601 UTC, unknown values null.
 *
 * `metadata` and `rulingReason` were checked against the task's hashes; null is shown as missing.
 */
export function taskView(
  { task, metadata, interestCount, rulingReason, answer, usual = null }: TaskRecord,
  escrows: Escrows,
  anyViewer: Viewer,
): View {
  const viewer = { ...anyViewer, hasAnswered: answer !== null };
  const deadlines = Object.entries(task.deadlines).map(([name, time]) => [name, isoOf(time)]);
  return {
    taskId: String(task.taskId),
    contract: task.contract,
    contractAddress: escrows[task.contract],
    state: task.state,
    mode: task.mode,
    ...metadataTexts(metadata),
    acceptance: acceptanceView(metadata),
    poster: task.poster,
    posterUsually: usual,
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
    ratings: { ofWorker: task.posterRating?.rating ?? null, ofPoster: task.workerRating?.rating ?? null },
    ruling: rulingView(task, rulingReason),
    feedback: feedbackOffer(task),
    txHashes: Object.fromEntries(task.history.map(({ step, txHash }) => [step, txHash])),
    history: task.history.map(({ step, time, txHash }) => ({ step, at: isoOf(time), txHash })),
    createdAt: isoOf(task.createdAt),
    updatedAt: isoOf(task.updatedAt),
    chainBlock: Number(task.at.blockNumber),
    workflowStatus: workflowStatus(task, viewer),
    _nextAction: nextAction(task, viewer),
  };
}

/** As in a list: without the schema, which may be far larger than all the rest, and without the history. */
export function listedView<V extends Pick<View, "acceptance" | "history">>({ acceptance, history: _, ...view }: V) {
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

function feedbackOffer(task: Task): View["feedback"] {
  const { contract, taskId } = task;
  return isProvable(task) ? { endpoint: REPUTATION_PATH, body: { contract, taskId: String(taskId) } } : null;
}

/** How a dispute ended: nothing else was paid out of the escrow by then. */
function rulingView({ ruling, paid }: Task, reason: string | null): View["ruling"] {
  return (
    ruling && {
      ...ruling,
      posterGotUsdc: formatUsdc(paid.posterUsdcUnits),
      workerGotUsdc: formatUsdc(paid.workerUsdcUnits),
      reason,
    }
  );
}

type NextAction = View["_nextAction"];

/** What a reader of a list needs to choose a task. */
export function summaryOf({
  taskId,
  contract,
  state,
  mode,
  title,
  category,
  ...task
}: View): Static<typeof TaskSummary> {
  const { rewardUsdc, stakeUsdc, deadlines, terms, buyerRatedWorker, workerRatedPoster } = task;
  const { openUntil } = deadlines;
  const { termsHash } = terms;
  const terse = { rewardUsdc, stakeUsdc, openUntil, termsHash, buyerRatedWorker, workerRatedPoster };
  return { taskId, contract, state, mode, title, category, ...terse };
}

/** The same, with what the wallet can do. */
export function ownSummaryOf(task: View): Static<typeof OwnTaskSummary> {
  return { ...summaryOf(task), workflowStatus: task.workflowStatus, _nextAction: brief(task._nextAction) };
}

/** A step's answer: once confirmed, the whole task only with `view`. */
export function confirmedView<A>(answer: A, view: "full" | undefined): A {
  const { task, ...rest } = answer as { task?: View; _nextAction?: NextAction };
  if (!task) return answer;
  const { taskId, contract, state, workflowStatus, buyerRatedWorker, workerRatedPoster } = task;
  const shown = { ...rest, taskId, contract, state, workflowStatus, buyerRatedWorker, workerRatedPoster };
  return (view === "full" ? { ...shown, task } : { ...shown, _nextAction: brief(rest._nextAction ?? null) }) as A;
}

function brief(next: NextAction): NextAction {
  if (!next) return null;
  const { onSilence: _, ...rest } = next;
  return rest;
}

type TermsView = Static<typeof TaskTerms>;

/** The terms of a task, fixed for its whole life, and who gets what if a party misses a deadline. */
export function termsView(task: AgreedTerms & { readonly cancelFeeUsdcUnits: bigint }): TermsView {
  const { windows, maxChangeRounds, platformFeeBps, arbiter, judge } = task;
  const timeouts = EDGES.filter(
    ({ id, who, when }) =>
      who === "anyone" && when === "afterDeadline" && !(id === "claim" && task.stakeUsdcUnits === 0n),
  );
  const onSilence = timeouts.flatMap(({ id, from, pays }): TermsView["onSilence"] => {
    const window = from === null ? null : STATES[from];
    if (window === null) return [];
    const gets = payouts(pays, task);
    return [
      {
        deadline: window.deadline,
        silent: window.actor,
        posterGetsUsdc: formatUsdc(gets.poster),
        workerGetsUsdc: formatUsdc(gets.worker),
        outcome: onSilenceOf(id, task.stakeUsdcUnits) ?? "",
      },
    ];
  });
  return { windows, maxChangeRounds, platformFeeBps, arbiter, judge, onSilence, termsHash: termsHash(task) };
}

/** The identifying fields of a task in every answer about it. */
export function taskNames({ contract, taskId }: TaskKey, { settings }: Pick<Services, "settings">) {
  return { contract, contractAddress: requireEscrows(settings.escrows)[contract], taskId: String(taskId) };
}

/** A private text as its readers see it; null for none. */
export function privateTextView(content: Content | undefined): Static<typeof PrivateText> | null {
  if (!content || content.kind === "metadata" || typeof content.value === "string") return null;
  const { text, links, salt } = content.value;
  return { text, links: tidyLinks(links), salt };
}

/** The work as its readers see it; null for none. */
export function workView(content: Content | undefined): Static<typeof Work> | null {
  return content?.kind === "submission" ? submissionWords(content.value) : null;
}
