import type { Mkt } from "../../../client/src/browser";
import type { Task } from "../api";
import { usdc } from "./text";

/** What a form asks for before an action. */
export type ActionField = "text" | "message" | "rating" | "comment";
export type Given = Partial<Record<ActionField, string>>;

/** A step that a visitor can take now: one button, with what it means before it is pressed. */
export interface Action {
  id: string;
  label: string;
  fields: readonly ActionField[];
  /** What is signed, who gets what, and what happens next. */
  means: (task: Task) => string;
  isPlain?: boolean;
  /** Whether it is about the work, which must have been read: what came later is not decided on unread. */
  needsWork?: boolean;
  run: (mkt: Mkt, task: Task, given: Given, readWorkHash: string) => Promise<unknown>;
}

const words = ({ text = "" }: Given) => ({ text });
const judgement = ({ rating = "", comment = "" }: Given) => ({ rating: Number(rating), comment });

const ACTIONS = {
  stake: {
    id: "stake",
    label: "Stake and start",
    fields: [],
    means: (task) =>
      `You put ${usdc(task.stakeUsdc)} USDC into the escrow as your stake and the time for the work begins. You get it back with the reward of ${usdc(task.rewardUsdc)} USDC when the work is approved. If you do not submit in time, the stake goes to the poster.`,
    run: (mkt, task) => mkt.worker.stake(task),
  },
  interest: {
    id: "interest",
    label: "Register interest",
    fields: ["message"],
    means: () =>
      "You sign a message to the poster, who then selects a worker. It costs nothing and binds you to nothing.",
    run: (mkt, task, { message }) => mkt.worker.interest(task, message ? { message } : {}),
  },
  withdraw: {
    id: "withdraw",
    label: "Withdraw interest",
    fields: [],
    isPlain: true,
    means: () => "You sign that you are no longer interested. It costs nothing.",
    run: (mkt, task) => mkt.worker.withdraw(task),
  },
  submit: {
    id: "submit",
    label: "Submit the work",
    fields: ["text"],
    means: () =>
      "You sign the work's hash for the chain; only the poster and the arbiter can read the text. If the poster does not decide in time, reward and stake are yours.",
    run: (mkt, task, given) => mkt.worker.submit(task, words(given)),
  },
  resubmit: {
    id: "resubmit",
    label: "Submit the changed work",
    fields: ["text"],
    means: () => "You sign the new work. The poster decides again; silence then pays you.",
    run: (mkt, task, given) => mkt.worker.resubmit(task, words(given)),
  },
  contest: {
    id: "contest",
    label: "Contest the rejection",
    fields: ["text"],
    means: () =>
      "You sign your evidence's hash for the chain. The arbiter then reads the case and divides the reward; if the arbiter stays silent, it is halved and your stake comes back.",
    run: (mkt, task, given) => mkt.worker.contest(task, words(given)),
  },
  concede: {
    id: "concede",
    label: "Accept the rejection",
    fields: [],
    isPlain: true,
    means: (task) => `The reward goes back to the poster, and your stake of ${usdc(task.stakeUsdc)} USDC to you.`,
    run: (mkt, task) => mkt.worker.concede(task),
  },
  rate: {
    id: "rate",
    label: "Rate and take the stake back",
    fields: ["rating", "comment"],
    means: (task) =>
      `Your stake of ${usdc(task.stakeUsdc)} USDC comes back to you, and your rating of the poster is on the chain for good.`,
    run: (mkt, task, given) => mkt.worker.rateAndClaim(task, judgement(given)),
  },
  approve: {
    id: "approve",
    label: "Approve and pay",
    fields: ["rating", "comment"],
    means: (task) =>
      `The escrow pays ${usdc(task.rewardUsdc)} USDC to the worker. This cannot be undone. Your rating of the worker is on the chain for good.`,
    needsWork: true,
    run: (mkt, task, given, submissionHash) => mkt.poster.approve(task, { ...judgement(given), submissionHash }),
  },
  reject: {
    id: "reject",
    label: "Reject the work",
    fields: ["rating", "comment"],
    isPlain: true,
    means: () =>
      "The worker may contest before an arbiter. Otherwise the reward comes back to you, and the stake goes to the worker.",
    needsWork: true,
    run: (mkt, task, given, submissionHash) => mkt.poster.reject(task, { ...judgement(given), submissionHash }),
  },
  changes: {
    id: "changes",
    label: "Ask for changes",
    fields: ["text"],
    isPlain: true,
    means: (task) =>
      `The worker gets your reason and more time. This task allows it ${task.terms.maxChangeRounds} times; ${task.changeRounds} are used.`,
    run: (mkt, task, given) => mkt.poster.requestChanges(task, words(given)),
  },
  cancel: {
    id: "cancel",
    label: "Cancel the task",
    fields: [],
    isPlain: true,
    means: (task) =>
      `Your reward of ${usdc(task.rewardUsdc)} USDC comes back, less the flat fee for cancelling. No worker has started, so none loses anything.`,
    run: (mkt, task) => mkt.poster.cancel(task),
  },
  timeout: {
    id: "timeout",
    label: "End it: the deadline has passed",
    fields: [],
    means: (task) => task._nextAction?.onSilence ?? "The contract pays by its rules for a deadline that has passed.",
    run: (mkt, task) => mkt.callTimeout(task),
  },
} as const satisfies Record<string, Action>;

/** What a wallet can do with a task now, the expected step first. `task` was read for this wallet. */
export function actionsFor(task: Task, wallet: string): readonly Action[] {
  const is = (address: string | null) => address?.toLowerCase() === wallet.toLowerCase();
  const { state, workflowStatus, _nextAction: next } = task;
  if (next?.actor === "anyone" && next.deadline && Date.parse(next.deadline) <= Date.now()) return [ACTIONS.timeout];
  if (is(task.poster)) return postersActions(task);
  if (state === "FUNDED") return startersActions(workflowStatus, task.mode);
  return is(task.worker) ? workersActions(task) : [];
}

function postersActions({ state, changeRounds, terms }: Task): readonly Action[] {
  if (state === "FUNDED") return [ACTIONS.cancel];
  if (state === "CHANGES_REQUESTED") return [ACTIONS.approve];
  if (state !== "SUBMITTED") return [];
  const more = changeRounds < terms.maxChangeRounds ? [ACTIONS.changes] : [];
  return [ACTIONS.approve, ...more, ACTIONS.reject];
}

function startersActions(status: Task["workflowStatus"], mode: Task["mode"]): readonly Action[] {
  if (status === "ready_to_stake") return [ACTIONS.stake];
  if (status === "interest_pending" || status === "interest_approved") return [ACTIONS.withdraw];
  return mode === "instant" ? [ACTIONS.stake] : [ACTIONS.interest];
}

function workersActions({ state, workflowStatus }: Task): readonly Action[] {
  if (state === "STARTED") return [ACTIONS.submit];
  if (state === "CHANGES_REQUESTED") return workflowStatus === "changes_requested" ? [ACTIONS.resubmit] : [];
  if (state === "REJECTED") return [ACTIONS.contest, ACTIONS.concede];
  return state === "APPROVED" && workflowStatus !== "settled" ? [ACTIONS.rate] : [];
}
