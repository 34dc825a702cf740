import type { State } from "./states";

/**
 * Every step that a task can take on the contract: the table of the escrow's design, row by row.
 *
 * The server, `_nextAction`, the documentation and the contract's tests read this one table.
 */
export const EDGES = [
  {
    id: "create",
    from: null,
    to: "FUNDED",
    who: "outsider",
    when: "always",
    function: "createTask",
    event: "TaskCreated",
    pays: "nothing",
    takes: "reward",
  },
  {
    id: "fundMore",
    from: "FUNDED",
    to: "FUNDED",
    who: "poster",
    when: "byDeadline",
    function: "fundMore",
    event: "TaskFundedMore",
    pays: "nothing",
    takes: "added reward",
  },
  {
    id: "cancel",
    from: "FUNDED",
    to: "CANCELLED",
    who: "poster",
    when: "always",
    function: "cancelTask",
    event: "TaskCancelled",
    pays: "rewardLessCancelFee",
  },
  {
    id: "expireOpen",
    from: "FUNDED",
    to: "EXPIRED",
    who: "anyone",
    when: "afterDeadline",
    function: "expireTask",
    event: "TaskExpired",
    pays: "rewardBack",
  },
  {
    id: "start",
    from: "FUNDED",
    to: "STARTED",
    who: "outsider",
    when: "byDeadline",
    needs: "selection",
    function: "stakeAndStart",
    event: "TaskStarted",
    pays: "nothing",
    takes: "stake",
  },
  {
    id: "submit",
    from: "STARTED",
    to: "SUBMITTED",
    who: "worker",
    when: "byDeadline",
    function: "submitWork",
    event: "WorkSubmitted",
    pays: "nothing",
  },
  {
    id: "expireWork",
    from: "STARTED",
    to: "EXPIRED",
    who: "anyone",
    when: "afterDeadline",
    function: "expireTask",
    event: "TaskExpired",
    pays: "rewardAndStakeToPoster",
  },
  {
    id: "requestChanges",
    from: "SUBMITTED",
    to: "CHANGES_REQUESTED",
    who: "poster",
    when: "byDeadline",
    needs: "changeRound",
    function: "requestChanges",
    event: "ChangesRequested",
    pays: "nothing",
  },
  {
    id: "resubmit",
    from: "CHANGES_REQUESTED",
    to: "SUBMITTED",
    who: "worker",
    when: "byDeadline",
    function: "resubmitWork",
    event: "WorkResubmitted",
    pays: "nothing",
  },
  {
    id: "anchorResubmission",
    from: "CHANGES_REQUESTED",
    to: "SUBMITTED",
    who: "anyone",
    when: "byDeadline",
    needs: "resubmission",
    function: "resubmitWork",
    event: "WorkResubmitted",
    pays: "nothing",
  },
  {
    id: "expireChanges",
    from: "CHANGES_REQUESTED",
    to: "EXPIRED",
    who: "anyone",
    when: "afterDeadline",
    function: "expireTask",
    event: "TaskExpired",
    pays: "rewardBackStakeHalved",
  },
  {
    id: "approve",
    from: "SUBMITTED",
    to: "APPROVED",
    who: "poster",
    when: "always",
    function: "approve",
    event: "TaskApproved",
    pays: "rewardLessPlatformFee",
  },
  {
    id: "approveDuringChanges",
    from: "CHANGES_REQUESTED",
    to: "APPROVED",
    who: "poster",
    when: "always",
    function: "approve",
    event: "TaskApproved",
    pays: "rewardLessPlatformFee",
  },
  {
    id: "approveByJudge",
    from: "SUBMITTED",
    to: "APPROVED",
    who: "anyone",
    when: "always",
    needs: "verdict",
    settles: true,
    function: "approveByJudge",
    event: "TaskApprovedByJudge",
    pays: "rewardLessPlatformFeeAndStake",
  },
  {
    id: "release",
    from: "SUBMITTED",
    to: "APPROVED",
    who: "anyone",
    when: "afterDeadline",
    settles: true,
    function: "releaseAfterReview",
    event: "TaskReleased",
    pays: "rewardLessPlatformFeeAndStake",
  },
  {
    id: "reject",
    from: "SUBMITTED",
    to: "REJECTED",
    who: "poster",
    when: "byDeadline",
    function: "reject",
    event: "TaskRejected",
    pays: "nothing",
  },
  {
    id: "concede",
    from: "REJECTED",
    to: "REFUNDED",
    who: "worker",
    when: "always",
    function: "finalizeRejection",
    event: "TaskRefunded",
    pays: "rewardBackStakeBack",
  },
  {
    id: "finalizeRejection",
    from: "REJECTED",
    to: "REFUNDED",
    who: "anyone",
    when: "afterDeadline",
    function: "finalizeRejection",
    event: "TaskRefunded",
    pays: "rewardBackStakeBack",
  },
  {
    id: "contest",
    from: "REJECTED",
    to: "DISPUTED",
    who: "worker",
    when: "byDeadline",
    function: "contest",
    event: "TaskDisputed",
    pays: "nothing",
  },
  {
    id: "rule",
    from: "DISPUTED",
    to: "RESOLVED",
    who: "arbiter",
    when: "byDeadline",
    function: "rule",
    event: "TaskResolved",
    pays: "asRuled",
  },
  {
    id: "ruleByDefault",
    from: "DISPUTED",
    to: "RESOLVED",
    who: "anyone",
    when: "afterDeadline",
    function: "ruleByDefault",
    event: "TaskResolved",
    pays: "rewardHalvedStakeBack",
  },
  {
    id: "rateAndClaim",
    from: "APPROVED",
    to: "APPROVED",
    who: "worker",
    when: "always",
    settles: true,
    function: "rateAndClaimStake",
    event: "StakeClaimed",
    pays: "stakeBack",
  },
  {
    id: "claim",
    from: "APPROVED",
    to: "APPROVED",
    who: "anyone",
    when: "afterDeadline",
    settles: true,
    function: "claimStakeAfterRating",
    event: "StakeClaimed",
    pays: "stakeBack",
  },
] as const satisfies readonly EdgeRow[];

