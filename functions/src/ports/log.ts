import { Refusal } from "../domain/errors";

/** A field of a log line: never user-written text or a secret. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** What an error was and where it occurred, without its message, which may quote user input. */
export function traceOf(error: unknown): { error: string; at: string } {
  const origin = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(origin instanceof Error)) return { error: typeof origin, at: "" };
  const frames = (origin.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    error: origin instanceof Refusal ? origin.code : origin.name,
    at: frames
      .slice(0, 4)
      .map((line) => line.trim())
      .join(" | "),
  };
}

/** Structured logs. `event` is a constant such as "redeem.claimed". */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}
