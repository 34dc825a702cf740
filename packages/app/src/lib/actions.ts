import { STOCK_COMMENTS } from "../../../../functions/src/domain/stockComments";
import type { Mkt } from "../../../client/src/browser";
import type { Task } from "../api";
import {
  added,
  addedUsdc,
  cancelling,
  judgement,
  ruled,
  shareOf,
  words,
  work,
  type ActionField,
  type Given,
} from "./given";
import { usdc } from "./text";
import { stakeBack } from "./standing";
import type { Signs } from "./walletShows";

/** A step that a visitor can take now: one button, with what it means before it is pressed. */
export interface Action {
  id: string;
  label: string;
  /** What the button says where it is about more than its name, such as its price. */
  button?: (task: Task) => string;
  fields: readonly ActionField[];
  /** What is signed, who gets what, and what happens next. */
  means: (task: Task) => string;
  /** What the wallet is asked to confirm, with title and amount, and `who` the other party is. */
  asks: (task: Task, who: string) => string;
  /** What that comes to, of what is typed so far; null while it says nothing. */
  preview?: (task: Task, given: Given) => string | null;
  /** What it takes out of the wallet now, in USDC. */
  takes?: (task: Task, given: Given) => string | null;
  /** What the wallet's window shows for it, if not a request that the relay forwards. */
  signs?: Signs;
  isPlain?: boolean;
  /** Whether it is about the work, which must have been read: what came later is not decided on unread. */
  needsWork?: boolean;
  run: (mkt: Mkt, task: Task, given: Given, readWorkHash: string) => Promise<unknown>;
}

/** Words that are true only of a task with a stake. */
const staked = ({ stakeUsdc }: Task, text: string, without = "") => (Number(stakeUsdc) > 0 ? text : without);
const quoted = ({ title, taskId }: Task) => (title === null ? `task ${taskId}` : `“${title}”`);

/** What the step that starts a task is called where it stands alone, with its price. */
export const startLabel = (task: Task) => staked(task, `Stake ${usdc(task.stakeUsdc)} USDC and start`, "Start now");

