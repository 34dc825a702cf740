import type { Task } from "../api";
import { cancelling } from "./given";
import { ownName } from "./own";
import { roleOf } from "./role";
import { usdc } from "./text";
import type { ACTIONS } from "./actions";

/** What a step has done, for the place where its button was. */
export interface Result {
  done: string;
  /** What comes next; empty where the task shows it already. */
  next: string;
  txHash: string | null;
}

type ActionId = keyof typeof ACTIONS;

/** What a step came to. `who` is the other party, as people read it. */
type Words = (task: Task, who: string) => string;

const WORDS: Readonly<Record<ActionId, Words>> = {
  raise: (task) => `The reward is ${usdc(task.rewardUsdc)} USDC now.`,
  hire: () => "Signed. Your hire can start.",
  stake: (task) =>
    `You have started.${Number(task.stakeUsdc) > 0 ? ` ${usdc(task.stakeUsdc)} USDC are in escrow as your stake.` : ""}`,
  interest: () => "Your interest is registered.",
  withdraw: () => "Your interest is withdrawn.",
  submit: () => "Your work is delivered.",
  resubmit: () => "Your changed work is delivered.",
  anchor: () => "Your changed work is on the blockchain.",
  contest: () => "You have contested the rejection.",
  concede: (task) =>
    `Rejection accepted.${Number(task.stakeUsdc) > 0 ? ` Your stake of ${usdc(task.stakeUsdc)} USDC is back.` : ""}`,
  rate: (task) => `Rated. Your stake of ${usdc(task.stakeUsdc)} USDC is back in your wallet.`,
  approve: (task, who) =>
    `${usdc(task.rewardUsdc)} USDC${task.terms.platformFeeBps > 0 ? ", less the fee," : ""} paid to ${who}.`,
  verdict: (task) => `You approved the work. ${usdc(task.rewardUsdc)} USDC are paid to the worker.`,
  rateWork: () => "Your rating of the work is on the blockchain.",
  ratePoster: () => "Your rating of the poster is on the blockchain.",
  reject: () => "You rejected the work.",
  changes: () => "You asked for changes.",
  cancel: (task) => `Cancelled. ${cancelling(task).back} USDC are back in your wallet.`,
  answer: () => "Your answer is with the arbiter.",
  rule: () => "Your ruling is signed and paid out.",
  credit: () => "Your credit is paid out to your wallet.",
  claim: (task) => `The stake of ${usdc(task.stakeUsdc)} USDC is back with the worker.`,
  timeout: () => "The step is ended, and paid by the contract's rules.",
};

/** Where a task is for one of its parties, in the place where their next step stands. */
export interface Present {
  tone: "good" | "wait";
  text: string;
  /** What comes next. */
  next: string;
}

/** Who waits has to look by themselves. */
const NO_MAIL = "This service sends no e-mail: look in now and then.";

/** Null where the step itself says it, and for who has no part in the task. */
export function presentOf(task: Task, wallet: string, nameOf: (address: string) => string): Present | null {
  const { state, worker, stakeUsdc, _nextAction: next } = task;
  const role = roleOf(task, wallet);
  if (role === "worker" && state === "APPROVED") {
    // The head says what was paid, and the step to take the stake how it comes back.
    const isBack = next === null && Number(stakeUsdc) > 0;
    return isBack ? { tone: "good", text: `Your stake of ${usdc(stakeUsdc)} USDC is back.`, next: "" } : null;
  }
  if (role === "worker" && state === "SUBMITTED" && next?.actor !== "anyone")
    return {
      tone: "wait",
      text: "Waiting for the poster's decision.",
      next: `My work shows it when it is made. ${NO_MAIL}`,
    };
  if (role !== "poster" || next?.actor === "anyone") return null;
  if (state === "FUNDED" && next?.action === "wait")
    return {
      tone: "wait",
      text: "Waiting for somebody to take it.",
      next: `My work shows it when somebody does. ${NO_MAIL}`,
    };
  const who = worker ? nameOf(worker) : "The worker";
  const isChanging = state === "CHANGES_REQUESTED" && next?.action === "resubmit";
  if (state !== "STARTED" && !isChanging) return null;
  return {
    tone: "wait",
    text: `${who} is ${isChanging ? "changing the work" : "working on it"}.`,
    next: `My work shows it when it is in. ${NO_MAIL}`,
  };
}

/** What a step has done: from the task before it and, where the service tells it, after it. */
export function resultOf(id: ActionId, before: Task, after: Task | null, who: string): Result {
  const known = before.history?.length ?? 0;
  const newest = after?.history?.at(-1);
  const isNew = newest !== undefined && (after?.history?.length ?? 0) > known;
  return {
    done: WORDS[id](id === "raise" ? (after ?? before) : before, who),
    // The task's head says where it is.
    next: "",
    txHash: isNew ? newest.txHash : null,
  };
}

/** What posting a task has done. */
export function postedResult(task: Task): Result {
  return {
    done: `Posted. ${usdc(task.rewardUsdc)} USDC are in escrow.`,
    // The task's head says where it is.
    next: task._nextAction?.action === "wait" ? `My work shows what comes next. ${NO_MAIL}` : "",
    txHash: task.history?.at(-1)?.txHash ?? null,
  };
}

/** Where a page that opens next finds what was done before it. */
export function resultName(wallet: string, { contract, taskId }: Pick<Task, "contract" | "taskId">): string {
  return ownName(wallet, `result ${contract} ${taskId}`);
}

/** A result that was kept for a page that opens next; null for anything else. */
export function resultIn(text: string | null): Result | null {
  try {
    const { done, next, txHash } = JSON.parse(text ?? "null") as Result;
    return typeof done === "string" && typeof next === "string" ? { done, next, txHash } : null;
  } catch {
    return null;
  }
}
