import type { components } from "../generated/openapi";
import type { Todo } from "../service/feed";
import type { Link } from "../tasks/links";
import type { NextAction, Task } from "../tasks/taskKey";
import type { ToSign } from "../signing/wallet";
import { commandsFor } from "./commands";
import { oneLine } from "./printable";
import { posterRecordText } from "./records";
import { timeOf } from "./timeOf";

/** A task in one line. */
export function taskLine({ contract, taskId, state, mode, rewardUsdc, stakeUsdc, title }: Task): string {
  return `${contract} ${taskId}  ${state}  ${mode}  ${rewardUsdc} USDC, stake ${stakeUsdc}  ${oneLine(title ?? "(no title yet)")}`;
}

/** A task with what is to be done about it. */
export function taskText(task: Task): string {
  const next = task._nextAction;
  const lines = [
    taskLine(task),
    `  by ${task.poster}${task.worker ? `, worked on by ${task.worker}` : ""}`,
    ...(task.description ? [indented(task.description)] : []),
    ...acceptanceLines(task.acceptance),
    termsLine(task),
    ...(task.terms.judge ? [`  Judge: ${task.terms.judge} may approve the work too, and do nothing else`] : []),
    ...(task.posterRecord ? [`  ${posterRecordText(task.posterRecord, task.posterUsually)}`] : []),
    `  Status: ${task.workflowStatus}`,
    ...(next ? nextLines(next) : ["  Nothing is left to do."]),
  ];
  return lines.join("\n");
}

/** How long each step may take, and how often changes may be asked for. */
function termsLine({ terms: { windows, maxChangeRounds } }: Task): string {
  const each = Object.entries(windows).map(([name, seconds]) => `${name} ${timeOf(seconds)}`);
  return `  Terms: ${each.join(", ")}; change rounds ${maxChangeRounds}`;
}

export function todoLine({ task, next }: Pick<Todo, "task" | "next">): string {
  return [taskLine(task), ...nextLines(next)].join("\n");
}

/** Who has to do what, until when, and with which commands. */
export function nextLines(next: NextAction): string[] {
  const { actor, deadline, reason, onSilence } = next;
  const who = actor === "client" ? "Next" : `Next, ${actor === "anyone" ? "anyone" : `the ${actor}`}`;
  return [
    `  ${who}${deadline ? `, by ${deadline}` : ""}: ${reason}`,
    ...(onSilence ? [`    Otherwise: ${onSilence}`] : []),
    ...commandsFor(next).map((command) => `    ${command}`),
  ];
}

/** What would be signed, for a dry run. */
export function toSignText(toSign: ToSign): string {
  const body =
    toSign.kind === "message"
      ? toSign.message.replace(/^/gm, "  ")
      : JSON.stringify(toSign.kind === "typedData" ? toSign.typedData : toSign.transactions, null, 2).replace(
          /^/gm,
          "  ",
        );
  const cost = toSign.kind === "transactions" && toSign.amountUsdc !== "0" ? `, ${toSign.amountUsdc} USDC` : "";
  return `Dry run; nothing was signed. Would sign (${toSign.kind}${cost}): ${toSign.purpose}\n${body}`;
}

/** A text and its links, one per line. */
export function wordsText({ text, links }: { text: string; links: readonly Link[] }, depth = 1): string {
  return [text, ...links.map(linkText)].map((part) => indented(part, depth)).join("\n");
}

/** A link, and what it pointed to. */
function linkText({ url, sha256, bytes }: Link): string {
  const size = bytes === undefined ? "" : `, ${bytes} bytes`;
  return sha256 === undefined ? url : `${url}  (sha256 ${sha256}${size})`;
}

export function indented(text: string, depth = 1): string {
  return text.replace(/^/gm, "  ".repeat(depth));
}

/** The acceptance of a task, as lines. */
function acceptanceLines(acceptance: components["schemas"]["Task"]["acceptance"]): string[] {
  if (!acceptance) return [];
  const { criteria, schemaHash } = acceptance;
  return [
    ...criteria.map((one) => indented(`Must be: ${one}`)),
    ...(schemaHash ? [`  Must have --output that passes the schema ${schemaHash}; --json shows it`] : []),
  ];
}

/** Whether the output passes its schema, as lines. */
export function verdictLines(verdict: components["schemas"]["Submission"]["verdict"]): string[] {
  switch (verdict?.result) {
    case "passed":
      return ["  The output passes its schema."];
    case "failed":
      return [
        "  The output fails its schema:",
        ...verdict.failures.map(({ pointer, message }) => `    ${oneLine(pointer || "/")} ${oneLine(message)}`),
      ];
    case "unchecked":
      return ["  The output was not checked with its schema."];
    default:
      return [];
  }
}
