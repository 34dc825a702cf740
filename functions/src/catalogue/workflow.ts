import { CALLS, type Call } from "../domain/task/nextAction";
import { EDGES, type Edge, type Payout } from "../domain/workflow/edges";
import { STATES, type State } from "../domain/workflow/states";

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
  verdict: "with the signed verdict of the task's judge",
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

/** A step: who may take it and when, with which call, and where the money goes. */
export interface StepRow {
  action: string;
  from: State | null;
  to: State;
  who: string;
  when: string;
  call: { endpoint: string; action?: string };
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
      call: { endpoint, ...(step !== undefined && { action: step }) },
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
