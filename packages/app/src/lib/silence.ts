import type { DeadlineName } from "../../../../functions/src/domain/workflow/states";

/** What a party has time for, after "You have 5 hours". */
export const TIME_TO: Readonly<Record<Exclude<DeadlineName, "openUntil">, string>> = {
  workBy: "to deliver",
  reviewBy: "to decide",
  resubmitBy: "to deliver the changes",
  contestBy: "to contest",
  ruleBy: "to rule",
  rateBy: "to rate",
};

/** What becomes of a stake that the worker does not get back. */
export const STAKE_LOST =
  "The stake goes to the poster if the work does not come in time; if only changes do not, each side gets half of the stake. In a dispute the arbiter decides";

/** What a party has not done when a deadline passes, after "does not". */
export const SILENCE: Readonly<Record<DeadlineName, string>> = {
  openUntil: "start",
  workBy: "deliver",
  reviewBy: "decide",
  resubmitBy: "answer the change request",
  contestBy: "contest a rejection",
  ruleBy: "rule",
  rateBy: "rate",
};
