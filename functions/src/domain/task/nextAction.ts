import type { Address } from "../address";
import { creationOf } from "../interest";
import { ENVELOPE_FIELDS } from "../messages/signedRequest";
import { isoOf } from "../time";
import { edge, type EdgeId } from "../workflow/edges";
import { VARIANT_NAMES, type ContractName } from "../workflow/variants";
import { isPossible, stepOnSilence } from "../workflow/walk";
import { deadlineOf, roleOf, standingOf, type Task } from "./task";
import { mayAnchor, workflowStatus, type Viewer } from "./status";
import { termsHash } from "./terms";

/** Who may have to act; `client` is the caller, who has nothing to do but check again. */
export const ACTORS = ["poster", "worker", "judge", "arbiter", "anyone", "client"] as const;

/** Who must act next, with which call, by when, and what happens otherwise. */
export interface NextAction {
  readonly actor: (typeof ACTORS)[number];
  /** The action in one word, such as `submit`. */
  readonly action: string;
  readonly endpoint: string;
  readonly method: "GET" | "POST";
  /** ISO 8601 UTC. */
  readonly deadline?: string;
  readonly onSilence?: string;
  readonly reason: string;
  /** The minimum body of the call; complete unless `add` names more. */
  readonly body?: Readonly<Record<string, string | number>>;
  /** The fields to add to the body, which only the caller knows. */
  readonly add?: string[];
}

export interface Call {
  readonly endpoint: string;
  /** The step's name at the endpoint, if it takes several. */
  readonly step?: string;
  readonly reason: string;
  /** What its body needs besides the task, the step and the wallet. */
  readonly add?: readonly string[];
}

/** Takes a judge's verdict. */
export const JUDGE_PATH = "/mkt/judge";

const DECISION = ["decision", "rating", "comment"];

/** The service call for each step of the workflow. */
export const CALLS = {
  create: { endpoint: "/agentCreateTaskSimple", reason: "Fund a task." },
  fundMore: { endpoint: "/agentFundMore", reason: "Raise the reward or give workers more time to start." },
  cancel: {
    endpoint: "/agentCancelTask",
    reason: "No worker has started; the poster may take the reward back, less the cancel fee.",
  },
  expireOpen: {
    endpoint: "/agentCancelTask",
    step: "expire",
    reason: "No worker started in time; anyone can return the whole reward to the poster.",
  },
  start: { endpoint: "/agentStakeAndConfirm", reason: "Deposit the stake and start." },
  submit: { endpoint: "/agentSubmitWork", reason: "The work is due.", add: ["text"] },
  expireWork: {
    endpoint: "/agentCancelTask",
    step: "expire",
    reason: "No work was submitted in time; anyone can send the reward and the stake to the poster.",
  },
  requestChanges: { endpoint: "/mkt/request-changes", reason: "Ask the worker for changes." },
  resubmit: {
    endpoint: "/agentSubmitWork",
    reason: "The poster asks for changes; submit the new work by signature, without gas.",
    add: ["text"],
  },
  anchorResubmission: {
    endpoint: "/agentSubmitWork",
    step: "anchor",
    reason:
      "New work is stored but counts only on the chain: submit its signature there, unless the keeper does it first.",
  },
  expireChanges: {
    endpoint: "/agentCancelTask",
    step: "expire",
    reason: "No new work was submitted in time; anyone can close the task.",
  },
  approve: {
    endpoint: "/agentDecide",
    reason: "Work is submitted; approve or reject it with a rating and a comment.",
    add: DECISION,
  },
  approveDuringChanges: {
    endpoint: "/agentDecide",
    reason: "New work is stored; approve or reject it with a rating and a comment, which also records it on the chain.",
    add: DECISION,
  },
  approveByJudge: {
    endpoint: JUDGE_PATH,
    reason: "Work is submitted; sign a verdict if it is right. It pays the worker.",
  },
  release: {
    endpoint: "/agentDecide",
    step: "release",
    reason: "The poster missed the deadline; anyone can send the reward and the stake to the worker.",
  },
  reject: { endpoint: "/agentDecide", reason: "Reject the work.", add: DECISION },
  concede: { endpoint: "/agentSubmitWork", step: "concede", reason: "Accept the rejection and take the stake back." },
  finalizeRejection: {
    endpoint: "/agentSubmitWork",
    step: "concede",
    reason: "The rejection was not contested; anyone can return the reward and the stake.",
  },
  contest: {
    endpoint: "/agentSubmitWork",
    step: "contest",
    reason: "The work was rejected; contest it, or concede and take the stake back.",
    add: ["text"],
  },
  rule: {
    endpoint: "/agentRule",
    reason: "The worker contests the rejection; read the case with POST /mkt/dispute, then rule on it.",
    add: ["workerShareBps", "forfeitStake", "reason"],
  },
  ruleByDefault: {
    endpoint: "/agentDecide",
    step: "ruleByDefault",
    reason: "The arbiter missed the deadline; anyone can split the reward and return the stake.",
  },
  rateAndClaim: {
    endpoint: "/agentRateAndClaimStake",
    reason:
      "The work is approved and paid; rate the poster to get the stake back. After the deadline it goes back without a rating.",
    add: ["rating", "comment"],
  },
  claim: {
    endpoint: "/agentRateAndClaimStake",
    step: "claim",
    reason: "The deadline to rate has passed; anyone can return the stake to the worker.",
  },
} as const satisfies Record<EdgeId, Call>;

