import { MktError, ProblemError } from "../errors";
import type { Todo } from "../feed";
import type { Task } from "../taskKey";
import type { ToSign } from "../wallet";

/** A task in one line. */
export function taskLine({ contract, taskId, state, rewardUsdc, stakeUsdc, title }: Task): string {
  return `${contract} ${taskId}  ${state}  ${rewardUsdc} USDC, stake ${stakeUsdc}  ${visible(title ?? "(no title yet)")}`;
}

/** A task with what is to be done about it. */
export function taskText(task: Task): string {
  const next = task._nextAction;
  const lines = [
    taskLine(task),
    `  by ${task.poster}${task.worker ? `, worked on by ${task.worker}` : ""}`,
    ...(task.description ? [`  ${visible(task.description).replace(/\n/g, "\n  ")}`] : []),
    `  ${task.workflowStatus}; next ${next ? nextText(next) : "nothing, it is over"}`,
  ];
  return lines.join("\n");
}

export function todoLine({ task, next, role }: Todo): string {
  return `${taskLine(task)}\n  as ${role}: ${nextText(next)}`;
}

/** What would be signed, for a dry run. */
export function toSignText(toSign: ToSign): string {
  const body =
    toSign.kind === "message"
      ? toSign.message.replace(/^/gm, "  ")
      : JSON.stringify(toSign.kind === "typedData" ? toSign.typedData : toSign.transactions, null, 2).replace(/^/gm, "  ");
  const cost = toSign.kind === "transactions" && toSign.amountUsdc !== "0" ? `, ${toSign.amountUsdc} USDC` : "";
  return `Dry run; nothing was signed. Would sign (${toSign.kind}${cost}): ${toSign.purpose}\n${body}`;
}

function nextText({ actor, action, endpoint, deadline, reason }: NonNullable<Task["_nextAction"]>): string {
  return `${actor} ${action} (${endpoint})${deadline ? ` by ${deadline}` : ""}: ${reason}`;
}

/** An error for programs. */
export function errorJson(error: unknown): object {
  if (error instanceof ProblemError) return { message: error.message, ...error.problem };
  return { code: error instanceof MktError ? error.code : "failed", message: messageOf(error) };
}

/** An error for people, with what can be done about it. */
export function errorText(error: unknown): string {
  const next = error instanceof ProblemError ? error.nextAction : null;
  const fields = error instanceof ProblemError ? (error.problem.errors ?? []).map(({ pointer, message }) => `\n  ${pointer} ${message}`) : [];
  return `${messageOf(error)}${fields.join("")}${next ? `\nNext: ${next.actor} ${next.action} by ${next.endpoint}. ${next.reason}` : ""}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Text of others without what steers a terminal. */
export function visible(text: string): string {
  return text.replace(/(?!\n)\p{Control}/gu, "�");
}
