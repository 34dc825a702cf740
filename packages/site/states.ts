import { formatUsdc } from "../../functions/src/domain/money";
import { ON_SILENCE } from "../../functions/src/domain/task/nextAction";
import { STATUS, type WorkflowStatus } from "../../functions/src/domain/task/status";
import { EDGES } from "../../functions/src/domain/workflow/edges";
import { STATES, WINDOW_NAMES, type DeadlineName, type State } from "../../functions/src/domain/workflow/states";
import { VARIANTS, type Variant, type ContractName } from "../../functions/src/domain/workflow/variants";

/** What each status means for the requesting wallet. */
export const statusMeanings: Readonly<Record<WorkflowStatus, string>> = {
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
  deadline: DeadlineName | null;
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

/** One term of the deployments, in words. */
export interface TermRow {
  name: string;
  of: Record<ContractName, string>;
}

/** Fees, bounds and windows of both deployments. */
export function termRows(): TermRow[] {
  return [
    row("Cancel fee", ({ cancelFeeUsdcUnits }) => `${formatUsdc(cancelFeeUsdcUnits)} USDC`),
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
