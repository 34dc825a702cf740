import type { Run } from "./run";
import { NotShown } from "./world";

/** One checkable statement of the requirements: shown by a check that sees only HTTP, a wallet and published documents, or left open by them and decided. */
export interface Statement {
  /** In one line. */
  text: string;
  /** Throws what does not hold; `NotShown` if this deployment or these wallets cannot show it. */
  check?: (run: Run) => unknown;
  /** Where what the requirements leave open is decided: a path in the repository, with an anchor. */
  decided?: string;
}

export const shown = (text: string, check: (run: Run) => unknown): Statement => ({ text, check });
export const decided = (text: string, link: string): Statement => ({ text, decided: link });

export type Result = "passed" | "failed" | "not shown" | "decided";

/** What a check found. */
export interface Finding {
  result: Result;
  /** Why it is not "passed". */
  why?: Error;
}

export async function find(statement: Statement, run: Run): Promise<Finding> {
  if (!statement.check) return { result: "decided" };
  try {
    await statement.check(run);
    return { result: "passed" };
  } catch (error) {
    const why = error instanceof Error ? error : new Error(String(error));
    return { result: why instanceof NotShown ? "not shown" : "failed", why };
  }
}
