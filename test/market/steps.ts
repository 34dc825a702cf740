import type { State } from "../../functions/src/domain/workflow/states";
import type { ChainTask } from "../setup/chain/escrow";

const ALL = [
  "create",
  "interest",
  "withdraw",
  "choose",
  "hire",
  "stake",
  "fundMore",
  "cancel",
  "expire",
  "submit",
  "requestChanges",
  "resubmit",
  "anchor",
  "approve",
  "reject",
  "release",
  "ruleByDefault",
  "rateAndClaim",
  "claim",
  "takeCredit",
  "contest",
  "concede",
  "answer",
  "rule",
  "readCase",
  "message",
  "pry",
] as const;

/** What somebody can do at the fair. */
export type StepName = (typeof ALL)[number];

/** What makes sense in each state; what leads further stands there more often. */
const SENSIBLE: Record<State, readonly StepName[]> = {
  FUNDED: [],
  STARTED: ["submit", "submit", "submit", "message", "pry"],
  SUBMITTED: ["requestChanges", "requestChanges", "requestChanges", "approve", "reject", "pry"],
  CHANGES_REQUESTED: ["resubmit", "resubmit", "resubmit", "anchor", "approve", "approve"],
  APPROVED: ["rateAndClaim", "rateAndClaim", "takeCredit", "pry"],
  REJECTED: ["contest", "contest", "concede", "readCase"],
  DISPUTED: ["answer", "answer", "rule", "rule", "readCase", "readCase", "message", "pry"],
  RESOLVED: ["create"],
  REFUNDED: ["create"],
  CANCELLED: ["create"],
  EXPIRED: ["create"],
};
const OPEN = {
  instant: ["stake", "stake", "stake", "stake", "interest", "fundMore", "cancel"],
  selection: [
    "interest",
    "interest",
    "choose",
    "choose",
    "hire",
    "hire",
    "stake",
    "stake",
    "stake",
    "withdraw",
    "fundMore",
    "cancel",
  ],
} as const;
const SETTLED: Partial<Record<State, readonly StepName[]>> = {
  APPROVED: ["create", "takeCredit"],
  RESOLVED: ["create", "readCase"],
};
const OVERDUE: Partial<Record<State, StepName>> = {
  FUNDED: "expire",
  STARTED: "expire",
  SUBMITTED: "release",
  CHANGES_REQUESTED: "expire",
  APPROVED: "claim",
  REJECTED: "concede",
  DISPUTED: "ruleByDefault",
};

/** What to choose from, by the chain's word; `blind` to its word, everything but a new task. */
export function stepsNow(
  task: ChainTask | null,
  mode: "instant" | "selection",
  nowSeconds: number,
  blind: boolean,
): readonly StepName[] {
  if (!task?.state) return ["create"];
  if (blind) return ALL.filter((step) => step !== "create");
  if (task.settled) return SETTLED[task.state] ?? ["create"];
  const overdue = OVERDUE[task.state];
  if (task.deadline < nowSeconds && overdue) return [overdue];
  return task.state === "FUNDED" ? OPEN[mode] : SENSIBLE[task.state];
}