export const ACTIONS = {
  raise: {
    id: "raise",
    label: "Raise the reward, or give more time",
    asks: (task) => `Raise the reward or the time of ${quoted(task)}.`,
    fields: ["rewardUsdc", "openUntil"],
    isPlain: true,
    means: (task) =>
      `The reward is ${usdc(task.rewardUsdc)} USDC now. What you add goes into the escrow and comes back like the rest if no worker starts; a reward is never lowered, and a time is never shortened.`,
    preview: added,
    takes: addedUsdc,
    signs: "permit",
    run: (mkt, task, { rewardUsdc, openUntil }) =>
      mkt.poster.fundMore(task, {
        ...(rewardUsdc && { rewardUsdc }),
        ...(openUntil && { openUntil: Math.floor(Date.parse(openUntil) / 1000) }),
      }),
  },
  hire: {
    id: "hire",
    label: "Let the worker you hire start",
    asks: (task, who) => `Let ${who} start ${quoted(task)}.`,
    fields: [],
    means: (task) =>
      `One signature says that ${task.reservedFor ?? "the worker"} may stake and start. It costs nothing; without it, your hire cannot begin.`,
    signs: "selection",
    run: (mkt, task) => mkt.poster.hire(task),
  },
  stake: {
    id: "stake",
    label: "Stake and start",
    button: (task) => staked(task, "Stake and start", "Start"),
    asks: (task, who) =>
      staked(
        task,
        `Stake ${usdc(task.stakeUsdc)} USDC on ${quoted(task)} of ${who}.`,
        `Start ${quoted(task)} of ${who}.`,
      ),
    fields: [],
    means: (task) =>
      staked(
        task,
        `You put ${usdc(task.stakeUsdc)} USDC into the escrow as your stake and the time for the work begins. When the work is approved, you are paid ${usdc(task.rewardUsdc)} USDC. ${stakeBack(task)} If you do not submit in time, the stake goes to the poster.`,
        `The time for the work begins. It takes no stake, only your signature. When the work is approved, you are paid ${usdc(task.rewardUsdc)} USDC. If you do not submit in time, posters see it in your record.`,
      ),
    takes: (task) => task.stakeUsdc,
    signs: "authorization",
    run: (mkt, task) => mkt.worker.stake(task),
  },
  interest: {
    id: "interest",
    label: "Register interest",
    asks: (task, who) => `Tell ${who} that you are interested in ${quoted(task)}.`,
    fields: ["message"],
    means: () =>
      "You sign a message to the poster, who then selects a worker. It costs nothing and binds you to nothing.",
    signs: "text",
    run: (mkt, task, { message }) => mkt.worker.interest(task, message ? { message } : {}),
  },
  withdraw: {
    id: "withdraw",
    label: "Withdraw interest",
    asks: (task) => `Withdraw your interest in ${quoted(task)}.`,
    fields: [],
    isPlain: true,
    means: () => "You sign that you are no longer interested. It costs nothing.",
    signs: "text",
    run: (mkt, task) => mkt.worker.withdraw(task),
  },
  submit: {
    id: "submit",
    label: "Deliver the work",
    asks: (task, who) => `Deliver your work for ${quoted(task)} to ${who}.`,
    fields: ["text", "links", "output", "force"],
    means: (task) =>
      `Only the poster${task.terms.judge ? ", the task's judge" : ""} and the arbiter can read your work; the blockchain gets only a fingerprint of it. If the poster does not decide in time, the reward is yours${staked(task, " and the stake comes back")}.`,
    run: (mkt, task, given) => mkt.worker.submit(task, work(given)),
  },
  resubmit: {
    id: "resubmit",
    label: "Deliver the changed work",
    asks: (task, who) => `Deliver your changed work for ${quoted(task)} to ${who}.`,
    fields: ["text", "links", "output", "force"],
    means: () =>
      "One signature, on a fingerprint of the new work. It costs nothing. The poster decides again; silence then pays you.",
    signs: "resubmission",
    run: (mkt, task, given) => mkt.worker.resubmit(task, work(given)),
  },
  anchor: {
    id: "anchor",
    label: "Deliver the new work yourself",
    asks: (task, who) => `Deliver your changed work for ${quoted(task)} to ${who}.`,
    fields: [],
    means: () =>
      "Your new work is being delivered, usually within a minute; you need not do anything. If it takes longer and the deadline is near, deliver it yourself here. It moves no money.",
    run: (mkt, task) => mkt.worker.anchor(task),
  },
  contest: {
    id: "contest",
    label: "Contest the rejection",
    asks: (task, who) => `Contest the rejection of ${quoted(task)} by ${who}.`,
    fields: ["text", "links"],
    means: (task) =>
      `Say why the rejection is wrong. The arbiter then reads the case and divides the reward; if the arbiter stays silent, it is halved${staked(task, " and your stake comes back")}.`,
    run: (mkt, task, given) => mkt.worker.contest(task, words(given)),
  },
  concede: {
    id: "concede",
    label: "Accept the rejection",
    asks: (task) =>
      `Accept the rejection of ${quoted(task)}${staked(task, `; your stake of ${usdc(task.stakeUsdc)} USDC comes back`)}.`,
    fields: [],
    isPlain: true,
    means: (task) =>
      `The reward goes back to the poster${staked(task, `, and your stake of ${usdc(task.stakeUsdc)} USDC to you`)}.`,
    run: (mkt, task) => mkt.worker.concede(task),
  },
  rate: {
    id: "rate",
    label: "Take your stake back",
    button: (task) => `Rate and take ${usdc(task.stakeUsdc)} USDC back`,
    asks: (task, who) =>
      `Rate ${who}, the poster of ${quoted(task)}; your stake of ${usdc(task.stakeUsdc)} USDC comes back.`,
    fields: ["rating", "comment"],
    means: (task) => `${stakeBack(task)} Any number of stars will do; the rating is on the blockchain for good.`,
    run: (mkt, task, given) => mkt.worker.rateAndClaim(task, judgement(given, STOCK_COMMENTS.rated)),
  },
  approve: {
    id: "approve",
    label: "Approve and pay",
    button: (task) => `Approve and pay ${usdc(task.rewardUsdc)} USDC`,
    asks: (task, who) => `Approve ${quoted(task)} and pay ${usdc(task.rewardUsdc)} USDC from escrow to ${who}.`,
    fields: ["rating", "comment"],
    means: (task) =>
      `When you approve, the escrow pays ${usdc(task.rewardUsdc)} USDC to the worker; that cannot be undone. Your rating will be on the blockchain for good.`,
    needsWork: true,
    run: (mkt, task, given, submissionHash) =>
      mkt.poster.approve(task, { ...judgement(given, STOCK_COMMENTS.approved), submissionHash }),
  },
  verdict: {
    id: "verdict",
    label: "Approve as the judge",
    button: (task) => `Sign: the work is right, pay ${usdc(task.rewardUsdc)} USDC`,
    asks: (task, who) =>
      `Approve ${quoted(task)} as its judge; ${usdc(task.rewardUsdc)} USDC are paid from escrow to ${who}.`,
    fields: [],
    means: (task) =>
      `You are this task's judge. Your signature approves the work, and the escrow pays ${usdc(task.rewardUsdc)} USDC, the poster's money, to the worker at once. It costs you nothing and cannot be undone. You cannot reject: if the work is not right, sign nothing, and the poster decides.`,
    needsWork: true,
    signs: "verdict",
    run: (mkt, task, _given, submissionHash) => mkt.judge.approve(task, submissionHash),
  },
  rateWork: {
    id: "rateWork",
    label: "Rate the work",
    asks: (task, who) => `Rate the work of ${who} for ${quoted(task)}.`,
    fields: ["rating", "comment"],
    isPlain: true,
    means: () =>
      "The task's judge approved this work, and the worker is paid. You may rate it: that moves no money and is on the blockchain for good.",
    run: (mkt, task, given) => mkt.poster.rateWork(task, judgement(given, STOCK_COMMENTS.approved)),
  },
  ratePoster: {
    id: "ratePoster",
    label: "Rate the poster",
    asks: (task, who) => `Rate ${who}, the poster of ${quoted(task)}.`,
    fields: ["rating", "comment"],
    isPlain: true,
    means: () => "You have been paid. You may rate the poster: that moves no money and is on the blockchain for good.",
    run: (mkt, task, given) => mkt.worker.rateAndClaim(task, judgement(given, STOCK_COMMENTS.rated)),
  },
  reject: {
    id: "reject",
    label: "Reject the work",
    asks: (task, who) => `Reject the work of ${who} for ${quoted(task)}.`,
    fields: ["rating", "why"],
    isPlain: true,
    means: (task) =>
      `The worker may contest before an arbiter. Otherwise the reward comes back to you${staked(task, ", and the stake goes to the worker")}.`,
    needsWork: true,
    run: (mkt, task, given, submissionHash) =>
      mkt.poster.reject(task, { ...judgement(given, given.why ?? ""), submissionHash }),
  },
  changes: {
    id: "changes",
    label: "Ask for changes",
    asks: (task, who) => `Ask ${who} for changes to ${quoted(task)}.`,
    fields: ["text", "links"],
    isPlain: true,
    means: (task) =>
      `The worker gets your reason and more time. You sign once, and no money moves. This task allows it ${task.terms.maxChangeRounds} times; ${task.changeRounds} are used.`,
    needsWork: true,
    run: (mkt, task, given, submissionHash) => mkt.poster.requestChanges(task, { ...words(given), submissionHash }),
  },
  cancel: {
    id: "cancel",
    label: "Cancel the task",
    asks: (task) => `Cancel ${quoted(task)}; ${cancelling(task).back} USDC come back.`,
    fields: [],
    isPlain: true,
    button: (task) => `Cancel: ${cancelling(task).fee} USDC fee, ${cancelling(task).back} comes back`,
    means: (task) =>
      `${cancelling(task).back} of your ${usdc(task.rewardUsdc)} USDC come back; this service keeps the cancel fee of ${cancelling(task).fee} USDC. No worker has started, so nobody else loses anything.`,
    run: (mkt, task) => mkt.poster.cancel(task),
  },
  answer: {
    id: "answer",
    label: "Answer the evidence",
    asks: (task) => `Answer the evidence on ${quoted(task)}.`,
    fields: ["text", "links"],
    means: () => "The arbiter reads your answer beside the worker's evidence. You can answer once; it costs nothing.",
    signs: "text",
    run: (mkt, task, given) => mkt.disputes.answer(task, words(given)),
  },
  rule: {
    id: "rule",
    label: "Sign the ruling",
    asks: (task) => `Rule on ${quoted(task)}: ${usdc(task.rewardUsdc)} USDC are divided.`,
    fields: ["share", "forfeit", "reason"],
    means: (task) =>
      `You divide the reward of ${usdc(task.rewardUsdc)} USDC, and ${staked(task, `say what becomes of the worker's stake of ${usdc(task.stakeUsdc)} USDC`, "the worker has no stake")}. It is paid at once and final; your reason is public.`,
    preview: ruled,
    needsWork: true,
    run: (mkt, task, { share, forfeit, reason = "" }) =>
      mkt.disputes.rule(task, { workerShareBps: shareOf(share) ?? NaN, forfeitStake: Boolean(forfeit), reason }),
  },
  credit: {
    id: "credit",
    label: "Withdraw your credit",
    asks: () => "Withdraw your credit to this wallet.",
    fields: [],
    means: () =>
      "USDC refused a payment to this wallet, and the escrow keeps it for you. This pays it out to this wallet.",
    run: (mkt, { contract }) => mkt.withdraw({ contract }),
  },
  claim: {
    id: "claim",
    label: "Return the stake without a rating",
    button: (task) => `Return ${usdc(task.stakeUsdc)} USDC to the worker`,
    asks: (task) => `Return the stake of ${usdc(task.stakeUsdc)} USDC on ${quoted(task)} to its worker.`,
    fields: [],
    means: (task) =>
      `The time to rate is over. The stake of ${usdc(task.stakeUsdc)} USDC goes back to the worker, without a rating.`,
    run: (mkt, task) => mkt.callTimeout(task),
  },
  timeout: {
    id: "timeout",
    label: "End it: the deadline has passed",
    asks: (task) => `End the missed step of ${quoted(task)}.`,
    fields: [],
    means: (task) => task._nextAction?.onSilence ?? "The contract pays by its rules for a deadline that has passed.",
    run: (mkt, task) => mkt.callTimeout(task),
  },
} as const satisfies Record<string, Action>;

/** What does not happen twice where a step is signed and the service is not reached. */
export function onceOnly({ id, takes }: Action): string {
  if (takes) return "You will not be charged twice.";
  return id === "submit" || id === "resubmit" ? "Your work is not sent twice." : "The step is not done twice.";
}
