import { EDGES, type Edge, type EdgeId } from "../../../../functions/src/domain/workflow/edges";
import { isPossible, type Role } from "../../../../functions/src/domain/workflow/walk";
import type { Task } from "../api";
import { ACTIONS, type Action } from "./actions";
import { isSame, roleOf } from "./role";

/** Where each step of the workflow is taken: by an action of the task page, or on another page. @internal */
export const STEPS: Readonly<Record<EdgeId, Action | { page: string }>> = {
  create: { page: "/app/post" },
  fundMore: ACTIONS.raise,
  cancel: ACTIONS.cancel,
  expireOpen: ACTIONS.timeout,
  start: ACTIONS.stake,
  submit: ACTIONS.submit,
  expireWork: ACTIONS.timeout,
  requestChanges: ACTIONS.changes,
  resubmit: ACTIONS.resubmit,
  anchorResubmission: ACTIONS.anchor,
  expireChanges: ACTIONS.timeout,
  approve: ACTIONS.approve,
  approveDuringChanges: ACTIONS.approve,
  approveByJudge: ACTIONS.verdict,
  release: ACTIONS.timeout,
  reject: ACTIONS.reject,
  concede: ACTIONS.concede,
  finalizeRejection: ACTIONS.timeout,
  contest: ACTIONS.contest,
  rule: ACTIONS.rule,
  ruleByDefault: ACTIONS.timeout,
  rateAndClaim: ACTIONS.rate,
  claim: ACTIONS.claim,
};

/** Steps of `_nextAction` that the contract knows nothing of. */
const BESIDE: Readonly<Record<string, { role: Role; action: Action }>> = {
  hire: { role: "poster", action: ACTIONS.hire },
  answer: { role: "poster", action: ACTIONS.answer },
};

/** What a wallet can do with a task now; `due` is the step that is expected of it. */
export interface Offers {
  due: Action | null;
  others: readonly Action[];
}

/** `task` was read for this wallet: its `_nextAction` and `workflowStatus` are the wallet's own. */
export function offersFor(task: Task, wallet: string, nowMs: number): Offers {
  const { _nextAction: next, workflowStatus: status } = task;
  if (next?.action === "withdraw") return { due: ACTIONS.credit, others: [] };
  const role = roleOf(task, wallet);
  const beside = next && BESIDE[next.action];
  const steps = [
    ...(beside?.role === role ? [beside.action] : []),
    ...(role === "stranger" ? beforeStart(task, wallet) : []),
    ...onChain(task, role, wallet),
    ...afterwards(task, role, nowMs),
  ];
  const distinct = [...new Set(steps)];
  const expected = next && (STEPS[next.action as EdgeId] ?? beside?.action ?? null);
  // Who asks a poster to select can do nothing but wait, or change their mind.
  const due = distinct.find((action) => action === expected || action === ACTIONS.interest) ?? null;
  // New work that is stored needs no other; it is brought to the chain.
  const isAnswered = status === "resubmitted_awaiting_anchor";
  const others = distinct.filter((action) => action !== due && !(isAnswered && action === ACTIONS.resubmit));
  return { due, others };
}

/** The steps of the contract that this wallet can take, in the table's order. */
function onChain(task: Task, role: Role, wallet: string): Action[] {
  const { state, mode, workflowStatus: status, changeRounds, terms, _nextAction: next } = task;
  // The service says whether the deadline has passed: only then anyone can act.
  const [now, deadline] = next?.actor === "anyone" ? [1, 0] : [0, 0];
  const standing = {
    state,
    mode,
    settled: next === null || status === "settled",
    deadline,
    changeRound: changeRounds,
    maxChangeRounds: terms.maxChangeRounds,
  };
  const held = {
    selection: status === "ready_to_stake",
    resubmission: status === "resubmitted_awaiting_anchor",
    // The judge holds it as soon as it signs.
    verdict: isSame(terms.judge, wallet),
  };
  const isOpen = (row: Edge) => isPossible(row, standing, role, now, held);
  const actions = EDGES.filter(isOpen).flatMap(({ id }) => (isAction(STEPS[id]) ? [STEPS[id]] : []));
  // A decision brings the stored work to the chain in the same transaction.
  return held.resubmission && role === "poster" ? [...actions, ACTIONS.reject] : actions;
}

/** Ratings of a task that an approval settled: once by each side, until their deadline. */
function afterwards({ state, _nextAction: next, deadlines, ratings }: Task, role: Role, nowMs: number): Action[] {
  if (state !== "APPROVED" || next !== null || Date.parse(deadlines.rateBy ?? "") < nowMs || !deadlines.rateBy)
    return [];
  if (role === "poster") return ratings.ofWorker === null ? [ACTIONS.rateWork] : [];
  return role === "worker" && ratings.ofPoster === null ? [ACTIONS.ratePoster] : [];
}

/** What comes before the stake of a task whose poster selects the worker. */
function beforeStart({ state, mode, workflowStatus: status, reservedFor }: Task, wallet: string): Action[] {
  if (state !== "FUNDED" || mode !== "selection") return [];
  if (status === "open") return reservedFor === null || isSame(reservedFor, wallet) ? [ACTIONS.interest] : [];
  return status === "interest_rejected" ? [] : [ACTIONS.withdraw];
}

function isAction(step: Action | { page: string }): step is Action {
  return "run" in step;
}
