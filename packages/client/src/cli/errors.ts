import { CommanderError } from "commander";
import { MktError, ProblemError } from "../errors";
import { commandsFor, optionAt } from "./commands";
import { reasonOf } from "./input";
import { oneLine } from "./printable";

/** What to do about an error of this client, by its code. */
const HINTS: Readonly<Record<string, string>> = {
  no_signer: "Set MKT_PRIVATE_KEY, or give --keystore FILE and set MKT_KEYSTORE_PASSWORD.",
  no_node: "Give --rpc-url https://…, or set MKT_RPC_URL.",
  insufficient_funds: "See the wallet's balances with: mkt wallet",
  timeout: "Continue later with: mkt resume",
  unavailable: "Try again; to finish what was signed before: mkt resume",
  not_answerable:
    "Nothing was paid. See what can be asked with: mkt datasets; to pay for the reply anyway, add --anyway.",
  not_bought: "The question must be the same to the letter. See what was bought with: mkt answers list",
  no_receipt: "See the receipts that are kept with: mkt answers list",
  no_change_request: "See the task's status with: mkt task show",
  not_over: "See the deadline with: mkt task show",
  untrusted:
    "If MKT_RECIPIENT, MKT_ESCROW_HUMAN, MKT_ESCROW_AGENT_FAST or MKT_JUDGE is out of date, correct it; otherwise do not continue.",
};
const MESSAGES: Readonly<Record<string, string>> = {
  no_signer: "This command needs a wallet that can sign.",
  no_node: "This command needs a node of the chain.",
};
const NODE_FAULTS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "NETWORK_ERROR",
  "SERVER_ERROR",
  "TIMEOUT",
  "BAD_DATA",
]);

/** An error for programs. `ran` is the command that it ended, as in `task work stake`. */
export function errorJson(error: unknown, ran = ""): object {
  const next = nextLines(error, ran);
  const common = { code: codeOf(error), message: messageOf(error), ...(next.length > 0 && { next }) };
  return error instanceof ProblemError ? { ...error.problem, ...common } : common;
}

/** An error for people: what was wrong, and what to do about it. */
export function errorText(error: unknown, ran = ""): string {
  return [messageOf(error), ...fieldsOf(error).map((line) => `  ${line}`), ...nextLines(error, ran)].join("\n");
}

function codeOf(error: unknown): string {
  if (error instanceof MktError) return error.code;
  if (error instanceof CommanderError || fileOf(error) !== null) return "usage";
  return isNodeFault(error) ? "unavailable" : "failed";
}

function messageOf(error: unknown): string {
  const own = MESSAGES[codeOf(error)];
  if (own !== undefined) return own;
  if (error instanceof CommanderError)
    return error.message.replace(/^error: /, "").replace(/^./, (first) => first.toUpperCase());
  if (error instanceof ProblemError && fieldsOf(error).length > 0)
    return `${error.code}: The service refuses this command:`;
  const file = fileOf(error);
  if (file !== null) return `${file} cannot be used: ${reasonOf(error as NodeJS.ErrnoException)}.`;
  if (isNodeFault(error)) return "The URL in --rpc-url or MKT_RPC_URL does not respond like a node.";
  if (error instanceof Error && error.name === "AbortError")
    return "Interrupted: the command was aborted. To finish what was signed before: mkt resume";
  return error instanceof Error ? error.message : String(error);
}

/** The violated rules, each with the option that it is about. */
function fieldsOf(error: unknown): string[] {
  if (!(error instanceof ProblemError)) return [];
  const rules = (error.problem.errors ?? []).map(({ pointer, message }) => ({
    pointer,
    message,
    option: optionAt(pointer),
  }));
  return rules.some(({ option }) => option !== null)
    ? rules.map(({ pointer, message, option }) => oneLine(`${option ?? pointer} ${message}`))
    : [];
}

/** What can be done now: nothing that was just refused. */
function nextLines(error: unknown, ran: string): string[] {
  if (error instanceof CommanderError) return ["Run the command with --help."];
  if (error instanceof ProblemError) {
    const { nextAction, retryAfterSeconds } = error;
    const wait = retryAfterSeconds === null ? [] : [`Try again in ${retryAfterSeconds} s.`];
    return nextAction
      ? [
          ...wait,
          `Next, the ${nextAction.actor}: ${nextAction.reason}`,
          ...commandsFor(nextAction)
            .filter((line) => ran === "" || !`${line} `.startsWith(`mkt ${ran} `))
            .map((line) => `  ${line}`),
        ]
      : wait;
  }
  if (error instanceof MktError && error.code === "over_budget") return [`Nothing was paid. ${budgetRemedy(error)}`];
  const hint = HINTS[codeOf(error)];
  return hint === undefined ? [] : [hint];
}

function budgetRemedy(error: MktError): string {
  const limit = "limit" in error ? error.limit : "perCall";
  if (limit === "mandate") return "The owner can allow more; see the mandate with: mkt mandate show";
  return `To allow it, raise ${limit === "total" ? "--total-usdc" : "--max-usdc"}.`;
}

/** The file or folder that the system refused; null for other errors. */
function fileOf(error: unknown): string | null {
  const { syscall, path } = error as { syscall?: unknown; path?: unknown };
  return typeof syscall === "string" && typeof path === "string" ? path : null;
}

function isNodeFault(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return !(error instanceof MktError) && typeof code === "string" && NODE_FAULTS.has(code);
}

/** Whether an error counts as wrong usage. */
export function isUsage(error: unknown): boolean {
  return fileOf(error) !== null;
}
