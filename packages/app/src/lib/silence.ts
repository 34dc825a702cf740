import type { DeadlineName } from "../../../../functions/src/domain/workflow/states";

/** What a party has not done when a deadline passes, after its name. */
export const SILENCE: Readonly<Record<DeadlineName, string>> = {
  openUntil: "does not start",
  workBy: "does not deliver",
  reviewBy: "does not decide",
  resubmitBy: "does not answer the change request",
  contestBy: "does not contest a rejection",
  ruleBy: "does not rule",
  rateBy: "does not rate",
};
