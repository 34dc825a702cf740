import { MktError, type Mkt } from "../../../client/src/browser";
import type { Task } from "../api";
import { usdc } from "./text";
import { toUnits, unitsOf } from "./units";

/** What a form asks for before an action. */
export type ActionField =
  | "text"
  | "links"
  | "output"
  | "force"
  | "message"
  | "rating"
  | "comment"
  | "rewardUsdc"
  | "openUntil"
  | "share"
  | "forfeit"
  | "reason";
export type Given = Partial<Record<ActionField, string>>;

/** A step that a visitor can take now: one button, with what it means before it is pressed. */
export interface Action {
  id: string;
  label: string;
  fields: readonly ActionField[];
  /** What is signed, who gets what, and what happens next. */
  means: (task: Task) => string;
  /** What that comes to, of what is typed so far; null while it says nothing. */
  preview?: (task: Task, given: Given) => string | null;
  isPlain?: boolean;
  /** Whether it is about the work, which must have been read: what came later is not decided on unread. */
  needsWork?: boolean;
  run: (mkt: Mkt, task: Task, given: Given, readWorkHash: string) => Promise<unknown>;
}

const linksOf = ({ links = "" }: Given) => links.split(/\s+/).filter((link) => link !== "");
const words = (given: Given) => {
  const links = linksOf(given);
  return { text: given.text ?? "", ...(links.length > 0 && { links }) };
};
const work = (given: Given) => {
  const output = outputOf(given.output ?? "");
  return { ...words(given), ...(output && { output }), ...(given.force && { force: true }) };
};
const judgement = ({ rating = "", comment = "" }: Given) => ({ rating: Number(rating), comment });

/** Work as data, as it is typed; null for none. */
export function outputOf(text: string): Record<string, unknown> | unknown[] | null {
  if (text.trim() === "") return null;
  try {
    const output: unknown = JSON.parse(text);
    if (typeof output === "object" && output !== null) return output as Record<string, unknown> | unknown[];
  } catch {
    // Below.
  }
  throw new MktError("output_unreadable", "The work as data is not a JSON object or array.");
}

/** The worker's share of the reward in basis points, as it is typed in percent; null for what is none. */
export function shareOf(text = ""): number | null {
  const isShare = /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100;
  return isShare ? Math.round(Number(text) * 100) : null;
}

/** Who gets what by a ruling. */
function ruled(task: Task, { share, forfeit }: Given): string | null {
  const bps = shareOf(share);
  if (bps === null) return null;
  const [reward, stake] = [BigInt(toUnits(task.rewardUsdc)), BigInt(toUnits(task.stakeUsdc))];
  const worker = (reward * BigInt(bps)) / 10_000n;
  const [toWorker, toPoster] = forfeit ? [worker, reward - worker + stake] : [worker + stake, reward - worker];
  const fee = task.terms.platformFeeBps > 0 ? ", less the fee" : "";
  return `The worker gets ${usdc(unitsOf(toWorker))} USDC${fee}, the poster ${usdc(unitsOf(toPoster))} USDC.`;
}

/** What a higher reward costs its poster now. */
function added(task: Task, { rewardUsdc = "" }: Given): string | null {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(rewardUsdc)) return null;
  const more = BigInt(toUnits(rewardUsdc)) - BigInt(toUnits(task.rewardUsdc));
  if (more < 0n) return `The reward cannot be less than ${usdc(task.rewardUsdc)} USDC.`;
  return `You add ${usdc(unitsOf(more))} USDC.`;
}

export const ACTIONS = {
  raise: {
    id: "raise",
    label: "Raise the reward, or give more time",
    fields: ["rewardUsdc", "openUntil"],
    isPlain: true,
    means: (task) =>
      `The reward is ${usdc(task.rewardUsdc)} USDC now. What you add goes into the escrow and comes back like the rest if no worker starts; a reward is never lowered, and a time is never shortened.`,
    preview: added,
    run: (mkt, task, { rewardUsdc, openUntil }) =>
      mkt.poster.fundMore(task, {
        ...(rewardUsdc && { rewardUsdc }),
        ...(openUntil && { openUntil: Math.floor(Date.parse(openUntil) / 1000) }),
      }),
  },
  hire: {
    id: "hire",
    label: "Sign the selection of the worker you hire",
    fields: [],
    means: (task) =>
      `You sign that ${task.reservedFor ?? "the worker"} may stake and start. It costs nothing; without it, your hire cannot begin.`,
    run: (mkt, task) => mkt.poster.hire(task),
  },
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
    fields: ["text", "links", "output", "force"],
    means: () =>
      "You sign the work's hash for the chain; only the poster and the arbiter can read the text. If the poster does not decide in time, reward and stake are yours.",
    run: (mkt, task, given) => mkt.worker.submit(task, work(given)),
  },
  resubmit: {
    id: "resubmit",
    label: "Submit the changed work",
    fields: ["text", "links", "output", "force"],
    means: () => "You sign the new work. The poster decides again; silence then pays you.",
    run: (mkt, task, given) => mkt.worker.resubmit(task, work(given)),
  },
  anchor: {
    id: "anchor",
    label: "Bring the new work to the chain",
    fields: [],
    means: () =>
      "The new work is signed but counts only on the chain. The service usually does this by itself; do it yourself if the deadline comes close. It moves no money.",
    run: (mkt, task) => mkt.worker.anchor(task),
  },
  contest: {
    id: "contest",
    label: "Contest the rejection",
    fields: ["text", "links"],
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
    fields: ["text", "links"],
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
  answer: {
    id: "answer",
    label: "Answer the evidence",
    fields: ["text", "links"],
    means: () => "The arbiter reads your answer beside the worker's evidence. You can answer once; it costs nothing.",
    run: (mkt, task, given) => mkt.disputes.answer(task, words(given)),
  },
  rule: {
    id: "rule",
    label: "Sign the ruling",
    fields: ["share", "forfeit", "reason"],
    means: (task) =>
      `You divide the reward of ${usdc(task.rewardUsdc)} USDC, and say what becomes of the worker's stake of ${usdc(task.stakeUsdc)} USDC. It is paid at once and final; your reason is public.`,
    preview: ruled,
    needsWork: true,
    run: (mkt, task, { share, forfeit, reason = "" }) =>
      mkt.disputes.rule(task, { workerShareBps: shareOf(share) ?? NaN, forfeitStake: Boolean(forfeit), reason }),
  },
  credit: {
    id: "credit",
    label: "Withdraw your credit",
    fields: [],
    means: () =>
      "USDC refused a payment to this wallet, and the escrow keeps it for you. This pays it out to this wallet.",
    run: (mkt, { contract }) => mkt.withdraw({ contract }),
  },
  timeout: {
    id: "timeout",
    label: "End it: the deadline has passed",
    fields: [],
    means: (task) => task._nextAction?.onSilence ?? "The contract pays by its rules for a deadline that has passed.",
    run: (mkt, task) => mkt.callTimeout(task),
  },
} as const satisfies Record<string, Action>;