const HIRE_REASON = "Confirm the creation again for the data to sign, so that the worker that you hired can start.";

/** What happens to the task when the deadline passes and anyone calls the timeout. */
export const ON_SILENCE: Partial<Record<EdgeId, string>> = {
  expireOpen: "The reward goes back to the poster, without a fee.",
  expireWork: "The reward and the stake go to the poster.",
  expireChanges: "The reward goes back to the poster; each side gets half of the stake.",
  release: "The reward and the stake go to the worker.",
  finalizeRejection: "The reward goes back to the poster, the stake to the worker.",
  ruleByDefault: "The reward is halved between both; the stake goes back to the worker.",
  claim: "The stake goes back to the worker, without a rating.",
};

const WITHOUT_STAKE: Partial<Record<EdgeId, string>> = {
  expireWork: "The reward goes back to the poster.",
  expireChanges: "The reward goes back to the poster.",
  release: "The reward goes to the worker.",
  finalizeRejection: "The reward goes back to the poster.",
  ruleByDefault: "The reward is halved between both.",
};

/** The same for a task with this stake. */
export const onSilenceOf = (id: EdgeId, stakeUsdcUnits: bigint): string | undefined =>
  (stakeUsdcUnits === 0n ? WITHOUT_STAKE[id] : undefined) ?? ON_SILENCE[id];

/** Pays out credits; not a step of the workflow, because a credit no longer belongs to its task. */
export const WITHDRAW_PATH = "/agentWithdraw";

/** Reads a dispute, and answers in it; not steps of the workflow, because the contract knows nothing of them. */
export const DISPUTE_PATH = "/mkt/dispute";
export const ANSWER_PATH = "/mkt/dispute/answer";

/** How a wallet collects a payment that USDC refused to deliver. */
function withdrawAction(wallet: Address, contract: ContractName): NextAction {
  return {
    actor: "client",
    action: "withdraw",
    endpoint: WITHDRAW_PATH,
    method: "POST",
    reason: "USDC refused a payment to this wallet, and the escrow holds it as a credit; withdraw it.",
    body: { action: "prepare", wallet, contract },
  };
}

/** The same of the first deployment that has a credit of the wallet; null if none has. */
export function creditAction(
  wallet: Address,
  escrows: Readonly<Record<ContractName, { readonly creditUsdcUnits: bigint }>>,
): NextAction | null {
  const contract = VARIANT_NAMES.find((name) => escrows[name].creditUsdcUnits > 0n);
  return contract ? withdrawAction(wallet, contract) : null;
}

