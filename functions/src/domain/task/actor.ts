import type { Address } from "../address";
import type { TaskEvent } from "./events";

/**
 * Who took the step that an event stands for, as the contract saw the caller; null where anybody may take it.
 *
 * This is what a confirmation is compared with, not the transaction's sender: a contract wallet's transactions are sent
 * by others.
 */
export function actorOf(event: TaskEvent): Address | null {
  switch (event.name) {
    case "TaskCreated":
    case "TaskCancelled":
    case "ChangesRequested":
    case "TaskApproved":
    case "TaskRejected":
      return event.poster;
    case "TaskStarted":
    case "WorkSubmitted":
    case "TaskDisputed":
      return event.worker;
    case "StakeClaimed":
      return event.rating > 0 ? event.worker : null;
    default:
      return null;
  }
}