interface EdgeRow {
  readonly id: string;
  /** Null for the step that creates the task. */
  readonly from: State | null;
  readonly to: State;
  /** `outsider` is anyone but the poster (who does not exist yet in `create`) and the arbiter. */
  readonly who: "poster" | "worker" | "arbiter" | "outsider" | "anyone";
  /** By or after the deadline of `from`; the deadline's second itself still counts as "by". */
  readonly when: "always" | "byDeadline" | "afterDeadline";
  /**
   * What else the step needs: the poster's `Selection` signature on a task in selection mode, a remaining change round,
   * the worker's `Resubmission` signature, or the judge's `Verdict`.
   */
  readonly needs?: "selection" | "changeRound" | "resubmission" | "verdict";
  /** An APPROVED task still holds the stake; a settling step leaves nothing. */
  readonly settles?: true;
  readonly function: string;
  readonly event: string;
  /** What leaves the escrow; `payouts` has the amounts. */
  readonly pays: string;
  /** What the caller pays in. */
  readonly takes?: "reward" | "added reward" | "stake";
}

type Row = (typeof EDGES)[number];
/** The name of a step, one per row. */
export type EdgeId = Row["id"];
/** The name of a payout. */
export type Payout = Row["pays"];

export interface Edge extends EdgeRow {
  readonly id: EdgeId;
  readonly pays: Payout;
}

const BY_ID: ReadonlyMap<EdgeId, Edge> = new Map(EDGES.map((edge) => [edge.id, edge]));

/** The row of a step. */
export function edge(id: EdgeId): Edge {
  const row = BY_ID.get(id);
  if (!row) throw new Error(`the table has no step ${id}`);
  return row;
}
