import type { Command } from "commander";
import type { Context } from "./context";

/** A command's result, as JSON and as text. */
export interface Outcome {
  json: unknown;
  text: string;
  /** Reported after the output; the command then fails. */
  error?: Error;
}

/** A command's own options, as the parser gives them. */
export type Options = Record<string, string | undefined>;

/** Registers a command's action, which gets the context, the command's options and its arguments, and returns null if it has printed everything itself. */
export type Define = (
  command: Command,
  work: (context: Context, options: Options, ...values: string[]) => Promise<Outcome | null>,
) => void;
