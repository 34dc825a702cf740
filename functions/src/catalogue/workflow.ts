import { formatUsdc } from "../domain/money";
import { CALLS, ON_SILENCE, type Call } from "../domain/task/nextAction";
import { STATUS, type WorkflowStatus } from "../domain/task/status";
import { EDGES, type Edge, type Payout } from "../domain/workflow/edges";
import { STATES, WINDOW_NAMES, type State } from "../domain/workflow/states";
import { VARIANTS, type Variant, type VariantName } from "../domain/workflow/variants";

/** Who may take a step, for the documents. */
const WHO: Record<Edge["who"], string> = {
  poster: "poster",
  worker: "worker",
  arbiter: "arbiter",
  outsider: "anyone but poster and arbiter",
  anyone: "anyone",
};

const NEEDS: Record<NonNullable<Edge["needs"]>, string> = {
  selection: "in selection mode with the poster's signed selection",
  changeRound: "while change rounds remain",
  resubmission: "with the worker's signature",
};

const PAYS: Record<Payout, string> = {
  nothing: "–",
  rewardLessCancelFee: "reward, less the cancel fee, to the poster",
  rewardBack: "reward to the poster",
  rewardAndStakeToPoster: "reward and stake to the poster",
  rewardBackStakeHalved: "reward to the poster, the stake in halves",
  rewardBackStakeBack: "reward to the poster, stake to the worker",
  rewardLessPlatformFee: "reward, less the platform fee, to the worker",
  rewardLessPlatformFeeAndStake: "reward, less the platform fee, and stake to the worker",
  rewardHalvedStakeBack: "reward in halves, stake to the worker",
  asRuled: "as the arbiter rules",
  stakeBack: "stake to the worker",
};

/** What each status means for the requesting wallet. */
const STATUS_MEANS: Record<WorkflowStatus, string> = {
  open: "No worker has started yet.",
  interest_pending: "The poster has not decided on your interest.",
  interest_approved: "You were selected, but the signed selection or the deadline to start has expired.",
  interest_rejected: "The poster rejected your interest.",
  ready_to_stake: "You may stake now.",
  in_progress: "A worker has staked and is working.",
  awaiting_review: "Work is submitted; the poster decides.",
  changes_requested: "The poster requested changes.",
  resubmitted_awaiting_anchor: "Changed work is signed and readable, but not on the chain yet.",
  approved_rate_to_claim: "Approved and paid; the stake waits for the worker's rating.",
  settled: "Closed; the escrow holds nothing for it.",
  rejected_may_contest: "Rejected; the worker may contest or concede.",
  disputed: "The arbiter decides.",
  cancelled: "Cancelled by its poster.",
  expired: "A deadline passed and the task was closed.",
};

/** A state of the contract: the party that must act, its deadline, and what a timeout does. */
export interface StateRow {
  state: State;
  actor: string | null;
  deadline: string | null;
  workflowStatus: WorkflowStatus[];
  onSilence: string | null;
}

/** Every state, in the order of the contract. */
export function stateRows(): StateRow[] {
  return (Object.keys(STATES) as State[]).map((state) => {
    const silence = EDGES.find((row) => row.from === state && row.who === "anyone" && row.when === "afterDeadline");
    return {
      state,
      actor: STATES[state]?.actor ?? null,
      deadline: STATES[state]?.deadline ?? null,
      workflowStatus: statusesOf(state),
      onSilence: (silence && ON_SILENCE[silence.id]) ?? null,
    };
  });
}

function statusesOf(state: State): WorkflowStatus[] {
  if (state === "FUNDED")
    return ["open", "interest_pending", "interest_approved", "interest_rejected", "ready_to_stake"];
  const status: WorkflowStatus = STATUS[state];
  if (state === "APPROVED") return [status, "settled"];
  return state === "CHANGES_REQUESTED" ? [status, "resubmitted_awaiting_anchor"] : [status];
}

/** A step: who may take it and when, with which call, and where the money goes. */
export interface StepRow {
  action: string;
  from: State | null;
  to: State;
  who: string;
  when: string;
  call: { endpoint: string; action?: string } | null;
  /** Whether money goes into the escrow or out of it. */
  moves: boolean;
  money: string;
}

/** Every step, as the contract lets it be taken. */
export function stepRows(): StepRow[] {
  return EDGES.map((row: Edge) => {
    const { endpoint, step }: Call = CALLS[row.id];
    return {
      action: row.id,
      from: row.from,
      to: row.to,
      // Before its creation a task has no poster.
      who: row.from === null ? "anyone but the arbiter" : WHO[row.who],
      when: whenOf(row),
      // The arbiter is not a client of this service.
      call: row.who === "arbiter" ? null : { endpoint, ...(step !== undefined && { action: step }) },
      moves: row.takes !== undefined || row.pays !== "nothing",
      money: row.takes === undefined ? PAYS[row.pays] : `${row.takes} into escrow`,
    };
  });
}

function whenOf({ from, when, needs }: Edge): string {
  const deadline = from === null ? null : STATES[from]?.deadline;
  const time = when === "always" || !deadline ? "" : `${when === "byDeadline" ? "by" : "after"} ${deadline}`;
  return [time, needs && NEEDS[needs]].filter(Boolean).join(", ") || "any time";
}

/** What each status means, by its name. */
export const statusMeanings: Readonly<Record<WorkflowStatus, string>> = STATUS_MEANS;

/** One term of the deployments, in words. */
export interface TermRow {
  name: string;
  of: Record<VariantName, string>;
}

/** Fees, bounds and windows of both deployments. */
export function termRows(): TermRow[] {
  return [
    row("Cancellation fee", ({ cancelFeeUsdcUnits }) => `${formatUsdc(cancelFeeUsdcUnits)} USDC`),
    row("Platform fee", ({ platformFeeBps }) => `${platformFeeBps / 100} % of the reward`),
    row("`rewardUsdc`", ({ cancelFeeUsdcUnits }) => `more than ${formatUsdc(cancelFeeUsdcUnits)}`),
    row(
      "`stakeUsdc`",
      ({ minStakeBps, maxStakeBps, minStakeUsdcUnits }) =>
        `${minStakeBps / 100} to ${maxStakeBps / 100} % of the reward, at least ${formatUsdc(minStakeUsdcUnits)}`,
    ),
    row(
      "`maxChangeRounds`",
      ({ defaultChangeRounds, maxChangeRounds }) => `${defaultChangeRounds} (0 to ${maxChangeRounds})`,
    ),
    ...WINDOW_NAMES.map((name) =>
      row(
        `\`windows.${name}\``,
        ({ defaultWindows, minWindows, maxWindows }) =>
          `${duration(defaultWindows[name])} (${duration(minWindows[name])} to ${duration(maxWindows[name])})`,
      ),
    ),
  ];
}

function row(name: string, of: (variant: Variant) => string): TermRow {
  return { name, of: { human: of(VARIANTS.human), "agent-fast": of(VARIANTS["agent-fast"]) } };
}

/** A duration in its largest whole unit. */
function duration(seconds: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [unit, length] = units.find(([, each]) => seconds % each === 0) ?? (["second", 1] as const);
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