/** The next action on a task for one wallet; null once the task is settled, unless a credit waits for the wallet. */
export function nextAction(task: Task, viewer: Viewer): NextAction | null {
  if (task.settled) return viewer.wallet && viewer.hasCredit ? withdrawAction(viewer.wallet, task.contract) : null;
  const silence = stepOnSilence(standingOf(task));
  const nowSeconds = Math.floor(viewer.nowMs / 1000);
  if (silence && isPossible(silence, standingOf(task), "stranger", nowSeconds)) return act("anyone", silence.id);
  switch (task.state) {
    case "FUNDED":
      return whileOpen();
    case "STARTED":
      return act("worker", "submit");
    case "SUBMITTED":
      return task.judge && viewer.wallet === task.judge ? judge() : act("poster", "approve");
    case "CHANGES_REQUESTED":
      if (!mayAnchor(task, viewer)) return act("worker", "resubmit");
      // Until the new work is on the chain, a timeout costs the worker, not the poster.
      return roleOf(task, viewer.wallet) === "poster"
        ? act("poster", "approveDuringChanges")
        : act("worker", "anchorResubmission");
    case "REJECTED":
      return act("worker", "contest");
    case "APPROVED":
      return act("worker", "rateAndClaim");
    default:
      return whileDisputed();
  }

  /** The answer has what the judge signs. */
  function judge(): NextAction {
    return { ...timed("judge", "approveByJudge", JUDGE_PATH, CALLS.approveByJudge.reason), body: key() };
  }

  function whileDisputed(): NextAction {
    const role = roleOf(task, viewer.wallet);
    if (role === "arbiter") return act("arbiter", "rule");
    if (role === "stranger") return wait("The arbiter rules on the dispute.");
    return role === "poster" && !viewer.hasAnswered
      ? ask("poster", "answer", ANSWER_PATH, "Answer the worker's evidence before the arbiter rules; once.", ["text"])
      : ask("client", "wait", DISPUTE_PATH, "The arbiter rules on the dispute; this reads the case.");
  }

  function whileOpen(): NextAction {
    if (roleOf(task, viewer.wallet) === "poster") {
      if (task.mode === "instant") return wait("Any worker may start now.");
      const { hire } = viewer;
      if (hire?.status === "selected") return wait("The worker that you hired may start now.");
      if (hire?.status === "unsigned")
        return { ...timed("poster", "hire", CALLS.create.endpoint, HIRE_REASON), body: creationOf(task) };
      const gone = hire ? "The worker that you hired declined. " : "";
      return select(`${gone}Choose one of the interested workers.`);
    }
    switch (workflowStatus(task, viewer)) {
      case "ready_to_stake":
        return act("worker", "start");
      case "interest_pending":
        return select("The poster decides on the interest.", viewer.wallet);
      case "interest_approved":
        return select("The signed selection has expired; the poster must sign a new one.", viewer.wallet);
      case "interest_rejected":
        return {
          actor: "client",
          action: "search",
          endpoint: "/mkt/tasks",
          method: "GET",
          reason: "The poster chose another worker; look for another task.",
        };
      default:
        return task.mode === "instant"
          ? act("worker", "start")
          : ask("worker", "interest", "/mkt/interest", "Register your interest with the poster.");
    }
  }

  function select(reason: string, worker: Address | null = null): NextAction {
    const next = ask("poster", "select", "/mkt/interest/resolve", reason, [...(worker ? [] : ["worker"]), "decision"]);
    return worker ? { ...next, body: { ...key(), worker } } : next;
  }

  function act(actor: NextAction["actor"], id: EdgeId): NextAction {
    const { endpoint, reason: usual, step = "prepare", add = [] }: Call = CALLS[id];
    const reason = id === "start" && task.stakeUsdcUnits === 0n ? "Start; it takes no stake." : usual;
    const until = edge(id).when === "afterDeadline" ? {} : due();
    return {
      actor,
      action: id,
      endpoint,
      method: "POST",
      ...until,
      reason,
      body: { ...key(), action: step, ...agreed(id) },
      add: ["wallet", ...add],
    };
  }

  /** A worker starts on the terms that the worker was shown. */
  function agreed(id: EdgeId): { termsHash?: string } {
    return id === "start" ? { termsHash: termsHash(task) } : {};
  }

  /** A call that the wallet signs. */
  function ask(
    actor: NextAction["actor"],
    action: string,
    endpoint: string,
    reason: string,
    add: readonly string[] = [],
  ): NextAction {
    return { ...timed(actor, action, endpoint, reason), body: key(), add: [...add, ...ENVELOPE_FIELDS] };
  }

  function timed(actor: NextAction["actor"], action: string, endpoint: string, reason: string): NextAction {
    return { actor, action, endpoint, method: "POST", ...due(), reason };
  }

  function wait(reason: string): NextAction {
    return { actor: "client", action: "wait", endpoint: "/mkt/task", method: "GET", ...due(), reason };
  }

  function due(): Pick<NextAction, "deadline" | "onSilence"> {
    const onSilence = silence ? onSilenceOf(silence.id, task.stakeUsdcUnits) : undefined;
    return { deadline: isoOf(deadlineOf(task)), ...(onSilence && { onSilence }) };
  }

  function key(): { contract: string; taskId: string } {
    return { contract: task.contract, taskId: String(task.taskId) };
  }
}
