import type { Address } from "../address";
import type { TaskEvent } from "./events";

/**
 * The caller of an event's step as the contract saw it; null if anyone may take the step.
 *
 * Confirmations are checked against this, not against the transaction's sender: a contract wallet's transactions are
 * sent by other accounts.
 */
export function actorOf(event: TaskEvent): Address | null {
  switch (event.name) {
    case "TaskCreated":
    case "TaskFundedMore":
    case "TaskCancelled":
    case "ChangesRequested":
    case "TaskApproved":
    case "TaskRejected":
    case "WorkRated":
      return event.poster;
    case "TaskStarted":
    case "WorkSubmitted":
    case "TaskDisputed":
    case "PosterRated":
      return event.worker;
    case "StakeClaimed":
      return event.rating > 0 ? event.worker : null;
    case "TaskExpired":
    case "WorkResubmitted":
    case "TaskReleased":
    case "TaskApprovedByJudge":
    case "TaskRefunded":
    case "TaskResolved":
    case "Credited":
      return null;
  }
}
