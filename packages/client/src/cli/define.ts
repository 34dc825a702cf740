import type { Command } from "commander";
import type { Context } from "./context";

/** What a command came to: its JSON, and the same for people. */
export interface Outcome {
  json: unknown;
  text: string;
  /** A failure that is reported, and ends the command, after the rest was printed. */
  error?: Error;
}

/** A command's own options, as the parser gives them. */
export type Options = Record<string, string | undefined>;

/** Registers a command with its work, which may have printed all it has to say, and gets the client's context, the command's own options, and its arguments. */
export type Define = (
  command: Command,
  work: (context: Context, options: Options, ...values: string[]) => Promise<Outcome | null>,
) => void;
