import type { Address } from "./address";
import { selectionOf, type Interest } from "./interest";
import { txHashOf, type Task } from "./task/task";

/** The worker that a task is reserved for, and whether it can start: once the poster has signed its selection. */
export interface Hire {
  readonly worker: Address;
  readonly status: "unsigned" | "selected" | "withdrawn";
}

/** The hire as it is now. `interest` is the hired worker's in the task, if any. */
export function hireOf(worker: Address, interest: Interest | null, nowMs: number): Hire {
  if (interest?.status === "withdrawn") return { worker, status: "withdrawn" };
  const isSelected = interest !== null && selectionOf(interest, nowMs) !== null;
  return { worker, status: isSelected ? "selected" : "unsigned" };
}

/** The interest of a hired worker that has not registered one: the poster asks it, not the other way round. */
export function invitation({ contract, taskId }: Task, worker: Address, nowMs: number): Interest {
  return {
    contract,
    taskId,
    worker,
    message: null,
    status: "pending",
    voucher: null,
    createdAt: nowMs,
    decidedAt: null,
  };
}

/** The confirmation of a task's creation: for an unsigned hire it returns what to sign. */
export function creationOf(task: Task): Readonly<Record<string, string>> {
  const { poster, contract, metadataHash } = task;
  return { action: "confirm", wallet: poster, contract, metadataHash, txHash: txHashOf(task, "create") ?? "" };
}
