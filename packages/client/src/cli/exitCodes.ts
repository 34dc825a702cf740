import { CommanderError } from "commander";
import { MktError, ProblemError } from "../errors";
import { isUsage } from "./errors";

/** Exit codes; stable, so that programs can rely on them. */
export const EXIT = {
  ok: 0,
  /** The command line, or a file, key or setting that it names, is wrong. */
  usage: 1,
  /** The service or the contract refused. */
  refused: 2,
  /** Payment is missing: over the budget, or too little money. */
  payment: 3,
  /** The service, the node or the journal cannot be reached just now, or a payment is not confirmed yet. */
  unavailable: 4,
  /** The service offered something else to sign than was asked for. */
  untrusted: 5,
  interrupted: 130,
} as const;

const BY_CODE: Readonly<Record<string, number>> = {
  over_budget: EXIT.payment,
  insufficient_funds: EXIT.payment,
  unavailable: EXIT.unavailable,
  relay_unavailable: EXIT.unavailable,
  settlement_unavailable: EXIT.unavailable,
  not_paid: EXIT.payment,
  not_sent: EXIT.payment,
  not_bought: EXIT.payment,
  no_receipt: EXIT.usage,
  timeout: EXIT.unavailable,
  journal_busy: EXIT.unavailable,
  untrusted: EXIT.untrusted,
  no_signer: EXIT.usage,
  no_node: EXIT.usage,
  journal_broken: EXIT.usage,
  usage: EXIT.usage,
};

/** The exit code that an error stands for. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof ProblemError) {
    if (error.status === 402) return EXIT.payment;
    return error.status === 429 || error.status >= 500 ? EXIT.unavailable : EXIT.refused;
  }
  if (error instanceof MktError) return BY_CODE[error.code] ?? EXIT.refused;
  if (isUsage(error)) return EXIT.usage;
  if (error instanceof Error && error.name === "AbortError") return EXIT.interrupted;
  return error instanceof TypeError ? EXIT.usage : EXIT.unavailable;
}

/** For `mkt --help`. */
export const EXIT_HELP = `
Exit codes: 0 done; 1 wrong usage, or an invalid file, key or setting; 2 refused by the service or the
contract, or not answerable; 3 payment needed or over the budget; 4 service or node unavailable; 5 refused to sign what the service
offered; 130 interrupted. Results go to standard output, errors with what to do next to standard error; with --json
both are JSON.`;
