import type { EdgeId } from "../../../../functions/src/domain/workflow/edges";
import type { Task } from "../api";

/** A step of the task's history, in a few words. */
export const STEP_WORDS: Readonly<Record<EdgeId, string>> = {
  create: "Posted, with the reward in escrow",
  fundMore: "Reward raised, or more time given",
  cancel: "Cancelled by the poster",
  expireOpen: "Closed: no worker started in time",
  start: "Taken: the worker's stake is in escrow",
  submit: "Work delivered",
  expireWork: "Closed: the worker did not deliver in time",
  requestChanges: "Changes asked for",
  resubmit: "Changed work delivered",
  anchorResubmission: "Changed work delivered",
  expireChanges: "Closed: the changed work did not come in time",
  approve: "Approved, and the reward paid",
  approveDuringChanges: "Approved, and the reward paid",
  approveByJudge: "Approved by the task's judge, and paid",
  release: "Paid: the poster did not decide in time",
  reject: "Rejected",
  concede: "Rejection accepted",
  finalizeRejection: "Rejection final: it was not contested in time",
  contest: "Rejection contested before the arbiter",
  rule: "Ruled by the arbiter",
  ruleByDefault: "Ended: the arbiter did not rule in time",
  rateAndClaim: "Poster rated, and the stake returned",
  claim: "Stake returned",
};

/** A stage of the line from posted to paid. */
export interface Stage {
  name: string;
  /** When it was reached; null ahead of it. */
  at: string | null;
  /** Whether it is where the task is now. */
  isNow: boolean;
  isBad: boolean;
}

type Reached = Readonly<Partial<Record<string, readonly EdgeId[]>>>;

/** The stages of a task that goes well, with the steps that reach each. */
const STAGES: Reached = {
  Posted: ["create"],
  Taken: ["start"],
  Delivered: ["submit", "resubmit", "anchorResubmission"],
  Reviewed: ["approve", "approveDuringChanges", "approveByJudge", "release"],
  Paid: ["approve", "approveDuringChanges", "approveByJudge", "release"],
};

/** How it goes otherwise: what takes the place of the stages that are not reached any more. */
const ENDS: readonly { name: string; by: readonly EdgeId[] }[] = [
  { name: "Cancelled", by: ["cancel"] },
  { name: "Closed", by: ["expireOpen", "expireWork", "expireChanges"] },
  { name: "Rejected", by: ["reject"] },
  { name: "Contested", by: ["contest"] },
  { name: "Refunded", by: ["concede", "finalizeRejection"] },
  { name: "Ruled", by: ["rule", "ruleByDefault"] },
];

/** The line of a task: the stages that it has reached, and those that are still ahead. */
export function stagesOf({ history = [], state }: Pick<Task, "history" | "state">): Stage[] {
  const reachedBy = (ids: readonly EdgeId[]) => history.findLast(({ step }) => ids.includes(step))?.at ?? null;
  const otherwise = ENDS.flatMap(({ name, by }) => {
    const at = reachedBy(by);
    return at === null ? [] : [{ name, at, isBad: name !== "Ruled", isNow: false }];
  });
  const well = Object.entries(STAGES).map(([name, by = []]) => ({
    name,
    at: reachedBy(by),
    isBad: false,
    isNow: false,
  }));
  const isOpenEnd = state === "REJECTED" || state === "DISPUTED";
  const ahead = isOpenEnd ? [{ name: "Settled", at: null, isBad: false, isNow: false }] : [];
  const stages = otherwise.length === 0 ? well : [...well.filter(({ at }) => at !== null), ...otherwise, ...ahead];
  const now = stages.findLastIndex(({ at }) => at !== null);
  return stages.map((stage, index) => ({ ...stage, isNow: index === now }));
}
