import { STATES } from "../../../../functions/src/domain/workflow/states";
import type { Task } from "../api";
import { isJudging, isSame, roleOf } from "./role";
import { TIME_TO } from "./silence";
import { usdc } from "./text";
import { dayOf, duration } from "./time";

/** Where a task is, in the words of the one who reads it; `task` was read for this wallet, if there is one. */
export function standingFor(task: Task, wallet: string | null): string {
  const { _nextAction: next } = task;
  const role = wallet === null ? "stranger" : roleOf(task, wallet);
  const done = paid(task, role);
  if (next?.action === "withdraw") return `${done} ${next.reason}`.trim();
  if (!next) return `${done}${over(task)} This task is over; the escrow holds nothing for it.`.trim();
  if (next.actor === "anyone") return `${done} ${next.reason}`.trim();
  if (wallet !== null && isJudging(task, wallet))
    return "The work is in, and you are its judge. Read it, and approve it if it is right; otherwise the poster decides.";
  const own = WORDS[task.state]?.[role] ?? null;
  return own?.(task, next.action) ?? `${done} ${next.reason}`.trim();
}

/** A deadline in words: "You have", the time left, "to deliver." */
export interface Watched {
  until: string;
  /** Who has the time; null while a task is open to all. */
  who: string | null;
  what: string;
}

/** The deadline that a wallet has to watch, whose it is and what for; null for who is done, and without one. */
export function watchedBy(task: Task, wallet: string | null): Watched | null {
  const until = task._nextAction?.deadline;
  const now = STATES[task.state];
  if (!until || !now || (task.state === "APPROVED" && !isSame(task.worker, wallet ?? ""))) return null;
  if (now.deadline === "openUntil")
    return { until, who: null, what: `. Whoever takes it has ${duration(task.terms.windows.work)}.` };
  const isOwn = wallet !== null && roleOf(task, wallet) === now.actor;
  return { until, who: isOwn ? "You have" : `The ${now.actor} has`, what: ` ${TIME_TO[now.deadline]}.` };
}

type Role = ReturnType<typeof roleOf>;
/** What a party reads while a task is in a state; null for the service's own words. */
type Words = (task: Task, action: string) => string | null;

const WORDS: Partial<Record<Task["state"], Partial<Record<Role, Words>>>> = {
  FUNDED: {
    poster: ({ _nextAction: next, interestCount }, action) => {
      if (action === "hire") return "Your task is posted. Your hire can start once you have signed for it, below.";
      if (action !== "select" || interestCount > 0) return `Your task is posted. ${next?.reason ?? ""}`;
      return "Your task is posted. Workers register their interest, and you select one.";
    },
    stranger: ({ mode }, action) => {
      if (action === "select") return "Your interest is registered. The poster decides on it.";
      return action === "start" && mode === "instant" ? "The first worker who puts in the stake may do it." : null;
    },
  },
  STARTED: {
    worker: ({ stakeUsdc }) =>
      `${Number(stakeUsdc) > 0 ? "Your stake is in." : "You have started."} Do the work and submit it in time.`,
    poster: () => "A worker has started. You decide once the work is in.",
    stranger: () => "Another worker does this task. If you signed a stake for it, it stays in your wallet.",
  },
  SUBMITTED: {
    worker: () => "Your work is in. If the poster stays silent, you are paid.",
    poster: () => "The work is in. Read it, then approve it, reject it, or ask for changes.",
    stranger: () => "The work is in; the poster decides on it.",
  },
  CHANGES_REQUESTED: {
    worker: (_, action) =>
      action === "resubmit"
        ? "The poster asks for changes. Read the reason, then submit the changed work."
        : "Your new work is being delivered, usually within a minute.",
    poster: (_, action) =>
      action === "resubmit"
        ? "You asked for changes. The worker's new work is due."
        : "The new work is in. Read it, then approve or reject it.",
    stranger: () => "The poster asked for changes; the new work is due.",
  },
  REJECTED: {
    worker: ({ stakeUsdc }) =>
      `Your work was rejected. Contest it, or accept it${Number(stakeUsdc) > 0 ? ` and take your stake of ${usdc(stakeUsdc)} USDC back` : ""}.`,
    poster: ({ rewardUsdc }) =>
      `You rejected the work. The worker may contest it; otherwise your reward of ${usdc(rewardUsdc)} USDC comes back.`,
    stranger: () => "The work was rejected; the worker may contest it.",
  },
  DISPUTED: {
    worker: () => "You contest the rejection. The arbiter reads the case and decides who is paid.",
    poster: () => "The worker contests your rejection. The arbiter reads the case and decides who is paid.",
    arbiter: () => "The worker contests the rejection. Read the case below, then rule on it.",
    stranger: () => "The worker contests the rejection; the arbiter decides who is paid.",
  },
  APPROVED: {
    worker: (task) => `${paid(task, "worker")} Your stake of ${usdc(task.stakeUsdc)} USDC is still in the escrow.`,
    poster: (task) => `${paid(task, "poster")} You owe nothing more; the stake goes back to the worker.`,
    stranger: () => "The work is approved and paid.",
  },
};

/** How a task ended that was not approved. */
function over({ state, worker }: Task): string {
  if (state === "CANCELLED")
    return "The poster cancelled it before a start, and got the reward back, less the cancel fee.";
  if (state === "REFUNDED") return "The work was rejected: the reward went back to the poster, a stake to the worker.";
  if (state !== "EXPIRED") return "";
  return worker ? "The worker missed a deadline." : "No worker started in time; the reward went back to the poster.";
}

/** How the worker of approved work gets the stake back; the same words before the start and after it. */
export function stakeBack({ stakeUsdc, deadlines: { rateBy }, terms }: Task): string {
  const later = rateBy ? dayOf(rateBy) : duration(terms.windows.rate);
  return `Rate the poster, and your stake of ${usdc(stakeUsdc)} USDC comes back. After ${later} you can take it back without a rating.`;
}

/** What the party has paid or been paid by an approval. */
function paid({ state, rewardUsdc, terms }: Task, role: Role): string {
  if (state !== "APPROVED" || (role !== "poster" && role !== "worker")) return "";
  const fee = role === "worker" && terms.platformFeeBps > 0 ? ", less the fee" : "";
  return `You ${role === "worker" ? "were paid" : "paid"} ${usdc(rewardUsdc)} USDC${fee}.`;
}
